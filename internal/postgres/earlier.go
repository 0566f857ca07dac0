package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// SaveEarlier adds submissions of other contests to those of the check: its
// pairs may then have them on the right. They, too, must be of complete imports.
// What they are decides what the check finds, so the check gets another digest.
// While the check is running, their contests cannot be deleted; where one just
// was, the error wraps [contest.ErrNotFound].
func (r *Run) SaveEarlier(ctx context.Context, digest string, submissionIDs []int64) error {
	return r.do("save earlier submissions", func(s *session) error {
		r.participants = nil
		ids := slices.Compact(slices.Sorted(slices.Values(submissionIDs)))
		return pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
			// Waits for those who delete one of these contests, see claim.
			_, err := tx.Exec(ctx, `
				SELECT FROM contests
				WHERE id = ANY (SELECT contest_id FROM submissions WHERE id = ANY ($1))
				ORDER BY id FOR KEY SHARE`, ids)
			if err != nil {
				return err
			}
			added, err := tx.Exec(ctx, `
				INSERT INTO check_submissions (check_id, submission_id, earlier)
				SELECT k.id, s.id, true
				FROM checks k
				JOIN submissions s ON s.id = ANY ($2) AND s.contest_id <> k.contest_id
				JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
				WHERE k.id = $1`, r.id, ids)
			if err != nil {
				return err
			}
			if n := int64(len(ids)) - added.RowsAffected(); n > 0 {
				return fmt.Errorf("%d of %d submissions: %w", n, len(ids), contest.ErrNotFound)
			}
			_, err = tx.Exec(ctx, "UPDATE checks SET digest = $2 WHERE id = $1", r.id, digest)
			return err
		})
	})
}

// pairsOf are the pairs of other contests' checks that name submissions of a
// contest, whose ID is given as SQL.
func pairsOf(contestID string) string {
	return `
	pairs p
	JOIN check_submissions e ON e.check_id = p.check_id AND e.submission_id = p.right_submission AND e.earlier
	JOIN submissions s ON s.id = e.submission_id AND s.contest_id = ` + contestID
}

// removeEarlier removes the submissions of a contest from the checks of others,
// with their pairs and alerts, and counts the pairs as gone.
func removeEarlier(ctx context.Context, tx pgx.Tx, contestID int64) error {
	rows, err := tx.Query(ctx, `
		SELECT k.id, k.summary, (SELECT count(*) FROM `+pairsOf("$1")+` WHERE p.check_id = k.id)
		FROM checks k
		WHERE k.summary IS NOT NULL AND k.contest_id <> $1 AND EXISTS (
			SELECT FROM check_submissions e
			JOIN submissions s ON s.id = e.submission_id AND s.contest_id = $1
			WHERE e.check_id = k.id AND e.earlier)
		ORDER BY k.id
		FOR UPDATE OF k`, contestID)
	if err != nil {
		return err
	}
	type named struct {
		check   int64
		summary contest.Summary
		pairs   int
	}
	checks, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (n named, err error) {
		err = row.Scan(&n.check, &n.summary, &n.pairs)
		return n, err
	})
	if err != nil {
		return err
	}
	for _, n := range checks {
		if n.summary.Earlier == nil {
			return errors.New("a check has earlier submissions, and no summary of them")
		}
		n.summary.PairsStored -= n.pairs
		n.summary.Earlier.Pairs -= n.pairs
		n.summary.Earlier.Deleted += n.pairs
		if _, err := tx.Exec(ctx, "UPDATE checks SET summary = $2 WHERE id = $1", n.check, n.summary); err != nil {
			return err
		}
	}
	for _, statement := range []string{
		`DELETE FROM alerts a USING submissions s WHERE s.id = a.right_submission AND s.contest_id = $1 AND a.contest_id <> $1`,
		`DELETE FROM pairs WHERE id = ANY (SELECT p.id FROM ` + pairsOf("$1") + `)`,
		`DELETE FROM check_submissions WHERE earlier AND submission_id = ANY (SELECT id FROM submissions WHERE contest_id = $1)`,
	} {
		if _, err := tx.Exec(ctx, statement, contestID); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// ContestsNotIndexed returns the names, sorted, of the contests in a scope that have
// submissions, but none with a sample of a version: they were never checked, or
// not since the version was another.
func (db *DB) ContestsNotIndexed(ctx context.Context, sampleVersion int, scope contest.Scope) ([]string, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT c.name
		FROM contests c
		WHERE c.submissions > 0
		  AND ($2::bigint[] IS NULL OR c.id = ANY ($2)) AND c.id <> ALL ($3::bigint[])
		  AND NOT EXISTS (
			SELECT FROM submissions s
			JOIN shingle_samples p ON p.submission_id = s.id AND p.algorithm = $1
			WHERE s.contest_id = c.id)`,
		sampleVersion, scope.Within, append([]int64{}, scope.Without...)) // null would be no contest left out
	if err != nil {
		return nil, fmt.Errorf("contests that were not read: %w", explain(err))
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("contests that were not read: %w", explain(err))
	}
	slices.Sort(names) // whatever the locale of the database
	return names, nil
}
