package check

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
)

// archiver stores by what the archive finds a program again: its fingerprint,
// and a sample of its shingles.
type archiver interface {
	// Unarchived returns those of the contest's submissions that have no
	// fingerprint, or no sample, of these versions.
	Unarchived(ctx context.Context, fingerprintVersion, sampleVersion int) (submissionIDs []int64, err error)
	SaveFingerprints(ctx context.Context, version int, fingerprints []contest.Fingerprint) error
	SaveSamples(ctx context.Context, version int, samples []contest.Sample) error
}

// unarchived are the IDs of the submissions that the archive lacks something of.
type unarchived map[int64]bool

func findUnarchived(ctx context.Context, a archiver) (unarchived, error) {
	list, err := a.Unarchived(ctx, program.FingerprintVersion, program.SampleVersion)
	if err != nil {
		return nil, err
	}
	set := make(unarchived, len(list))
	for _, id := range list {
		set[id] = true
	}
	return set, nil
}

// additions are what the archive lacks of programs.
type additions struct {
	fingerprints []contest.Fingerprint
	samples      []contest.Sample
}

// add adds a program as it was read, before base code is cut: what is too short
// for one of the two has none.
func (a *additions) add(submissionID int64, s *program.Sequence) {
	if s.HasFingerprint {
		a.fingerprints = append(a.fingerprints, contest.Fingerprint{SubmissionID: submissionID, Value: uint64(s.Fingerprint)})
	}
	if sample := s.Sample(); len(sample) > 0 {
		a.samples = append(a.samples, contest.Sample{SubmissionID: submissionID, Shingles: sample})
	}
}

func (a *additions) save(ctx context.Context, to archiver) error {
	if err := to.SaveFingerprints(ctx, program.FingerprintVersion, a.fingerprints); err != nil {
		return fmt.Errorf("store fingerprints: %w", err)
	}
	if err := to.SaveSamples(ctx, program.SampleVersion, a.samples); err != nil {
		return fmt.Errorf("store samples of shingles: %w", err)
	}
	return nil
}
