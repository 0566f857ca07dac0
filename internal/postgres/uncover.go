package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/review"
)

// Reveal shows the name of a participant to all members of a blind contest.
func (db *DB) Reveal(ctx context.Context, by review.Person, contestID int64, number int) error {
	return db.setRevealed(ctx, by, contestID, number, true)
}

// Hide hides the name again.
func (db *DB) Hide(ctx context.Context, by review.Person, contestID int64, number int) error {
	return db.setRevealed(ctx, by, contestID, number, false)
}

func (db *DB) setRevealed(ctx context.Context, by review.Person, contestID int64, number int, uncovered bool) error {
	entry := review.Entry{Actor: by, ContestID: contestID, Action: review.ActionHide,
		First: review.ParticipantRef{ContestID: contestID, Number: number}}
	if uncovered {
		entry.Action = review.ActionReveal
	}
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "SELECT uncovered FROM participants WHERE contest_id = $1 AND number = $2 FOR UPDATE", contestID, number)
		if err != nil {
			return err
		}
		before, err := one(rows, pgx.RowTo[bool])
		if err != nil || before == uncovered {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE participants SET uncovered = $3 WHERE contest_id = $1 AND number = $2", contestID, number, uncovered); err != nil {
			return err
		}
		return record(ctx, tx, entry)
	})
	if err != nil {
		return fmt.Errorf("%s participant %d of contest %d: %w", entry.Action, number, contestID, explain(err))
	}
	return nil
}
