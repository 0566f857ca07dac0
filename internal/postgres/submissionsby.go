package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const selectSubmissionBy = `
	SELECT s.id, s.contest_id, a.id, a.name, a.number, c.blind AND NOT a.uncovered, b.name, s.path, s.language, s.verdict, s.attempt, s.submitted_at
	FROM submissions s
	JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
	JOIN participants a ON a.id = s.participant_id
	JOIN problems b ON b.id = s.problem_id
	JOIN contests c ON c.id = s.contest_id`

func scanSubmissionBy(row pgx.CollectableRow) (s contest.Side, err error) {
	var at *time.Time
	err = row.Scan(&s.SubmissionID, &s.ContestID, &s.ParticipantID, &s.Participant, &s.Number, &s.Hidden, &s.Problem, &s.Path, &s.Language, &s.Verdict, &s.Attempt, &at)
	s.Time = fromNullTime(at)
	return s, err
}

// SidesByPath returns those submissions of a contest that have one of the paths, by
// path: of several that were read from one, the latest.
func (db *DB) SidesByPath(ctx context.Context, contestID int64, paths []string) (map[string]contest.Side, error) {
	rows, err := db.pool.Query(ctx, selectSubmissionBy+" WHERE s.contest_id = $1 AND NOT s.superseded AND s.path = ANY ($2)", contestID, paths)
	if err != nil {
		return nil, fmt.Errorf("submissions of contest %d: %w", contestID, explain(err))
	}
	list, err := pgx.CollectRows(rows, scanSubmissionBy)
	if err != nil {
		return nil, fmt.Errorf("submissions of contest %d: %w", contestID, explain(err))
	}
	sides := make(map[string]contest.Side, len(list))
	for _, s := range list {
		sides[s.Path] = s
	}
	return sides, nil
}

// ParticipantSubmissions returns a page of what a participant has handed in, by problem and
// attempt, and how much that is in all. Of several that were read from one path,
// the latest counts.
func (db *DB) ParticipantSubmissions(ctx context.Context, participantID int64, offset, limit int) (sides []contest.Side, total int, err error) {
	const latest = " WHERE s.participant_id = $1 AND NOT s.superseded"
	rows, err := db.pool.Query(ctx, selectSubmissionBy+latest+`
		ORDER BY b.name COLLATE "C", s.attempt, s.id LIMIT $2 OFFSET $3`, participantID, limit, offset)
	if err == nil {
		sides, err = pgx.CollectRows(rows, scanSubmissionBy)
	}
	if err == nil {
		err = db.pool.QueryRow(ctx, `SELECT count(*) FROM submissions s JOIN imports i ON i.id = s.import_id AND i.state = 'complete'`+latest, participantID).Scan(&total)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("submissions of participant %d: %w", participantID, explain(err))
	}
	return sides, total, nil
}
