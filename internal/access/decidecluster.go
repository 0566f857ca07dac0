package access

import (
	"context"
	"errors"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// ClusterReviews returns a copy of a review for each pair of a cluster. It omits pairs that the
// viewer has reviewed before, unless replace is set.
func (r *Reader) ClusterReviews(
	ctx context.Context, check contest.Check, pairs []contest.Pair, rev review.Review, replace bool,
) ([]review.KeyedReview, error) {
	if err := r.requireForReview(check.ContestID, rev); err != nil {
		return nil, err
	}
	cases, err := r.store.CasesByPairs(ctx, check.ContestID, pairs)
	if err != nil {
		return nil, err
	}
	var submissions []int64
	for _, p := range pairs {
		submissions = append(submissions, p.Left.SubmissionID, p.Right.SubmissionID)
	}
	hashes, err := r.store.ProgramHashes(ctx, submissions)
	if err != nil {
		return nil, err
	}
	seen := make(map[review.Key]bool)
	var list []review.KeyedReview
	for _, p := range pairs {
		key := review.KeyOf(check.ContestID, p)
		own := r.ownReview(cases[key])
		if seen[key] || own.Decision != "" && (!replace || cases[key].Appeal.Follows(own)) {
			continue
		}
		seen[key] = true
		rev.Basis = BasisOf(p, check, hashes)
		list = append(list, review.KeyedReview{Key: key, Review: rev})
	}
	if len(list) == 0 {
		return nil, nil
	}
	return list, explainRefusal(list[0].Validate())
}

// DecideCluster stores reviews of a check's cluster, and returns the time of the reviews, which UndoCluster
// takes. Only reviewers may decide; only chief judges may rule.
func (r *Reader) DecideCluster(ctx context.Context, check contest.Check, number int, reviews []review.KeyedReview) (time.Time, error) {
	for _, rev := range reviews {
		if err := r.requireForReview(check.ContestID, rev.Review); err != nil {
			return time.Time{}, err
		}
	}
	at, err := r.store.DecideCluster(ctx, r.viewer.Person(), review.ClusterRef{CheckID: check.ID, Number: number}, reviews)
	return at, explainRefusal(err)
}

// UndoCluster undoes and counts the viewer's reviews that DecideCluster stored for pairs of a cluster at a time.
func (r *Reader) UndoCluster(ctx context.Context, check contest.Check, number int, pairs []contest.Pair, at time.Time) (int, error) {
	if err := r.require(check.ContestID, account.Reviewer); err != nil {
		return 0, err
	}
	keys := make([]review.Key, len(pairs))
	for i, p := range pairs {
		keys[i] = review.KeyOf(check.ContestID, p)
	}
	n, err := r.store.UndoCluster(ctx, r.viewer.Person(), review.ClusterRef{CheckID: check.ID, Number: number}, keys, at)
	if errors.Is(err, contest.ErrNotFound) {
		err = nil
	}
	return n, explainRefusal(err)
}
