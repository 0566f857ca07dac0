package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

func TestContests(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	if got, err := db.Contests(ctx); err != nil || len(got) != 0 {
		t.Errorf("an empty archive: %v, %v", got, err)
	}
	small, large := contestOf(3), contestOf(5)
	first := imported(t, db, "first", small)
	second := imported(t, db, "second", large)
	run := begun(t, db, first, small)

	got, err := db.Contests(ctx)
	if err != nil {
		t.Fatal(err)
	}
	want := []contest.Contest{
		{ID: second, Name: "second", Submissions: 5, Participants: 5, Problems: 2, Blind: true, Agreement: 2},
		{ID: first, Name: "first", Submissions: 3, Participants: 3, Problems: 2, Checks: 1, Blind: true, Agreement: 2},
	}
	for i := range got {
		if got[i].CreatedAt.IsZero() {
			t.Errorf("contest %d was made at no time", got[i].ID)
		}
		one, err := db.Contest(ctx, got[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		listed := got[i]
		if listed.About.Problems, err = db.Problems(ctx, listed.ID); err != nil { // which a list leaves out
			t.Fatal(err)
		}
		if diff := cmp.Diff(listed, one); diff != "" {
			t.Errorf("contest alone (-list +alone):\n%s", diff)
		}
		want[i].CreatedAt = got[i].CreatedAt
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("contests (-want +got):\n%s", diff)
	}
	if _, err := db.Contest(ctx, 4711); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("no such contest: got error %v, want ErrNotFound", err)
	}
	if err := run.Close(); err != nil {
		t.Error(err)
	}
}

// checked makes a contest of five participants with a complete check of some
// pairs, whose suspicions are given, and of a threshold.
func checked(t *testing.T, db *DB, name string, threshold float64, suspicions ...float64) (contestID int64, pairs []contest.Pair) {
	t.Helper()
	ctx := context.Background()
	submissions := contestOf(5)
	contestID = imported(t, db, name, submissions)
	run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Parameters: contest.Parameters{Threshold: threshold}}, idsOf(submissions), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	for i, s := range suspicions {
		pairs = append(pairs, pair(i+1, submissions[i%5], submissions[(i+1)%5], s))
	}
	if err := errors.Join(run.SavePairs(ctx, pairs), run.Complete(ctx, contest.Summary{}, nil, nil)); err != nil {
		t.Fatal(err)
	}
	pairs, _, err = db.Pairs(ctx, run.ID(), contest.PairFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return contestID, pairs
}

func TestWaiting(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	by := reviewer(t, db, "one")
	old, _ := checked(t, db, "old", 0.5, 0.9)
	id, pairs := checked(t, db, "new", 0.5, 0.9, 0.8, 0.7, 0.5, 0.4)
	none, _ := checked(t, db, "none listed", 0.99, 0.9)
	never := imported(t, db, "never checked", contestOf(2))
	begun(t, db, never, nil)
	later := contestOf(5)
	imported(t, db, "new", later)
	begun(t, db, id, later) // a newer check, which is not complete
	ask := func(want map[int64]int, visible []int64) {
		t.Helper()
		got, err := db.PairsToReview(ctx, []int64{old, id, none, never, 4711}, visible, contest.ReviewQueue{})
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	ask(map[int64]int{old: 1, id: 4, none: 0}, nil)
	for i, d := range []review.Decision{review.Dismissed, review.Confirmed, review.Unclear} {
		if _, err := db.Decide(ctx, by, review.KeyOf(id, pairs[i]), said(by, d)); err != nil {
			t.Fatal(err)
		}
	}
	ask(map[int64]int{old: 1, id: 2, none: 0}, nil) // the confirmed one waits for another reviewer
	if err := db.SetAgreement(ctx, by, id, 1); err != nil {
		t.Fatal(err)
	}
	ask(map[int64]int{old: 1, id: 1, none: 0}, nil)
}

// A check of which everything was skipped hides none before it.
func TestWaitingAfterAnEmptyCheck(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	var ids, checks []int64
	for i, submissions := range []int{5, 0} {
		s := contestOf(5)
		id := imported(t, db, "finals", s)
		run := begun(t, db, id, s)
		var pairs []contest.Pair
		if submissions > 0 {
			pairs = append(pairs, pair(1, s[0], s[1], 0.9))
		}
		if err := errors.Join(run.SavePairs(ctx, pairs), run.Complete(ctx, contest.Summary{Submissions: submissions}, nil, nil)); err != nil {
			t.Fatal(err)
		}
		ids, checks = append(ids, id), append(checks, run.ID())
		waiting, err := db.PairsToReview(ctx, ids[:1], nil, contest.ReviewQueue{})
		if err != nil || waiting[ids[0]] != 1 {
			t.Errorf("after check %d: %d wait, want 1: %v", i+1, waiting[ids[0]], err)
		}
		list, _, err := db.ContestsPage(ctx, contest.ContestFilter{}, 0, 0)
		if err != nil || len(list) != 1 || list[0].LastCheck != checks[0] || list[0].PairsToReview != 1 {
			t.Errorf("after check %d the list has %+v, want check %d and one that waits: %v", i+1, list, checks[0], err)
		}
	}
}

// Pairs with contests that one may not see do not wait for one.
func TestWaitingWithEarlier(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	olds := []contest.Submission{submission("X", "zoe", 1, "old")}
	oldID := imported(t, db, "old", olds)
	checkID, _ := against(t, db, "new", olds...)
	check, err := db.Check(ctx, checkID)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		visible []int64
		want    int
	}{
		{"all", nil, 2},
		{"both", []int64{check.ContestID, oldID}, 2},
		{"the new one", []int64{check.ContestID}, 1},
		{"none", []int64{}, 1},
	} {
		got, err := db.PairsToReview(ctx, []int64{check.ContestID}, tt.visible, contest.ReviewQueue{})
		if err != nil || got[check.ContestID] != tt.want {
			t.Errorf("%s: %v, %v; want %d", tt.name, got, err, tt.want)
		}
	}
}

func TestContestsPage(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	first, _ := checked(t, db, "Ünder the bridge", 0.5, 0.9, 0.8)
	second := imported(t, db, "bridge", contestOf(2))
	third, _ := checked(t, db, "third", 0.5, 0.1)
	all := contestOf(5)
	imported(t, db, "third", all)
	running := begun(t, db, third, all)
	if _, err := db.pool.Exec(ctx, "INSERT INTO contests (name) VALUES ('not there yet')"); err != nil {
		t.Fatal(err)
	}
	entry := func(id int64, state contest.CheckState, waiting int) contest.ContestEntry {
		c, err := db.Contest(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		checks, err := db.Checks(ctx, id)
		if err != nil || len(checks) != c.Checks {
			t.Fatal(checks, err)
		}
		c.About.Problems = nil // which the list leaves out
		e := contest.ContestEntry{Contest: c, LastState: state, PairsToReview: waiting}
		if len(checks) > 0 {
			e.LastCheck, e.LastStartedAt = checks[0].ID, checks[0].StartedAt
		}
		return e
	}
	one, two, three := entry(first, contest.Complete, 2), entry(second, "", 0), entry(third, contest.Running, 0)
	if three.LastCheck != running.ID() {
		t.Fatalf("the last check is %d", three.LastCheck)
	}
	tests := []struct {
		name          string
		filter        contest.ContestFilter
		offset, limit int
		want          []contest.ContestEntry
		total         int
	}{
		{"all", contest.ContestFilter{}, 0, 0, []contest.ContestEntry{three, two, one}, 3},
		{"page", contest.ContestFilter{}, 1, 1, []contest.ContestEntry{two}, 3},
		{"beyond", contest.ContestFilter{}, 3, 1, nil, 3},
		{"part of the name", contest.ContestFilter{Name: "BRIDGE"}, 0, 5, []contest.ContestEntry{two, one}, 2},
		{"part in any case", contest.ContestFilter{Name: "üNDER"}, 0, 5, []contest.ContestEntry{one}, 1},
		{"visible", contest.ContestFilter{Visible: []int64{third, first}}, 0, 5, []contest.ContestEntry{three, one}, 2},
		{"visible ones of a name", contest.ContestFilter{Visible: []int64{third, first}, Name: "bridge"}, 0, 5, []contest.ContestEntry{one}, 1},
		{"none visible", contest.ContestFilter{Visible: []int64{}}, 0, 5, nil, 0},
	}
	for _, tt := range tests {
		got, total, err := db.ContestsPage(ctx, tt.filter, tt.offset, tt.limit)
		if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(contest.ContestEntry{}, "ImportedAt"), cmpopts.EquateEmpty()); diff != "" || total != tt.total || err != nil {
			t.Errorf("%s: %d in all, %v (-want +got):\n%s", tt.name, total, err, diff)
		}
		for _, e := range got {
			if e.ImportedAt.Before(e.CreatedAt) {
				t.Errorf("%s: %s was imported at %v", tt.name, e.Name, e.ImportedAt)
			}
		}
	}
}

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

func TestSettings(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 2, 1)
	id := people[0].ContestID
	by := users[0]
	if !people[0].Hidden {
		t.Error("a new contest is not blind")
	}
	if err := errors.Join(db.Reveal(ctx, by, id, 1), db.SetAgreement(ctx, by, id, 3)); err != nil {
		t.Fatal(err)
	}
	one, err := db.Participant(ctx, id, 1)
	two, err2 := db.Participant(ctx, id, 2)
	if errors.Join(err, err2) != nil || one.Hidden || !two.Hidden || one.Number != 1 || two.Number != 2 {
		t.Errorf("one is uncovered: %+v, %v; %+v, %v", one, err, two, err2)
	}
	if err := errors.Join(db.Hide(ctx, by, id, 1), db.SetBlind(ctx, by, id, false)); err != nil {
		t.Fatal(err)
	}
	if one, err = db.Participant(ctx, id, 1); err != nil || one.Hidden {
		t.Errorf("not blind: %+v, %v", one, err)
	}
	if err := db.SetBlind(ctx, by, id, true); err != nil {
		t.Fatal(err)
	}
	if one, err = db.Participant(ctx, id, 1); err != nil || !one.Hidden {
		t.Errorf("blind again: %+v, %v", one, err)
	}
	if c, err := db.Contest(ctx, id); err != nil || !c.Blind || c.Agreement != 3 {
		t.Errorf("contest is %+v, %v", c, err)
	}
	tests := []struct {
		name string
		err  error
		want error
	}{
		{"no such participant", db.Reveal(ctx, by, id, 99), contest.ErrNotFound},
		{"nobody's number", func() error { _, err := db.Participant(ctx, id, 0); return err }(), contest.ErrNotFound},
		{"another contest's participant", db.Hide(ctx, by, id+1, 1), contest.ErrNotFound},
		{"blindness of no contest", db.SetBlind(ctx, by, id+1, false), contest.ErrNotFound},
		{"agreement of no contest", db.SetAgreement(ctx, by, id+1, 2), contest.ErrNotFound},
		{"agreement of nobody", db.SetAgreement(ctx, by, id, 0), review.ErrRefused},
		{"agreement of too many", db.SetAgreement(ctx, by, id, MaxAgreement+1), review.ErrRefused},
	}
	for _, tt := range tests {
		if !errors.Is(tt.err, tt.want) {
			t.Errorf("%s: got error %v, want %v", tt.name, tt.err, tt.want)
		}
	}
}
