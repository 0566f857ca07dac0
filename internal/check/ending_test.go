package check

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/hostiletest"
)

// A check of programs that are built to be slow ends soon after its context, wherever it is. The test is not parallel,
// because it measures the CPU time of the process: the clock would depend on the load of the machine.
func TestSlowCheckEndsWithContext(t *testing.T) {
	skipIfShort(t)
	var submissions []contest.Submission
	for i := range 10 {
		submissions = append(submissions, newSubmission("A", fmt.Sprintf("p%02d", i), fmt.Sprintf("A/p%02d.cpp", i),
			hostiletest.Repertoires[0].Program(uint64(i), 6000)))
	}
	manyFiles := newSubmission("A", "zoe", "A/zoe", "")
	for i := range 100 {
		manyFiles.Files = append(manyFiles.Files, contest.File{Path: fmt.Sprintf("%03d.js", i), Content: []byte(strings.Repeat("/* ", 10_000+i))})
	}
	manyFiles.Language = "javascript"
	for _, tt := range []struct {
		name        string
		stage       Stage
		done        int // the context ends when so many are done in the stage
		submissions []contest.Submission
	}{
		{"many files", Lexing, 1, append(submissions[:1:1], manyFiles)},
		{"storing", Storing, 0, submissions}, {"lexing", Lexing, 1, submissions}, {"indexing", Indexing, 0, submissions},
		{"comparing", Comparing, 1, submissions}, {"matching", Matching, 1, submissions},
	} {
		t.Run(tt.name, func(t *testing.T) {
			store := open(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var ended time.Duration
			checker := Checker{Store: store, ToolVersion: "test"}
			_, err := checker.Check(ctx, Request{Contest: "slow", Submissions: append([]contest.Submission(nil), tt.submissions...), Parameters: Defaults()},
				func(stage Stage, done, _ int) {
					if stage == tt.stage && done >= tt.done && ctx.Err() == nil {
						ended = hostiletest.CPU()
						cancel()
					}
				})
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("error %v, want that of the context", err)
			}
			hostiletest.CheckEnd(t, ended)
		})
	}
}
