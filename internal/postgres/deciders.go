package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/review"
)

// Reviewers lists those who have decided a case of a contest, or to whom one is
// assigned, in the order of their names: members and administrators, and who was
// one once.
func (db *DB) Reviewers(ctx context.Context, contestID int64) ([]review.Person, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT id, name FROM users
		WHERE id IN (
			SELECT assigned FROM cases WHERE contest_id = $1 AND assigned IS NOT NULL
			UNION ALL
			SELECT r.user_id FROM cases c JOIN reviews r ON r.case_id = c.id WHERE c.contest_id = $1)
		ORDER BY key`, contestID)
	if err != nil {
		return nil, fmt.Errorf("who has decided in contest %d: %w", contestID, explain(err))
	}
	people, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p review.Person, err error) {
		err = row.Scan(&p.ID, &p.Name)
		return p, err
	})
	if err != nil {
		return nil, fmt.Errorf("who has decided in contest %d: %w", contestID, explain(err))
	}
	return people, nil
}
