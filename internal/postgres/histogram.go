package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Histograms returns the histograms of a complete check, in the order in which
// they were stored.
func (db *DB) Histograms(ctx context.Context, checkID int64) ([]contest.Histogram, error) {
	_, err := db.requireComplete(ctx, checkID)
	if err != nil {
		return nil, fmt.Errorf("histograms of check %d: %w", checkID, explain(err))
	}
	rows, err := db.pool.Query(ctx, `
		SELECT problem, language, programs, bins, sampled, highest, participants, rarity_among, median, mad, typical_size, simplicity, too_simple
		FROM histograms WHERE check_id = $1 ORDER BY ordinal`, checkID)
	if err != nil {
		return nil, fmt.Errorf("histograms of check %d: %w", checkID, explain(err))
	}
	histograms, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h contest.Histogram, err error) {
		var bins []int64
		err = row.Scan(&h.Problem, &h.Language, &h.Programs, &bins, &h.Sampled, &h.Highest,
			&h.Participants, &h.RarityPool, &h.Median, &h.MAD, &h.TypicalSize, &h.Simplicity, &h.TooSimple)
		copy(h.Bins[:], bins)
		return h, err
	})
	if err != nil {
		return nil, fmt.Errorf("histograms of check %d: %w", checkID, explain(err))
	}
	return histograms, nil
}

func copyHistograms(ctx context.Context, tx pgx.Tx, checkID int64, histograms []contest.Histogram) error {
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"histograms"},
		[]string{"check_id", "ordinal", "problem", "language", "programs", "bins", "sampled", "highest",
			"participants", "rarity_among", "median", "mad", "typical_size", "simplicity", "too_simple"},
		pgx.CopyFromSlice(len(histograms), func(i int) ([]any, error) {
			h := &histograms[i]
			return []any{checkID, i + 1, h.Problem, h.Language, h.Programs, h.Bins[:], h.Sampled, h.Highest,
				h.Participants, h.RarityPool, h.Median, h.MAD, h.TypicalSize, h.Simplicity, h.TooSimple}, nil
		}))
	return err
}
