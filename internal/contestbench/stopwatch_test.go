package contestbench

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestStopwatch(t *testing.T) {
	t.Parallel()
	clock := time.Unix(0, 0)
	pass := func(seconds int) { clock = clock.Add(time.Duration(seconds) * time.Second) }
	w := newStopwatch(func() time.Time { return clock })
	pass(1)
	w.enter(lexing)
	pass(2)
	end := w.during(storing)
	pass(4)
	end()
	pass(8) // lexing again
	w.enter(scoring)
	w.enter(scoring)
	pass(16)
	want := [steps]float64{reading: 1, lexing: 10, storing: 4, scoring: 16}
	for range 2 {
		if diff := cmp.Diff(want, w.seconds()); diff != "" {
			t.Error(diff)
		}
	}
	pass(32)
	if got := w.seconds()[scoring]; got != 48 {
		t.Errorf("after looking at it, scoring has %v s, want 48", got)
	}
}

// slowRun is a check being stored that waits for the database.
type slowRun struct {
	check.Run
	wait func()
}

func (r slowRun) Measured(context.Context) ([]contest.PairMeasures, error) {
	r.wait()
	return nil, nil
}

func (r slowRun) NotIndexed(context.Context, int, int) ([]int64, error) {
	r.wait()
	return nil, nil
}

func (r slowRun) Lexed(context.Context, int, []int64) ([]contest.LexedFile, error) {
	r.wait()
	return nil, nil
}

// What a check waits for while it asks the database is no lexing.
func TestAskingIsStoring(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for name, ask := range map[string]func(check.Run) error{
		"measured":   func(r check.Run) error { _, err := r.Measured(ctx); return err },
		"unarchived": func(r check.Run) error { _, err := r.NotIndexed(ctx, 1, 1); return err },
		"lexed":      func(r check.Run) error { _, err := r.Lexed(ctx, 1, nil); return err },
	} {
		clock := time.Unix(0, 0)
		w := newStopwatch(func() time.Time { return clock })
		w.enter(lexing)
		if err := ask(timedRun{slowRun{wait: func() { clock = clock.Add(time.Second) }}, w}); err != nil {
			t.Fatal(err)
		}
		clock = clock.Add(2 * time.Second)
		if diff := cmp.Diff([steps]float64{storing: 1, lexing: 2}, w.seconds()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
