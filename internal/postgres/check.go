package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const selectCheck = `
	SELECT k.id, k.contest_id, c.name, k.digest, k.state, k.reason, k.parameters,
		k.tool_version, k.algorithm_version, k.started_at, k.finished_at, k.summary
	FROM checks k
	JOIN contests c ON c.id = k.contest_id`

// Checks returns the checks of a contest in any state, the newest first.
func (db *DB) Checks(ctx context.Context, contestID int64) ([]contest.Check, error) {
	rows, err := db.pool.Query(ctx, selectCheck+" WHERE k.contest_id = $1 ORDER BY k.id DESC", contestID)
	if err != nil {
		return nil, fmt.Errorf("checks of contest %d: %w", contestID, explain(err))
	}
	checks, err := pgx.CollectRows(rows, scanCheck)
	if err != nil {
		return nil, fmt.Errorf("checks of contest %d: %w", contestID, explain(err))
	}
	return checks, nil
}

// Check returns one check, in any state.
func (db *DB) Check(ctx context.Context, id int64) (contest.Check, error) {
	rows, err := db.pool.Query(ctx, selectCheck+" WHERE k.id = $1", id)
	if err != nil {
		return contest.Check{}, fmt.Errorf("check %d: %w", id, explain(err))
	}
	check, err := one(rows, scanCheck)
	if err != nil {
		return contest.Check{}, fmt.Errorf("check %d: %w", id, explain(err))
	}
	return check, nil
}

func scanCheck(row pgx.CollectableRow) (c contest.Check, err error) {
	var finished *time.Time
	var summary *contest.Summary
	err = row.Scan(&c.ID, &c.ContestID, &c.Contest, &c.Digest, &c.State, &c.Reason, &c.Parameters,
		&c.ToolVersion, &c.AlgorithmVersion, &c.StartedAt, &finished, &summary)
	c.StartedAt = c.StartedAt.UTC()
	c.FinishedAt = fromNullTime(finished)
	if summary != nil {
		c.Summary = *summary
	}
	return c, err
}

// requireComplete returns the contest of a check, and an error that wraps
// [contest.ErrNotFound] unless the check is complete. An empty list of results
// would look like innocence.
func (db *DB) requireComplete(ctx context.Context, checkID int64) (contestID int64, err error) {
	rows, err := db.pool.Query(ctx, "SELECT contest_id, state FROM checks WHERE id = $1", checkID)
	if err != nil {
		return 0, err
	}
	check, err := one(rows, func(row pgx.CollectableRow) (c contest.Check, err error) {
		err = row.Scan(&c.ContestID, &c.State)
		return c, err
	})
	if err == nil && check.State != contest.Complete {
		err = fmt.Errorf("%w: the check is %s", contest.ErrNotFound, check.State)
	}
	return check.ContestID, err
}
