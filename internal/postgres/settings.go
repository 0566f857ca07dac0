package postgres

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// MaxAgreement is the most reviewers whom a contest may ask to agree.
const MaxAgreement = 9

// SetBlind says whether reviewers of a contest see numbers instead of names.
func (db *DB) SetBlind(ctx context.Context, by review.Person, contestID int64, blind bool) error {
	return db.set(ctx, by, contestID, "blind", func(tx pgx.Tx, c contest.Contest) (from, to string, err error) {
		_, err = tx.Exec(ctx, "UPDATE contests SET blind = $2 WHERE id = $1", contestID, blind)
		return strconv.FormatBool(c.Blind), strconv.FormatBool(blind), err
	})
}

// SetAgreement says how many reviewers, 1 to [MaxAgreement], must confirm a pair
// of a contest before it counts as confirmed. All its cases are stated anew.
func (db *DB) SetAgreement(ctx context.Context, by review.Person, contestID int64, agreement int) error {
	return db.set(ctx, by, contestID, "agreement", func(tx pgx.Tx, c contest.Contest) (from, to string, err error) {
		if agreement < 1 || agreement > MaxAgreement {
			return "", "", fmt.Errorf("%w: between 1 and %d reviewers can be asked to agree", review.ErrRefused, MaxAgreement)
		}
		if _, err = tx.Exec(ctx, "UPDATE contests SET agreement = $2 WHERE id = $1", contestID, agreement); err != nil {
			return "", "", err
		}
		rows, err := tx.Query(ctx, "SELECT id FROM cases WHERE contest_id = $1 ORDER BY id", contestID)
		if err != nil {
			return "", "", err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return "", "", err
		}
		_, err = recomputeStates(ctx, tx, agreement, ids)
		return strconv.Itoa(c.Agreement), strconv.Itoa(agreement), err
	})
}

// set changes a setting of a contest and writes it into the log, unless it was
// so already. Nobody decides anything meanwhile, see lockCases.
func (db *DB) set(ctx context.Context, by review.Person, contestID int64, setting string,
	change func(pgx.Tx, contest.Contest) (from, to string, err error)) error {
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "SELECT blind, agreement FROM contests WHERE id = $1 FOR NO KEY UPDATE", contestID)
		if err != nil {
			return err
		}
		c, err := one(rows, func(row pgx.CollectableRow) (c contest.Contest, err error) {
			err = row.Scan(&c.Blind, &c.Agreement)
			return c, err
		})
		if err != nil {
			return err
		}
		from, to, err := change(tx, c)
		if err != nil || from == to {
			return err
		}
		return record(ctx, tx, review.Entry{Actor: by, ContestID: contestID, Action: review.ActionSettings,
			Details: review.Details{Setting: setting, From: from, To: to}})
	})
	if err != nil {
		return fmt.Errorf("set %s of contest %d: %w", setting, contestID, explain(err))
	}
	return nil
}
