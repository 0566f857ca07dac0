package access

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// Appeal reopens the settled case of a pair, for a reviewer who has not decided the case. Only chief judges may do so.
func (r *Reader) Appeal(ctx context.Context, p contest.Pair, check contest.Check, grounds string) error {
	if err := r.require(check.ContestID, account.Chief); err != nil {
		return err
	}
	_, err := r.store.Appeal(ctx, r.viewer.Person(), review.KeyOf(check.ContestID, p), grounds)
	return explainAs(err, httperr.NotStored)
}
