package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Contests lists all contests, the newest first, and Contest returns the same contests.
func TestContests(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	if got, err := db.Contests(ctx); err != nil || len(got) != 0 {
		t.Errorf("an empty archive: got contests %v, %v; want none", got, err)
	}
	small, large := contestOf(3), contestOf(5)
	first := importContest(t, db, "first", small)
	second := importContest(t, db, "second", large)
	run := beginCheck(t, db, first, small)

	got, err := db.Contests(ctx)
	must(t, err)
	outcomes := []string{"warning", "problem voided", "disqualified"} // of a new contest
	want := []contest.Contest{
		{ID: second, Name: "second", Submissions: 5, Participants: 5, Problems: 2, Blind: true, Independent: true, Agreement: 2, Outcomes: outcomes},
		{ID: first, Name: "first", Submissions: 3, Participants: 3, Problems: 2, Checks: 1, Blind: true, Independent: true, Agreement: 2, Outcomes: outcomes},
	}
	for i := range got {
		if got[i].CreatedAt.IsZero() {
			t.Errorf("contest %d has no CreatedAt", got[i].ID)
		}
		one, err := db.Contest(ctx, got[i].ID)
		must(t, err)
		listed := got[i]
		listed.Metadata.Problems, err = db.Problems(ctx, listed.ID) // a list omits them
		must(t, err)
		if diff := cmp.Diff(listed, one); diff != "" {
			t.Errorf("Contest differs from Contests (-Contests +Contest):\n%s", diff)
		}
		want[i].CreatedAt = got[i].CreatedAt
	}
	wantEqual(t, "contests", want, got)
	if _, err := db.Contest(ctx, unknownID); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("unknown contest: got error %v, want ErrNotFound", err)
	}
	if err := run.Close(); err != nil {
		t.Error(err)
	}
}

// checkContest makes a contest of five participants, and a complete check with a threshold
// and with pairs that have the given suspicions.
func checkContest(t *testing.T, db *DB, name string, threshold float64, suspicions ...float64) (contestID int64, pairs []contest.Pair) {
	t.Helper()
	ctx := context.Background()
	submissions := contestOf(5)
	contestID = importContest(t, db, name, submissions)
	run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Parameters: contest.Parameters{Threshold: threshold}}, idsOf(submissions), nil)
	must(t, err)
	defer run.Close()
	for i, s := range suspicions {
		pairs = append(pairs, pair(i+1, submissions[i%5], submissions[(i+1)%5], s))
	}
	complete(t, run, pairs...)
	pairs, _, err = db.Pairs(ctx, run.ID(), contest.PairFilter{})
	must(t, err)
	return contestID, pairs
}

// PairsToReview counts pairs of the newest complete check that reach its threshold and that
// are not decided yet.
func TestPairsToReview(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	by := reviewer(t, db, "one")
	old, _ := checkContest(t, db, "old", 0.5, 0.9)
	id, pairs := checkContest(t, db, "new", 0.5, 0.9, 0.8, 0.7, 0.5, 0.4)
	belowThreshold, _ := checkContest(t, db, "pair below the threshold", 0.99, 0.9)
	onlyRunning := importContest(t, db, "no complete check", contestOf(2))
	beginCheck(t, db, onlyRunning, nil)
	later := contestOf(5)
	importContest(t, db, "new", later)
	beginCheck(t, db, id, later) // a newer check, which is not complete
	expect := func(want map[int64]int, visible []int64) {
		t.Helper()
		got, err := db.pairsToReview(ctx, []int64{old, id, belowThreshold, onlyRunning, unknownID}, visible, contest.ReviewQueue{}, contest.Seal{})
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("pairs to review by contest: %v (-want +got):\n%s", err, diff)
		}
	}
	expect(map[int64]int{old: 1, id: 4, belowThreshold: 0}, nil)
	for i, d := range []review.Decision{review.Dismissed, review.Confirmed, review.Unclear} {
		decide(t, db, by, review.KeyOf(id, pairs[i]), reviewOf(by, d))
	}
	expect(map[int64]int{old: 1, id: 2, belowThreshold: 0}, nil) // the confirmed pair waits for another reviewer
	must(t, db.SetSettings(ctx, by, id, contest.Settings{Agreement: new(1)}))
	expect(map[int64]int{old: 1, id: 1, belowThreshold: 0}, nil)
}

