package contestbench

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

// timedStore is the archive, with the time that is spent in it.
type timedStore struct {
	*postgres.DB
	watch *stopwatch
}

func (s timedStore) Import(ctx context.Context, by review.Person, as review.Action, contestName, origin string, submissions []contest.Submission,
	skipped []contest.SkippedItem, progress func(done, total int)) (int64, int, error) {
	defer s.watch.during(storing)()
	return s.DB.Import(ctx, by, as, contestName, origin, submissions, skipped, progress)
}

func (s timedStore) LexCache(contestID int64) check.LexCache { return s.DB.Keeper(contestID) }

func (s timedStore) BeginCheck(ctx context.Context, by review.Person, c contest.Check, submissionIDs []int64, base []contest.File) (check.Run, error) {
	defer s.watch.during(storing)()
	run, err := s.DB.BeginCheck(ctx, by, c, submissionIDs, base)
	if err != nil {
		return nil, err
	}
	return timedRun{run, s.watch}, nil
}

// timedRun is a check being stored, with the time that this takes.
type timedRun struct {
	check.Run
	watch *stopwatch
}

func (r timedRun) Measured(ctx context.Context) ([]contest.PairMeasures, error) {
	defer r.watch.during(storing)()
	return r.Run.Measured(ctx)
}

func (r timedRun) NotIndexed(ctx context.Context, fingerprintVersion, sampleVersion int) ([]int64, error) {
	defer r.watch.during(storing)()
	return r.Run.NotIndexed(ctx, fingerprintVersion, sampleVersion)
}

func (r timedRun) Lexed(ctx context.Context, version int, submissionIDs []int64) ([]contest.LexedFile, error) {
	defer r.watch.during(storing)()
	return r.Run.Lexed(ctx, version, submissionIDs)
}

func (r timedRun) SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error {
	defer r.watch.during(storing)()
	return r.Run.SaveLexed(ctx, version, files)
}

func (r timedRun) SaveFingerprints(ctx context.Context, version int, fingerprints []contest.Fingerprint) error {
	defer r.watch.during(storing)()
	return r.Run.SaveFingerprints(ctx, version, fingerprints)
}

func (r timedRun) SaveSamples(ctx context.Context, version int, samples []contest.Sample) error {
	defer r.watch.during(storing)()
	return r.Run.SaveSamples(ctx, version, samples)
}

func (r timedRun) SaveTemplates(ctx context.Context, templates []contest.Template) error {
	defer r.watch.during(storing)()
	return r.Run.SaveTemplates(ctx, templates)
}

func (r timedRun) SavePairs(ctx context.Context, pairs []contest.Pair) error {
	defer r.watch.during(storing)()
	return r.Run.SavePairs(ctx, pairs)
}

func (r timedRun) SaveClusters(ctx context.Context, clusters []contest.Cluster) error {
	defer r.watch.during(storing)()
	return r.Run.SaveClusters(ctx, clusters)
}

func (r timedRun) Complete(ctx context.Context, summary contest.Summary, histograms []contest.Histogram, skipped []contest.SkippedItem) error {
	defer r.watch.during(storing)()
	return r.Run.Complete(ctx, summary, histograms, skipped)
}
