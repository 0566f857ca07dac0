package inspect

import (
	"context"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// poolSources are the known sources of a check for one problem in one family of languages.
type poolSources struct {
	list     []contest.CheckSource
	programs []*program.Program // of the same places
	code     *program.Sources
}

// sourcesOf returns the known sources that a check compared the programs of a pair with. It reads
// their programs once for each pool.
func (c *openCheck) sourcesOf(pair contest.Pair) *poolSources {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := pool{problem: pair.Left.Problem, language: pair.Language}
	if known := c.pools[key]; known != nil {
		return known
	}
	length := c.check.Parameters.ShingleLength
	known := &poolSources{}
	var codes []*program.Code
	for _, s := range c.sources {
		language, ok := lexer.ByName(c.check.Parameters.Language)
		if !ok {
			language, ok = lexer.ByPath(s.File.Path)
		}
		if !ok || language.Family != pair.Language || !s.IsFor(pair.Left.Problem) {
			continue
		}
		p, err := program.Read([]contest.File{s.File}, language, c.check.Parameters.Language != "")
		if err != nil {
			continue // the check has skipped it, with the reason
		}
		c.base.Mark(p)
		known.list, known.programs, codes = append(known.list, s), append(known.programs, p), append(codes, p.Code(length))
	}
	known.code = program.NewSources(codes, length)
	if c.pools == nil {
		c.pools = make(map[pool]*poolSources)
	}
	c.pools[key] = known
	return known
}

// knownPassages returns the passages of a program of a pair that stand in known sources.
func (c *openCheck) knownPassages(pair contest.Pair, code *program.Code) (passages []evidence.KnownPassage) {
	if pair.Known == nil || c.isOutdated() {
		return nil
	}
	known := c.sourcesOf(pair)
	for _, passage := range known.code.Passages(code, pair.Known.BothNear) {
		if place := known.code.Most(code, passage); place >= 0 {
			s := known.list[place]
			passages = append(passages, evidence.KnownPassage{Passage: passage, Name: sourceName(pair, s), Kind: s.Kind})
		}
	}
	return passages
}

// sourceName returns the name of a known source, or its number beside a hidden participant.
func sourceName(pair contest.Pair, s contest.CheckSource) string {
	if pair.Left.Hidden || pair.Right.Hidden {
		return blind.SourceLabel(s.Number)
	}
	return s.Name
}

// Source returns one program of a pair beside the known source that has the most of what both share, with
// their matches. The error wraps contest.ErrNotFound if no source has anything of the pair.
func (i *Inspector) Source(ctx context.Context, pair contest.Pair, isRight bool, masker *blind.Masker) (view evidence.View, err error) {
	defer func() { err = openError(pair, err) }()
	if pair.Known == nil || pair.CheckID == 0 {
		return view, fmt.Errorf("known source: %w", contest.ErrNotFound)
	}
	c, err := i.check(ctx, pair)
	if err != nil {
		return view, err
	}
	known := c.sourcesOf(pair)
	place := slices.IndexFunc(known.list, func(s contest.CheckSource) bool { return s.Number == pair.Known.Number })
	if place < 0 {
		return view, fmt.Errorf("known source %d: %w", pair.Known.Number, contest.ErrNotFound)
	}
	side := pair.Left
	if isRight {
		side = pair.Right
	}
	files, err := i.store.FilesOf(ctx, []int64{side.SubmissionID})
	if err != nil {
		return view, err
	}
	own, err := c.read(side, files[side.SubmissionID], masker)
	if err != nil {
		return view, err
	}
	source := *known.programs[place]
	source.Files = slices.Clone(source.Files)
	about := contest.Side{Participant: sourceName(pair, known.list[place]), Path: known.list[place].File.Path, Hidden: pair.Left.Hidden || pair.Right.Hidden}
	maskPaths(&source, about, masker)
	if about.Hidden {
		about.Path = source.Files[0].Path
	}
	p := c.check.Parameters
	common := program.Compare(own.Code(p.ShingleLength), source.Code(p.ShingleLength), p.MinMatch)
	view = evidence.Build(i18n.From(ctx), input(side, own, masker), input(about, &source, masker), common.Matches)
	view.Coarse = common.Coarse
	return view, nil
}
