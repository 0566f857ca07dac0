package watch

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// together is how many submissions are compared at once. Where there are more, as
// when it is begun again, all are there to be compared with at once, and are
// themselves compared in turn, between whatever else there is to do: what comes
// meanwhile does not wait for them.
const together = 50

// compare has submissions compared that are stored, and alerts what is found.
func (f *follower) compare(ctx context.Context, submissions []contest.Submission) error {
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
	if len(submissions) <= together {
		var pairs []contest.Pair
		err := f.again(ctx, func() (err error) {
			// What cannot be compared, the closing check tells.
			pairs, _, err = f.scorer.Add(ctx, slices.Clone(submissions)) // which lets go of their files
			return err
		})
		if err != nil {
			return err
		}
		return f.alert(ctx, len(submissions), pairs)
	}
	err := f.again(ctx, func() error {
		_, err := f.scorer.Load(ctx, slices.Clone(submissions))
		return err
	})
	if err != nil {
		return err
	}
	slices.SortFunc(submissions, func(a, b contest.Submission) int { // the newest first
		return cmp.Or(b.Time.Compare(a.Time), cmp.Compare(b.ID, a.ID))
	})
	for _, s := range submissions {
		f.uncompared = append(f.uncompared, s.ID)
	}
	return nil
}

// compareSome compares some of those that wait for it.
func (f *follower) compareSome(ctx context.Context) error {
	n := min(together, len(f.uncompared))
	some := f.uncompared[:n:n]
	f.uncompared = f.uncompared[n:]
	defer f.alive(ctx)()
	var pairs []contest.Pair
	err := f.again(ctx, func() (err error) {
		pairs, err = f.scorer.Pairs(ctx, some...)
		return err
	})
	if err != nil {
		return err
	}
	return f.alert(ctx, n, pairs)
}

// waitsToCompare is ready where some wait to be compared.
func (f *follower) waitsToCompare() <-chan struct{} {
	if len(f.uncompared) == 0 {
		return nil
	}
	ready := make(chan struct{})
	close(ready)
	return ready
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
