package access

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Decide stores the viewer's review of a pair. Only reviewers may do so, and only chief judges may rule.
func (r *Reader) Decide(ctx context.Context, p contest.Pair, check contest.Check, rev review.Review) error {
	if err := r.requireForReview(check.ContestID, rev); err != nil {
		return err
	}
	hashes, err := r.store.ProgramHashes(ctx, []int64{p.Left.SubmissionID, p.Right.SubmissionID})
	if err != nil {
		return err
	}
	rev.Basis = BasisOf(p, check, hashes)
	_, err = r.store.Decide(ctx, r.viewer.Person(), review.KeyOf(check.ContestID, p), rev)
	return explainRefusal(err)
}

// explainRefusal turns a review.RefusalError into an httperr.Error, which pages show.
func explainRefusal(err error) error { return explainAs(err, httperr.InvalidReview) }

// explainAs turns a review.RefusalError into an httperr.Error. describe makes that error from the reason, which is a sentence.
func explainAs(err error, describe func(reason error) *httperr.Error) error {
	if refusal, ok := errors.AsType[*review.RefusalError](err); ok {
		return describe(i18n.Errorf("%s.", i18n.Capitalized{Err: refusal.Reason}))
	}
	return err
}

func (r *Reader) requireForReview(contestID int64, rev review.Review) error {
	if rev.Ruling {
		return r.require(contestID, account.Chief)
	}
	return r.require(contestID, account.Reviewer)
}

// Withdraw removes the viewer's review of a pair, if there is one.
func (r *Reader) Withdraw(ctx context.Context, p contest.Pair, check contest.Check) error {
	return r.revert(ctx, p, check, r.store.Withdraw)
}

// Undo restores the viewer's previous review of a pair. If there is none, it withdraws the review.
func (r *Reader) Undo(ctx context.Context, p contest.Pair, check contest.Check) error {
	return r.revert(ctx, p, check, r.store.Undo)
}

func (r *Reader) revert(
	ctx context.Context, p contest.Pair, check contest.Check,
	revert func(context.Context, review.Person, review.Key) (review.Case, error),
) error {
	if err := r.require(check.ContestID, account.Reviewer); err != nil {
		return err
	}
	_, err := revert(ctx, r.viewer.Person(), review.KeyOf(check.ContestID, p))
	if errors.Is(err, contest.ErrNotFound) {
		return nil // there is no review to revert
	}
	return explainRefusal(err)
}

// ErrNotReviewer refuses to assign a case to somebody who may not decide it.
var ErrNotReviewer = errors.New("the assignee is not a reviewer of the contest")

// Assign assigns the cases of pairs to a user, 0 for nobody. Only reviewers may do so. It may return ErrNotReviewer. It refuses
// a user who decided one of the cases before an appeal, if the viewer may know this decision.
func (r *Reader) Assign(ctx context.Context, check contest.Check, pairs []contest.Pair, to int64) error {
	people, err := r.Reviewers(ctx, check.ContestID, review.Case{})
	if err != nil {
		return err
	}
	if to != 0 && !slices.ContainsFunc(people, func(p review.Person) bool { return p.ID == to }) {
		return ErrNotReviewer
	}
	seal, err := r.seal(ctx, check.ContestID) // the cases that independent review still hides from the viewer
	if err != nil {
		return err
	}
	return explainAs(r.store.Assign(ctx, r.viewer.Person(), keysOf(check, pairs), to, seal), httperr.NotStored)
}

// keysOf returns the keys of the cases of a check's pairs.
func keysOf(check contest.Check, pairs []contest.Pair) []review.Key {
	keys := make([]review.Key, len(pairs))
	for i, p := range pairs {
		keys[i] = review.KeyOf(check.ContestID, p)
	}
	return keys
}

// Appeal reopens the settled case of a pair, for a reviewer who has not decided the case. Only chief judges may do so.
func (r *Reader) Appeal(ctx context.Context, p contest.Pair, check contest.Check, grounds string) error {
	if err := r.require(check.ContestID, account.Chief); err != nil {
		return err
	}
	_, err := r.store.Appeal(ctx, r.viewer.Person(), review.KeyOf(check.ContestID, p), grounds)
	return explainAs(err, httperr.NotStored)
}

// ClusterReviews returns a copy of a review for each case of a cluster's pairs. It omits cases that the viewer has
// reviewed. With replace, it omits only those that the viewer reviewed before an appeal.
func (r *Reader) ClusterReviews(
	ctx context.Context, check contest.Check, pairs []contest.Pair, rev review.Review, replace bool,
) ([]review.KeyedReview, error) {
	if err := r.requireForReview(check.ContestID, rev); err != nil {
		return nil, err
	}
	cases, err := r.store.CasesByPairs(ctx, pairs)
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

// DecideCluster stores reviews of a check's cluster, and returns their time, which UndoCluster needs. Only reviewers may
// decide; only chief judges may rule.
func (r *Reader) DecideCluster(ctx context.Context, check contest.Check, number int, reviews []review.KeyedReview) (time.Time, error) {
	for _, rev := range reviews {
		if err := r.requireForReview(check.ContestID, rev.Review); err != nil {
			return time.Time{}, err
		}
	}
	at, err := r.store.DecideCluster(ctx, r.viewer.Person(), review.ClusterRef{CheckID: check.ID, Number: number}, reviews)
	return at, explainRefusal(err)
}

// UndoCluster undoes the viewer's reviews that DecideCluster stored for pairs of a cluster at the time at, and returns how many.
func (r *Reader) UndoCluster(ctx context.Context, check contest.Check, number int, pairs []contest.Pair, at time.Time) (int, error) {
	if err := r.require(check.ContestID, account.Reviewer); err != nil {
		return 0, err
	}
	n, err := r.store.UndoCluster(ctx, r.viewer.Person(), review.ClusterRef{CheckID: check.ID, Number: number}, keysOf(check, pairs), at)
	if errors.Is(err, contest.ErrNotFound) {
		err = nil
	}
	return n, explainRefusal(err)
}
