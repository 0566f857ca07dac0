package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Attempts returns all that the participants of some submissions handed in for
// the problems of these, in the order of participants, times and attempts. Of
// what was read in more than one way it returns one: that which the check was
// given, or else the last. Side.Contest is not set.
func (db *DB) Attempts(ctx context.Context, checkID int64, submissionIDs []int64) ([]contest.Attempt, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT * FROM (
			SELECT DISTINCT ON (s.participant_id, s.problem_id, s.path)
				s.id, a.id AS participant, a.name, a.number, c.blind AND NOT a.uncovered, b.name, s.path,
				s.language, s.verdict, s.attempt, s.submitted_at, k.check_id IS NOT NULL AS checked
			FROM submissions s
			JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
			JOIN participants a ON a.id = s.participant_id
			JOIN problems b ON b.id = s.problem_id
			JOIN contests c ON c.id = s.contest_id
			LEFT JOIN check_submissions k ON k.check_id = $1 AND k.submission_id = s.id
			WHERE s.participant_id = ANY (SELECT participant_id FROM submissions WHERE id = ANY ($2))
			  AND s.problem_id = ANY (SELECT problem_id FROM submissions WHERE id = ANY ($2))
			  AND (NOT s.superseded OR k.check_id IS NOT NULL)
			ORDER BY s.participant_id, s.problem_id, s.path, k.check_id IS NOT NULL DESC, s.superseded, s.id DESC
		) one
		ORDER BY participant, submitted_at, attempt, id`, checkID, submissionIDs)
	if err != nil {
		return nil, fmt.Errorf("attempts beside %d submissions: %w", len(submissionIDs), explain(err))
	}
	attempts, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (a contest.Attempt, err error) {
		var submitted *time.Time
		err = row.Scan(&a.SubmissionID, &a.ParticipantID, &a.Participant, &a.Number, &a.Hidden, &a.Problem, &a.Path,
			&a.Language, &a.Verdict, &a.Attempt, &submitted, &a.Checked)
		a.Time = fromNullTime(submitted)
		return a, err
	})
	if err != nil {
		return nil, fmt.Errorf("attempts beside %d submissions: %w", len(submissionIDs), explain(err))
	}
	return attempts, nil
}
