package inspect

import (
	"context"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
)

// solvesStore counts the queries for submissions.
type solvesStore struct {
	Store
	submissions, queries int
}

func (s *solvesStore) Check(_ context.Context, id int64) (contest.Check, error) {
	return contest.Check{ID: id, ContestID: 10 * id}, nil
}

func (s *solvesStore) Base(context.Context, int64) ([]contest.File, error) { return nil, nil }

func (s *solvesStore) TimedSubmissions(_ context.Context, contestID int64, limit int) ([]facts.Submission, error) {
	s.queries++
	return make([]facts.Submission, min(limit, s.submissions), limit), nil
}

// Solves reads the submissions of a check once, and says nothing about a contest with too many.
func TestSolves(t *testing.T) {
	t.Parallel()
	for submissions, want := range map[int]bool{maxTimed: true, maxTimed + 1: false} {
		store := &solvesStore{submissions: submissions}
		i := New(store)
		for range 3 {
			if c, err := i.Solves(t.Context(), 7); err != nil || (c != nil) != want {
				t.Errorf("%d submissions: solves %v, %v; want some: %v", submissions, c != nil, err, want)
			}
		}
		if store.queries != 1 {
			t.Errorf("%d submissions: %d queries, want 1", submissions, store.queries)
		}
	}
}
