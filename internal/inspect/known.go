package inspect

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// poolSources are the known sources of a check for one problem in one family of languages.
type poolSources struct {
	list    []contest.CheckSource
	codes   []*program.Code // codes of the sources in list
	sources *program.Sources
}

// loadSources reads the known sources that a check used for a pool.
func (ins *Inspector) loadSources(ctx context.Context, key pool) (_ *poolSources, size int, err error) {
	c, err := ins.checks.get(ctx, key.checkID)
	if err != nil {
		return nil, 0, err
	}
	length := c.check.Parameters.ShingleLength
	known := &poolSources{}
	size = 16 << 10
	for _, s := range c.sources {
		if language, ok := c.sourceLanguage(s.File); !ok || language.Family != key.language || !s.IsFor(key.problem) {
			continue
		}
		p, err := c.readSource(ctx, s.File)
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		if err != nil {
			continue // the check has skipped the source, and stored the reason
		}
		known.list, known.codes = append(known.list, s), append(known.codes, p.Code(length))
		size += 40 * len(s.File.Content) // with tokens and shingles
	}
	known.sources = program.NewSources(known.codes, length)
	return known, size, nil
}

// sourceLanguage returns the language in which the check read a known source. It is the language in the
// settings of the check, or else that of the file name.
func (c *openCheck) sourceLanguage(file contest.File) (*lexer.Language, bool) {
	if language, ok := lexer.ByName(c.check.Parameters.Language); ok {
		return language, true
	}
	return lexer.ByPath(file.Path)
}

func (c *openCheck) readSource(ctx context.Context, file contest.File) (*program.Program, error) {
	language, ok := c.sourceLanguage(file)
	if !ok {
		return nil, fmt.Errorf("the language of %s is not known", file.Path)
	}
	p, err := program.Read(ctx, []contest.File{file}, language, c.check.Parameters.Language != "")
	if err != nil {
		return nil, err
	}
	c.base.Mark(p)
	return p, nil
}

// knownPassages returns the passages of one program of a pair that are also in known sources for its problem. names are the
// names of the sources by number. If only one program is near a source, its short passages are missing here: the check
// has set them aside too, but it stores only whether both programs are near one.
func (ins *Inspector) knownPassages(ctx context.Context, c *openCheck, names map[int]string, pair contest.Pair, side contest.Side,
	code *program.Code) (passages []evidence.KnownPassage, err error) {
	if pair.Known == nil || c.isOutdated() || len(c.sources) == 0 {
		return nil, nil
	}
	known, err := ins.sources.get(ctx, pool{c.check.ID, side.Problem, pair.Language})
	if err != nil {
		return nil, err
	}
	for _, passage := range known.sources.Passages(code, pair.Known.BothNear) {
		if index := known.sources.MainSource(code, passage); index >= 0 {
			s := known.list[index]
			passages = append(passages, evidence.KnownPassage{Passage: passage, Name: names[s.Number], Kind: s.Kind})
		}
	}
	return passages, nil
}

// sourceNames returns the masked names of a check's known sources by number. It reads the names at each call,
// because they change when any process erases a participant.
func (ins *Inspector) sourceNames(ctx context.Context, c *openCheck, pair contest.Pair, masker *blind.Masker) (
	map[int]string, error) {
	if pair.Known == nil || c.isOutdated() {
		return nil, nil
	}
	names, err := ins.store.SourceNames(ctx, c.check.ID)
	if err != nil {
		return nil, err
	}
	for _, s := range c.sources {
		names[s.Number] = masker.SourceName(s.Kind, s.Number, names[s.Number], pair.Left.Hidden || pair.Right.Hidden)
	}
	return names, nil
}
