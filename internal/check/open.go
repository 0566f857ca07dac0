package check

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// Archive reads what was stored of a check.
type Archive interface {
	Check(ctx context.Context, id int64) (contest.Check, error)
	Base(ctx context.Context, checkID int64) ([]contest.File, error)
	Files(ctx context.Context, submissionID int64) ([]contest.File, error)
	// Template returns the participant's own template that a check found in a
	// submission.
	Template(ctx context.Context, checkID, submissionID int64) ([]contest.Passage, error)
	// Frequencies returns what Run.SaveFrequencies stored for a problem and
	// family of languages, or an error that is contest.ErrNotFound.
	Frequencies(ctx context.Context, checkID int64, problem, language string) ([]byte, error)
	// Attempts returns all that the participants of some submissions handed in
	// for the problems of these, in their order.
	Attempts(ctx context.Context, checkID int64, submissionIDs []int64) ([]contest.Attempt, error)
	FilesOf(ctx context.Context, submissionIDs []int64) (map[int64][]contest.File, error)
	// Lexed returns those files of submissions that are kept as the version
	// reads them, in any order.
	Lexed(ctx context.Context, version int, submissionIDs []int64) ([]contest.LexedFile, error)
}

// Opener opens the pairs of one check: it reads both programs again and
// matches them as the check did. Matches are not stored; that takes longer
// than finding them again.
type Opener struct {
	archive Archive
	check   contest.Check
	base    *program.BaseCode

	mu      sync.Mutex // guards what follows
	pool    [2]string  // problem and family of languages
	counted *frequencies
}

// NewOpener returns an opener for the pairs of a check.
func NewOpener(ctx context.Context, archive Archive, checkID int64) (*Opener, error) {
	c, err := archive.Check(ctx, checkID)
	if err != nil {
		return nil, fmt.Errorf("open check %d: %w", checkID, err)
	}
	files, err := archive.Base(ctx, checkID)
	if err != nil {
		return nil, fmt.Errorf("open base code of check %d: %w", checkID, err)
	}
	base, _ := program.ReadBase(files, forcedLanguage(c.Parameters), c.Parameters.ShingleLength)
	return &Opener{archive: archive, check: c, base: base}, nil
}

// NewFreeOpener returns an opener for two stored submissions that no check has
// found, such as those of an alert, with the settings that a check has unless
// somebody asks for others. It knows of no base code or own template, and of
// nobody else.
func NewFreeOpener(archive Archive) *Opener {
	p := Defaults()
	base, _ := program.ReadBase(nil, nil, p.ShingleLength)
	return &Opener{archive: archive, check: contest.Check{Parameters: p, AlgorithmVersion: AlgorithmVersion}, base: base}
}

// free reports whether there is no check.
func (o *Opener) free() bool { return o.check.ID == 0 }

// Open returns the evidence of a pair. On the sides that are hidden, the names
// are masked; nil are none.
func (o *Opener) Open(ctx context.Context, pair contest.Pair, names *blind.Masker) (evidence.View, error) {
	var left, right *program.Program
	sides, inner := errgroup.WithContext(ctx)
	sides.Go(func() (err error) {
		left, err = o.program(inner, pair.Left, names)
		return err
	})
	sides.Go(func() (err error) {
		right, err = o.program(inner, pair.Right, names)
		return err
	})
	if err := sides.Wait(); err != nil {
		return evidence.View{}, fmt.Errorf("open pair %d: %w", pair.ID, err)
	}
	p := o.check.Parameters
	code := left.Code(p.ShingleLength)
	common := program.Compare(code, right.Code(p.ShingleLength), p.MinMatch)
	for _, m := range common.TemplateMatches {
		for _, t := range m.Tiles {
			left.MarkSharedTemplate(t.Left, t.Length)
			right.MarkSharedTemplate(t.Right, t.Length)
		}
	}
	view := evidence.Build(input(pair.Left, left, names), input(pair.Right, right, names), common.Matches)
	if err := o.tellOthers(ctx, pair, code, common.Matches, &view); err != nil {
		return evidence.View{}, fmt.Errorf("open pair %d: %w", pair.ID, err)
	}
	if o.outdated() {
		view.CheckAlgorithm, view.ViewAlgorithm = o.check.AlgorithmVersion, AlgorithmVersion
	}
	return view, nil
}

// outdated reports whether the check was made by another algorithm, whose tokens
// may have been others.
func (o *Opener) outdated() bool { return o.check.AlgorithmVersion != AlgorithmVersion }

// program reads a side's program, and hides the names in its files' paths.
func (o *Opener) program(ctx context.Context, side contest.Side, names *blind.Masker) (*program.Program, error) {
	files, err := o.archive.Files(ctx, side.SubmissionID)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", side.Path, err)
	}
	language, ok := lexer.ByName(side.Language)
	if !ok {
		return nil, fmt.Errorf("read %s: unknown language %q", side.Path, side.Language)
	}
	p, err := program.Read(files, language, o.check.Parameters.Language != "")
	if err != nil {
		return nil, err
	}
	for i := range p.Files {
		file := &p.Files[i]
		if side.Hidden {
			file.Path = blind.FileLabel(i+1, file.Path)
		} else {
			file.Path = names.Mask(file.Path)
		}
	}
	o.base.Mark(p)
	if o.free() || o.outdated() {
		return p, nil
	}
	passages, err := o.archive.Template(ctx, o.check.ID, side.SubmissionID)
	if err != nil {
		return nil, fmt.Errorf("read own template in %s: %w", side.Path, err)
	}
	p.SetTemplate(passages)
	return p, nil
}

func input(side contest.Side, p *program.Program, names *blind.Masker) evidence.Input {
	path := side.Path
	if !side.Hidden {
		path = names.Mask(path)
	}
	if side.Contest != "" {
		path = side.Contest + ": " + path
	}
	return evidence.Input{Participant: side.Participant, Path: path, Verdict: side.Verdict, Program: p, Masker: names}
}
