package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/review"
)

// Appeal reopens and returns a settled case. The error wraps [review.ErrRefused] if the case still needs a review, or
// the grounds are invalid.
func (db *DB) Appeal(ctx context.Context, by review.Person, key review.Key, grounds string) (review.Case, error) {
	if err := review.CheckText("the grounds", grounds); err != nil {
		return review.Case{}, fmt.Errorf("appeal: %w", err)
	}
	cases, err := db.withCases(ctx, "appeal", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		state, err := get(ctx, d.tx, pgx.RowTo[review.State], "SELECT state FROM cases WHERE id = $1", d.ids[key])
		if err != nil {
			return nil, err
		}
		if state.NeedsReview() {
			return nil, review.Refuse("this pair is not settled yet, so there is nothing to appeal against")
		}
		entry := d.entry(by, review.ActionAppeal, key)
		entry.Note = grounds
		_, err = d.tx.Exec(ctx, "UPDATE cases SET appealed_at = clock_timestamp(), appeal = $2 WHERE id = $1", d.ids[key], grounds)
		return []review.Entry{entry}, err
	})
	return cases[key], err
}

// refuseEarlierReviewer returns an error if the person decided one of the cases before the case's appeal.
func (d *caseTx) refuseEarlierReviewer(ctx context.Context, by review.Person) error {
	decided, err := get(ctx, d.tx, pgx.RowTo[bool], `
		SELECT EXISTS (SELECT FROM cases c JOIN reviews r ON r.case_id = c.id
			WHERE c.id = ANY ($1) AND r.user_id = $2 AND r.decided_at < c.appealed_at)`, d.caseIDs(), by.ID)
	if err == nil && decided {
		err = review.Refuse("you decided this pair before its appeal, so another reviewer decides it now")
	}
	return err
}
