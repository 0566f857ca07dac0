package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// What the terminal shows of what was skipped: for each reason, the most common
// first, a few paths.
const (
	reasonsShown = 12
	pathsShown   = 3
)

// printSkipped tells what was skipped, and why. whole says where the rest of a
// long list can be read.
func printSkipped(w io.Writer, skipped []contest.SkippedItem, whole string) {
	if len(skipped) == 0 {
		return
	}
	reasons := contest.GroupByReason(skipped)
	fmt.Fprintf(w, "%d skipped:\n", len(skipped))
	cut := len(reasons) > reasonsShown
	for _, reason := range reasons[:min(len(reasons), reasonsShown)] {
		list := reason.Paths
		shown := strings.Join(list[:min(len(list), pathsShown)], ", ")
		if len(list) > pathsShown {
			shown += fmt.Sprintf(" and %d more", len(list)-pathsShown)
			cut = true
		}
		fmt.Fprintf(w, "  %s: %s\n", text.Visible(shown), text.Visible(reason.Reason))
	}
	if cut && whole != "" {
		fmt.Fprintln(w, whole)
	}
}
