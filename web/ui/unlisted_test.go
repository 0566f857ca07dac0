package ui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A check counts the decided pairs that it does not list. A page has them, with links to their evidence.
func TestUnlistedPairs(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	ctx, last := t.Context(), j.Pairs[len(j.Pairs)-1]
	for _, p := range []contest.Pair{j.Pairs[0], last} {
		_, err := j.DB.Decide(ctx, j.Person("ann"), review.KeyOf(j.Check.ContestID, p), review.Review{
			Decision: review.Dismissed, Reason: review.Template, Basis: review.Basis{CheckID: j.Check.ID}})
		webtest.Must(t, err)
	}
	checkWith := func(threshold, keep float64) int64 {
		t.Helper()
		p := check.Defaults()
		p.Threshold, p.Keep = threshold, keep
		request, err := check.StoredRequest(ctx, j.DB, j.Check.ContestID, "finals", p)
		webtest.Must(t, err)
		id, err := (&check.Checker{Store: j.DB}).Check(ctx, *request, func(check.Stage, int, int) {})
		webtest.Must(t, err)
		return id
	}
	j.SignInAs("vic")
	const note = "1 decided pair is not in the list of this check."
	for _, test := range []struct {
		check      int64
		suspicion  string
		storesPair bool
	}{
		{checkWith(last.Suspicion+0.01, 0.15), i18n.English().Score(last.Suspicion), true},
		{checkWith(last.Suspicion+0.01, last.Suspicion+0.01), "not found", false},
	} {
		path := ui.CheckPath(test.check) + "/unlisted"
		page := j.Page(ui.CheckPath(test.check))
		webtest.Mention(t, page.Text(), note)
		page.One("a", "href", path)
		list := j.Page(path)
		rows := list.All("tr")
		if len(rows) != 2 {
			t.Fatalf("%d rows, want a head and the last pair: %s", len(rows), list.Text())
		}
		webtest.Mention(t, webtest.TextOf(rows[1]), last.Problem+" Participant ", test.suspicion, "Dismissed", "ann: dismissed")
		wantPair := last.ID
		if test.storesPair {
			pairs, _, err := j.DB.Pairs(ctx, test.check, contest.PairFilter{State: "dismissed"})
			if err != nil || len(pairs) != 2 {
				t.Fatalf("the check has %d decided pairs, %v; want 2", len(pairs), err)
			}
			wantPair = pairs[1].ID
		}
		list.One("a", "href", fmt.Sprintf("/pairs/%d", wantPair))
		webtest.Mention(t, j.Page(path+"?page=2").Text(), "This page of the list is empty. First page")
	}
	if first := j.Page(ui.CheckPath(j.Check.ID)); strings.Contains(first.Text(), "not in the list of this check") {
		t.Errorf("the first check lists both pairs: %s", first.Text())
	}
	path := ui.CheckPath(j.Check.ID) + "/unlisted"
	webtest.Mention(t, j.Page(path).Text(), "This check lists all decided pairs.")

	// A long list has several pages.
	j.Exec(`
		INSERT INTO cases (contest_id, problem, first_participant, second_participant, state)
		SELECT contest_id, 'old problem ' || n, first_participant, second_participant, state
		FROM (SELECT * FROM cases LIMIT 1) c, generate_series(1, $1) n`, ui.UnlistedSize+5)
	for page, want := range map[string]int{"": ui.UnlistedSize, "?page=2": 5} {
		list := j.Page(path + page)
		webtest.Mention(t, list.Text(), fmt.Sprintf("Decided pairs that are not listed %d", ui.UnlistedSize+5))
		if rows := len(list.All("tr")) - 1; rows != want {
			t.Errorf("%s has %d rows, want %d", path+page, rows, want)
		}
	}
}

// A stored pair that the check does not list says so on all pages that have it, until somebody decides it. Otherwise the page of
// a participant would show many open pairs that nobody has to review.
func TestUnlistedPair(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	stored, _, err := j.DB.Pairs(t.Context(), j.Check.ID, contest.PairFilter{})
	webtest.Must(t, err)
	at := slices.IndexFunc(stored, func(p contest.Pair) bool { return !j.Check.Parameters.Lists(p.Scores) })
	if at < 0 {
		t.Fatal("the check lists all stored pairs")
	}
	pair := stored[at]
	total, listed := 0, 0
	for _, p := range stored {
		if p.Left.Number == pair.Left.Number || p.Right.Number == pair.Left.Number {
			if total++; j.Check.Parameters.Lists(p.Scores) {
				listed++
			}
		}
	}
	j.SignInAs("ann")
	const reason = "Pairs are listed with a suspicion of at least 0.3 and a chance of at most 1."
	page := j.Page(ui.PairPath(pair.ID))
	webtest.Mention(t, webtest.TextOf(page.One("ul", "class", "pair-facts")), "Not listed")
	webtest.Mention(t, page.Text(), "The check does not list this pair. "+reason)
	if words := j.Page(ui.PairPath(j.Pairs[0].ID)).Text(); strings.Contains(words, "Not listed") {
		t.Errorf("a listed pair is called not listed: %s", words)
	}
	participant := ui.ParticipantOf(pair.Left)
	webtest.Mention(t, j.Page(participant).Text(), fmt.Sprintf("%d pairs in the newest check, %d listed", total, listed))
	for _, path := range []string{participant, ui.SubmissionPath(pair.Left.SubmissionID)} {
		webtest.Mention(t, j.Page(path).Text(), "Not listed")
	}
	j.Post(ui.PairPath(pair.ID)+"/decide", "decision", "confirmed")
	for _, path := range []string{participant, ui.SubmissionPath(pair.Left.SubmissionID)} {
		if words := j.Page(path).Text(); !strings.Contains(words, "Needs a second reviewer") {
			t.Errorf("%s does not show the state of the decided pair", path)
		}
	}
}
