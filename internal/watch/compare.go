package watch

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// A batch has smallestBatch submissions, or an eighth of all if that is more: to compare
// them takes at most twice as long as to compare one. A second run compares all stored
// submissions again; a new submission then waits for at most one batch.
const (
	smallestBatch = 50
	batchDivisor  = 8
)

// load loads stored submissions, and puts them at the front of the queue of uncompared
// ones, the newest first.
func (f *follower) load(ctx context.Context, submissions []contest.Submission) error {
	if len(submissions) == 0 {
		return nil
	}
	defer f.heartbeat(ctx)()
	if f.scorer == nil {
		var err error
		if f.scorer, err = retryValue(ctx, f, func() (Scorer, error) { return f.NewScorer(ctx, f.watch.ContestID) }); err != nil {
			return err
		}
	}
	err := f.retry(ctx, func() error {
		// The closing check reports submissions that cannot be compared.
		_, err := f.scorer.Load(ctx, slices.Clone(submissions)) // a copy: Load drops the files
		return err
	})
	if err != nil {
		return err
	}
	slices.SortFunc(submissions, func(a, b contest.Submission) int {
		return cmp.Or(b.Time.Compare(a.Time), cmp.Compare(b.ID, a.ID))
	})
	ids := make([]int64, len(submissions))
	for i, s := range submissions {
		ids[i] = s.ID
	}
	f.uncompared = append(ids, f.uncompared...)
	return nil
}

// compare compares the next batch, and raises alerts.
func (f *follower) compare(ctx context.Context) error {
	n := min(max(smallestBatch, (f.watch.Compared+len(f.uncompared))/batchDivisor), len(f.uncompared))
	batch := f.uncompared[:n:n]
	f.uncompared = f.uncompared[n:]
	if n == 0 {
		return nil
	}
	defer f.heartbeat(ctx)()
	pairs, err := retryValue(ctx, f, func() ([]contest.Pair, error) { return f.scorer.Pairs(ctx, batch...) })
	if err != nil {
		return err
	}
	return f.alert(ctx, n, pairs)
}

// withdraw removes a submission from the scorer, if it is there; s may be nil.
func (f *follower) withdraw(s *storedSubmission) {
	if s == nil || !s.compared {
		return
	}
	f.scorer.Remove(s.submission)
	s.compared = false
	if i := slices.Index(f.uncompared, s.submission); i >= 0 {
		f.uncompared = slices.Delete(f.uncompared, i, i+1)
		return
	}
	f.watch.Compared--
}

// alert counts n more compared submissions, and raises alerts for their pairs.
func (f *follower) alert(ctx context.Context, n int, pairs []contest.Pair) error {
	f.watch.Compared += n
	now := time.Now()
	alerts := make([]contest.Alert, len(pairs))
	for i, p := range pairs {
		alerts[i] = contest.Alert{ContestID: f.watch.ContestID, At: now, Problem: p.Problem, Left: p.Left, Right: p.Right, Suspicion: p.Suspicion, State: contest.AlertOpen}
	}
	if len(alerts) == 0 {
		return nil
	}
	_, err := retryValue(ctx, f, func() ([]contest.Alert, error) { return f.Store.AddAlerts(ctx, f.watch.ContestID, alerts) })
	if err != nil {
		return err
	}
	return f.publish(ctx)
}
