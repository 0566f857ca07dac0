package watch_test

import (
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// A copy of a program of an earlier contest raises an alert during the contest.
func TestAgainst(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	old := contest.Submission{Problem: "X", Participant: "somebody", Kind: contest.Official, Path: "X/somebody.py", Language: "python", Verdict: "AC", Attempt: 1,
		Files: []contest.File{{Path: "X/somebody.py", Content: []byte(r.amrit.Submission.Files[0].Content)}}}
	checker := check.Checker{Store: r.db, ToolVersion: "test"}
	if _, _, err := checker.Import(t.Context(), check.Request{Contest: "spring", Submissions: []contest.Submission{old}}, func(check.Stage, int, int) {}); err != nil {
		t.Fatal(err)
	}
	w := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Parameters.Against = []string{"spring"} })
	r.submit(r.amrit)
	const pair = "C [amrit somebody]spring "
	eventually(t, "an alert of the pair with the earlier contest", func() bool { return slices.Contains(r.alerts(t), pair+"open") })
	r.server.EndContest()
	result := w.end()
	if got := r.alerts(t); !slices.Equal(got, []string{pair + "upheld"}) || result.Alerts.Upheld != 1 {
		t.Errorf("alerts %q and result %+v, want one upheld alert", got, result)
	}
}
