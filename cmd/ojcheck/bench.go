package main

import (
	"fmt"
	"io"
)

// benchCommand measures ojcheck itself.
type benchCommand struct {
	Archive benchArchiveCommand `cmd:"" help:"Measure how quickly an archive of any size is searched, and check that it misses nothing."`
	Contest benchContestCommand `cmd:"" help:"Measure what a check of a contest takes: seconds of each step, memory, and how they grow."`
	Part    benchPartCommand    `cmd:"" hidden:""`
}

// newSteps returns what tells, a line for each, what a measurement does next.
func newSteps(w io.Writer, quiet bool) func(step string) {
	if quiet {
		return func(string) {}
	}
	return func(step string) { fmt.Fprintf(w, "%s ...\n", step) }
}
