package ui_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The live page shows the state of the watch and the alerts, and what the closing check says of them.
func TestLivePage(t *testing.T) {
	t.Parallel()
	in := webtest.NewSignedIn(t)
	c := in.AddChecked("finals")
	in.EndBlindReview(c.Contest)
	path := ui.LivePath(c.Contest)

	never := in.Page(path)
	webtest.Mention(t, never.Text(), "This contest has not been followed yet", "ojcheck watch URL --contest ID", "Alerts 0", "Alerts appear while a contest is followed")
	if strings.Contains(never.Text(), "Follow it from this server") {
		t.Error("the page leads to a form that the server does not have")
	}
	if list := in.Page("/").All("a", "href", path); len(list) != 0 {
		t.Error("the list of contests shows a contest as live that nobody has followed")
	}
	w := webtest.FollowingWatch(c.Contest)
	in.SetWatch(w)
	webtest.Mention(t, in.Page(path).Text(), "Following", "Submissions 1,234", "Judged 1,200", "Compared 1,150", "Waiting 3", "judge.example", "contest wf-2026", "No alerts yet")
	webtest.Mention(t, in.Page(path+"?problem=Z").Text(), "No alerts for this problem.")
	for _, page := range []string{"/", fmt.Sprintf("/contests/%d", c.Contest)} {
		if list := in.Page(page).All("a", "href", path); len(list) != 1 {
			t.Errorf("%s has %d links to the live page, want 1", page, len(list))
		}
	}
	alert := in.AddAlert(c.Contest, c.Submissions[0], c.Submissions[1], 0.75)
	a := in.Page(path)
	webtest.Mention(t, a.Text(), "Alerts 1", "A team one of finals and team two of finals 0.750 Provisional")
	a.One("a", "href", ui.AlertPath(alert))
	webtest.Mention(t, in.Page(ui.AlertPath(alert)).Text(), "team one of finals and team two of finals", "problem A, suspicion 0.750", "Provisional", "This is the suspicion at that moment", "submission")

	for _, tt := range []struct {
		name   string
		change func(*contest.Watch)
		want   []string
	}{
		{"reconnecting", func(w *contest.Watch) {
			w.State, w.Reason = contest.WatchReconnecting, i18n.Verbatim("connection refused")
		}, []string{"Reconnecting", "ojcheck tries again; no submission is lost.", "connection refused"}},
		{"failed", func(w *contest.Watch) {
			w.State, w.Reason = contest.WatchFailed, i18n.Verbatim("the account may not read sources")
		}, []string{"Failed", "the account may not read sources", "goes on without a gap"}},
		{"closing", func(w *contest.Watch) { w.State = contest.WatchClosing }, []string{"Closing", "The closing check is running"}},
		{"a webhook that fails", func(w *contest.Watch) { w.WebhookFailure = i18n.Verbatim("chat.example answers 500") }, []string{"Following", "The webhook gets no alerts: chat.example answers 500"}},
		{"stopped", func(w *contest.Watch) { w.State = contest.WatchStopped }, []string{"Stopped", "goes on without a gap"}},
		{"ended", func(w *contest.Watch) { w.State, w.CheckID = contest.WatchEnded, c.Check }, []string{"Ended", "Closing check"}},
	} {
		w := webtest.FollowingWatch(c.Contest)
		tt.change(&w)
		in.SetWatch(w)
		webtest.Mention(t, in.Page(path).Text(), tt.want...)
		if live := len(in.Page("/").All("a", "href", path)) > 0; live != w.Live() {
			t.Errorf("%s: the list of contests shows it as live: %v, want %v", tt.name, live, w.Live())
		}
	}
	in.Page(path).One("a", "href", ui.CheckPath(c.Check))

	_, err := in.DB.CloseAlerts(t.Context(), c.Contest, c.Check, webtest.AlertedAt)
	webtest.Must(t, err)
	a = in.Page(path)
	webtest.Mention(t, a.Text(), "Alerts 1: 1 upheld, 0 not upheld", "0.750 Upheld Suspicion in the closing check 0.900")
	a.One("a", "href", ui.PairPath(c.Pairs[0]))
	webtest.Mention(t, in.Page(ui.AlertPath(alert)).Text(), "lists the pair at 0.900: the alert is upheld", "Pair in the closing check")
	in.Page(ui.AlertPath(alert)).One("a", "href", ui.PairPath(c.Pairs[0]))
}

