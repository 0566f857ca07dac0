package postgres

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// batchFingerprints is how many fingerprints go into one statement.
const batchFingerprints = 10_000

// SaveFingerprints stores fingerprints that a version of the algorithm gave to
// submissions. Those that are stored already are left as they are, for a
// fingerprint depends on nothing but its program. They belong to the
// submissions, and so they stay when the check fails.
//
// The submissions must be the check's own, so that only those of complete
// imports have fingerprints: a search of the archive relies on it, and looks at
// nothing but fingerprints.
func (r *Run) SaveFingerprints(ctx context.Context, version int, fingerprints []contest.Fingerprint) error {
	return r.do("save fingerprints", func(s *session) error {
		for batch := range slices.Chunk(fingerprints, batchFingerprints) {
			submissions := make([]int64, len(batch))
			values := make([]int64, len(batch))
			for i, f := range batch {
				submissions[i], values[i] = f.SubmissionID, int64(f.Value)
			}
			// Arrays rather than COPY, which knows no ON CONFLICT. The order
			// keeps two checks of one contest from waiting for each other.
			_, err := s.Exec(ctx, `
				INSERT INTO fingerprints (submission_id, algorithm, fingerprint)
				SELECT s.submission_id, $1, new.fingerprint -- null, and so refused, if it is not the check's
				FROM unnest($2::bigint[], $3::bigint[]) AS new (submission_id, fingerprint)
				LEFT JOIN check_submissions s ON s.check_id = $4 AND s.submission_id = new.submission_id
				ORDER BY new.submission_id
				ON CONFLICT DO NOTHING`, version, submissions, values, r.id)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