// If the newest check skipped everything, the pairs of the check before it are counted.
func TestPairsToReviewAfterAnEmptyCheck(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	var ids, checks []int64
	for i, submissions := range []int{5, 0} {
		s := contestOf(5)
		id := importContest(t, db, "finals", s)
		run := beginCheck(t, db, id, s)
		var pairs []contest.Pair
		if submissions > 0 {
			pairs = append(pairs, pair(1, s[0], s[1], 0.9))
		}
		must(t, errors.Join(run.SavePairs(ctx, pairs), run.Complete(ctx, contest.Summary{Submissions: submissions}, nil, nil)))
		ids, checks = append(ids, id), append(checks, run.ID())
		waiting, err := db.pairsToReview(ctx, ids[:1], nil, contest.ReviewQueue{}, contest.Seal{})
		if err != nil || waiting[ids[0]] != 1 {
			t.Errorf("after check %d: %d pairs to review, %v; want 1", i+1, waiting[ids[0]], err)
		}
		list, _, err := db.ContestsPage(ctx, contest.ContestFilter{}, 0, 0)
		if err != nil || len(list) != 1 || list[0].LastCheck != checks[0] || list[0].PairsToReview != 1 {
			t.Errorf("after check %d: listed %+v, %v; want check %d and one pair to review", i+1, list, err, checks[0])
		}
	}
}

// Pairs with contests that the viewer may not see do not count as pairs to review.
func TestPairsToReviewWithEarlier(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	olds := []contest.Submission{submission("X", "zoe", 1, "old")}
	oldID := importContest(t, db, "old", olds)
	checkID, _ := checkAgainst(t, db, "new", olds...)
	check, err := db.Check(ctx, checkID)
	must(t, err)
	for _, tt := range []struct {
		name    string
		visible []int64
		want    int
	}{
		{"all contests", nil, 2},
		{"both contests", []int64{check.ContestID, oldID}, 2},
		{"without the earlier contest", []int64{check.ContestID}, 1},
		{"no contest", []int64{}, 1},
	} {
		got, err := db.pairsToReview(ctx, []int64{check.ContestID}, tt.visible, contest.ReviewQueue{}, contest.Seal{})
		if err != nil || got[check.ContestID] != tt.want {
			t.Errorf("%s visible: got %v, %v; want %d", tt.name, got, err, tt.want)
		}
	}
}

// ContestsPage returns a page of the contests that pass a filter, each with its last check.
func TestContestsPage(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	first, _ := checkContest(t, db, "Ünder the bridge", 0.5, 0.9, 0.8)
	second := importContest(t, db, "bridge", contestOf(2))
	third, _ := checkContest(t, db, "third", 0.5, 0.1)
	all := contestOf(5)
	importContest(t, db, "third", all)
	running := beginCheck(t, db, third, all)
	execute(t, db, "INSERT INTO contests (name) VALUES ('not there yet')")
	entry := func(id int64, state contest.CheckState, waiting int) contest.ContestEntry {
		c, err := db.Contest(ctx, id)
		must(t, err)
		checks, err := db.Checks(ctx, id)
		if err != nil || len(checks) != c.Checks {
			t.Fatalf("got checks %+v, %v; want %d", checks, err, c.Checks)
		}
		c.Metadata.Problems = nil // a list omits them
		e := contest.ContestEntry{Contest: c, LastState: state, PairsToReview: waiting}
		if len(checks) > 0 {
			e.LastCheck, e.LastStartedAt = checks[0].ID, checks[0].StartedAt
		}
		return e
	}
	one, two, three := entry(first, contest.Complete, 2), entry(second, "", 0), entry(third, contest.Running, 0)
	if three.LastCheck != running.ID() {
		t.Fatalf("the last check is %d, want the running one, %d", three.LastCheck, running.ID())
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
		{"page after the last", contest.ContestFilter{}, 3, 1, nil, 3},
		{"part of the name", contest.ContestFilter{Name: "BRIDGE"}, 0, 5, []contest.ContestEntry{two, one}, 2},
		{"part of the name in another case", contest.ContestFilter{Name: "üNDER"}, 0, 5, []contest.ContestEntry{one}, 1},
		{"visible", contest.ContestFilter{Visible: []int64{third, first}}, 0, 5, []contest.ContestEntry{three, one}, 2},
		{"visible, and part of the name", contest.ContestFilter{Visible: []int64{third, first}, Name: "bridge"}, 0, 5, []contest.ContestEntry{one}, 1},
		{"no contest visible", contest.ContestFilter{Visible: []int64{}}, 0, 5, nil, 0},
	}
	for _, tt := range tests {
		got, total, err := db.ContestsPage(ctx, tt.filter, tt.offset, tt.limit)
		if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(contest.ContestEntry{}, "ImportedAt"), cmpopts.EquateEmpty()); diff != "" || total != tt.total || err != nil {
			t.Errorf("%s: got %d in all, want %d, error %v (-want +got):\n%s", tt.name, total, tt.total, err, diff)
		}
		for _, e := range got {
			if e.ImportedAt.Before(e.CreatedAt) {
				t.Errorf("%s: %s was imported at %v, before it was created at %v", tt.name, e.Name, e.ImportedAt, e.CreatedAt)
			}
		}
	}
}

