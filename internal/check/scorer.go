package check

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
)

// Scorer compares the programs of a running contest as they arrive. It holds the lexed
// programs in memory and compares each new one with all others of its pool, like a
// check of the programs so far: own templates, versions of problems and the rarity of
// code change with every program. docs/decisions/live-scoring.md has time and memory.
// It is not safe for concurrent use.
type Scorer struct {
	checker    *Checker
	contestID  int64
	scope      contest.Scope // of the earlier contests
	parameters contest.Parameters
	reader     *reader
	templates  *boilerplate.Finder
	groups     map[string]*languageGroup // of the last comparison, by family
	numbers    numbers                   // of the participants needed so far
	solutions  map[int64]*solution       // by the ID of the submission
	byPath     map[string]int64          // the same IDs
}

// Scorer returns a Scorer without programs for a stored contest. It returns unreadable
// base code as skipped. The Scorer returns pairs from p.Threshold on; it ignores
// p.Keep.
func (c *Checker) Scorer(ctx context.Context, contestID int64, base []contest.File, p contest.Parameters) (*Scorer, []contest.SkippedItem, error) {
	if err := validate(p); err != nil {
		return nil, nil, err
	}
	s := &Scorer{
		checker:   c,
		contestID: contestID,
		templates: boilerplate.NewFinder(p.ShingleLength),
		groups:    make(map[string]*languageGroup),
		solutions: make(map[int64]*solution),
		byPath:    make(map[string]int64),
	}
	if len(p.Against) > 0 {
		stored, err := c.Earlier.Contests(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("look for earlier contests: %w", err)
		}
		checked := ""
		if i := slices.IndexFunc(stored, func(c contest.Contest) bool { return c.ID == contestID }); i >= 0 {
			checked = stored[i].Name
		}
		p.Against, s.scope, err = resolveAgainst(p.Against, checked, stored)
		if err != nil {
			return nil, nil, err
		}
		s.scope.Without = []int64{contestID}
	}
	p.Keep = p.Threshold
	s.parameters = p
	var skipped []contest.SkippedItem
	s.reader, skipped = newReader(c.Store.LexCache(contestID), c.lex, base, p)
	return s, skipped, nil
}

// ContestsNotIndexed returns the names, sorted, of the contests of Parameters.Against
// without index entries: no check of this version has read their submissions, so no
// search finds them.
func (s *Scorer) ContestsNotIndexed(ctx context.Context) ([]string, error) {
	if len(s.parameters.Against) == 0 {
		return nil, nil
	}
	names, err := s.checker.Earlier.ContestsNotIndexed(ctx, program.SampleVersion, s.scope)
	if err != nil {
		return nil, fmt.Errorf("look for earlier contests: %w", err)
	}
	return names, nil
}

// Load adds stored submissions of the contest. A submission replaces the one with the
// same path. Load returns submissions that cannot be compared, or that the parameters
// exclude, as skipped. After an error it has added none, and can be called again. It
// releases the submissions' files.
func (s *Scorer) Load(ctx context.Context, submissions []contest.Submission) ([]contest.SkippedItem, error) {
	solutions, skipped, err := s.read(ctx, submissions)
	if err != nil {
		return nil, err
	}
	if err := s.number(ctx, solutions); err != nil {
		return nil, err
	}
	for _, sol := range solutions {
		s.Remove(sol.submission.ID, s.byPath[sol.submission.Path])
		s.solutions[sol.submission.ID] = sol
		s.byPath[sol.submission.Path] = sol.submission.ID
	}
	return skipped, nil
}

// Remove removes submissions by their IDs and ignores unknown ones.
func (s *Scorer) Remove(submissionIDs ...int64) {
	for _, id := range submissionIDs {
		if sol := s.solutions[id]; sol != nil {
			delete(s.solutions, id)
			delete(s.byPath, sol.submission.Path)
		}
	}
}

