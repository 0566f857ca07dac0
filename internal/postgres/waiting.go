package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// comparedNothing says of a complete check that there was nothing to compare, so
// that any other stands for the contest before it; see [contest.Newest].
const comparedNothing = "coalesce((summary->>'submissions')::bigint, 0) = 0"

// PairsToReview counts, for each of some contests, the pairs of its newest check, as
// [contest.Newest] chooses it, that reach the check's threshold and that wait for
// somebody, see [contest.StateMine]; for the zero turn that is the whole jury.
// Contests without such a check are not in the result. Pairs with earlier
// contests that are not among the visible ones are not counted; nil is all.
func (db *DB) PairsToReview(ctx context.Context, contestIDs, visible []int64, turn contest.ReviewQueue) (map[int64]int, error) {
	rows, err := db.pool.Query(ctx, `
		WITH newest AS MATERIALIZED (
			SELECT DISTINCT ON (contest_id) id, contest_id, last_listed, (parameters->>'threshold')::double precision AS threshold
			FROM checks
			WHERE contest_id = ANY ($1) AND state = 'complete'
			ORDER BY contest_id, `+comparedNothing+`, id DESC
		)
		SELECT k.contest_id, (
			SELECT count(*) FROM pairs p
			WHERE p.check_id = k.id AND p.rank <= k.last_listed AND p.suspicion >= k.threshold
			  -- Not joins: hash tables, each made once for all contests.
			  AND NOT ((k.contest_id, p.problem, least(p.left_participant, p.right_participant), greatest(p.left_participant, p.right_participant)) IN (
				SELECT contest_id, problem, first_participant, second_participant FROM cases
				WHERE contest_id = ANY ($1) AND (state IN ('confirmed', 'dismissed', 'unclear')
				  OR state = 'pending' AND id IN (SELECT case_id FROM reviews WHERE user_id = $3)
				  OR state = 'conflict' AND contest_id <> ALL ($4))))
			  AND ($2::bigint[] IS NULL OR NOT ((p.check_id, p.right_submission) IN (
				SELECT e.check_id, e.submission_id
				FROM check_submissions e
				JOIN submissions s ON s.id = e.submission_id
				WHERE e.check_id IN (SELECT id FROM newest) AND e.earlier AND s.contest_id <> ALL ($2)))))
		FROM newest k`, contestIDs, visible, turn.User, turn.CanSettle)
	if err != nil {
		return nil, fmt.Errorf("pairs that wait: %w", explain(err))
	}
	waiting := make(map[int64]int)
	var id int64
	var n int
	_, err = pgx.ForEachRow(rows, []any{&id, &n}, func() error {
		waiting[id] = n
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("pairs that wait: %w", explain(err))
	}
	return waiting, nil
}
