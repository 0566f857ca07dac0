package inspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

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

// storedPrograms has the files and own templates of submissions, by submission ID.
type storedPrograms struct {
	files     map[int64][]contest.File
	templates map[int64][]contest.Passage
}

// Pair returns both programs of a pair with the matches. The masker hides names on hidden sides.
func (ins *Inspector) Pair(ctx context.Context, pair contest.Pair, masker *blind.Masker) (view evidence.View, err error) {
	defer prefixError(&err, "open pair %d", pair.ID)
	c, err := ins.check(ctx, pair)
	if err != nil {
		return view, err
	}
	stored, err := ins.readStored(ctx, c, []int64{pair.Left.SubmissionID, pair.Right.SubmissionID})
	if err != nil {
		return view, err
	}
	return ins.buildView(ctx, c, pair, masker, stored)
}

// readStored reads the files of submissions, and the own templates that the check found in them.
func (ins *Inspector) readStored(ctx context.Context, c *openCheck, ids []int64) (stored storedPrograms, err error) {
	if stored.files, err = ins.store.FilesOf(ctx, ids); err != nil || !c.hasTemplates() {
		return stored, err
	}
	stored.templates, err = ins.store.Templates(ctx, c.check.ID, ids)
	return stored, err
}

// Open is like Pair, and also returns the timeline of the pair.
func (ins *Inspector) Open(ctx context.Context, pair contest.Pair, masker *blind.Masker) (
	view evidence.View, timeline evidence.Timeline, err error) {
	defer prefixError(&err, "open pair %d", pair.ID)
	c, lanes, stored, err := ins.readAttempts(ctx, pair)
	if err != nil {
		return view, timeline, err
	}
	if view, err = ins.buildView(ctx, c, pair, masker, stored); err != nil {
		return view, timeline, err
	}
	timeline, err = ins.timeline(ctx, c, pair, lanes, stored)
	return view, timeline, err
}

// Timeline returns the timeline of a pair, which has the attempts of both participants for the problem.
func (ins *Inspector) Timeline(ctx context.Context, pair contest.Pair) (timeline evidence.Timeline, err error) {
	defer prefixError(&err, "read the timeline of pair %d", pair.ID)
	c, lanes, stored, err := ins.readAttempts(ctx, pair)
	if err != nil {
		return timeline, err
	}
	return ins.timeline(ctx, c, pair, lanes, stored)
}

// readAttempts reads the attempts of the timeline of a pair, and the files of these attempts.
func (ins *Inspector) readAttempts(ctx context.Context, pair contest.Pair) (
	c *openCheck, l lanes, stored storedPrograms, err error) {
	if c, err = ins.check(ctx, pair); err != nil {
		return c, l, stored, err
	}
	scoredIDs := []int64{pair.Left.SubmissionID, pair.Right.SubmissionID}
	all, err := ins.store.Attempts(ctx, c.check.ID, scoredIDs)
	if err != nil {
		return c, l, stored, err
	}
	l.left, l.omittedLeft = shownAttempts(all, pair.Left)
	l.right, l.omittedRight = shownAttempts(all, pair.Right)
	stored.templates = l.templates(c)
	stored.files, err = ins.store.FilesOf(ctx, append(idsOf(l.sides()), scoredIDs...))
	return c, l, stored, err
}

func (ins *Inspector) buildView(ctx context.Context, c *openCheck, pair contest.Pair, masker *blind.Masker,
	stored storedPrograms) (evidence.View, error) {
	left, right, err := c.readBoth(ctx, pair, stored, masker)
	if err != nil {
		return evidence.View{}, err
	}
	length, minMatch := c.check.Parameters.ShingleLength, c.check.Parameters.MinMatch
	if pair.AcrossLanguages() {
		left, right = left.AcrossLanguages(), right.AcrossLanguages()
		length, minMatch = program.AcrossLength, program.AcrossLength
	}
	leftCode, rightCode := left.Code(length), right.Code(length)
	result := program.Compare(leftCode, rightCode, minMatch)
	for _, m := range result.TemplateMatches {
		for _, t := range m.Tiles {
			left.MarkSharedTemplate(t.Left, t.Length)
			right.MarkSharedTemplate(t.Right, t.Length)
		}
	}
	printer := i18n.From(ctx)
	leftInput, rightInput := evidenceInput(printer, pair.Left, left, masker), evidenceInput(printer, pair.Right, right, masker)
	names, err := ins.sourceNames(ctx, c, pair, masker)
	if err != nil {
		return evidence.View{}, err
	}
	if leftInput.Known, err = ins.knownPassages(ctx, c, names, pair, pair.Left, leftCode); err != nil {
		return evidence.View{}, err
	}
	if rightInput.Known, err = ins.knownPassages(ctx, c, names, pair, pair.Right, rightCode); err != nil {
		return evidence.View{}, err
	}
	view := c.newView(printer, leftInput, rightInput, result)
	view.Programs = [2]*program.Program{left, right}
	if err := ins.setOthers(ctx, c, pair, leftCode.Shingles(), length, result.Matches, &view); err != nil {
		return evidence.View{}, err
	}
	return view, nil
}

