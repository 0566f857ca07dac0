package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Skipped returns what a complete check did not compare, and why, from an offset
// on, and how much there is in all; limit 0 is no limit. It comes in the order in
// which it was told; in a blind contest in one that the contest's secret gives,
// for paths in their order would tell whose they are.
func (db *DB) Skipped(ctx context.Context, checkID int64, offset, limit int) (skipped []contest.SkippedItem, total int, err error) {
	skipped, total, err = db.skipped(ctx, checkID, offset, limit)
	if err != nil {
		return nil, 0, fmt.Errorf("skipped of check %d: %w", checkID, explain(err))
	}
	return skipped, total, nil
}

func (db *DB) skipped(ctx context.Context, checkID int64, offset, limit int) (skipped []contest.SkippedItem, total int, err error) {
	if _, err := db.requireComplete(ctx, checkID); err != nil {
		return nil, 0, err
	}
	// A complete check does not change, so the count and the page agree.
	if err := db.pool.QueryRow(ctx, "SELECT count(*) FROM check_skipped WHERE check_id = $1", checkID).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := db.pool.Query(ctx, `
		SELECT s.path, s.reason
		FROM check_skipped s
		JOIN checks k ON k.id = s.check_id
		JOIN contests c ON c.id = k.contest_id
		WHERE s.check_id = $1
		ORDER BY CASE WHEN c.blind THEN sha256(convert_to(c.secret::text || s.path, 'UTF8')) END, s.ordinal LIMIT nullif($2::bigint, 0) OFFSET $3`, checkID, limit, offset)
	if err != nil {
		return nil, 0, err
	}
	skipped, err = pgx.CollectRows(rows, pgx.RowToStructByPos[contest.SkippedItem])
	return skipped, total, err
}

func checkSkipped(skipped []contest.SkippedItem) error {
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
func copySkipped(ctx context.Context, tx pgx.Tx, table, owner string, id int64, skipped []contest.SkippedItem) error {
	_, err := tx.CopyFrom(ctx, pgx.Identifier{table}, []string{owner, "ordinal", "path", "reason"},
		pgx.CopyFromSlice(len(skipped), func(i int) ([]any, error) {
			return []any{id, i + 1, skipped[i].Path, skipped[i].Reason}, nil
		}))
	return err
}
