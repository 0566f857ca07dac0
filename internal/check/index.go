package check

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
)

// fingerprintStore stores what archive search uses: SimHash fingerprints and samples
// of shingles.
type fingerprintStore interface {
	// NotIndexed returns the contest's submissions without a fingerprint or without a
	// sample of these versions.
	NotIndexed(ctx context.Context, fingerprintVersion, sampleVersion int) (submissionIDs []int64, err error)
	SaveFingerprints(ctx context.Context, version int, fingerprints []contest.Fingerprint) error
	SaveSamples(ctx context.Context, version int, samples []contest.Sample) error
}

// indexEntries are new entries for the archive's index.
type indexEntries struct {
	fingerprints []contest.Fingerprint
	samples      []contest.Sample
}

// add adds the entries of a program, including base code. A very short program has no
// fingerprint or no sample.
func (x *indexEntries) add(submissionID int64, s *program.Sequence) {
	if s.HasFingerprint {
		x.fingerprints = append(x.fingerprints, contest.Fingerprint{SubmissionID: submissionID, Value: uint64(s.Fingerprint)})
	}
	if sample := s.Sample(); len(sample) > 0 {
		x.samples = append(x.samples, contest.Sample{SubmissionID: submissionID, Shingles: sample})
	}
}

func (x *indexEntries) save(ctx context.Context, to fingerprintStore) error {
	if err := to.SaveFingerprints(ctx, program.FingerprintVersion, x.fingerprints); err != nil {
		return fmt.Errorf("store fingerprints: %w", err)
	}
	if err := to.SaveSamples(ctx, program.SampleVersion, x.samples); err != nil {
		return fmt.Errorf("store samples of shingles: %w", err)
	}
	return nil
}
