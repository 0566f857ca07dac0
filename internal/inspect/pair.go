package inspect

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// Pair returns the evidence of a pair: both programs with their matches. The masker
// hides names on the sides that are hidden; nil hides none.
func (i *Inspector) Pair(ctx context.Context, pair contest.Pair, masker *blind.Masker) (evidence.View, error) {
	view, err := i.pair(ctx, pair, masker)
	if err != nil {
		return evidence.View{}, fmt.Errorf("open pair %d: %w", pair.ID, err)
	}
	return view, nil
}

// Open returns the evidence of a pair, like Pair, and a timeline of all submissions of
// the two participants for the pair's problem, compared or not, with similarities.
func (i *Inspector) Open(ctx context.Context, pair contest.Pair, masker *blind.Masker) (evidence.View, evidence.Timeline, error) {
	view, line, err := i.open(ctx, pair, masker)
	if err != nil {
		return evidence.View{}, evidence.Timeline{}, fmt.Errorf("open pair %d: %w", pair.ID, err)
	}
	return view, line, nil
}

func (i *Inspector) open(ctx context.Context, pair contest.Pair, masker *blind.Masker) (evidence.View, evidence.Timeline, error) {
	c, err := i.check(ctx, pair)
	if err != nil {
		return evidence.View{}, evidence.Timeline{}, err
	}
	lanes, err := i.lanes(ctx, c, pair)
	if err != nil {
		return evidence.View{}, evidence.Timeline{}, err
	}
	stored := storedPrograms{templates: make(map[int64][]contest.Passage)}
	if stored.files, err = i.store.FilesOf(ctx, append(lanes.ids(), pair.Left.SubmissionID, pair.Right.SubmissionID)); err != nil {
		return evidence.View{}, evidence.Timeline{}, err
	}
	if c.hasTemplates() {
		for _, a := range slices.Concat(lanes.left, lanes.right) {
			stored.templates[a.SubmissionID] = a.Template
		}
	}
	view, err := i.build(ctx, c, pair, masker, stored)
	if err != nil {
		return evidence.View{}, evidence.Timeline{}, err
	}
	line, err := i.timeline(ctx, c, pair, lanes, stored)
	return view, line, err
}

// storedPrograms holds the files and own templates of submissions by their IDs.
type storedPrograms struct {
	files     map[int64][]contest.File
	templates map[int64][]contest.Passage
}

func (i *Inspector) load(ctx context.Context, c *openCheck, ids []int64) (l storedPrograms, err error) {
	if l.files, err = i.store.FilesOf(ctx, ids); err != nil {
		return l, err
	}
	if l.templates, err = i.templates(ctx, c, ids); err != nil {
		return l, fmt.Errorf("read own templates: %w", err)
	}
	return l, nil
}

func (i *Inspector) pair(ctx context.Context, pair contest.Pair, masker *blind.Masker) (evidence.View, error) {
	c, err := i.check(ctx, pair)
	if err != nil {
		return evidence.View{}, err
	}
	stored, err := i.load(ctx, c, []int64{pair.Left.SubmissionID, pair.Right.SubmissionID})
	if err != nil {
		return evidence.View{}, err
	}
	return i.build(ctx, c, pair, masker, stored)
}

// build matches the programs of a pair.
func (i *Inspector) build(ctx context.Context, c *openCheck, pair contest.Pair, masker *blind.Masker, stored storedPrograms) (evidence.View, error) {
	sides := []contest.Side{pair.Left, pair.Right}
	programs := make([]*program.Program, len(sides))
	var readers errgroup.Group
	for n, side := range sides {
		readers.Go(func() (err error) {
			if programs[n], err = c.read(side, stored.files[side.SubmissionID], masker); err == nil {
				programs[n].SetTemplate(stored.templates[side.SubmissionID])
			}
			return err
		})
	}
	if err := readers.Wait(); err != nil {
		return evidence.View{}, err
	}
	left, right := programs[0], programs[1]
	p := c.check.Parameters
	code := left.Code(p.ShingleLength)
	common := program.Compare(code, right.Code(p.ShingleLength), p.MinMatch)
	for _, m := range common.TemplateMatches {
		for _, t := range m.Tiles {
			left.MarkSharedTemplate(t.Left, t.Length)
			right.MarkSharedTemplate(t.Right, t.Length)
		}
	}
	view := evidence.Build(input(pair.Left, left, masker), input(pair.Right, right, masker), common.Matches)
	if err := i.countOthers(ctx, c, pair, code.Shingles, common.Matches, &view); err != nil {
		return evidence.View{}, err
	}
	if c.isOutdated() {
		view.CheckAlgorithm, view.ViewAlgorithm = c.check.AlgorithmVersion, check.AlgorithmVersion
	}
	return view, nil
}

