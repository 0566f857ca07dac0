package ui_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// statements returns a program of random statements.
func statements(seed uint64, changed int) string {
	random := rand.New(rand.NewPCG(seed, 1))
	operators := strings.Fields("+ - * / % & | ^ < > << >> == !=")
	var lines []string
	for range 30 {
		line := "s = n"
		for range 8 {
			line += " " + operators[random.IntN(len(operators))] + " t"
		}
		lines = append(lines, line+";")
	}
	if changed > 0 {
		lines[10] = fmt.Sprintf("if (t > %d) t = s;", changed)
	}
	return "int main() {\n" + strings.Join(lines, "\n") + "\nreturn 0;\n}\n"
}

var factsStart = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// factsContest returns a contest of 30 participants and three problems. Ann and bob solve all at the same
// time, ann's second attempt at A is bob's program, and bob needs a minute for B. They share an address.
func factsContest() (submissions []contest.Submission, participants []contest.Participant) {
	random := rand.New(rand.NewPCG(7, 7))
	add := func(name, problem string, attempt int, minutes float64, verdict contest.Verdict, program string) {
		path := fmt.Sprintf("%s/%s/%d.cpp", problem, name, attempt)
		submissions = append(submissions, contest.Submission{
			Problem: problem, Participant: name, Kind: contest.Official, Path: path, Language: "cpp", Verdict: verdict, Attempt: attempt,
			Time: factsStart.Add(time.Duration(minutes * float64(time.Minute))), Files: []contest.File{{Path: path, Content: []byte(program)}},
		})
	}
	for i := range 30 {
		name := fmt.Sprintf("person%02d", i)
		at := 0.0
		switch i {
		case 0:
			name = "ann"
		case 1:
			name = "bob"
		}
		for k, problem := range []string{"A", "B", "C"} {
			own := uint64(1000*k + i)
			switch {
			case i < 2 && k == 1:
				at += 1.5
			case i < 2:
				at = 40 + 80*float64(k) + 0.5*float64(i)
			default:
				at += 30 + 60*random.Float64()
			}
			first, second := statements(own, 0), statements(own, 7)
			if name == "ann" && problem == "A" {
				second = statements(1, 7)
			}
			add(name, problem, 1, at-1, "WA", first)
			add(name, problem, 2, at, contest.VerdictAccepted, second)
		}
		p := contest.Participant{Name: name, SystemID: fmt.Sprintf("team-%d", i), Affiliation: fmt.Sprintf("School %d", i%3), Address: fmt.Sprintf("10.0.0.%d", 10+i/2*2)}
		if i >= 2 {
			p.Address = fmt.Sprintf("10.0.1.%d", i)
		}
		participants = append(participants, p)
	}
	return submissions, participants
}

// newFactsSite checks factsContest in an installation that shows facts; change may change which. It returns the pair
// of ann and bob at A. Vera is a viewer of the contest.
func newFactsSite(t *testing.T, change func(*access.FactOptions)) (*webtest.Site, contest.Check, contest.Pair) {
	t.Helper()
	in := webtest.NewSite(t, webtest.ShowFacts, func(o *web.Options) { change(&o.Facts) })
	checkID, pair := checkFacts(t, in, "finals")
	c, err := in.DB.Check(t.Context(), checkID)
	webtest.Must(t, err)
	in.AddMember(c.ContestID, "vera", account.Viewer)
	return in, c, pair
}

// checkFacts imports and checks factsContest under a name.
func checkFacts(t *testing.T, in *webtest.Site, name string) (int64, contest.Pair) {
	t.Helper()
	submissions, participants := factsContest()
	checker := check.Checker{Store: in.DB}
	request := check.Request{
		Contest: name, Submissions: submissions, Participants: participants, Parameters: check.Defaults(),
		Metadata: contest.Metadata{System: "Judge", StartsAt: factsStart, Duration: 5 * time.Hour},
	}
	checkID, err := checker.Check(t.Context(), request, func(check.Stage, int, int) {})
	webtest.Must(t, err)
	pairs, _, err := in.DB.Pairs(t.Context(), checkID, contest.PairFilter{Problem: "A"})
	webtest.Must(t, err)
	for _, p := range pairs {
		if names := p.Left.Participant + p.Right.Participant; names == "annbob" || names == "bobann" {
			return checkID, p
		}
	}
	t.Fatal("ann and bob are no pair")
	return 0, contest.Pair{}
}

