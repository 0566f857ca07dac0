package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestAttempts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	at := func(s contest.Submission, minute int, verdict contest.Verdict) contest.Submission {
		s.Time, s.Verdict = time.Date(2026, 1, 1, 10, minute, 0, 0, time.UTC), verdict
		return s
	}
	submissions := []contest.Submission{
		at(submission("A", "ann", 2, "int two;"), 20, "AC"),
		at(submission("A", "ann", 1, "int one;"), 10, "CE"),
		at(submission("A", "ben", 1, "int ben;"), 15, "WA"),
		submission("B", "ann", 1, "int other;"), // of another problem
		submission("A", "cat", 1, "int cat;"),   // of another participant
	}
	contestID := imported(t, db, "c", submissions)
	imported(t, db, "d", []contest.Submission{submission("A", "ann", 3, "int elsewhere;")})
	run := begun(t, db, contestID, []contest.Submission{submissions[0], submissions[2]})
	if err := run.Complete(ctx, contest.Summary{}, nil, nil); err != nil {
		t.Fatal(err)
	}
	sides := []int64{submissions[0].ID, submissions[2].ID}
	told := func() (list []string) {
		attempts, err := db.Attempts(ctx, run.ID(), sides)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range attempts {
			text := a.Participant + " " + a.Problem + " " + string(a.Verdict)
			if a.Checked {
				text += " checked"
			}
			list = append(list, text)
		}
		// Who of the two is first depends on their numbers.
		slices.SortStableFunc(list, func(a, b string) int { return strings.Compare(a[:3], b[:3]) })
		return list
	}
	want := []string{"ann A CE", "ann A AC checked", "ben A WA checked"}
	if diff := cmp.Diff(want, told()); diff != "" {
		t.Errorf("attempts (-want +got):\n%s", diff)
	}

	// Read again with other verdicts: what the check was given stays, of the other
	// one the last is told.
	again := []contest.Submission{submissions[0], submissions[1]}
	for i := range again {
		again[i].ID, again[i].Verdict = 0, "TLE"
	}
	imported(t, db, "c", again)
	want[0] = "ann A TLE"
	if diff := cmp.Diff(want, told()); diff != "" {
		t.Errorf("attempts that were read in twice (-want +got):\n%s", diff)
	}
	if attempts, err := db.Attempts(ctx, run.ID(), nil); err != nil || len(attempts) != 0 {
		t.Errorf("beside nothing: %v, %v", attempts, err)
	}
}

// What a run keeps of lexed files is there without it.
func TestLexedWithoutARun(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(2)
	run := begun(t, db, imported(t, db, "c", submissions), submissions)
	want := []contest.LexedFile{{SubmissionID: submissions[1].ID, Language: "cpp", Content: []byte{1, 2}}}
	if err := errors.Join(run.SaveLexed(ctx, 7, want), run.Fail(ctx, "it had to")); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[int][]contest.LexedFile{7: want, 8: {}} {
		got, err := db.Lexed(ctx, version, idsOf(submissions))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("of version %d (-want +got):\n%s", version, diff)
		}
	}
}
