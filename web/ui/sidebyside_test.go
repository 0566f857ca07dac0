package ui_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
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
	webtest.Must(t, err)

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
		fmt.Sprintf("Pair %d has the two most similar attempts of both", pair.Rank), "other attempts, which have no suspicion")
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
	left, right := withoutPair(t, g)
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
		g.Do("GET", path, "").WantStatus(want, "%s", path)
	}
}

// A number that is typed in a blind contest is that of one participant, also if a revealed name contains it.
func TestChooseByNumber(t *testing.T) {
	t.Parallel()
	g, _ := webtest.NewKnownSourceSite(t)
	g.SignInAs("vic")
	participants, err := g.DB.Participants(t.Context(), g.Check.ContestID)
	webtest.Must(t, err)
	submissions := make(map[int]int64) // by the number of the participant
	rows, err := g.DB.Submissions(t.Context(), g.Check.ContestID, contest.SubmissionFilter{}, 0, 0)
	webtest.Must(t, err)
	for _, row := range rows {
		submissions[row.Number] = row.SubmissionID
	}
	numberOf := make(map[string]int)
	for _, p := range participants {
		numberOf[p.Name] = p.Number
	}
	revealed, typed := 0, 0 // the name of the first has the number of the second
	for n := 10; n < 20 && revealed == typed; n++ {
		if revealed, typed = numberOf[fmt.Sprintf("honest%d", n)], n; submissions[typed] == 0 {
			revealed = typed
		}
	}
	if revealed == typed {
		t.Fatalf("no name has the number of another participant: %v", numberOf)
	}
	webtest.Must(t, g.DB.SetRevealed(t.Context(), review.CommandLine, g.Check.ContestID, revealed, true))
	third := slices.MaxFunc(participants, func(a, b contest.Participant) int {
		rank := func(p contest.Participant) int {
			if p.Number == revealed || p.Number == typed {
				return 0
			}
			return p.Number
		}
		return rank(a) - rank(b)
	})
	path := ui.SubmissionPath(submissions[third.Number]) + "/beside?"
	a := g.Do("GET", fmt.Sprintf("%sparticipant=%d", path, typed), "")
	if want := fmt.Sprintf("%swith=%d", path, submissions[typed]); a.Status != http.StatusSeeOther || a.Header.Get("Location") != want {
		t.Errorf("status %d to %q, want 303 to %q: %s", a.Status, a.Header.Get("Location"), want, a.Text())
	}
}

// A submission is shown beside others of its contest only. Without a check there is no list of participants to choose from.
func TestSideBySideOfTwoContests(t *testing.T) {
	t.Parallel()
	g, _ := webtest.NewKnownSourceSite(t)
	g.SignInAs("vic")
	id, _, err := g.DB.Import(t.Context(), review.CommandLine, "", contest.Import{Contest: "autumn", Origin: "autumn.zip", Submissions: checktest.Honest(2, "A")})
	webtest.Must(t, err)
	rows, err := g.DB.Submissions(t.Context(), id, contest.SubmissionFilter{}, 0, 0)
	webtest.Must(t, err)
	foreign := rows[0].SubmissionID
	path := fmt.Sprintf("%s/beside?with=%d", ui.SubmissionPath(g.Pairs[0].Left.SubmissionID), foreign)
	g.Do("GET", path, "").WantStatus(http.StatusNotFound, "beside a submission of an invisible contest")
	webtest.Must(t, g.DB.SetMember(t.Context(), review.CommandLine, id, g.Users["vic"].ID, account.Viewer))
	a := g.Do("GET", path, "")
	a.WantStatus(http.StatusBadRequest, "beside a submission of another contest")
	webtest.Mention(t, a.Text(), "Choose a program of another participant of this contest for the same problem.")
	webtest.Mention(t, g.Page(ui.SubmissionPath(foreign)+"/beside?participant=1").Text(), "This contest has not been checked yet.")
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
func withoutPair(t *testing.T, g *webtest.JurySite) (left, right contest.Side) {
	t.Helper()
	rows, err := g.DB.Submissions(t.Context(), g.Check.ContestID, contest.SubmissionFilter{}, 0, 0)
	webtest.Must(t, err)
	all, _, err := g.DB.Pairs(t.Context(), g.Check.ID, contest.PairFilter{})
	webtest.Must(t, err)
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
