package postgres

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// A verdict may be taken back: then the submission counts as it once was. What the
// judge system has deleted counts no more, until it comes again.
func TestSuperseded(t *testing.T) {
	t.Parallel()
	db := open(t)
	var contestID int64
	read := func(verdicts ...contest.Verdict) {
		t.Helper()
		var list []contest.Submission
		for i, v := range verdicts {
			path := "submissions/" + string(rune('1'+i))
			list = append(list, contest.Submission{Problem: "A", Participant: "anna", Kind: contest.Official, Path: path, Language: "cpp", Verdict: v, Attempt: i + 1,
				Files: []contest.File{{Path: path + "/a.cpp", Content: []byte("int a;")}}})
		}
		var err error
		if contestID, _, err = db.Import(t.Context(), review.CommandLine, "", "regional", "feed", list, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	want := func(what string, verdicts ...contest.Verdict) {
		t.Helper()
		stored, _, err := db.StoredSubmissions(t.Context(), contestID)
		if err != nil {
			t.Fatal(err)
		}
		var got []contest.Verdict
		for _, s := range stored {
			got = append(got, s.Verdict)
		}
		if d := cmp.Diff(verdicts, got); d != "" {
			t.Errorf("%s (-want +stored):\n%s", what, d)
		}
		c, err := db.Contest(t.Context(), contestID)
		if err != nil || c.Submissions != len(verdicts) {
			t.Errorf("%s: the contest counts %d submissions (%v), want %d", what, c.Submissions, err, len(verdicts))
		}
		handed, err := db.RelatedSubmissions(t.Context(), []int64{stored[0].ID})
		if err != nil || len(handed) != len(verdicts) {
			t.Errorf("%s: handed in are %d (%v), want %d", what, len(handed), err, len(verdicts))
		}
		participants, err := db.Participants(t.Context(), contestID)
		if err != nil {
			t.Fatal(err)
		}
		if by, total, err := db.ParticipantSubmissions(t.Context(), participants[0].ID, 0, 10); err != nil || total != len(verdicts) || len(by) != total {
			t.Errorf("%s: the participant has %d (%v), want %d", what, total, err, len(verdicts))
		}
	}
	read("AC", "WA")
	want("as judged first", "AC", "WA")
	read("WA", "WA")
	want("judged again", "WA", "WA")
	read("AC", "WA")
	want("as it once was", "AC", "WA")
	if err := db.Retract(t.Context(), contestID, []string{"submissions/2", "submissions/9"}); err != nil {
		t.Fatal(err)
	}
	want("one deleted", "AC")
	read("AC", "WA")
	want("and here again", "AC", "WA")
}
