package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// supersedeOlder has the submissions of those ids count for their paths, and what was
// read from the same paths before not any more.
func supersedeOlder(ctx context.Context, tx pgx.Tx, contestID int64, submissions []contest.Submission, ids []int64) error {
	paths := make([]string, len(submissions))
	for i := range submissions {
		paths[i] = submissions[i].Path
	}
	_, err := tx.Exec(ctx, `
		UPDATE submissions s
		SET superseded = NOT s.id = ANY (new.ids)
		FROM (SELECT path, array_agg(id) AS ids FROM unnest($2::text[], $3::bigint[]) told (path, id) GROUP BY path) new
		WHERE s.contest_id = $1 AND s.path = new.path AND s.superseded = (s.id = ANY (new.ids))`, contestID, paths, ids)
	return err
}

// Retract has what was read from some paths of a contest not count any more, for
// the judge system has deleted it. It stays where checks have compared it. What is
// read from such a path again counts again.
func (db *DB) Retract(ctx context.Context, contestID int64, paths []string) error {
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		retracted, err := tx.Exec(ctx, "UPDATE submissions SET superseded = true WHERE contest_id = $1 AND path = ANY ($2) AND NOT superseded", contestID, paths)
		if err != nil || retracted.RowsAffected() == 0 {
			return err
		}
		return recount(ctx, tx, contestID)
	})
	if err != nil {
		return fmt.Errorf("retract submissions of contest %d: %w", contestID, explain(err))
	}
	return nil
}