// newView returns two compared programs, with the algorithms of check and view if these differ.
func (c *openCheck) newView(p *i18n.Printer, left, right evidence.Input, result program.Comparison) evidence.View {
	view := evidence.Build(p, left, right, result.Matches)
	view.CoarseMatches = result.CoarseMatches
	view.Oddities = slices.DeleteFunc(view.Oddities, func(o evidence.Oddity) bool { return c.baseOddities[o.Key] })
	if c.isOutdated() {
		view.CheckAlgorithm, view.ViewAlgorithm = c.check.AlgorithmVersion, check.AlgorithmVersion
	}
	return view
}

// readBoth calls read for both sides of a pair.
func (c *openCheck) readBoth(ctx context.Context, pair contest.Pair, stored storedPrograms, masker *blind.Masker) (
	left, right *program.Program, err error) {
	var rightErr error
	evidence.Both(func() { left, err = c.read(ctx, pair.Left, stored, masker) },
		func() { right, rightErr = c.read(ctx, pair.Right, stored, masker) })
	return left, right, cmp.Or(err, rightErr)
}

// read reads a side's program, marks base code and own template, and masks the names in file paths.
func (c *openCheck) read(ctx context.Context, side contest.Side, stored storedPrograms, masker *blind.Masker) (
	*program.Program, error) {
	files := stored.files[side.SubmissionID]
	if len(files) == 0 {
		return nil, fmt.Errorf("read %s: %w", side.Path, contest.ErrErased)
	}
	language, ok := lexer.ByName(side.Language)
	if !ok {
		return nil, fmt.Errorf("read %s: unknown language %q", side.Path, side.Language)
	}
	p, err := program.Read(ctx, files, language, c.check.Parameters.Language != "")
	if err != nil {
		return nil, err
	}
	maskPaths(p, side, masker)
	c.base.Mark(p)
	p.SetTemplate(stored.templates[side.SubmissionID])
	return p, nil
}

func maskPaths(p *program.Program, side contest.Side, masker *blind.Masker) {
	masker = masker.ForProgram(side.ContestID)
	for i, file := range p.Files {
		p.Files[i].Path = masker.FilePath(side, i+1, file.Path)
	}
}

func evidenceInput(printer *i18n.Printer, side contest.Side, p *program.Program, masker *blind.Masker) evidence.Input {
	masker = masker.ForProgram(side.ContestID)
	path := side.Path
	if !side.Hidden {
		path = masker.Mask(path)
	}
	return evidence.Input{
		Participant: evidence.ParticipantName(printer, side), Path: path, Verdict: side.Verdict, Program: p, Masker: masker,
	}
}

// setOthers sets for each match how many other participants have its rarest shingle. shingles are those of
// the left program. It sets nothing for a match that is shorter than a shingle, and nothing at all if frequenciesOf returns
// nil.
func (ins *Inspector) setOthers(ctx context.Context, c *openCheck, pair contest.Pair, shingles []uint64, length int,
	matches []pairs.Match, view *evidence.View) error {
	frequencies, oneProblem, err := ins.frequenciesOf(ctx, c, pair)
	if err != nil || frequencies == nil {
		return err
	}
	ownCount := 2 // number of the pair's participants whom the frequencies include
	if pair.Earlier() {
		ownCount = 1 // the other participant is in an earlier contest
	}
	for n, m := range matches {
		if participants, ok := frequencies.RarestCount(m, shingles, length); ok {
			view.Matches[n].OtherParticipants = new(max(0, participants-ownCount))
		}
	}
	view.OthersClause = othersClause(i18n.From(ctx), pair, oneProblem)
	return nil
}

