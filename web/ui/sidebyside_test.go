package ui_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A submission can be seen beside one of any other participant: on the page of their pair if the check stored these two
// submissions as a pair, and else on a page of its own, which links to the pair of other attempts.
func TestSideBySide(t *testing.T) {
	t.Parallel()
	g := webtest.NewJurySite(t)
	g.SignInAs("vic")
	beside := func(side contest.Side, query string) string {
		return ui.SubmissionPath(side.SubmissionID) + "/beside" + query
	}
	leadsTo := func(path, want string) {
		t.Helper()
		if a := g.Do("GET", path, ""); a.Status != http.StatusSeeOther || a.Header.Get("Location") != want {
			t.Errorf("%s: status %d to %q, want 303 to %q", path, a.Status, a.Header.Get("Location"), want)
		}
	}
	rows, err := g.DB.Submissions(t.Context(), g.Check.ContestID, contest.SubmissionFilter{}, 0, 0)
	if err != nil {
		t.Fatal(err)
	}

	// The check stored both as a pair.
	pair := g.Pairs[0]
	with := "?with=" + strconv.FormatInt(pair.Right.SubmissionID, 10)
	for _, typed := range []string{"participant=" + strconv.Itoa(pair.Right.Number), fmt.Sprintf("participant=participant+%d", pair.Right.Number), "number=" + strconv.Itoa(pair.Right.Number)} {
		leadsTo(beside(pair.Left, "?"+typed), beside(pair.Left, with))
	}
	leadsTo(beside(pair.Left, with), ui.PairPath(pair.ID))
	form := g.Page(ui.SubmissionPath(pair.Left.SubmissionID)).All("form", "action", beside(pair.Left, ""))
	if len(form) != 1 {
		t.Errorf("%d forms on the page of the submission, want 1", len(form))
	}

	// Another attempt of a participant of a pair.
	attempt, pair := otherAttempt(t, g, rows)
	page := g.Page(beside(attempt, "?with="+strconv.FormatInt(pair.Right.SubmissionID, 10)))
	webtest.Mention(t, page.Text(), fmt.Sprintf("Participant %d and Participant %d", attempt.Number, pair.Right.Number),
		fmt.Sprintf("Pair %d has the two most similar attempts of both", pair.Rank), "without a suspicion")
	if links := page.All("a", "href", beside(pair.Left, "?with="+strconv.FormatInt(pair.Right.SubmissionID, 10))); len(links) != 1 {
		t.Errorf("%d links to the other attempt, want 1", len(links))
	}
	if panes := page.All("span", "data-line", "1"); len(panes) != 2 {
		t.Errorf("%d programs, want 2", len(panes))
	}
	if strings.Contains(page.Body, attempt.Participant) || strings.Contains(page.Body, pair.Right.Participant) {
		t.Error("the page has a hidden name")
	}

	// The check stored no pair of the two.
	left, right := withoutPair(t, g, rows)
	leadsTo(beside(left, "?participant="+strconv.Itoa(right.Number)), beside(left, "?with="+strconv.FormatInt(right.SubmissionID, 10)))
	page = g.Page(beside(left, "?with="+strconv.FormatInt(right.SubmissionID, 10)))
	webtest.Mention(t, page.Text(), "stores no pair of these participants at this problem")

	// Nobody, themselves, and names that are hidden.
	webtest.Mention(t, g.Page(beside(left, "")).Text(), "Show side by side")
	webtest.Mention(t, g.Page(beside(left, "?participant=999")).Text(), "No participant has this name or number.")
	webtest.Mention(t, g.Page(beside(left, "?participant="+strconv.Itoa(left.Number))).Text(), "the participant of this program")
	webtest.Mention(t, g.Page(beside(left, "?participant="+right.Participant)).Text(), "Names are hidden")

	own := "?with=" + strconv.FormatInt(left.SubmissionID, 10)
	for path, want := range map[string]int{
		beside(left, own): http.StatusBadRequest, beside(left, "?with=x"): http.StatusNotFound,
		beside(left, "?with=999999999"): http.StatusNotFound, beside(left, "?number=999"): http.StatusNotFound,
	} {
		if a := g.Do("GET", path, ""); a.Status != want {
			t.Errorf("%s: status %d, want %d", path, a.Status, want)
		}
	}
}

// otherAttempt returns an attempt of the left participant of a pair that is not in the pair.
func otherAttempt(t *testing.T, g *webtest.JurySite, rows []contest.SubmissionRow) (contest.Side, contest.Pair) {
	t.Helper()
	for _, pair := range g.Pairs {
		for _, row := range rows {
			if row.ParticipantID == pair.Left.ParticipantID && row.Problem == pair.Problem && row.SubmissionID != pair.Left.SubmissionID {
				return row.Side, pair
			}
		}
	}
	t.Fatal("all participants have one attempt")
	return contest.Side{}, contest.Pair{}
}

// withoutPair returns submissions of two participants for one problem, of which the check stored no pair. The second has no other
// attempt.
func withoutPair(t *testing.T, g *webtest.JurySite, rows []contest.SubmissionRow) (left, right contest.Side) {
	t.Helper()
	all, _, err := g.DB.Pairs(t.Context(), g.Check.ID, contest.PairFilter{})
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		problem   string
		low, high int64
	}
	isStored, attempts := make(map[key]bool), make(map[key]int)
	for _, p := range all {
		isStored[key{p.Problem, min(p.Left.ParticipantID, p.Right.ParticipantID), max(p.Left.ParticipantID, p.Right.ParticipantID)}] = true
	}
	for _, row := range rows {
		attempts[key{problem: row.Problem, low: row.ParticipantID}]++
	}
	for _, a := range rows {
		for _, b := range rows {
			k := key{a.Problem, min(a.ParticipantID, b.ParticipantID), max(a.ParticipantID, b.ParticipantID)}
			if a.ParticipantID != b.ParticipantID && a.Problem == b.Problem && !isStored[k] && attempts[key{problem: b.Problem, low: b.ParticipantID}] == 1 {
				return a.Side, b.Side
			}
		}
	}
	t.Fatal("the check stored all pairs")
	return left, right
}
