package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Decide stores what a reviewer says of a case, instead of what they said of it
// before, and returns the case as it then stands. Of the review, Reviewer and At
// are not read. The error wraps [review.ErrRefused] where the decision makes no
// sense, and [contest.ErrNotFound] where there is no such contest, participant
// or user.
func (db *DB) Decide(ctx context.Context, by review.Person, key review.Key, r review.Review) (review.Case, error) {
	cases, err := db.DecideAll(ctx, by, []review.NewReview{{Key: key, Review: r}})
	return cases[key], err
}

// DecideAll is [DB.Decide] for several cases of one contest, such as those of a
// cluster: all or none.
func (db *DB) DecideAll(ctx context.Context, by review.Person, decided []review.NewReview) (map[review.Key]review.Case, error) {
	keys := make([]review.Key, len(decided))
	seen := make(map[review.Key]bool)
	for i, d := range decided {
		err := d.Validate()
		if err == nil && seen[d.Key] {
			err = fmt.Errorf("%w: a pair was named twice", review.ErrRefused)
		}
		if err != nil {
			return nil, fmt.Errorf("decide: %w", err)
		}
		keys[i], seen[d.Key] = d.Key, true
	}
	return db.withCases(ctx, "decide", keys, func(d *caseTx) ([]review.Entry, error) {
		batch := &pgx.Batch{}
		var entries []review.Entry
		for _, one := range decided {
			batch.Queue(`
				INSERT INTO reviews (case_id, user_id, decision, reason, note, ruling, basis, decided_at)
				VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
				ON CONFLICT (case_id, user_id) DO UPDATE
				SET (decision, reason, note, ruling, basis, decided_at, replaced) =
					(EXCLUDED.decision, EXCLUDED.reason, EXCLUDED.note, EXCLUDED.ruling, EXCLUDED.basis, EXCLUDED.decided_at,
					to_jsonb(reviews) - 'case_id' - 'user_id' - 'replaced')`,
				d.ids[one.Key], by.ID, one.Decision, one.Reason, one.Note, one.Ruling, one.Basis)
			action := review.ActionDecide
			if one.Ruling {
				action = review.ActionSettle
			}
			entry := d.entry(by, action, one.Key)
			entry.Details.Decision, entry.Details.Reason, entry.Note = one.Decision, one.Reason, one.Note
			entries = append(entries, entry)
		}
		return entries, d.tx.SendBatch(ctx, batch).Close()
	})
}

// Withdraw removes what a reviewer has said of a case. The error wraps
// [contest.ErrNotFound] where they have said nothing.
func (db *DB) Withdraw(ctx context.Context, by review.Person, key review.Key) (review.Case, error) {
	cases, err := db.withCases(ctx, "withdraw", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		return []review.Entry{d.entry(by, review.ActionWithdraw, key)}, d.withdraw(ctx, by, key)
	})
	return cases[key], err
}

func (d *caseTx) withdraw(ctx context.Context, by review.Person, key review.Key) error {
	gone, err := d.tx.Exec(ctx, "DELETE FROM reviews WHERE case_id = $1 AND user_id = $2", d.ids[key], by.ID)
	if err == nil && gone.RowsAffected() == 0 {
		err = fmt.Errorf("a decision of %s: %w", by.Name, contest.ErrNotFound)
	}
	return err
}

// Undo puts what a reviewer said of a case before in the place of what they said
// last, or withdraws that where it was the first, or was undone already. The
// error is that of Withdraw.
func (db *DB) Undo(ctx context.Context, by review.Person, key review.Key) (review.Case, error) {
	cases, err := db.withCases(ctx, "undo", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		entry := d.entry(by, review.ActionUndo, key)
		err := d.tx.QueryRow(ctx, `
			UPDATE reviews r
			SET (decision, reason, note, ruling, basis, decided_at, replaced) =
				(b.decision, b.reason, b.note, b.ruling, b.basis, b.decided_at, NULL)
			FROM (
				SELECT b.* FROM reviews r, jsonb_populate_record(NULL::reviews, r.replaced) b
				WHERE r.case_id = $1 AND r.user_id = $2 AND r.replaced IS NOT NULL
			) b
			WHERE r.case_id = $1 AND r.user_id = $2
			RETURNING r.decision, r.reason`, d.ids[key], by.ID).Scan(&entry.Details.Decision, &entry.Details.Reason)
		if errors.Is(err, pgx.ErrNoRows) {
			err = d.withdraw(ctx, by, key)
		}
		return []review.Entry{entry}, err
	})
	return cases[key], err
}

// withCases holds the cases of keys while f changes them, gives them the state that
// their reviews then add up to, and writes into the log what f returns: an entry
// for each key, in their order.
func (db *DB) withCases(ctx context.Context, what string, keys []review.Key, f func(*caseTx) ([]review.Entry, error)) (map[review.Key]review.Case, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	changed := make(map[review.Key]review.Case, len(keys))
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		d, err := lockCases(ctx, tx, keys)
		if err != nil {
			return err
		}
		entries, err := f(d)
		if err != nil {
			return err
		}
		cases, err := recomputeStates(ctx, tx, d.agreement, d.caseIDs())
		if err != nil {
			return err
		}
		for _, c := range cases {
			changed[c.Key] = *c
		}
		for i := range entries {
			entries[i].Details.State = changed[keys[i]].State
		}
		return record(ctx, tx, entries...)
	})
	if isForeignKeyViolation(err) {
		err = contest.ErrNotFound // the user
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, explain(err))
	}
	return changed, nil
}