// Pairs returns the pairs of submissions, by their IDs, that reach
// Parameters.Threshold, the most suspicious first, including pairs with the contests of
// Parameters.Against. For two participants it returns the most suspicious pair of
// attempts that has one of the submissions. It returns no more pairs of a participant
// than a check stores. Percentile and ZScore are nil. It ignores unknown submissions.
func (s *Scorer) Pairs(ctx context.Context, submissionIDs ...int64) ([]contest.Pair, error) {
	wanted := make(map[*solution]bool, len(submissionIDs))
	for _, id := range submissionIDs {
		if sol := s.solutions[id]; sol != nil {
			wanted[sol] = true
		}
	}
	solutions := slices.SortedFunc(maps.Values(s.solutions), byNumber)
	findTemplates(s.templates, solutions, s.parameters)
	found, err := s.compare(ctx, solutions, wanted)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	var holders holders
	if slices.ContainsFunc(found, func(f foundPair) bool { return len(f.left.template) > 0 && len(f.right.template) > 0 }) {
		holders = countHolders(solutions)
	}
	if err := measure(ctx, found, nil, holders, s.parameters, serial(nil)); err != nil {
		return nil, err
	}
	slices.SortFunc(found, byRank)
	found = oncePerProblem(found)
	pairs := make([]contest.Pair, len(found))
	for i, f := range found {
		pairs[i] = f.pair(i + 1)
	}
	return pairs, nil
}

// compare returns the pairs of the wanted solutions among all solutions, which are sorted.
func (s *Scorer) compare(ctx context.Context, solutions []*solution, wanted map[*solution]bool) ([]foundPair, error) {
	var earlier *earlierSet
	if len(s.parameters.Against) > 0 && len(wanted) > 0 {
		earlier = newEarlierSet(s.scope)
		asking := slices.DeleteFunc(slices.Clone(solutions), func(sol *solution) bool { return !wanted[sol] })
		if _, err := earlier.find(ctx, s.checker.Earlier, s.reader, asking, serial(nil)); err != nil {
			return nil, err
		}
	}
	var found []foundPair
	for _, pool := range pools(solutions, s.parameters.AcrossProblems, s.groups) {
		marks := make([]bool, len(pool.solutions))
		for i, sol := range pool.solutions {
			marks[i] = wanted[sol]
		}
		if !slices.Contains(marks, true) {
			continue
		}
		var err error
		if found, _, err = pool.compare(ctx, found, earlier, marks, s.parameters, serial(nil)); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(found, func(f foundPair) bool { return f.scored.Suspicion < s.parameters.Threshold }), nil
}

// fewRead is the number of submissions up to which read stores index entries for all,
// even existing ones: looking these up would take longer.
const fewRead = 100

// read lexes submissions.
func (s *Scorer) read(ctx context.Context, submissions []contest.Submission) ([]*solution, []contest.SkippedItem, error) {
	selected, _, skipped := selectSubmissions(submissions, s.parameters)
	r := s.reader
	r.sampled = len(s.parameters.Against) > 0
	if len(selected) > fewRead {
		if err := r.loadNotIndexed(ctx); err != nil {
			return nil, nil, err
		}
	} else {
		r.notIndexed = make(map[int64]bool)
		for _, one := range selected {
			r.notIndexed[one.ID] = true
		}
	}
	solutions, unread, err := r.readAll(ctx, selected, func(int) {})
	if err != nil {
		return nil, nil, err
	}
	skipped = append(skipped, unread...)
	for i := range submissions {
		submissions[i].Files = nil
	}
	sortSkipped(skipped)
	return solutions, skipped, nil
}

// number sets the participants' numbers in solutions. It reads them from the archive if
// one is unknown.
func (s *Scorer) number(ctx context.Context, solutions []*solution) error {
	unknown := func(sol *solution) bool {
		_, known := s.numbers[sol.submission.Participant]
		return !known
	}
	if slices.ContainsFunc(solutions, unknown) {
		var err error
		if s.numbers, err = numbersOf(ctx, s.checker.Store, s.contestID); err != nil {
			return fmt.Errorf("number participants: %w", err)
		}
		if slices.ContainsFunc(solutions, unknown) {
			return fmt.Errorf("the archive lacks participants of contest %d: store submissions before they are compared", s.contestID)
		}
	}
	for _, sol := range solutions {
		sol.number = s.numbers[sol.submission.Participant]
	}
	return nil
}
