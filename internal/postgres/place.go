package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Locations returns where submissions stand in the archive, by their IDs. Those that
// are not there are left out.
func (db *DB) Locations(ctx context.Context, submissions []int64) (map[int64]contest.Location, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT c.id, c.name, s.id, p.id, p.name, p.number, c.blind AND NOT p.uncovered, q.name, s.path, s.language, s.verdict, s.attempt, s.submitted_at
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN contests c ON c.id = s.contest_id
		JOIN participants p ON p.id = s.participant_id
		JOIN problems q ON q.id = s.problem_id
		WHERE s.id = ANY ($1)`, submissions)
	if err != nil {
		return nil, fmt.Errorf("places of submissions: %w", explain(err))
	}
	places := make(map[int64]contest.Location, len(submissions))
	var p contest.Location
	var at *time.Time
	_, err = pgx.ForEachRow(rows, []any{&p.ContestID, &p.Contest, &p.SubmissionID, &p.ParticipantID, &p.Participant,
		&p.Number, &p.Hidden, &p.Problem, &p.Path, &p.Language, &p.Verdict, &p.Attempt, &at}, func() error {
		p.Time = fromNullTime(at)
		places[p.SubmissionID] = p
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("places of submissions: %w", explain(err))
	}
	return places, nil
}

// Searchable tells whether the archive holds submissions, and whether some of
// them have fingerprints or samples of these versions. Where none have, it looks
// at all that there are.
func (db *DB) Searchable(ctx context.Context, fingerprints, samples int) (contest.Searchable, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT EXISTS (SELECT FROM submissions s JOIN imports i ON i.id = s.import_id AND i.state = 'complete'),
			EXISTS (SELECT FROM shingle_samples WHERE algorithm = $2) OR EXISTS (SELECT FROM fingerprints WHERE algorithm = $1)`,
		fingerprints, samples)
	if err != nil {
		return contest.Searchable{}, fmt.Errorf("what can be searched: %w", explain(err))
	}
	there, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[contest.Searchable])
	if err != nil {
		return contest.Searchable{}, fmt.Errorf("what can be searched: %w", explain(err))
	}
	return there, nil
}
