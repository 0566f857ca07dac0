package access

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// In independent review, a case is sealed for a reviewer who has not decided it: it looks open, whatever others have
// decided. Each list, count, filter, queue and export reads cases through sealed or a contest.Seal. So nothing that the
// reviewer gets depends on a sealed review. A sealed case also stays in the reviewer's queue.
//
// Chief judges see all cases, because they may rule on any of them. After a ruling, a case is sealed for no member,
// until an appeal. Members with the role viewer never decide; they see a case when it needs no more reviews.
// Everybody sees that a case is appealed, the grounds of the appeal, and what the participants stated. The viewer of
// the functions below is the user who reads, whatever their role.

// seal returns which cases of a contest are sealed for the viewer, or contest.ErrNotFound for an invisible contest.
func (r *Reader) seal(ctx context.Context, contestID int64) (contest.Seal, error) {
	role := r.Role(contestID)
	if err := r.requireVisible(contestID); err != nil || role.May(account.Chief) {
		return contest.Seal{}, err
	}
	c, err := r.storedContest(ctx, contestID)
	if err != nil || !c.Independent {
		return contest.Seal{}, err
	}
	return contest.Seal{Viewer: r.viewer.ID, AlsoSettled: role.May(account.Reviewer)}, nil
}

// SealText says which cases of a contest are sealed for the viewer, for lists that omit them; "" if none are.
func (r *Reader) SealText(ctx context.Context, contestID int64) (string, error) {
	seal, err := r.seal(ctx, contestID)
	p := i18n.From(ctx)
	switch {
	case err != nil || seal.Viewer == 0:
		return "", err
	case seal.AlsoSettled:
		return p.T("Review is independent: cases that %s has not decided are missing.", text.Visible(r.viewer.Name)), nil
	}
	return p.T("Review is independent: cases that need a review are missing."), nil
}

// sealOfContests returns which cases are sealed for the viewer, in all contests of which the viewer is a
// reviewer. Members with the role viewer need no such seal, because they have no queue.
func (r *Reader) sealOfContests() contest.Seal {
	seal := contest.Seal{AlsoSettled: true, Contests: []int64{}}
	for id, role := range r.viewer.Roles {
		if role.May(account.Reviewer) && !role.May(account.Chief) {
			seal.Viewer, seal.Contests = r.viewer.ID, append(seal.Contests, id)
		}
	}
	return seal
}

// isSealed reports whether s seals a case. s is the seal of the case's contest.
func isSealed(s contest.Seal, c review.Case) bool {
	if s.Viewer == 0 || !s.AlsoSettled && !c.State.NeedsReview() {
		return false
	}
	for _, rev := range c.Reviews {
		if rev.Ruling && !c.Appeal.Follows(rev) || rev.Reviewer.ID == s.Viewer {
			return false
		}
	}
	return true
}

// sealed returns a case as the viewer may see it. If s seals it, the case is open or appealed, without reviews and outcomes.
func sealed(s contest.Seal, c review.Case) review.Case {
	if isSealed(s, c) {
		c.State, c.Reviews, c.Outcomes = review.Open, nil, [2]string{}
		if c.Appeal.Exists() {
			c.State = review.Appealed
		} else {
			c.Statements = nil // only participants of a confirmed case make statements
		}
	}
	return c
}

// Progress counts the listed pairs of a check by the progress of their review. In independent review, reviewers get the
// sums and how many pairs they decided themselves, but not how many each other reviewer did.
func (r *Reader) Progress(ctx context.Context, check contest.Check) (review.Progress, error) {
	seal, err := r.seal(ctx, check.ContestID)
	if err != nil {
		return review.Progress{}, err
	}
	return r.store.Progress(ctx, check.ID, r.visible(), r.reviewQueue(), seal)
}
