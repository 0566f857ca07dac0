package contestbench

import (
	"sync"
	"time"
)

// step is a part of a check.
type step int

const (
	reading step = iota
	storing
	lexing
	indexing
	scoring
	matching
	steps
)

// stopwatch divides time up between steps. It is safe for concurrent use.
type stopwatch struct {
	mu      sync.Mutex // guards all below
	now     func() time.Time
	current step
	since   time.Time
	total   [steps]time.Duration
}

// newStopwatch returns a stopwatch that runs, at the first step.
func newStopwatch(now func() time.Time) *stopwatch {
	return &stopwatch{now: now, since: now()}
}

// enter gives the time from now on to a step, and returns the one that had it.
func (w *stopwatch) enter(next step) (before step) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	w.total[w.current] += now.Sub(w.since)
	before, w.current, w.since = w.current, next, now
	return before
}

// during gives the time to a step until the function that it returns is called.
func (w *stopwatch) during(s step) (end func()) {
	before := w.enter(s)
	return func() { w.enter(before) }
}

// seconds is what each step has had so far.
func (w *stopwatch) seconds() [steps]float64 {
	w.enter(w.enter(reading)) // adds up, and goes on as before
	w.mu.Lock()
	defer w.mu.Unlock()
	var list [steps]float64
	for i, d := range w.total {
		list[i] = d.Round(time.Millisecond).Seconds()
	}
	return list
}
