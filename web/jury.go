package web

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Jury keeps what reviewers say of pairs, and who they are. What it changes it
// writes into the audit log, in the same transaction.
type Jury interface {
	// Case returns the case of a pair: an open one where nobody has decided.
	Case(ctx context.Context, key review.Key) (review.Case, error)
	// CasesByPairs returns the cases of several pairs of a contest's check.
	CasesByPairs(ctx context.Context, contestID int64, pairs []contest.Pair) (map[review.Key]review.Case, error)
	// Decide stores what somebody says of a case instead of what they said
	// before. The error is review.ErrRefused where that makes no sense.
	Decide(ctx context.Context, by review.Person, key review.Key, r review.Review) (review.Case, error)
	// DecideAll is Decide for several cases of one contest: all or none.
	DecideAll(ctx context.Context, by review.Person, decided []review.NewReview) (map[review.Key]review.Case, error)
	// ClusterStates counts the cases of the pairs of some clusters of a check, by
	// the clusters' numbers and where the cases stand.
	ClusterStates(ctx context.Context, checkID int64, numbers []int) (map[int]review.StateCounts, error)
	// Reviewers lists those who have decided a case of a contest, or are to, by name.
	Reviewers(ctx context.Context, contestID int64) ([]review.Person, error)
	// Withdraw takes back what somebody said of a case; the error is
	// contest.ErrNotFound where that was nothing.
	Withdraw(ctx context.Context, by review.Person, key review.Key) (review.Case, error)
	// Undo is Withdraw, but for what they had said before, which stands again.
	Undo(ctx context.Context, by review.Person, key review.Key) (review.Case, error)
	// Assign gives cases to a user to look at; 0 is nobody.
	Assign(ctx context.Context, by review.Person, keys []review.Key, to int64) error
	// Reveal shows the name of a participant to all members of their contest.
	Reveal(ctx context.Context, by review.Person, contestID int64, number int) error
	// ProgramHashes returns review.ProgramHash of submissions, by their IDs.
	ProgramHashes(ctx context.Context, submissions []int64) (map[int64]string, error)
}
