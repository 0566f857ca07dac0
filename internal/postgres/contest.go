package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// A contest without a complete import is not there yet.
const selectContest = `
	SELECT c.id, c.name, c.created_at, c.submissions, c.participants, c.problems,
		(SELECT count(*) FROM checks k WHERE k.contest_id = c.id), c.blind, c.agreement,
		c.system, c.system_id, c.title, coalesce(c.starts_at, '0001-01-01 00:00+00'), coalesce(c.duration, '0')
	FROM contests c
	WHERE EXISTS (SELECT FROM imports i WHERE i.contest_id = c.id AND i.state = 'complete')`

// Contests returns all contests, the newest first.
func (db *DB) Contests(ctx context.Context) ([]contest.Contest, error) {
	rows, err := db.pool.Query(ctx, selectContest+" ORDER BY c.created_at DESC, c.id DESC")
	if err != nil {
		return nil, fmt.Errorf("contests: %w", explain(err))
	}
	contests, err := pgx.CollectRows(rows, scanContest)
	if err != nil {
		return nil, fmt.Errorf("contests: %w", explain(err))
	}
	return contests, nil
}

// Contest returns one contest.
func (db *DB) Contest(ctx context.Context, id int64) (contest.Contest, error) {
	rows, err := db.pool.Query(ctx, selectContest+" AND c.id = $1", id)
	if err != nil {
		return contest.Contest{}, fmt.Errorf("contest %d: %w", id, explain(err))
	}
	c, err := one(rows, scanContest)
	if err != nil {
		return contest.Contest{}, fmt.Errorf("contest %d: %w", id, explain(err))
	}
	return c, nil
}

func scanContest(row pgx.CollectableRow) (c contest.Contest, err error) {
	err = row.Scan(contestFields(&c)...)
	c.CreatedAt, c.About.StartsAt = c.CreatedAt.UTC(), c.About.StartsAt.UTC()
	return c, err
}

// contestFields are what selectContest gives.
func contestFields(c *contest.Contest) []any {
	return []any{&c.ID, &c.Name, &c.CreatedAt, &c.Submissions, &c.Participants, &c.Problems, &c.Checks, &c.Blind, &c.Agreement,
		&c.About.System, &c.About.SystemID, &c.About.Title, &c.About.StartsAt, &c.About.Duration}
}

// lockContest returns the ID of the contest of a name, and makes it if there is
// none. The session then holds the contest's lock.
func (s *session) lockContest(ctx context.Context, name string) (id int64, err error) {
	for {
		// Two statements: the first one does not see a row that another import
		// makes at this moment, but waits for it; the second one does see it.
		if _, err = s.Exec(ctx, "INSERT INTO contests (name) VALUES ($1) ON CONFLICT DO NOTHING", name); err != nil {
			return 0, err
		}
		err = s.QueryRow(ctx, "SELECT id FROM contests WHERE name = $1", name).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			continue // deleted between the two
		}
		if err != nil {
			return 0, err
		}
		if err := s.lock(ctx, lockContest, id); err != nil {
			return 0, err
		}
		var there bool
		err = s.QueryRow(ctx, "SELECT EXISTS (SELECT FROM contests WHERE id = $1)", id).Scan(&there)
		if err != nil || there {
			return id, err
		}
		// Whoever held the lock before has deleted it.
		if err := s.unlock(ctx, lockContest, id); err != nil {
			return 0, err
		}
	}
}

// recount brings the counts of a contest up to date. What was read in several
// ways, or has changed since, counts once: by its path.
func recount(ctx context.Context, tx pgx.Tx, contestID int64) error {
	_, err := tx.Exec(ctx, `
		UPDATE contests
		SET (problems, participants, submissions) = (
			SELECT count(DISTINCT s.problem_id), count(DISTINCT s.participant_id), count(*)
			FROM submissions s
			JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
			WHERE s.contest_id = $1 AND NOT s.superseded
		)
		WHERE id = $1`, contestID)
	return err
}
