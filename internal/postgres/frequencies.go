package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// SaveFrequencies stores the shingle frequencies of the check, each problem and
// family of languages once.
func (r *Run) SaveFrequencies(ctx context.Context, frequencies []contest.Frequencies) error {
	return r.do("save shingle frequencies", func(s *session) error {
		_, err := s.CopyFrom(ctx, pgx.Identifier{"check_frequencies"}, []string{"check_id", "problem", "language", "content"},
			pgx.CopyFromSlice(len(frequencies), func(i int) ([]any, error) {
				f := &frequencies[i]
				return []any{r.id, f.Problem, f.Language, f.Content}, nil
			}))
		return err
	})
}

// Frequencies returns what a complete check stored of a problem and family of
// languages. For one of before frequencies were kept, the error wraps
// [contest.ErrNotFound].
func (db *DB) Frequencies(ctx context.Context, checkID int64, problem, language string) ([]byte, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT f.content
		FROM check_frequencies f
		JOIN checks k ON k.id = f.check_id AND k.state = 'complete'
		WHERE f.check_id = $1 AND f.problem = $2 AND f.language = $3`, checkID, problem, language)
	if err != nil {
		return nil, fmt.Errorf("shingle frequencies of check %d: %w", checkID, explain(err))
	}
	content, err := one(rows, pgx.RowTo[[]byte])
	if err != nil {
		return nil, fmt.Errorf("shingle frequencies of check %d: %w", checkID, explain(err))
	}
	return content, nil
}
