package watch

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// A batch has smallestBatch submissions, or an eighth of all submissions if that is more. Comparing a batch takes
// at most twice as long as comparing one submission, because most of the time goes into indexing all submissions.
// New submissions go to the front of the queue, so they wait for one batch, or for more if more than a batch of
// them arrive at once.
const (
	smallestBatch = 50
	batchDivisor  = 8
)

// loadIntoScorer loads stored submissions into the scorer. It puts the submissions at the front of the
// queue of uncompared submissions, the newest first.
func (f *follower) loadIntoScorer(ctx context.Context, submissions []contest.Submission) error {
	if len(submissions) == 0 {
		return nil
	}
	defer f.heartbeat(ctx)()
	err := f.retry(ctx, func() (err error) {
		if f.scorer == nil {
			scorer, err := f.NewScorer(ctx, f.watch.ContestID)
			if err != nil {
				return err // scorer may hold a nil pointer, so f.scorer must not be set
			}
			f.scorer = scorer
		}
		// The closing check reports submissions that cannot be compared.
		_, err = f.scorer.Load(ctx, submissions)
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

// compare compares the next batch, and raises alerts for the pairs that reach the threshold.
func (f *follower) compare(ctx context.Context) error {
	n := min(max(smallestBatch, (f.watch.Compared+len(f.uncompared))/batchDivisor), len(f.uncompared))
	if n == 0 {
		return nil
	}
	batch := f.uncompared[:n:n]
	f.uncompared = f.uncompared[n:]
	defer f.heartbeat(ctx)()
	pairs, err := retryValue(ctx, f, func() ([]contest.Pair, error) { return f.scorer.Pairs(ctx, batch...) })
	if err != nil {
		return err
	}
	f.watch.Compared += n
	if len(pairs) == 0 {
		return nil
	}
	now := time.Now()
	alerts := make([]contest.Alert, len(pairs))
	for i, p := range pairs {
		alerts[i] = contest.Alert{
			ContestID: f.watch.ContestID, At: now, Problem: p.Problem, Left: p.Left, Right: p.Right,
			Suspicion: p.Suspicion, Known: p.Known, State: contest.AlertOpen,
		}
	}
	err = f.retry(ctx, func() error {
		_, err := f.Store.AddAlerts(ctx, f.watch.ContestID, alerts)
		return err
	})
	if err != nil {
		return err
	}
	return f.publish(ctx)
}

// removeFromScorer removes a submission from the scorer, if it is loaded. s may be nil.
func (f *follower) removeFromScorer(s *storedSubmission) {
	if s == nil || !s.inScorer {
		return
	}
	f.scorer.Remove(s.submissionID)
	s.inScorer = false
	if i := slices.Index(f.uncompared, s.submissionID); i >= 0 {
		f.uncompared = slices.Delete(f.uncompared, i, i+1)
		return
	}
	f.watch.Compared--
}
