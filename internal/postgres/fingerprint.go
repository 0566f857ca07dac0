package postgres

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// batchFingerprints is how many fingerprints go into one statement.
const batchFingerprints = 10_000

// ofItsContest is new.submission_id if it is a submission of a complete import
// into the contest $4. Else it is null, and so refused.
const ofItsContest = `(
	SELECT s.id
	FROM submissions s
	JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
	WHERE s.id = new.submission_id AND s.contest_id = $4)`

// SaveFingerprints stores fingerprints that a version of the algorithm gave to
// submissions. Those that are stored already are left as they are, for a
// fingerprint depends on nothing but its program. They belong to the
// submissions, and so they stay when the check fails.
//
// The submissions must be of complete imports into the check's contest, whether
// it compares them or not: a search of the archive relies on it, and looks at
// nothing but fingerprints.
func (r *Run) SaveFingerprints(ctx context.Context, version int, fingerprints []contest.Fingerprint) error {
	return r.do("save fingerprints", func(s *session) error { return saveFingerprints(ctx, s, r.contestID, version, fingerprints) })
}

func saveFingerprints(ctx context.Context, q executor, contestID int64, version int, fingerprints []contest.Fingerprint) error {
	for batch := range slices.Chunk(fingerprints, batchFingerprints) {
		submissions := make([]int64, len(batch))
		values := make([]int64, len(batch))
		for i, f := range batch {
			submissions[i], values[i] = f.SubmissionID, int64(f.Value)
		}
		// Arrays rather than COPY, which knows no ON CONFLICT. The order
		// keeps two checks of one contest from waiting for each other.
		_, err := q.Exec(ctx, `
			INSERT INTO fingerprints (submission_id, algorithm, fingerprint)
			SELECT `+ofItsContest+`, $1, new.fingerprint
			FROM unnest($2::bigint[], $3::bigint[]) AS new (submission_id, fingerprint)
			ORDER BY new.submission_id
			ON CONFLICT DO NOTHING`, version, submissions, values, contestID)
		if err != nil {
			return err
		}
	}
	return nil
}
