package check

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
)

// Scorer compares the programs of a running contest as they arrive. It holds the lexed
// programs in memory and compares each new program with all others of its pool, like a
// check of the programs so far: own templates, versions of problems and the rarity of
// code change with every program. docs/decisions/live-scoring.md has time and memory.
// Only a check raises the suspicion of identical programs. A Scorer is not safe for concurrent use.
type Scorer struct {
	checker     *Checker
	contestID   int64
	scope       contest.Scope // of the earlier contests
	parameters  contest.Parameters
	reader      *reader
	known       *knownSources // nil without any
	templates   *boilerplate.Finder
	corpora     map[string]*familyCorpus // of the last comparison, by family
	numbers     numbers                  // of the participants needed so far
	submissions map[int64]*submission    // by ID
	byPath      map[string]int64         // the same IDs
}

// Scorer returns a Scorer without programs for a stored contest. It ignores unreadable
// base code. The Scorer returns pairs that p lists; it ignores
// p.Keep unless p.Threshold is 0.
func (c *Checker) Scorer(ctx context.Context, contestID int64, base []contest.File, p contest.Parameters) (*Scorer, error) {
	if err := validate(p); err != nil {
		return nil, err
	}
	scope, err := c.resolveAgainst(ctx, &p, contestID, "")
	if err != nil {
		return nil, err
	}
	scope.Except = []int64{contestID}
	p.Keep = cmp.Or(p.Threshold, p.Keep)
	sources, published, err := c.knownSources(ctx, contestID)
	if err != nil {
		return nil, err
	}
	reader, _ := newReader(c.Store, contestID, c.lex, append(slices.Clip(base), published...), p)
	known, _, err := readSources(ctx, reader, sources)
	if err != nil {
		return nil, err
	}
	if known != nil {
		known.remembered = make(rememberedByPool)
	}
	return &Scorer{
		known:       known,
		checker:     c,
		contestID:   contestID,
		scope:       scope,
		parameters:  p,
		reader:      reader,
		templates:   boilerplate.NewFinder(p.ShingleLength),
		corpora:     make(map[string]*familyCorpus),
		submissions: make(map[int64]*submission),
		byPath:      make(map[string]int64),
	}, nil
}

// ContestsNotIndexed returns the names, sorted, of the contests of Parameters.Against
// without index entries: no check of this version has read their submissions, so no
// search finds them.
func (s *Scorer) ContestsNotIndexed(ctx context.Context) ([]string, error) {
	if len(s.parameters.Against) == 0 {
		return nil, nil
	}
	return s.checker.Store.ContestsNotIndexed(ctx, program.IndexVersion, s.scope)
}

// Load adds stored submissions of the contest. A submission replaces a submission with an
// equal path. Load returns submissions that cannot be compared, or that the parameters
// exclude, as skipped. Load releases the submissions' files. If it fails, it adds no
// submissions, and can be called again with the same ones.
func (s *Scorer) Load(ctx context.Context, submissions []contest.Submission) ([]contest.SkippedItem, error) {
	programs, skipped, err := s.read(ctx, submissions)
	if err != nil {
		return nil, err
	}
	if err := s.number(ctx, programs); err != nil {
		return nil, err
	}
	for _, sub := range programs {
		s.Remove(sub.ID, s.byPath[sub.Path])
		s.submissions[sub.ID] = sub
		s.byPath[sub.Path] = sub.ID
	}
	for i := range submissions {
		submissions[i].Files = nil
	}
	return skipped, nil
}

// Remove removes submissions by their IDs and ignores unknown ones.
func (s *Scorer) Remove(submissionIDs ...int64) {
	for _, id := range submissionIDs {
		if sub := s.submissions[id]; sub != nil {
			delete(s.submissions, id)
			delete(s.byPath, sub.Path)
		}
	}
}

