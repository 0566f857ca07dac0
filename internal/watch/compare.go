package watch

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Comparing a few submissions takes nearly as long as comparing the fewest of a
// batch, and batchShare of all at most twice as long. Where more wait, as when a
// contest is followed again, they are compared batch by batch, the newest first:
// what comes meanwhile waits for one batch at most.
const (
	fewestBatch = 50
	batchShare  = 8 // a divisor
)

// load has submissions compared that are stored, the newest before the others, and
// all of them before those that wait.
func (f *follower) load(ctx context.Context, submissions []contest.Submission) error {
	if len(submissions) == 0 {
		return nil
	}
	defer f.alive(ctx)()
	if f.scorer == nil {
		err := f.again(ctx, func() (err error) {
			f.scorer, err = f.NewScorer(ctx, f.watch.ContestID)
			return err
		})
		if err != nil {
			return err
		}
	}
	err := f.again(ctx, func() error {
		// The closing check tells what cannot be compared.
		_, err := f.scorer.Load(ctx, slices.Clone(submissions)) // which lets go of their files
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

// compare compares the first batch of those that wait, and alerts what is found.
func (f *follower) compare(ctx context.Context) error {
	n := min(max(fewestBatch, (f.watch.Compared+len(f.uncompared))/batchShare), len(f.uncompared))
	batch := f.uncompared[:n:n]
	f.uncompared = f.uncompared[n:]
	if n == 0 {
		return nil
	}
	defer f.alive(ctx)()
	var pairs []contest.Pair
	err := f.again(ctx, func() (err error) {
		pairs, err = f.scorer.Pairs(ctx, batch...)
		return err
	})
	if err != nil {
		return err
	}
	return f.alert(ctx, n, pairs)
}

// withdraw takes a submission out of those that are compared; nil is none.
func (f *follower) withdraw(k *kept) {
	if k == nil || !k.compared {
		return
	}
	f.scorer.Remove(k.submission)
	k.compared = false
	if i := slices.Index(f.uncompared, k.submission); i >= 0 {
		f.uncompared = slices.Delete(f.uncompared, i, i+1)
		return
	}
	f.watch.Compared--
}

// alert alerts the pairs of n submissions that were compared.
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
	if _, err := f.Store.AddAlerts(ctx, f.watch.ContestID, alerts); err != nil {
		return err
	}
	return f.tell(ctx)
}