// The pages of the list of alerts contain all alerts, the newest first.
func TestPagesOfAlerts(t *testing.T) {
	t.Parallel()
	in := webtest.NewSignedIn(t)
	c := in.AddChecked("finals")
	var submissions []contest.Submission
	for i := range ui.AlertsSize + 5 {
		path := fmt.Sprintf("A/%03d.cpp", i)
		submissions = append(submissions, contest.Submission{Problem: "A", Participant: fmt.Sprint("p", i), Kind: contest.Official, Path: path, Language: "cpp", Attempt: 1,
			Files: []contest.File{{Path: path, Content: []byte("int main() {}")}}})
	}
	_, _, err := in.DB.Import(t.Context(), review.CommandLine, "", contest.Import{Contest: "finals", Origin: "more", Submissions: submissions})
	webtest.Must(t, err)
	var want []string
	for _, s := range submissions {
		want = append([]string{fmt.Sprint("alert-", in.AddAlert(c.Contest, c.Submissions[0], s, 0.5).ID)}, want...)
	}
	var got []string
	path := ui.LivePath(c.Contest)
	for range 3 {
		a := in.Page(path)
		for _, row := range a.All("tr", "data-row", "") {
			got = append(got, webtest.Attribute(row, "id"))
		}
		next := a.All("a", "rel", "next")
		if len(next) == 0 {
			break
		}
		path = webtest.Attribute(next[0], "href")
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("alerts listed:\n%v, want\n%v", got, want)
	}
}

// Links filter alerts by problem and sort them by suspicion. The list of contests counts the alerts of a running
// contest.
func TestLiveOrder(t *testing.T) {
	t.Parallel()
	in := webtest.NewSignedIn(t)
	c := in.AddChecked("finals")
	in.EndBlindReview(c.Contest)
	first := in.AddAlert(c.Contest, c.Submissions[0], c.Submissions[1], 0.75)
	second, err := in.DB.AddAlerts(t.Context(), c.Contest, []contest.Alert{{At: webtest.AlertedAt, Problem: "A + B", Suspicion: 0.5,
		Left: contest.Side{SubmissionID: c.Submissions[0].ID}, Right: contest.Side{SubmissionID: c.Submissions[1].ID}}})
	webtest.Must(t, err)
	rows := func(path string) (ids []string) {
		for _, row := range in.Page(path).All("tr", "data-row", "") {
			ids = append(ids, webtest.Attribute(row, "id"))
		}
		return ids
	}
	a, b := fmt.Sprint("alert-", first.ID), fmt.Sprint("alert-", second[0].ID)
	path := ui.LivePath(c.Contest)
	page := in.Page(path)
	for _, tt := range []struct {
		name, query string
		want        []string
	}{
		{"the newest", "", []string{b, a}},
		{"the most suspicious", "?sort=suspicion", []string{a, b}},
		{"one problem", "?problem=A", []string{a}},
		{"a problem without alerts", "?problem=Z", nil},
	} {
		if got := rows(path + tt.query); strings.Join(got, " ") != strings.Join(tt.want, " ") {
			t.Errorf("%s: alerts %v, want %v", tt.name, got, tt.want)
		}
	}
	for _, href := range []string{path + "?sort=suspicion", path + "?problem=A", path + "?problem=A+%2B+B"} {
		page.One("a", "href", href)
	}
	in.SetWatch(webtest.FollowingWatch(c.Contest))
	webtest.Mention(t, in.Page("/").Text(), "live, 2 alerts")
}

