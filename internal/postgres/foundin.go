package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ChecksAgainst lists, by ID and the newest first, the newest complete checks of other
// contests in which a participant stands on the right side of a pair: as one of an
// earlier contest, that the other one was compared with. Visible lists the
// contests, by ID, that may be told of; nil stands for all.
func (db *DB) ChecksAgainst(ctx context.Context, participantID int64, visible []int64) ([]int64, error) {
	rows, err := db.pool.Query(ctx, `
		WITH newest AS MATERIALIZED (
			SELECT DISTINCT ON (contest_id) id, contest_id FROM checks
			WHERE state = 'complete' AND ($2::bigint[] IS NULL OR contest_id = ANY ($2))
			ORDER BY contest_id, id DESC
		)
		SELECT k.id FROM newest k
		WHERE k.contest_id <> (SELECT contest_id FROM participants WHERE id = $1)
		  AND EXISTS (SELECT FROM check_submissions e JOIN submissions s ON s.id = e.submission_id
			WHERE e.check_id = k.id AND e.earlier AND s.participant_id = $1)
		  AND EXISTS (SELECT FROM pairs p WHERE p.check_id = k.id AND p.right_participant = $1)
		ORDER BY k.id DESC LIMIT $3`, participantID, visible, maxNamesakes)
	if err != nil {
		return nil, fmt.Errorf("checks that found participant %d: %w", participantID, explain(err))
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, fmt.Errorf("checks that found participant %d: %w", participantID, explain(err))
	}
	return ids, nil
}
