package contestbench

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
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
