package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/review"
)

// ProgramHashes returns the hashes of submissions' programs, as
// [review.ProgramHash] says, by the submissions' IDs. Those that are not there
// are left out.
func (db *DB) ProgramHashes(ctx context.Context, submissions []int64) (map[int64]string, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT submission_id, array_agg(source ORDER BY path COLLATE "C", ordinal)
		FROM submission_files
		WHERE submission_id = ANY ($1)
		GROUP BY submission_id`, submissions)
	if err != nil {
		return nil, fmt.Errorf("hashes of programs: %w", explain(err))
	}
	hashes := make(map[int64]string, len(submissions))
	var id int64
	var files [][]byte
	_, err = pgx.ForEachRow(rows, []any{&id, &files}, func() error {
		hashes[id] = review.ProgramHash(files)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("hashes of programs: %w", explain(err))
	}
	return hashes, nil
}
