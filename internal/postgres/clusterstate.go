package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/review"
)

// ClusterStates counts the cases of the pairs of groups of a complete check, by
// the groups' numbers and where the cases stand. What nobody has decided is open.
func (db *DB) ClusterStates(ctx context.Context, checkID int64, numbers []int) (map[int]review.StateCounts, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT p.cluster, coalesce(c.state, 'open'), count(*)
		FROM pairs p
		JOIN checks k ON k.id = p.check_id AND k.state = 'complete'
		LEFT JOIN cases c ON c.contest_id = k.contest_id AND c.problem = p.problem
			AND c.first_participant = least(p.left_participant, p.right_participant)
			AND c.second_participant = greatest(p.left_participant, p.right_participant)
		WHERE p.check_id = $1 AND p.cluster = ANY ($2)
		GROUP BY 1, 2`, checkID, numbers)
	if err != nil {
		return nil, fmt.Errorf("cases of clusters of check %d: %w", checkID, explain(err))
	}
	counts := make(map[int]review.StateCounts)
	var number, n int
	var state review.State
	_, err = pgx.ForEachRow(rows, []any{&number, &state, &n}, func() error {
		if counts[number] == nil {
			counts[number] = make(review.StateCounts)
		}
		counts[number][state] = n
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("cases of clusters of check %d: %w", checkID, explain(err))
	}
	return counts, nil
}
