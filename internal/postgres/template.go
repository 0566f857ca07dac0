package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// SaveTemplates stores the own templates that the check found in its
// submissions, each submission once.
func (r *Run) SaveTemplates(ctx context.Context, templates []contest.Template) error {
	var rows [][]any
	for _, t := range templates {
		for _, p := range t.Passages {
			rows = append(rows, []any{r.id, t.SubmissionID, p.First, p.Tokens, p.Problems, p.Earlier})
		}
	}
	return r.do("save own templates", func(s *session) error {
		_, err := s.CopyFrom(ctx, pgx.Identifier{"check_templates"},
			[]string{"check_id", "submission_id", "first_token", "tokens", "problems", "earlier"}, pgx.CopyFromRows(rows))
		return err
	})
}

// Template returns the own template that a complete check found in one of its
// submissions, in the order of the tokens.
func (db *DB) Template(ctx context.Context, checkID, submissionID int64) ([]contest.Passage, error) {
	passages, err := db.template(ctx, checkID, submissionID)
	if err != nil {
		return nil, fmt.Errorf("own template in submission %d of check %d: %w", submissionID, checkID, explain(err))
	}
	return passages, nil
}

func (db *DB) template(ctx context.Context, checkID, submissionID int64) ([]contest.Passage, error) {
	if _, err := db.requireComplete(ctx, checkID); err != nil {
		return nil, err
	}
	rows, err := db.pool.Query(ctx, `
		SELECT first_token, tokens, problems, earlier
		FROM check_templates
		WHERE check_id = $1 AND submission_id = $2
		ORDER BY first_token`, checkID, submissionID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[contest.Passage])
}
