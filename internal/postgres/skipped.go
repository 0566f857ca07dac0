package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Skipped returns what a complete check did not compare, and why, in the order
// in which it was told.
func (db *DB) Skipped(ctx context.Context, checkID int64) ([]contest.Skipped, error) {
	err := db.needComplete(ctx, checkID)
	if err != nil {
		return nil, fmt.Errorf("skipped of check %d: %w", checkID, explain(err))
	}
	rows, err := db.pool.Query(ctx, "SELECT path, reason FROM check_skipped WHERE check_id = $1 ORDER BY ordinal", checkID)
	if err != nil {
		return nil, fmt.Errorf("skipped of check %d: %w", checkID, explain(err))
	}
	skipped, err := pgx.CollectRows(rows, pgx.RowToStructByPos[contest.Skipped])
	if err != nil {
		return nil, fmt.Errorf("skipped of check %d: %w", checkID, explain(err))
	}
	return skipped, nil
}

func checkSkipped(skipped []contest.Skipped) error {
	for _, s := range skipped {
		if s.Reason == "" {
			return fmt.Errorf("%q is skipped without a reason", s.Path)
		}
		if err := checkText("path", s.Path); err != nil {
			return err
		}
		if err := checkText("reason", s.Reason); err != nil {
			return err
		}
	}
	return nil
}

// copySkipped stores what an import or a check skipped.
func copySkipped(ctx context.Context, tx pgx.Tx, table, owner string, id int64, skipped []contest.Skipped) error {
	_, err := tx.CopyFrom(ctx, pgx.Identifier{table}, []string{owner, "ordinal", "path", "reason"},
		pgx.CopyFromSlice(len(skipped), func(i int) ([]any, error) {
			return []any{id, i + 1, skipped[i].Path, skipped[i].Reason}, nil
		}))
	return err
}