// read reads a side's program, and masks the names in its files' paths.
func (c *openCheck) read(side contest.Side, files []contest.File, masker *blind.Masker) (*program.Program, error) {
	if len(files) == 0 {
		return nil, fmt.Errorf("read %s: %w", side.Path, contest.ErrNotFound)
	}
	language, ok := lexer.ByName(side.Language)
	if !ok {
		return nil, fmt.Errorf("read %s: unknown language %q", side.Path, side.Language)
	}
	p, err := program.Read(files, language, c.check.Parameters.Language != "")
	if err != nil {
		return nil, err
	}
	maskPaths(p, side, masker)
	c.base.Mark(p)
	return p, nil
}

func maskPaths(p *program.Program, side contest.Side, masker *blind.Masker) {
	for i := range p.Files {
		if file := &p.Files[i]; side.Hidden {
			file.Path = blind.FileLabel(i+1, file.Path)
		} else {
			file.Path = masker.Mask(file.Path)
		}
	}
}

func input(side contest.Side, p *program.Program, masker *blind.Masker) evidence.Input {
	path := side.Path
	if !side.Hidden {
		path = masker.Mask(path)
	}
	if side.Contest != "" {
		path = side.Contest + ": " + path
	}
	return evidence.Input{Participant: side.Participant, Path: path, Verdict: side.Verdict, Program: p, Masker: masker}
}

// countOthers sets at each match how many other participants have its rarest shingle:
// at least that many have each passage of the match. It sets nothing if the match is too
// short for a shingle, if the check stored no frequencies, or if the check's shingles
// differ from today's.
func (i *Inspector) countOthers(ctx context.Context, c *openCheck, pair contest.Pair, shingles []uint64, matches []pairs.Match, view *evidence.View) error {
	p := c.check.Parameters
	if c.check.ID == 0 || c.isOutdated() || len(p.Without) > 0 {
		return nil
	}
	problem := pair.Left.Problem
	if p.AcrossProblems {
		problem = ""
	}
	frequencies, err := i.frequencies.get(ctx, pool{c.check.ID, problem, pair.Language})
	if errors.Is(err, contest.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	counted := 2 // participants of the pair itself
	if pair.Earlier() {
		counted = 1
	}
	for n, m := range matches {
		if participants, ok := frequencies.Rarest(m, shingles, p.ShingleLength); ok {
			others := max(0, participants-counted)
			view.Matches[n].OtherParticipants = &others
		}
	}
	view.OthersAmong = othersAmong(pair, problem)
	return nil
}

// othersAmong names the participants among whom others are counted.
func othersAmong(pair contest.Pair, problem string) string {
	text := "who handed in " + evidence.FamilyName(pair.Language)
	if problem != "" {
		text += " for this problem"
	}
	if pair.Earlier() {
		text += " in the left program's contest"
	}
	return text
}

// pool identifies the programs that a check compared with each other; the problem
// is "" if they span problems.
type pool struct {
	checkID           int64
	problem, language string
}

func (i *Inspector) loadFrequencies(ctx context.Context, p pool) (*check.Frequencies, int, error) {
	content, err := i.store.Frequencies(ctx, p.checkID, p.problem, p.language)
	if err != nil {
		return nil, 0, err
	}
	f, err := check.DecodeFrequencies(content)
	if err != nil {
		return nil, 0, fmt.Errorf("check %d: %w", p.checkID, err)
	}
	return f, f.Size(), nil
}
