package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Participants returns all participants of a contest by their numbers, with
// their names whether they are hidden or not.
func (db *DB) Participants(ctx context.Context, contestID int64) ([]contest.Participant, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT a.id, a.contest_id, a.number, a.name, c.blind AND NOT a.uncovered, a.affiliation, a.site, a.address, a.seat
		FROM participants a
		JOIN contests c ON c.id = a.contest_id
		WHERE a.contest_id = $1
		ORDER BY a.number`, contestID)
	if err != nil {
		return nil, fmt.Errorf("participants of contest %d: %w", contestID, explain(err))
	}
	participants, err := pgx.CollectRows(rows, pgx.RowToStructByPos[contest.Participant])
	if err != nil {
		return nil, fmt.Errorf("participants of contest %d: %w", contestID, explain(err))
	}
	return participants, nil
}
