package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// RelatedSubmissions returns all that the participants of some submissions handed in for
// the problems of these, whether it was compared or not, in the order of time;
// what has no time stands at the end. What was read in several times, in another
// way or with a verdict that came later, is told once: as it is in submissions,
// or else as it was read last.
func (db *DB) RelatedSubmissions(ctx context.Context, submissions []int64) ([]contest.Side, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT s.contest_id, s.id, p.id, p.name, p.number, c.blind AND NOT p.uncovered, q.name, s.path, s.language, s.verdict, s.attempt, s.submitted_at
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN contests c ON c.id = s.contest_id
		JOIN participants p ON p.id = s.participant_id
		JOIN problems q ON q.id = s.problem_id
		WHERE (s.participant_id, s.problem_id) IN (SELECT participant_id, problem_id FROM submissions WHERE id = ANY ($1))
		  AND (s.id = ANY ($1) OR NOT s.superseded AND NOT EXISTS (
			SELECT FROM submissions n
			WHERE n.id = ANY ($1) AND n.participant_id = s.participant_id AND n.problem_id = s.problem_id AND n.path = s.path))
		ORDER BY s.submitted_at NULLS LAST, p.number, s.attempt, s.path COLLATE "C", s.id`, submissions)
	if err != nil {
		return nil, fmt.Errorf("what was handed in: %w", explain(err))
	}
	sides := []contest.Side{}
	var s contest.Side
	var at *time.Time
	_, err = pgx.ForEachRow(rows, []any{&s.ContestID, &s.SubmissionID, &s.ParticipantID, &s.Participant, &s.Number, &s.Hidden,
		&s.Problem, &s.Path, &s.Language, &s.Verdict, &s.Attempt, &at}, func() error {
		s.Time = fromNullTime(at)
		sides = append(sides, s)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("what was handed in: %w", explain(err))
	}
	return sides, nil
}
