package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestHandedIn(t *testing.T) {
	t.Parallel()
	db := open(t)
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	attempt := func(participant, problem, path string, number int, verdict contest.Verdict, minutes int) contest.Submission {
		s := contest.Submission{Problem: problem, Participant: participant, Kind: contest.Official, Path: path, Language: "cpp", Attempt: number, Verdict: verdict,
			Files: []contest.File{{Path: path, Content: []byte(path)}}}
		if minutes > 0 {
			s.Time = at.Add(time.Duration(minutes) * time.Minute)
		}
		return s
	}
	submissions := []contest.Submission{
		attempt("ann", "A", "A/ann/1", 1, "WA", 10),
		attempt("ann", "A", "A/ann/2", 2, "AC", 30),
		attempt("ben", "A", "A/ben/1", 1, "CE", 20),
		attempt("ben", "A", "A/ben/2", 2, "AC", 0),
		attempt("ben", "B", "B/ben/1", 1, "AC", 5),
		attempt("cat", "A", "A/cat/1", 1, "AC", 5),
	}
	imported(t, db, "finals", submissions)
	imported(t, db, "other", []contest.Submission{attempt("ann", "A", "A/ann/9", 9, "AC", 1)})
	// A verdict that came later.
	again := []contest.Submission{attempt("ann", "A", "A/ann/1", 1, "TLE", 10), attempt("ann", "A", "A/ann/2", 2, "WA", 30)}
	imported(t, db, "finals", again)
	got, err := db.RelatedSubmissions(t.Context(), []int64{submissions[1].ID, submissions[3].ID})
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Participant, Path string
		Verdict           contest.Verdict
		Time              time.Time
	}
	var rows []row
	for _, s := range got {
		if s.ParticipantID == 0 || s.Number == 0 || !s.Hidden || s.Problem != "A" {
			t.Errorf("%+v", s)
		}
		rows = append(rows, row{s.Participant, s.Path, s.Verdict, s.Time.UTC()})
	}
	want := []row{
		{"ann", "A/ann/1", "TLE", at.Add(10 * time.Minute)},
		{"ben", "A/ben/1", "CE", at.Add(20 * time.Minute)},
		{"ann", "A/ann/2", "AC", at.Add(30 * time.Minute)}, // as it was compared
		{"ben", "A/ben/2", "AC", time.Time{}},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	if got, err := db.RelatedSubmissions(t.Context(), []int64{4711}); err != nil || len(got) != 0 {
		t.Errorf("of nothing: %v, %v", got, err)
	}
}
