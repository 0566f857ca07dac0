package inspect

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// storedPrograms holds the files and own templates of submissions by their IDs.
type storedPrograms struct {
	files     map[int64][]contest.File
	templates map[int64][]contest.Passage
}

// Pair returns the evidence of a pair: both programs with their matches. The masker
// hides names on the sides that are hidden; nil hides none.
func (i *Inspector) Pair(ctx context.Context, pair contest.Pair, masker *blind.Masker) (view evidence.View, err error) {
	defer func() { err = openError(pair, err) }()
	c, err := i.check(ctx, pair)
	if err != nil {
		return view, err
	}
	var stored storedPrograms
	ids := []int64{pair.Left.SubmissionID, pair.Right.SubmissionID}
	if stored.files, err = i.store.FilesOf(ctx, ids); err != nil {
		return view, err
	}
	if c.hasTemplates() {
		if stored.templates, err = i.store.Templates(ctx, c.check.ID, ids); err != nil {
			return view, fmt.Errorf("read own templates: %w", err)
		}
	}
	return i.build(ctx, c, pair, masker, stored)
}

// Open returns the evidence of a pair, like Pair, and a timeline of all submissions of
// the two participants for the pair's problem, compared or not, with similarities.
func (i *Inspector) Open(ctx context.Context, pair contest.Pair, masker *blind.Masker) (
	view evidence.View, line evidence.Timeline, err error) {
	defer func() { err = openError(pair, err) }()
	c, err := i.check(ctx, pair)
	if err != nil {
		return view, line, err
	}
	lanes, err := i.readLanes(ctx, c, pair)
	if err != nil {
		return view, line, err
	}
	stored := storedPrograms{templates: make(map[int64][]contest.Passage)}
	ids := append(lanes.ids(), pair.Left.SubmissionID, pair.Right.SubmissionID)
	if stored.files, err = i.store.FilesOf(ctx, ids); err != nil {
		return view, line, err
	}
	if c.hasTemplates() {
		for _, a := range lanes.attempts() {
			stored.templates[a.SubmissionID] = a.Template
		}
	}
	if view, err = i.build(ctx, c, pair, masker, stored); err != nil {
		return view, line, err
	}
	line, err = i.timeline(ctx, c, pair, lanes, stored)
	return view, line, err
}

// openError adds the pair to an error. It returns nil if err is nil.
func openError(pair contest.Pair, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("open pair %d: %w", pair.ID, err)
}

