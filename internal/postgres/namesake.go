package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// maxNamesakes bounds the contests that a participant is followed to.
const maxNamesakes = 50

// Namesakes returns the participants of other contests who have the same name as
// a participant, those of the newest contests first. Visible lists the contests,
// by ID, that may be told of; nil stands for all. Where one of the two is hidden
// and the other is not they are left out: the one would tell the name of the
// other.
func (db *DB) Namesakes(ctx context.Context, participantID int64, visible []int64) ([]contest.Namesake, error) {
	rows, err := db.pool.Query(ctx, `
		WITH own AS (
			SELECT a.id, a.name, a.contest_id, c.blind AND NOT a.uncovered AS hidden
			FROM participants a JOIN contests c ON c.id = a.contest_id WHERE a.id = $1
		)
		SELECT a.id, a.contest_id, a.number, a.name, c.blind AND NOT a.uncovered, a.affiliation, a.site, a.address, a.seat, c.name
		FROM own
		JOIN contests c ON c.id <> own.contest_id AND ($2::bigint[] IS NULL OR c.id = ANY ($2))
		JOIN participants a ON a.contest_id = c.id AND a.name = own.name
		WHERE a.number IS NOT NULL AND (c.blind AND NOT a.uncovered) = own.hidden
		ORDER BY c.created_at DESC, c.id DESC LIMIT $3`, participantID, visible, maxNamesakes)
	if err != nil {
		return nil, fmt.Errorf("namesakes of participant %d: %w", participantID, explain(err))
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (n contest.Namesake, err error) {
		p := &n.Participant
		err = row.Scan(&p.ID, &p.ContestID, &p.Number, &p.Name, &p.Hidden, &p.Affiliation, &p.Site, &p.Address, &p.Seat, &n.Contest)
		return n, err
	})
	if err != nil {
		return nil, fmt.Errorf("namesakes of participant %d: %w", participantID, explain(err))
	}
	return list, nil
}
