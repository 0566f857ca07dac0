package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Submissions returns those submissions of a contest that a filter asks for, by ID, from
// the one after an ID on, at most limit of them. Of several that were read from
// one path, the latest counts.
func (db *DB) Submissions(ctx context.Context, contestID int64, filter contest.SubmissionFilter, after int64, limit int) ([]contest.SubmissionRow, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT s.id, s.contest_id, a.id, a.name, a.number, c.blind AND NOT a.uncovered, b.name, s.path, s.language, s.verdict, s.attempt, s.submitted_at,
			s.kind, s.system_id, s.language_version
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN participants a ON a.id = s.participant_id
		JOIN problems b ON b.id = s.problem_id
		JOIN contests c ON c.id = s.contest_id
		WHERE s.contest_id = $1 AND s.id > $2
		  AND ($3::bigint = 0 AND NOT s.superseded OR s.id = $3)
		  AND ($4::text = '' OR b.name = $4) AND ($5::integer = 0 OR a.number = $5)
		ORDER BY s.id LIMIT $6`, contestID, after, filter.ID, filter.Problem, filter.Number, limit)
	var kept []contest.SubmissionRow
	if err == nil {
		kept, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (k contest.SubmissionRow, err error) {
			var at *time.Time
			err = row.Scan(&k.SubmissionID, &k.ContestID, &k.ParticipantID, &k.Participant, &k.Number, &k.Hidden, &k.Problem, &k.Path, &k.Language, &k.Verdict, &k.Attempt, &at,
				&k.Kind, &k.SystemID, &k.LanguageVersion)
			k.Time = fromNullTime(at)
			return k, err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("submissions kept of contest %d: %w", contestID, explain(err))
	}
	return kept, nil
}