// The page of a pair lists the facts beside it, each with how usual it is. With names hidden it lists no
// places; without facts, or without one of the programs, it has no list. The API gives the same facts.
func TestFactsOfPair(t *testing.T) {
	t.Parallel()
	in, c, pair := newFactsSite(t, func(*access.FactOptions) {})
	in.SignIn("vera")
	listed := func() string {
		t.Helper()
		return webtest.TextOf(in.Page(ui.PairPath(pair.ID)).One("details", "id", "facts"))
	}
	text := listed()
	webtest.Mention(t, text, "keeps", "of the tokens of attempt 1", "1 of 90 attempts of the contest keep less than a fifth",
		"Of 3 problems that both solved, they solved 3 within 2 min of each other", "0 of 434 other pairs of participants solved as many")
	if strings.Contains(text, "10.0.0.") || strings.Contains(text, "ann") {
		t.Errorf("facts in blind review name a place or a participant:\n%s", text)
	}
	in.EndBlindReview(c.ContestID)
	webtest.Mention(t, listed(), "Both have the address 10.0.0.10. 0 of 28 other participants share it.")
	answer := in.Page(fmt.Sprintf("/api/v1/pairs/%d/facts", pair.ID))
	webtest.Mention(t, answer.Body, `"kind":"rewrite"`, `"count":1,"of":90`, `"kind":"together"`, `"kind":"place"`)

	for _, side := range []contest.Side{pair.Left, pair.Right} {
		const want = "Attempt 2 of ann keeps "
		text := in.Page(fmt.Sprintf("/submissions/%d", side.SubmissionID)).Text()
		if strings.Contains(text, want) != (side.Participant == "ann") {
			t.Errorf("the page of a submission of %s: %s", side.Participant, text)
		}
	}
	// A verdict that turns the direction of text does not do so on a page: in the columns, beside the programs, or in the list of
	// attempts.
	in.Exec("UPDATE submissions SET verdict = $1 WHERE contest_id = $2", "W\u202eA", c.ContestID)
	for _, path := range []string{ui.PairPath(pair.ID), fmt.Sprintf("/submissions/%d", pair.Left.SubmissionID)} {
		if text := in.Page(path).Text(); strings.Contains(text, "\u202e") || !strings.Contains(text, "W[U+202E]A") {
			t.Errorf("%s with a verdict that turns the direction of text: %s", path, text)
		}
	}
	webtest.Must(t, in.DB.SetSettings(t.Context(), review.CommandLine, c.ContestID, contest.Settings{Blind: new(false)}))
	places := in.Page(fmt.Sprintf("/contests/%d/places", c.ContestID))
	webtest.Mention(t, places.Text(), "10.0.0.10", "School 1", "known of 30 participants", "ann", "bob")
	in.Exec("UPDATE participants SET seat = '', address = '', site = '', affiliation = ''")
	unknown := in.Page(fmt.Sprintf("/contests/%d/places", c.ContestID))
	webtest.Mention(t, unknown.Text(), "No address, seat, site or affiliation of a participant is known. An import with a file participants.csv adds them.")

	in.Exec("DELETE FROM submission_files WHERE submission_id = $1", pair.Right.SubmissionID)
	if list := in.Page(ui.PairPath(pair.ID)).All("details", "id", "facts"); len(list) > 0 {
		t.Errorf("a program was erased, and the page lists %s", webtest.TextOf(list[0]))
	}
	if got := in.Page(fmt.Sprintf("/api/v1/pairs/%d/facts", pair.ID)).Body; strings.TrimSpace(got) != `{"facts":[]}` {
		t.Errorf("a program was erased, and the API answers %s", got)
	}
}