// An import without new submissions, as of each check, does not change the time of the last import; one with new ones does.
func TestLastImport(t *testing.T) {
	t.Parallel()
	db := open(t)
	var times []time.Time
	for _, submissions := range []int{2, 2, 3} {
		importContest(t, db, "c", contestOf(submissions))
		list, _, err := db.ContestsPage(t.Context(), contest.ContestFilter{}, 0, 0)
		if err != nil || len(list) != 1 {
			t.Fatalf("%d contests, %v", len(list), err)
		}
		times = append(times, list[0].ImportedAt)
	}
	if !times[1].Equal(times[0]) || !times[2].After(times[0]) {
		t.Errorf("the last import was at %v, want the same time twice, then a later one", times)
	}
}

// The judge system's data is stored. A second import of the same submissions updates the data
// and adds no submissions.
func TestSaveAbout(t *testing.T) {
	t.Parallel()
	db := open(t)
	at := time.Date(2026, 5, 3, 9, 0, 0, 0, time.UTC)
	submission := func(participant, code string) contest.Submission {
		return contest.Submission{Problem: "A", Participant: participant, Kind: contest.Official, Path: "submissions/" + participant, Language: "cpp",
			Verdict: "WA", Attempt: 1, Time: at, Files: []contest.File{{Path: "submissions/" + participant + "/a.cpp", Content: []byte(code)}}}
	}
	plain := []contest.Submission{submission("anna", "int a;"), submission("bert", "int b;")}
	id := importContest(t, db, "regional", plain)
	reported := []contest.Submission{submission("anna", "int a;"), submission("bert", "int b;")}
	reported[0].SystemID, reported[0].LanguageVersion = "187", "GNU C++17"
	reported[0].Judgements = []contest.Judgement{{Verdict: "AC", Solved: true, At: at}, {Verdict: "WA", At: at.Add(time.Hour), Current: true}}
	for range 2 {
		importContest(t, db, "regional", reported)
	}
	if reported[0].ID != plain[0].ID || reported[1].ID != plain[1].ID {
		t.Errorf("submissions were stored again: %d, %d, want %d, %d", reported[0].ID, reported[1].ID, plain[0].ID, plain[1].ID)
	}
	// An import without data of the judge system does not remove the stored data.
	fresh := submission("carla", "int c;")
	fresh.SystemID, fresh.Judgements = "190", []contest.Judgement{{Verdict: "CE", Current: true}}
	importContest(t, db, "regional", []contest.Submission{submission("anna", "int a;"), fresh})
	stored, _, err := db.StoredSubmissions(t.Context(), id)
	must(t, err)
	fresh.ID = stored[2].ID
	if d := cmp.Diff([]contest.Submission{reported[0], reported[1], fresh}, stored); d != "" {
		t.Errorf("stored submissions (-want +got):\n%s", d)
	}

	metadata, err := db.JudgeMetadata(t.Context(), []int64{reported[0].ID, reported[1].ID, fresh.ID, unknownID})
	want := map[int64]contest.JudgeMetadata{
		reported[0].ID: {Kind: contest.Official, SystemID: "187", LanguageVersion: "GNU C++17", Judgements: reported[0].Judgements},
		reported[1].ID: {Kind: contest.Official},
		fresh.ID:       {Kind: contest.Official, SystemID: "190", Judgements: fresh.Judgements},
	}
	if d := cmp.Diff(want, metadata); d != "" || err != nil {
		t.Errorf("metadata: %v (-want +got):\n%s", err, d)
	}

	about := contest.Metadata{System: "Contest API 2023-06", SystemID: "r26", Title: "Regional", StartsAt: at, Duration: 5 * time.Hour,
		Problems: []contest.Problem{{Name: "B", Title: "Nobody tried"}, {Name: "A", Title: "Asteroids", SystemID: "asteroids"}}}
	must(t, db.SaveAbout(t.Context(), id, contest.About{Metadata: about}))
	// An export of another system, which names no contest, does not change which system runs this one.
	must(t, db.SaveAbout(t.Context(), id, contest.About{Metadata: contest.Metadata{System: "HUSTOJ", Title: "Regional 2026"}}))
	about.Title, about.Problems = "Regional 2026", about.Problems[1:]
	c, err := db.Contest(t.Context(), id)
	must(t, err)
	c.Metadata.Problems, err = db.Problems(t.Context(), id)
	must(t, err)
	if d := cmp.Diff(about, c.Metadata); d != "" {
		t.Errorf("contest.Metadata (-want +got):\n%s", d)
	}
	if err := db.SaveAbout(t.Context(), id, contest.About{Metadata: contest.Metadata{Title: "a\x00b"}}); err == nil {
		t.Error("a title with a NUL was stored")
	}
}

