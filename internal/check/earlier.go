package check

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/search"
)

// EarlierContests is what is kept of other contests.
type EarlierContests interface {
	search.Archive
	Contests(ctx context.Context) ([]contest.Contest, error)
	// FilesOf returns the files of submissions, by their IDs, sorted by path;
	// submissions that are gone are left out.
	FilesOf(ctx context.Context, submissions []int64) (map[int64][]contest.File, error)
	// ContestsNotIndexed returns the names, sorted, of the contests in a scope that have
	// submissions, none of them with a sample of this version.
	ContestsNotIndexed(ctx context.Context, sampleVersion int, scope contest.Scope) ([]string, error)
}

// earlierSet is the earlier submissions that a contest is compared with.
type earlierSet struct {
	scope       contest.Scope
	submissions map[int64]*earlierSubmission
	candidates  map[*solution][]int64      // submissions to compare a program with
	duplicates  map[*solution][]duplicates // what a program is not compared with
	summary     contest.EarlierSummary
}

func newEarlierSet(scope contest.Scope) *earlierSet {
	return &earlierSet{
		scope:       scope,
		submissions: make(map[int64]*earlierSubmission),
		candidates:  make(map[*solution][]int64),
		duplicates:  make(map[*solution][]duplicates),
	}
}

// earlierSubmission is a submission of another contest.
type earlierSubmission struct {
	contest string
	number  int // of its participant there
	contest.Submission
	identity []byte    // nil until its files are loaded
	solution *solution // nil where it cannot be compared, and once nobody else is compared with it
	awaiting int       // solutions that are still to be compared with it
}

// findEarlier searches other contests for what may have code in common with the
// solutions, and reads it. What was found is part of what the check's result
// depends on, and noted with it under a digest of its own.
func (a *analysis) findEarlier(ctx context.Context, reader *reader, solutions []*solution) (*earlierSet, error) {
	set := newEarlierSet(a.scope)
	found, err := set.find(ctx, a.checker.Earlier, reader, solutions, a.progress)
	if err != nil {
		return nil, err
	}
	if err := a.run.SaveEarlier(ctx, set.digest(a.digest, solutions), found); err != nil {
		if errors.Is(err, contest.ErrNotFound) {
			err = fmt.Errorf("an earlier contest was deleted meanwhile, start the check again: %w", err)
		}
		return nil, err
	}
	return set, set.count(ctx, a.checker.Earlier, len(found))
}

// find searches the archive for what may have code in common with the solutions,
// reads it, and returns its IDs, ascending.
func (s *earlierSet) find(ctx context.Context, archive EarlierContests, reader *reader, solutions []*solution, progress Progress) ([]int64, error) {
	progress(Searching, 0, len(solutions))
	done := 0
	for part := range slices.Chunk(solutions, askedTogether) {
		if err := s.search(ctx, archive, part); err != nil {
			return nil, fmt.Errorf("search earlier contests: %w", err)
		}
		done += len(part)
		progress(Searching, done, len(solutions))
	}
	return s.read(ctx, archive, reader, progress)
}

// count sums up what was searched.
func (s *earlierSet) count(ctx context.Context, archive EarlierContests, found int) error {
	contests, err := archive.Contests(ctx)
	if err != nil {
		return fmt.Errorf("search earlier contests: %w", err)
	}
	for _, c := range contests {
		within := s.scope.Within == nil || slices.Contains(s.scope.Within, c.ID)
		if c.Submissions > 0 && within && !slices.Contains(s.scope.Without, c.ID) {
			s.summary.Contests++
		}
	}
	s.summary.Submissions = found
	if s.summary.NotIndexed, err = archive.ContestsNotIndexed(ctx, program.SampleVersion, s.scope); err != nil {
		return fmt.Errorf("search earlier contests: %w", err)
	}
	return nil
}

// summarise sums up what was searched and found.
func (s *earlierSet) summarise(kept []foundPair) *contest.EarlierSummary {
	for _, f := range kept {
		if f.right.contest != "" {
			s.summary.Pairs++
		}
	}
	s.summary.Omitted = s.unlisted(kept)
	return &s.summary
}
