package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// What a judge system tells is kept, and brought up to date by reading the same
// submissions again, which adds none.
func TestWhatSystemsTell(t *testing.T) {
	t.Parallel()
	db := open(t)
	at := time.Date(2026, 5, 3, 9, 0, 0, 0, time.UTC)
	submission := func(participant, code string) contest.Submission {
		return contest.Submission{Problem: "A", Participant: participant, Kind: contest.Official, Path: "submissions/" + participant, Language: "cpp",
			Verdict: "WA", Attempt: 1, Time: at, Files: []contest.File{{Path: "submissions/" + participant + "/a.cpp", Content: []byte(code)}}}
	}
	plain := []contest.Submission{submission("anna", "int a;"), submission("bert", "int b;")}
	id, _, err := db.Import(t.Context(), review.CommandLine, "", "regional", "first", plain, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	told := []contest.Submission{submission("anna", "int a;"), submission("bert", "int b;")}
	told[0].SystemID, told[0].LanguageVersion = "187", "GNU C++17"
	told[0].Judgements = []contest.Judgement{{Verdict: "AC", Solved: true, At: at}, {Verdict: "WA", At: at.Add(time.Hour), Current: true}}
	for range 2 {
		if _, _, err := db.Import(t.Context(), review.CommandLine, "", "regional", "second", told, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if told[0].ID != plain[0].ID || told[1].ID != plain[1].ID {
		t.Errorf("submissions were stored anew: %d, %d, not %d, %d", told[0].ID, told[1].ID, plain[0].ID, plain[1].ID)
	}
	// What is not told stays.
	fresh := submission("carla", "int c;")
	fresh.SystemID, fresh.Judgements = "190", []contest.Judgement{{Verdict: "CE", Current: true}}
	if _, _, err := db.Import(t.Context(), review.CommandLine, "", "regional", "third", []contest.Submission{submission("anna", "int a;"), fresh}, nil, nil); err != nil {
		t.Fatal(err)
	}
	stored, _, err := db.StoredSubmissions(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	fresh.ID = stored[2].ID
	if d := cmp.Diff([]contest.Submission{told[0], told[1], fresh}, stored); d != "" {
		t.Errorf("%s (-want +got):\n%s", "stored", d)
	}

	system, err := db.JudgeMetadata(t.Context(), []int64{told[0].ID, told[1].ID, fresh.ID, 4711})
	want := map[int64]contest.JudgeMetadata{
		told[0].ID: {Kind: contest.Official, SystemID: "187", LanguageVersion: "GNU C++17", Judgements: told[0].Judgements},
		told[1].ID: {Kind: contest.Official},
		fresh.ID:   {Kind: contest.Official, SystemID: "190", Judgements: fresh.Judgements},
	}
	if d := cmp.Diff(want, system); d != "" || err != nil {
		t.Errorf("told: %v (-want +got):\n%s", err, d)
	}

	about := contest.About{System: "Contest API 2023-06", SystemID: "r26", Title: "Regional", StartsAt: at, Duration: 5 * time.Hour,
		Problems: []contest.Problem{{Name: "B", Title: "Nobody tried"}, {Name: "A", Title: "Asteroids", SystemID: "asteroids"}}}
	if err := db.SaveAbout(t.Context(), id, about); err != nil {
		t.Fatal(err)
	}
	if err := db.SaveAbout(t.Context(), id, contest.About{Title: "Regional 2026"}); err != nil {
		t.Fatal(err)
	}
	about.Title, about.Problems = "Regional 2026", about.Problems[1:]
	c, err := db.Contest(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if c.About.Problems, err = db.Problems(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(about, c.About); d != "" {
		t.Errorf("%s (-want +got):\n%s", "about", d)
	}
	if err := db.SaveAbout(t.Context(), id, contest.About{Title: "a\x00b"}); err == nil {
		t.Error("a title with a zero byte is taken")
	}
}
