package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/review"
)

// SetOutcome sets the outcome of the participants with these numbers; "" removes it. The error wraps [review.ErrRefused]
// if the contest does not have the outcome, or if a participant has no confirmed case. After an error, nothing is changed.
func (db *DB) SetOutcome(ctx context.Context, by review.Person, contestID int64, outcome string, numbers ...int) (err error) {
	defer wrap(&err, "set outcome of participants %d of contest %d", numbers, contestID)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		// The lock prevents changes of the contest's cases: see lockCases.
		choices, err := get[[]string](ctx, tx, "SELECT outcomes FROM contests WHERE id = $1 FOR NO KEY UPDATE", contestID)
		if err != nil {
			return err
		}
		for _, number := range numbers {
			if err := setOutcome(ctx, tx, by, contestID, choices, outcome, number); err != nil {
				return err
			}
		}
		return nil
	})
	return orNotFound(err)
}

// setOutcome sets the outcome of one participant to one of the contest's choices; "" removes it.
func setOutcome(ctx context.Context, tx pgx.Tx, by review.Person, contestID int64, choices []string, outcome string, number int) error {
	type row struct {
		ID        int64
		Outcome   string
		Confirmed bool
	}
	old, err := get[row](ctx, tx, `
		SELECT p.id, coalesce((SELECT outcome FROM outcomes WHERE participant_id = p.id), ''),
			EXISTS (SELECT FROM cases WHERE first_participant = p.id AND contest_id = $1 AND state = 'confirmed')
			OR EXISTS (SELECT FROM cases WHERE second_participant = p.id AND contest_id = $1 AND state = 'confirmed')
		FROM participants p WHERE p.contest_id = $1 AND p.number = $2`, contestID, number)
	switch {
	case err != nil || old.Outcome == outcome:
		return err
	case outcome == "":
		err = execOne(ctx, tx, "DELETE FROM outcomes WHERE participant_id = $1", old.ID)
	case !slices.Contains(choices, outcome):
		return review.Refuse("%q is not an outcome of this contest", outcome)
	case !old.Confirmed:
		return review.Refuse("only a participant with a confirmed pair has an outcome")
	default:
		err = execOne(ctx, tx, `
			INSERT INTO outcomes (participant_id, outcome, set_by) VALUES ($1, $2, $3)
			ON CONFLICT (participant_id) DO UPDATE SET outcome = $2, set_by = $3, set_at = clock_timestamp()`, old.ID, outcome, by.ID)
	}
	if err != nil {
		return err
	}
	return record(ctx, tx, review.Entry{Actor: by, ContestID: contestID, Action: review.ActionOutcome,
		First:   review.ParticipantRef{ContestID: contestID, Number: number},
		Details: review.Details{From: old.Outcome, To: outcome}})
}

// Outcomes returns the outcomes of a contest's participants, by participant ID.
func (db *DB) Outcomes(ctx context.Context, contestID int64) (_ map[int64]review.Outcome, err error) {
	defer wrap(&err, "read the outcomes of contest %d", contestID)
	return mapOf[int64, review.Outcome](ctx, db.pool, `
		SELECT o.participant_id, o.outcome, u.id, u.name, o.set_at
		FROM outcomes o
		JOIN participants p ON p.id = o.participant_id
		JOIN users u ON u.id = o.set_by
		WHERE p.contest_id = $1`, contestID)
}