// Pairs returns the pairs of the given submissions that Parameters.Lists accepts, the most
// suspicious first. They include pairs with the contests of Parameters.Against. For two
// participants it returns the most suspicious pair of attempts that has one of the
// submissions. It returns no more pairs of a participant than a check stores. Percentile
// is nil. It ignores unknown submissions.
func (s *Scorer) Pairs(ctx context.Context, submissionIDs ...int64) ([]contest.Pair, error) {
	wanted := make(map[*submission]bool, len(submissionIDs))
	for _, id := range submissionIDs {
		if sub := s.submissions[id]; sub != nil {
			wanted[sub] = true
		}
	}
	submissions := slices.SortedFunc(maps.Values(s.submissions), byNumber)
	findTemplates(s.templates, submissions, s.parameters)
	found, err := s.compare(ctx, submissions, wanted)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	var holders holders // needed only for templates of both participants
	if slices.ContainsFunc(found, func(f foundPair) bool { return len(f.left.template) > 0 && len(f.right.template) > 0 }) {
		holders = countHolders(submissions)
	}
	if _, err := measure(ctx, found, nil, holders, s.parameters, serial(nil)); err != nil {
		return nil, err
	}
	slices.SortFunc(found, byRank)
	found = oncePerProblem(found, s.parameters)
	pairs := make([]contest.Pair, len(found))
	for i, f := range found {
		pairs[i] = f.pair(i + 1)
	}
	return pairs, nil
}

// compare returns the pairs of the wanted submissions among all submissions, which are sorted.
func (s *Scorer) compare(ctx context.Context, submissions []*submission, wanted map[*submission]bool) ([]foundPair, error) {
	var earlier *earlierSet
	if len(s.parameters.Against) > 0 && len(wanted) > 0 {
		earlier = newEarlierSet(s.scope)
		queries := slices.DeleteFunc(slices.Clone(submissions), func(sub *submission) bool { return !wanted[sub] })
		_, err := earlier.find(ctx, s.checker.Store, s.reader, nil, queries, serial(nil))
		if err = cmp.Or(s.reader.waitForSaves(), err); err != nil {
			return nil, err
		}
	}
	c := comparer{parameters: s.parameters, earlier: earlier, known: s.known}
	var found []foundPair
	for _, pool := range pools(submissions, s.parameters, s.corpora) {
		isWanted := make([]bool, len(pool.submissions))
		for i, sub := range pool.submissions {
			isWanted[i] = wanted[sub]
		}
		if !slices.Contains(isWanted, true) {
			continue
		}
		var err error
		if found, _, err = c.appendPairs(ctx, found, pool, isWanted, serial(nil)); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(found, func(f foundPair) bool { return !f.isListed(s.parameters) }), nil
}

// maxUnconditionallyIndexed is the largest number of submissions for which read stores index
// entries without looking up which entries exist: for so few submissions, the lookup would take longer.
const maxUnconditionallyIndexed = 100

// read lexes submissions.
func (s *Scorer) read(ctx context.Context, submissions []contest.Submission) ([]*submission, []contest.SkippedItem, error) {
	selected, _, skipped := selectSubmissions(submissions, s.parameters)
	s.reader.addSamples = len(s.parameters.Against) > 0
	if len(selected) > maxUnconditionallyIndexed {
		if err := s.reader.loadNotIndexed(ctx); err != nil {
			return nil, nil, err
		}
	} else {
		s.reader.notIndexed = make(map[int64]bool)
		for _, sub := range selected {
			s.reader.notIndexed[sub.ID] = true
		}
	}
	programs, unreadable, err := s.reader.readAll(ctx, selected, nil, func(int) {})
	if err = s.reader.finish(ctx, ids(selected), err); err != nil {
		return nil, nil, err
	}
	skipped = append(skipped, unreadable...)
	sortSkipped(skipped)
	return programs, skipped, nil
}

// number sets the participants' numbers in submissions. If a participant has no number in
// s.numbers, it reads all numbers from the archive.
func (s *Scorer) number(ctx context.Context, submissions []*submission) (err error) {
	unknown := func(sub *submission) bool {
		_, known := s.numbers[sub.Participant]
		return !known
	}
	if slices.ContainsFunc(submissions, unknown) {
		if s.numbers, err = numbersOf(ctx, s.checker.Store, s.contestID); err != nil {
			return err
		}
		if slices.ContainsFunc(submissions, unknown) {
			return fmt.Errorf("contest %d has no such participants: store submissions before they are compared", s.contestID)
		}
	}
	for _, sub := range submissions {
		sub.number = s.numbers[sub.Participant]
	}
	return nil
}