// build matches the programs of a pair.
func (i *Inspector) build(ctx context.Context, c *openCheck, pair contest.Pair, masker *blind.Masker,
	stored storedPrograms) (evidence.View, error) {
	var programs [2]*program.Program
	var readers errgroup.Group
	for n, side := range []contest.Side{pair.Left, pair.Right} {
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
	length, minMatch := c.check.Parameters.ShingleLength, c.check.Parameters.MinMatch
	if pair.AcrossLanguages() {
		left, right, length, minMatch = left.Across(), right.Across(), program.AcrossLength, program.AcrossLength
	}
	code, rightCode := left.Code(length), right.Code(length)
	result := program.Compare(code, rightCode, minMatch)
	for _, m := range result.TemplateMatches {
		for _, t := range m.Tiles {
			left.MarkSharedTemplate(t.Left, t.Length)
			right.MarkSharedTemplate(t.Right, t.Length)
		}
	}
	leftInput, rightInput := input(pair.Left, left, masker), input(pair.Right, right, masker)
	names, err := i.sourceNames(ctx, c, pair, masker)
	if err != nil {
		return evidence.View{}, err
	}
	labels := blind.From(ctx)
	leftInput.Known, rightInput.Known = c.knownPassages(labels, names, pair, code), c.knownPassages(labels, names, pair, rightCode)
	view := evidence.Build(i18n.From(ctx), leftInput, rightInput, result.Matches)
	view.Coarse = result.Coarse
	if err := i.countOthers(ctx, c, pair, code.Shingles, length, result.Matches, &view); err != nil {
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
		return nil, fmt.Errorf("read %s: %w", side.Path, contest.ErrErased)
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

// maskPaths masks the names in the paths of a side's files, or replaces hidden paths.
func maskPaths(p *program.Program, side contest.Side, masker *blind.Masker) {
	for i := range p.Files {
		if file := &p.Files[i]; side.Hidden {
			file.Path = blind.FileLabel(i+1, file.Path)
		} else {
			file.Path = masker.Mask(file.Path)
		}
	}
}

// input returns a side of a pair for display, with names masked in its path.
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
func (i *Inspector) countOthers(ctx context.Context, c *openCheck, pair contest.Pair, shingles []uint64, length int,
	matches []pairs.Match, view *evidence.View) error {
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
	counted := 2 // participants of the pair in the pool
	if pair.Earlier() {
		counted = 1
	}
	for n, m := range matches {
		if participants, ok := frequencies.Rarest(m, shingles, length); ok {
			view.Matches[n].OtherParticipants = new(max(0, participants-counted))
		}
	}
	view.OthersAmong = othersText(i18n.From(ctx), pair, problem != "")
	return nil
}

// othersText describes the participants who are counted.
func othersText(p *i18n.Printer, pair contest.Pair, oneProblem bool) string {
	family := evidence.FamilyName(p, pair.Language)
	words := p.T("who submitted %s", family)
	switch {
	case pair.AcrossLanguages() && oneProblem:
		words = p.T("who submitted a program for this problem")
	case pair.AcrossLanguages():
		words = p.T("who submitted a program")
	case oneProblem:
		words = p.T("who submitted %s for this problem", family)
	}
	if pair.Earlier() {
		return p.T("%s in the left program's contest", words)
	}
	return words
}

// pool identifies the programs that a check compared with each other; the problem
// is "" if they span problems.
type pool struct {
	checkID           int64
	problem, language string
}

// loadFrequencies reads the frequencies of a pool, and estimates their size in bytes.
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

// Found returns the query of a search beside a found submission, with their matches;
// beside a known source with its files. The caller has already masked a hidden side.
// The masker masks names only in the found program: masked names in a user's own query would reveal which number
// stands for whom. If the two cannot be compared, Found returns a
// *search.RequestError.
func (i *Inspector) Found(ctx context.Context, r search.Request, found contest.Side, files []contest.File, masker *blind.Masker) (evidence.View, error) {
	query, language, err := r.Program()
	if err != nil {
		return evidence.View{}, err
	}
	if files == nil {
		stored, err := i.store.FilesOf(ctx, []int64{found.SubmissionID})
		if err == nil && len(stored) == 0 {
			err = contest.ErrNotFound
		}
		if err != nil {
			return evidence.View{}, fmt.Errorf("open submission %d: %w", found.SubmissionID, err)
		}
		files = stored[found.SubmissionID]
	}
	other, ok := lexer.ByName(found.Language) // if it is unknown, the language of the query, as in a search
	if !ok {
		other = language
	}
	if other.Family != language.Family {
		return evidence.View{}, &search.RequestError{
			Message: i18n.Errorf("the two programs are in languages that are not compared"), Advice: i18n.Errorf("choose the language of the found program")}
	}
	stored, err := program.Read(files, other, !ok)
	if err != nil {
		return evidence.View{}, &search.RequestError{Message: err, Advice: i18n.Errorf("look at the found program by itself")}
	}
	p := check.Defaults()
	common := program.Compare(query.Code(p.ShingleLength), stored.Code(p.ShingleLength), p.MinMatch)
	maskPaths(stored, found, masker)
	found.Contest = "" // the page names it beside the path
	view := evidence.Build(i18n.From(ctx),
		evidence.Input{Participant: i18n.From(ctx).T("Searched program"), Path: r.File.Path, Program: query},
		input(found, stored, masker),
		common.Matches)
	view.Coarse = common.Coarse
	return view, nil
}