// The page of a running contest without a check shows its alerts, and says when the contest is checked.
func TestContestWhileItRuns(t *testing.T) {
	t.Parallel()
	in := webtest.NewSignedIn(t)
	submissions := []contest.Submission{}
	for _, name := range []string{"ada", "eve"} {
		submissions = append(submissions, contest.Submission{Problem: "A", Participant: name, Kind: contest.Official, Path: "A/" + name + ".cpp", Language: "cpp", Attempt: 1,
			Files: []contest.File{{Path: "A/" + name + ".cpp", Content: []byte("int main() {}")}}})
	}
	id, _, err := in.DB.Import(t.Context(), review.CommandLine, "", contest.Import{Contest: "finals", Origin: "x", Submissions: submissions})
	webtest.Must(t, err)
	in.EndBlindReview(id)
	path := fmt.Sprintf("/contests/%d", id)
	page := in.Page(path)
	webtest.Mention(t, page.Text(), "Run a check to compare its stored submissions")
	if got := webtest.Attribute(page.One("a", "href", path+"/checks"), "class"); got != "button main" {
		t.Errorf("the button that checks has the classes %q, want button main", got)
	}
	in.AddAlert(id, submissions[0], submissions[1], 0.75)
	in.SetWatch(webtest.FollowingWatch(id))
	page = in.Page(path)
	webtest.Mention(t, page.Text(), "is checked when it ends", "ada and eve", "0.750")
	if links := page.All("a", "href", path+"/checks"); len(links) > 0 {
		t.Error("while the contest runs, its page proposes a check")
	}
	in.Page(path+"/settings").One("a", "href", path+"/checks")
}

// Viewers do not see alerts with a program of a contest in which they have no role.
func TestLiveForeign(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	foreign := in.AddChecked("foreign")
	own, another := in.AddChecked("own"), in.AddChecked("another")
	ownAlert := in.AddAlert(own.Contest, own.Submissions[0], own.Submissions[1], 0.6)
	crossAlert := in.AddAlert(own.Contest, own.Submissions[0], foreign.Submissions[0], 0.7)
	foreignAlert := in.AddAlert(another.Contest, another.Submissions[0], another.Submissions[1], 0.8)
	u := in.AddMember(own.Contest, "anna", account.Viewer)
	in.SignIn("anna")
	a := in.Page(ui.LivePath(own.Contest))
	webtest.Mention(t, a.Text(), "Alerts 1 ")
	if rows := a.All("tr", "data-row", ""); len(rows) != 1 || strings.Contains(a.Body, "foreign") {
		t.Errorf("%d alerts are listed, want 1, without the foreign contest: %s", len(rows), a.Text())
	}
	in.Page(ui.AlertPath(ownAlert))
	hidden := in.Do("GET", ui.AlertPath(crossAlert), "")
	missing := in.Do("GET", fmt.Sprintf("/contests/%d/alerts/999999", own.Contest), "")
	// Each answer shows the ID of its own request.
	body := strings.ReplaceAll(hidden.Body, hidden.Header.Get(request.IDHeader), "")
	if hidden.Status != http.StatusNotFound || body != strings.ReplaceAll(missing.Body, missing.Header.Get(request.IDHeader), "") {
		t.Errorf("an alert with a foreign program: status %d, want the 404 of an unknown alert: %s", hidden.Status, hidden.Text())
	}
	// An alert of another contest is not found at an address of the viewer's contest.
	in.Do("GET", fmt.Sprintf("/contests/%d/alerts/%d", own.Contest, foreignAlert.ID), "").WantStatus(http.StatusNotFound, "an alert of another contest")
	in.SetMember(foreign.Contest, u.ID, account.Viewer)
	webtest.Mention(t, in.Page(ui.LivePath(own.Contest)).Text(), "Alerts 2 ", "earlier: foreign, problem A")
	in.Page(ui.AlertPath(crossAlert))
}