// An installation without facts shows none.
func TestFactsOff(t *testing.T) {
	t.Parallel()
	in, c, pair := newFactsSite(t, func(f *access.FactOptions) { f.Enabled = false })
	in.SignIn("vera")
	if list := in.Page(ui.PairPath(pair.ID)).All("details", "id", "facts"); len(list) > 0 {
		t.Errorf("facts are off, and the page lists %s", webtest.TextOf(list[0]))
	}
	if got := in.Page(fmt.Sprintf("/api/v1/pairs/%d/facts", pair.ID)).Body; strings.TrimSpace(got) != `{"facts":[]}` {
		t.Errorf("facts are off, and the API answers %s", got)
	}
	if a := in.Do("GET", fmt.Sprintf("/contests/%d/places", c.ContestID), ""); a.Status != 404 {
		t.Errorf("facts are off, and the page of places has status %d", a.Status)
	}
}

// In an installation with one judge system, a pair says where its participants were a listed pair before: only in
// contests that the viewer may see, and not of namesakes.
func TestFactsAcrossContests(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	in, _, pair := newFactsSite(t, func(f *access.FactOptions) { f.AcrossContests = true })
	winterID, winter := checkFacts(t, in, "winter")
	c, err := in.DB.Check(t.Context(), winterID)
	webtest.Must(t, err)
	in.SignIn("vera")
	elsewhere := func() string {
		t.Helper()
		return webtest.TextOf(in.Page(ui.PairPath(pair.ID)).One("details", "id", "facts"))
	}
	if text := elsewhere(); strings.Contains(text, "winter") {
		t.Errorf("a fact names a contest that the viewer may not see:\n%s", text)
	}
	vera := in.AddMember(c.ContestID, "vic", account.Reviewer)
	in.SetMember(pair.Left.ContestID, vera.ID, account.Viewer)
	in = in.NewClient(t).SignIn("vic")
	if text := elsewhere(); strings.Contains(text, "winter") {
		t.Errorf("a fact links two numbers for a viewer who may not reveal the names:\n%s", text)
	}
	for _, id := range []int64{pair.Left.ContestID, c.ContestID} {
		webtest.Must(t, in.DB.SetSettings(t.Context(), review.CommandLine, id, contest.Settings{Blind: new(false)}))
	}
	webtest.Mention(t, elsewhere(), "In winter the two are a listed pair at problem A, which is not decided.",
		"No other listed pair has participants who both took part there.")

	key := review.KeyOf(c.ContestID, winter)
	by := review.Person{ID: vera.ID, Name: "vic"}
	rita := in.AddUser("rita", false)
	err = in.DB.SetSettings(t.Context(), by, c.ContestID, contest.Settings{Agreement: new(1), Independent: new(true)})
	webtest.Must(t, err)
	confirmed := review.Review{Decision: review.Confirmed}
	_, err = in.DB.Decide(t.Context(), review.Person{ID: rita.ID, Name: "rita"}, key, confirmed)
	webtest.Must(t, err)
	// In independent review, a reviewer does not see what another decided.
	webtest.Mention(t, elsewhere(), "In winter the two are a listed pair at problem A, which is not decided.")
	webtest.Must(t, in.DB.SetSettings(t.Context(), by, c.ContestID, contest.Settings{Independent: new(false)}))
	webtest.Must(t, in.DB.SetSettings(t.Context(), by, c.ContestID, contest.Settings{Agreement: new(1)}))
	_, err = in.DB.Decide(t.Context(), by, key, confirmed)
	webtest.Must(t, err)
	webtest.Mention(t, elsewhere(), "In winter the two are a listed pair at problem A, which the jury confirmed.")

	// Somebody else has ann's name in winter now.
	ann := contest.Participant{Name: "ann", SystemID: "team-77"}
	webtest.Must(t, in.DB.SaveAbout(t.Context(), c.ContestID, contest.About{Participants: []contest.Participant{ann}}))
	if text := elsewhere(); strings.Contains(text, "winter") {
		t.Errorf("a namesake counts as the same participant:\n%s", text)
	}
}

// What both programs have is always among the facts, and the header leads there. A participant's next pair is with somebody else.
func TestInBothPrograms(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	a := j.Page(j.PairPath(1, ""))
	a.One("a", "href", "#in-both")
	webtest.Mention(t, webtest.TextOf(a.One("details", "id", "facts")), "In both programs", "// remember keeps the old value of key, if any transaction is open.")
	if details := webtest.TextOf(a.One("details", "id", "details")); strings.Contains(details, "In both programs") || strings.Contains(details, "also similar to Participant 42") {
		t.Errorf("Details repeats the facts, or this pair's participants: %s", details)
	}
}
