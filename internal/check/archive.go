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
	// Unarchived returns those of the check's submissions that have no
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

// saveToArchive stores what the archive lacks. A check without some rules
// stores nothing: its tokens are others than those that all other programs of
// the archive are known by.
func saveToArchive(ctx context.Context, run archiver, entrants []*entrant, p contest.Parameters) error {
	if len(p.Without) > 0 {
		return nil
	}
	var fingerprints []contest.Fingerprint
	var samples []contest.Sample
	for _, e := range entrants {
		if !e.unarchived {
			continue
		}
		if e.hasFingerprint {
			fingerprints = append(fingerprints, contest.Fingerprint{SubmissionID: e.submission.ID, Value: uint64(e.fingerprint)})
		}
		if len(e.sample) > 0 {
			samples = append(samples, contest.Sample{SubmissionID: e.submission.ID, Shingles: e.sample})
			e.sample = nil // which is stored, and not needed to compare
		}
	}
	if err := run.SaveFingerprints(ctx, program.FingerprintVersion, fingerprints); err != nil {
		return fmt.Errorf("store fingerprints: %w", err)
	}
	if err := run.SaveSamples(ctx, program.SampleVersion, samples); err != nil {
		return fmt.Errorf("store samples of shingles: %w", err)
	}
	return nil
}
