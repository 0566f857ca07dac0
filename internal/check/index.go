package check

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
)

// fingerprintStore stores by what the archive finds a program again: its fingerprint,
// and a sample of its shingles.
type fingerprintStore interface {
	// NotIndexed returns those of the contest's submissions that have no
	// fingerprint, or no sample, of these versions.
	NotIndexed(ctx context.Context, fingerprintVersion, sampleVersion int) (submissionIDs []int64, err error)
	SaveFingerprints(ctx context.Context, version int, fingerprints []contest.Fingerprint) error
	SaveSamples(ctx context.Context, version int, samples []contest.Sample) error
}

// notIndexed are the IDs of the submissions that the archive lacks something of.
type notIndexed map[int64]bool

func findNotIndexed(ctx context.Context, a fingerprintStore) (notIndexed, error) {
	list, err := a.NotIndexed(ctx, program.FingerprintVersion, program.SampleVersion)
	if err != nil {
		return nil, err
	}
	set := make(notIndexed, len(list))
	for _, id := range list {
		set[id] = true
	}
	return set, nil
}

// indexEntries are what the archive lacks of programs.
type indexEntries struct {
	fingerprints []contest.Fingerprint
	samples      []contest.Sample
}

// add adds a program as it was read, before base code is cut: what is too short
// for one of the two has none.
func (a *indexEntries) add(submissionID int64, s *program.Sequence) {
	if s.HasFingerprint {
		a.fingerprints = append(a.fingerprints, contest.Fingerprint{SubmissionID: submissionID, Value: uint64(s.Fingerprint)})
	}
	if sample := s.Sample(); len(sample) > 0 {
		a.samples = append(a.samples, contest.Sample{SubmissionID: submissionID, Shingles: sample})
	}
}

func (a *indexEntries) save(ctx context.Context, to fingerprintStore) error {
	if err := to.SaveFingerprints(ctx, program.FingerprintVersion, a.fingerprints); err != nil {
		return fmt.Errorf("store fingerprints: %w", err)
	}
	if err := to.SaveSamples(ctx, program.SampleVersion, a.samples); err != nil {
		return fmt.Errorf("store samples of shingles: %w", err)
	}
	return nil
}