// frequenciesOf returns how many participants have each shingle of a pair's pool. oneProblem says that only participants of
// the pair's problem count. It returns nil if the check stored no frequencies, or if its shingles differ from those of this
// version of ojcheck.
func (ins *Inspector) frequenciesOf(ctx context.Context, c *openCheck, pair contest.Pair) (
	frequencies *check.Frequencies, oneProblem bool, err error) {
	p := c.check.Parameters
	if c.check.ID == 0 || c.isOutdated() || len(p.Omitted) > 0 {
		return nil, false, nil
	}
	problem := pair.Left.Problem
	if p.AcrossProblems {
		problem = ""
	}
	frequencies, err = ins.frequencies.get(ctx, pool{c.check.ID, problem, pair.Language})
	if errors.Is(err, contest.ErrNotFound) {
		return nil, false, nil
	}
	return frequencies, problem != "", err
}

// othersClause says which participants setOthers counts, such as "who submitted C++ for this problem". A
// sentence has it after "participant".
func othersClause(p *i18n.Printer, pair contest.Pair, oneProblem bool) string {
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

// pool identifies the programs that a check compared with each other. problem is "" for all problems.
type pool struct {
	checkID           int64
	problem, language string
}

func (ins *Inspector) loadFrequencies(ctx context.Context, p pool) (*check.Frequencies, int, error) {
	content, err := ins.store.Frequencies(ctx, p.checkID, p.problem, p.language)
	if err != nil {
		return nil, 0, err
	}
	f, err := check.DecodeFrequencies(content)
	if err != nil {
		return nil, 0, fmt.Errorf("check %d: %w", p.checkID, err)
	}
	return f, f.Size(), nil
}

// Found shows the query of a search beside a found program, with the matches. If files is nil, the found program is
// a submission; else it is a known source with these files. The caller has already masked a hidden
// side. The masker masks names only in the found program. If it masked the query too, a user could write
// names into the query, and see which number stands for whom. If the programs cannot be compared, the error
// is a *search.RequestError.
func (ins *Inspector) Found(
	ctx context.Context, r search.Request, found contest.Side, files []contest.File, masker *blind.Masker,
) (evidence.View, error) {
	query, language, err := r.Program(ctx)
	if err != nil {
		return evidence.View{}, err
	}
	if files == nil {
		stored, err := ins.store.FilesOf(ctx, []int64{found.SubmissionID})
		if err == nil && len(stored) == 0 {
			err = contest.ErrNotFound
		}
		if err != nil {
			return evidence.View{}, fmt.Errorf("open submission %d: %w", found.SubmissionID, err)
		}
		files = stored[found.SubmissionID]
	}
	foundLanguage, ok := lexer.ByName(found.Language)
	if !ok {
		foundLanguage = language // as in a search
	}
	if foundLanguage.Family != language.Family {
		return evidence.View{}, &search.RequestError{
			Message: i18n.Errorf("programs in these two languages are not compared"),
			Advice:  i18n.Errorf("choose the language of the found program"),
		}
	}
	stored, err := program.Read(ctx, files, foundLanguage, !ok)
	if ctx.Err() != nil {
		return evidence.View{}, ctx.Err()
	}
	if err != nil {
		return evidence.View{}, &search.RequestError{Message: err, Advice: i18n.Errorf("look at the found program by itself")}
	}
	p, printer := check.Defaults(), i18n.From(ctx)
	result := program.Compare(query.Code(p.ShingleLength), stored.Code(p.ShingleLength), p.MinMatch)
	maskPaths(stored, found, masker)
	found.Contest = "" // the page already shows the contest
	view := evidence.Build(printer,
		evidence.Input{Participant: printer.T("Searched program"), Path: r.File.Path, Program: query},
		evidenceInput(printer, found, stored, masker),
		result.Matches)
	view.CoarseMatches = result.CoarseMatches
	view.Oddities = nil // they compare unmasked text, so they would confirm a name in the query
	return view, nil
}