// TestSettings tests blind review, revealed names and the agreement of a contest.
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
	must(t, errors.Join(db.SetRevealed(ctx, by, id, 1, true), db.SetSettings(ctx, by, id, contest.Settings{Agreement: new(3)})))
	one, err := db.Participant(ctx, id, 1)
	two, err2 := db.Participant(ctx, id, 2)
	if errors.Join(err, err2) != nil || one.Hidden || !two.Hidden || one.Number != 1 || two.Number != 2 {
		t.Errorf("participant 1 is revealed: got %+v, %v; %+v, %v; want only participant 2 hidden", one, err, two, err2)
	}
	must(t, errors.Join(db.SetRevealed(ctx, by, id, 1, false), db.SetSettings(ctx, by, id, contest.Settings{Blind: new(false)})))
	if one, err = db.Participant(ctx, id, 1); err != nil || one.Hidden {
		t.Errorf("not blind: got %+v, %v, want the participant not hidden", one, err)
	}
	must(t, db.SetSettings(ctx, by, id, contest.Settings{Blind: new(true)}))
	if one, err = db.Participant(ctx, id, 1); err != nil || !one.Hidden {
		t.Errorf("blind again: got %+v, %v, want the participant hidden", one, err)
	}
	if c, err := db.Contest(ctx, id); err != nil || !c.Blind || c.Agreement != 3 {
		t.Errorf("contest is %+v, %v; want it blind, with agreement 3", c, err)
	}
	tests := []struct {
		name string
		err  error
		want error
	}{
		{"reveal an unknown participant", db.SetRevealed(ctx, by, id, 99, true), contest.ErrNotFound},
		{"participant number 0", func() error { _, err := db.Participant(ctx, id, 0); return err }(), contest.ErrNotFound},
		{"hide a participant of an unknown contest", db.SetRevealed(ctx, by, id+1, 1, false), contest.ErrNotFound},
		{"blind review of an unknown contest", db.SetSettings(ctx, by, id+1, contest.Settings{Blind: new(false)}), contest.ErrNotFound},
		{"agreement of an unknown contest", db.SetSettings(ctx, by, id+1, contest.Settings{Agreement: new(2)}), contest.ErrNotFound},
		{"agreement 0", db.SetSettings(ctx, by, id, contest.Settings{Agreement: new(0)}), review.ErrRefused},
		{"agreement above the maximum", db.SetSettings(ctx, by, id, contest.Settings{Agreement: new(maxAgreement + 1)}), review.ErrRefused},
	}
	for _, tt := range tests {
		if !errors.Is(tt.err, tt.want) {
			t.Errorf("%s: got error %v, want %v", tt.name, tt.err, tt.want)
		}
	}
}

// SetSettings changes all settings and logs each change, or changes and logs nothing.
func TestSetSettings(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), open(t)
	people, users := jury(t, db, 2, 1)
	id := people[0].ContestID
	state := func() (contest.Contest, contest.Retention, []review.Entry) {
		t.Helper()
		c, err := db.Contest(ctx, id)
		retention, err2 := db.Retention(ctx, id)
		entries, _, err3 := db.AuditLog(ctx, id, review.LogFilter{}, 0, 0)
		must(t, errors.Join(err, err2, err3))
		return c, retention, entries
	}
	before, _, logged := state()
	all := contest.Settings{Agreement: new(3), Blind: new(false), Independent: new(!before.Independent), PublishedBase: new(true),
		Outcomes: []string{" reprimand", ""}, Retention: &contest.Retention{Programs: 7, All: -1}}
	if err := db.SetSettings(ctx, users[0], id, all); err == nil {
		t.Error("a contest stored for -1 days: got no error")
	}
	c, retention, entries := state()
	if diff := cmp.Diff(before, c); diff != "" || retention != (contest.Retention{}) || len(entries) != len(logged) {
		t.Errorf("after an error, %+v, %d new log entries, and (-before +after):\n%s", retention, len(entries)-len(logged), diff)
	}
	all.Retention.All = 30
	for range 2 { // the second time changes nothing
		must(t, db.SetSettings(ctx, users[0], id, all))
	}
	want := before
	want.Agreement, want.Blind, want.Independent, want.PublishedBase, want.Outcomes = 3, false, !before.Independent, true, []string{"reprimand"}
	c, retention, entries = state()
	if diff := cmp.Diff(want, c); diff != "" || retention != *all.Retention {
		t.Errorf("%+v, and (-want +got):\n%s", retention, diff)
	}
	var changed []string
	for _, e := range entries[:len(entries)-len(logged)] {
		changed = append(changed, e.Details.Setting+" "+e.Details.To)
	}
	slices.Sort(changed)
	wantLog := []string{"agreement 3", "blind false", "contest_days 30", fmt.Sprint("independent ", !before.Independent), "outcomes reprimand", "program_days 7", "published_base true"}
	wantEqual(t, "logged changes", wantLog, changed)
}
