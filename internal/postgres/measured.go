package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Forget has later checks take no measures over from this one.
func (r *Run) Forget(ctx context.Context) error {
	return r.do("forget what it measures", func(s *session) error {
		_, err := s.Exec(ctx, "UPDATE checks SET matching = '' WHERE id = $1", r.id)
		return err
	})
}

// Measured returns what the last complete check of the contest measured, of the
// same contest.Check.Matching, without the pairs whose measures depend on other
// programs too: those with own template on a side. It returns none for a check
// whose Matching is "", as that of one with [Run.Forget] is.
func (r *Run) Measured(ctx context.Context) (measured []contest.PairMeasures, err error) {
	err = r.do("load earlier measures", func(s *session) error {
		rows, err := s.Query(ctx, `
			SELECT p.left_submission, p.right_submission, p.similarity, p.max_similarity,
				p.coverage_left, p.coverage_right, p.longest_match, p.matched_tokens
			FROM pairs p
			WHERE p.check_id = (
					SELECT max(k.id)
					FROM checks k
					JOIN checks this ON this.id = $1
					WHERE k.contest_id = this.contest_id AND k.state = 'complete'
					  AND k.matching = this.matching AND k.matching <> '')
			  AND NOT EXISTS (
					SELECT FROM check_templates t
					WHERE t.check_id = p.check_id AND t.submission_id = p.left_submission)
			  AND NOT EXISTS (
					SELECT FROM check_templates t
					WHERE t.check_id = p.check_id AND t.submission_id = p.right_submission)`, r.id)
		if err != nil {
			return err
		}
		measured, err = pgx.CollectRows(rows, pgx.RowToStructByPos[contest.PairMeasures])
		return err
	})
	return measured, err
}