// In a blind contest, no live page or event contains a name.
func TestLiveBlind(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	in := webtest.NewSite(t)
	contestID, checkID, pairs := in.AddBlind()
	w := webtest.FollowingWatch(contestID)
	w.State, w.Reason = contest.WatchReconnecting, i18n.Verbatim("the submission A/Ada Lovelace/lovelace.cpp of Ada Lovelace cannot be read")
	in.SetWatch(w)
	side := func(s contest.Side) contest.Submission {
		return contest.Submission{ID: s.SubmissionID, Problem: s.Problem}
	}
	// pairs[2] has a program of an earlier contest.
	alerts := []contest.Alert{in.AddAlert(contestID, side(pairs[0].Left), side(pairs[0].Right), 0.8), in.AddAlert(contestID, side(pairs[2].Left), side(pairs[2].Right), 0.7)}
	checkPages := func() {
		t.Helper()
		for _, name := range []string{"vera", "carl", "root"} {
			client := in.NewClient(t).SignIn(name)
			for _, path := range []string{ui.LivePath(contestID), ui.LivePath(contestID) + "/events", ui.AlertPath(alerts[0]), ui.AlertPath(alerts[1]), fmt.Sprintf("/contests/%d", contestID), "/"} {
				a := client.Page(path)
				for _, secret := range append([]string{"wf-2026", "secret"}, personalData...) {
					if strings.Contains(a.Body, secret) || strings.Contains(fmt.Sprint(a.Header), secret) {
						t.Errorf("%s reads %q on %s:\n%s", name, secret, path, a.Text())
					}
				}
			}
			webtest.Mention(t, client.Page(ui.LivePath(contestID)).Text(), fmt.Sprintf("Participant %d and Participant %d", pairs[0].Left.Number, pairs[0].Right.Number), "Names hidden", "The output of ojcheck watch gives the reason")
		}
	}
	for name, role := range map[string]account.Role{"vera": account.Viewer, "carl": account.Chief} {
		u := in.AddMember(contestID, name, role)
		in.SetMember(pairs[2].Right.ContestID, u.ID, role)
	}
	in.AddUser("root", true)
	checkPages()
	_, err := in.DB.CloseAlerts(t.Context(), contestID, checkID, webtest.AlertedAt)
	webtest.Must(t, err)
	checkPages()
}

// All clients that wait get one event with the new version, without names.
func TestLiveEvents(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	in := webtest.NewSite(t)
	c := in.AddChecked("finals")
	in.EndBlindReview(c.Contest)
	in.AddMember(c.Contest, "vera", account.Viewer)
	in.SignIn("vera")
	currentVersion := func() string {
		t.Helper()
		return webtest.Attribute(in.Page(ui.LivePath(c.Contest)).All("div", "data-watch", ui.LivePath(c.Contest)+"/events")[0], "data-mark")
	}
	events := func(headers ...string) string {
		t.Helper()
		return in.Do("GET", ui.LivePath(c.Contest)+"/events?mark="+currentVersion(), "", headers...).Body
	}
	firstVersion := currentVersion()
	bodies := make(chan string, 1)
	// Three clients wait for one event.
	for range 3 {
		go func() { bodies <- events() }()
	}
	for in.Server.Site.Subscribers(c.Contest) < 3 {
		time.Sleep(time.Millisecond)
	}
	in.AddAlert(c.Contest, c.Submissions[0], c.Submissions[1], 0.75)
	newVersion := currentVersion()
	if newVersion == firstVersion {
		t.Fatal("a new alert does not change the version")
	}
	for range 3 {
		body := <-bodies
		webtest.Mention(t, body, "retry: 1000", "id: "+newVersion, "data: "+newVersion)
		if strings.Contains(body, "team") {
			t.Errorf("an event names somebody: %s", body)
		}
	}
	// A client with an old version gets the event at once.
	webtest.Mention(t, events("Last-Event-ID", firstVersion), "data: "+newVersion)
	for in.Server.Site.Subscribers(c.Contest) > 0 {
		time.Sleep(time.Millisecond)
	}
	// The end of the site ends the request of a client that waits.
	go func() { bodies <- events() }()
	for in.Server.Site.Subscribers(c.Contest) == 0 {
		select {
		case body := <-bodies:
			t.Fatalf("the request does not wait: %s", body)
		case <-time.After(time.Millisecond):
		}
	}
	in.Server.Site.Close()
	if body := <-bodies; strings.Contains(body, "data:") {
		t.Errorf("an event at the end, though nothing has changed: %s", body)
	}
}

// A number in an address that is no alert's ID is ignored as a position in the list, and gives 404 as an alert.
func TestLiveNumbers(t *testing.T) {
	t.Parallel()
	in := webtest.NewSignedIn(t)
	c := in.AddChecked("finals")
	for _, number := range []string{"9223372036854775807", "99999999999999999999", "-1", "0", "x"} {
		in.Do("GET", ui.LivePath(c.Contest)+"?before="+number, "").WantStatus(http.StatusOK, "before %s", number)
		in.Do("GET", "/contests/"+strconv.FormatInt(c.Contest, 10)+"/alerts/"+number, "").WantStatus(http.StatusNotFound, "alert %s", number)
	}
}
