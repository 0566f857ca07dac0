package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Assign gives cases of one contest to somebody to look at, or, with an ID of 0,
// to nobody: all or none. The error wraps [contest.ErrNotFound] where there is
// no such contest, participant or user.
func (db *DB) Assign(ctx context.Context, by review.Person, keys []review.Key, to int64) error {
	if len(keys) == 0 {
		return nil
	}
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		d, err := lockCases(ctx, tx, keys)
		if err != nil {
			return err
		}
		var name string
		if to != 0 {
			rows, err := tx.Query(ctx, "SELECT name FROM users WHERE id = $1", to)
			if err != nil {
				return err
			}
			if name, err = one(rows, pgx.RowTo[string]); err != nil {
				return err
			}
		}
		rows, err := tx.Query(ctx, `
			UPDATE cases SET assigned = nullif($2::bigint, 0)
			WHERE id = ANY ($1) AND coalesce(assigned, 0) <> $2
			RETURNING id, state`, d.caseIDs(), to)
		if err != nil {
			return err
		}
		states := make(map[int64]review.State)
		var id int64
		var state review.State
		if _, err := pgx.ForEachRow(rows, []any{&id, &state}, func() error {
			states[id] = state
			return nil
		}); err != nil {
			return err
		}
		var entries []review.Entry
		for _, key := range slices.Compact(slices.Clone(keys)) {
			if state, changed := states[d.ids[key]]; changed {
				entry := d.entry(by, review.ActionAssign, key)
				entry.Details = review.Details{User: to, UserName: name, State: state}
				entries = append(entries, entry)
			}
		}
		return record(ctx, tx, entries...)
	})
	if isForeignKeyViolation(err) {
		err = contest.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("assign: %w", explain(err))
	}
	return nil
}
