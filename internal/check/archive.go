package check

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
)

// saveToArchive stores by what the archive finds a program again. A check
// without some rules stores nothing: its tokens are others than those that all
// other programs of the archive are known by.
func saveToArchive(ctx context.Context, run Run, entrants []*entrant, p contest.Parameters) error {
	if len(p.Without) > 0 {
		return nil
	}
	if err := run.SaveFingerprints(ctx, program.FingerprintVersion, fingerprints(entrants)); err != nil {
		return fmt.Errorf("store fingerprints: %w", err)
	}
	if err := run.SaveSamples(ctx, program.SampleVersion, samples(entrants)); err != nil {
		return fmt.Errorf("store samples of shingles: %w", err)
	}
	return nil
}

func fingerprints(entrants []*entrant) []contest.Fingerprint {
	var list []contest.Fingerprint
	for _, e := range entrants {
		if e.hasFingerprint {
			list = append(list, contest.Fingerprint{SubmissionID: e.submission.ID, Value: uint64(e.fingerprint)})
		}
	}
	return list
}

func samples(entrants []*entrant) []contest.Sample {
	var list []contest.Sample
	for _, e := range entrants {
		if len(e.sample) > 0 {
			list = append(list, contest.Sample{SubmissionID: e.submission.ID, Shingles: e.sample})
		}
	}
	return list
}
