package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/check"
)

// reading is the stage before those of the check: the input is opened, unpacked
// and laid out, and the database is opened.
const reading check.Stage = "reading the input"

// stageTimes measures how long the stages of a check take. A stage lasts until
// another one begins; a check enters some of them once for each pool.
type stageTimes struct {
	order []check.Stage
	total map[check.Stage]time.Duration
	stage check.Stage
	since time.Time
}

func newStageTimes(first check.Stage) *stageTimes {
	return &stageTimes{order: []check.Stage{first}, total: make(map[check.Stage]time.Duration), stage: first, since: time.Now()}
}

func (t *stageTimes) enter(stage check.Stage) {
	if stage == t.stage {
		return
	}
	now := time.Now()
	t.total[t.stage] += now.Sub(t.since)
	t.stage, t.since = stage, now
	if !slices.Contains(t.order, stage) {
		t.order = append(t.order, stage)
	}
}

func (t *stageTimes) print(w io.Writer) {
	t.enter("")
	for _, stage := range t.order[:len(t.order)-1] {
		fmt.Fprintf(w, "%8.2f s  %s\n", t.total[stage].Seconds(), stage)
	}
}
