package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// NotIndexed returns those submissions of the check's contest, compared or not,
// that have no fingerprint of one version of the algorithm, or no sample of
// another, in order: the new ones, and those that are too short for one.
func (r *Run) NotIndexed(ctx context.Context, fingerprintVersion, sampleVersion int) (submissionIDs []int64, err error) {
	err = r.do("look for what the archive lacks", func(s *session) error {
		submissionIDs, err = notIndexed(ctx, s, r.contestID, fingerprintVersion, sampleVersion)
		return err
	})
	return submissionIDs, err
}

func notIndexed(ctx context.Context, q querier, contestID int64, fingerprintVersion, sampleVersion int) ([]int64, error) {
	rows, err := q.Query(ctx, `
		SELECT s.id
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		LEFT JOIN fingerprints f ON f.submission_id = s.id AND f.algorithm = $2
		LEFT JOIN shingle_samples a ON a.submission_id = s.id AND a.algorithm = $3
		WHERE s.contest_id = $1 AND (f.submission_id IS NULL OR a.submission_id IS NULL)
		ORDER BY s.id`, contestID, fingerprintVersion, sampleVersion)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}
