package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

var alertedAt = time.Date(2026, 3, 1, 10, 20, 30, 0, time.UTC)

// alerted adds an alert, as a watch does.
func (in *installation) alerted(contestID int64, left, right contest.Submission, suspicion float64) contest.Alert {
	in.Helper()
	added, err := in.db.AddAlerts(context.Background(), contestID, []contest.Alert{{
		At: alertedAt, Problem: left.Problem, Suspicion: suspicion,
		Left: contest.Side{SubmissionID: left.ID}, Right: contest.Side{SubmissionID: right.ID},
	}})
	if err != nil || len(added) != 1 {
		in.Fatalf("added %d alerts, %v", len(added), err)
	}
	return added[0]
}

// watched stores how far a contest is followed.
func (in *installation) watched(w contest.Watch) {
	in.Helper()
	if err := in.db.SaveWatch(context.Background(), w); err != nil {
		in.Fatal(err)
	}
}

func following(contestID int64) contest.Watch {
	return contest.Watch{ContestID: contestID, URL: "https://jury:secret@judge.example/api", SystemID: "wf-2026", State: contest.WatchFollowing,
		StartedAt: alertedAt.Add(-time.Hour), LastEventAt: alertedAt, Submissions: 1234, Judged: 1200, Compared: 1150, Pending: 3}
}

// uncovered shows all names of a contest.
func (in *installation) uncovered(contestID int64) {
	in.Helper()
	if err := in.db.SetBlind(context.Background(), review.CommandLine, contestID, false); err != nil {
		in.Fatal(err)
	}
}

func TestLivePage(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	c := in.checked("finals")
	in.uncovered(c.contest)
	in.user("root", true)
	in.signIn("root")
	path := livePath(c.contest)

	mention(t, in.page(path).text(), "Nobody has followed this contest yet", "ojcheck watch URL --contest ID", "Alerts none", "Alerts come while a contest is followed")
	if list := in.page("/").all("a", "href", path); len(list) != 0 {
		t.Error("the list of contests says that it is live")
	}
	w := following(c.contest)
	in.watched(w)
	mention(t, in.page(path).text(), "Following", "Submissions 1,234", "Judged 1,200", "Accepted, compared 1,150", "Waiting 3", "judge.example", "contest wf-2026", "No pair has reached the threshold so far")
	for _, page := range []string{"/", fmt.Sprintf("/contests/%d", c.contest)} {
		if list := in.page(page).all("a", "href", path); len(list) != 1 {
			t.Errorf("%s has %d links to the live page", page, len(list))
		}
	}
	alert := in.alerted(c.contest, c.submissions[0], c.submissions[1], 0.75)
	a := in.page(path)
	mention(t, a.text(), "Alerts 1", "A team one of finals and team two of finals 0.750", "Open")
	a.one("a", "href", alertPath(alert))
	mention(t, in.page(alertPath(alert)).text(), "team one of finals and team two of finals", "problem A, suspicion 0.750", "Open", "The score is that of the moment", "that program alone")

	for _, tt := range []struct {
		name   string
		change func(*contest.Watch)
		want   []string
	}{
		{"reconnecting", func(w *contest.Watch) { w.State, w.Reason = contest.WatchReconnecting, "connection refused" }, []string{"Reconnecting", "does not answer", "connection refused"}},
		{"failed", func(w *contest.Watch) { w.State, w.Reason = contest.WatchFailed, "the account may not read sources" }, []string{"Failed", "the account may not read sources", "goes on without a gap"}},
		{"closing", func(w *contest.Watch) { w.State = contest.WatchClosing }, []string{"Closing", "is being checked anew"}},
		{"a webhook that fails", func(w *contest.Watch) { w.Webhook = "chat.example answers 500" }, []string{"Following", "The webhook gets no alerts: chat.example answers 500"}},
		{"stopped", func(w *contest.Watch) { w.State = contest.WatchStopped }, []string{"Stopped", "goes on without a gap"}},
		{"ended", func(w *contest.Watch) { w.State, w.CheckID = contest.WatchEnded, c.check }, []string{"Ended", "The closing check"}},
	} {
		w := following(c.contest)
		tt.change(&w)
		in.watched(w)
		mention(t, in.page(path).text(), tt.want...)
		if live := len(in.page("/").all("a", "href", path)) > 0; live != w.Live() {
			t.Errorf("%s: the list of contests says live: %v", tt.name, live)
		}
	}
	in.page(path).one("a", "href", checkPath(c.check))

	if _, err := in.db.CloseAlerts(t.Context(), c.contest, c.check, alertedAt); err != nil {
		t.Fatal(err)
	}
	a = in.page(path)
	mention(t, a.text(), "Alerts 1: 1 stands, 0 fell", "0.750 0.900 Stands")
	a.one("a", "href", pairAlone(c.pairs[0]))
	mention(t, in.page(alertPath(alert)).text(), "has the pair at 0.900: the alert stands", "The pair in the closing check")
	in.page(alertPath(alert)).one("a", "href", pairAlone(c.pairs[0]))
}

func TestWatchViewStale(t *testing.T) {
	t.Parallel()
	now := alertedAt
	for _, tt := range []struct {
		name    string
		state   contest.WatchState
		silent  time.Duration
		shown   string
		running bool
	}{
		{"following", contest.WatchFollowing, contest.WatchSilence, "Following", true},
		{"following, long ago", contest.WatchFollowing, contest.WatchSilence + 1, "No sign of life", false},
		{"reconnecting, long ago", contest.WatchReconnecting, time.Hour, "No sign of life", false},
		{"closing", contest.WatchClosing, contest.WatchSilence, "Closing", true},
		{"closing, long ago", contest.WatchClosing, contest.WatchSilence + 1, "No sign of life", false},
		{"ended long ago", contest.WatchEnded, time.Hour, "Ended", false},
		{"failed long ago", contest.WatchFailed, time.Hour, "Failed", false},
	} {
		v := watchView{contest.Watch{State: tt.state, UpdatedAt: now.Add(-tt.silent)}, now}
		if v.state() != tt.shown || v.Running() != tt.running {
			t.Errorf("%s: %q, running %v", tt.name, v.state(), v.Running())
		}
	}
}

// Alerts are listed page by page, and none is left out.
func TestLivePages(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	c := in.checked("finals")
	var submissions []contest.Submission
	for i := range alertsSize + 5 {
		path := fmt.Sprintf("A/%03d.cpp", i)
		submissions = append(submissions, contest.Submission{Problem: "A", Participant: fmt.Sprint("p", i), Kind: contest.Official, Path: path, Language: "cpp", Attempt: 1,
			Files: []contest.File{{Path: path, Content: []byte("int main() {}")}}})
	}
	if _, _, err := in.db.Import(t.Context(), review.CommandLine, "", "finals", "more", submissions, nil, nil); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, s := range submissions {
		want = append([]string{fmt.Sprint("alert-", in.alerted(c.contest, c.submissions[0], s, 0.5).ID)}, want...)
	}
	in.user("root", true)
	in.signIn("root")
	var got []string
	path := livePath(c.contest)
	for range 3 {
		a := in.page(path)
		for _, row := range a.all("tr", "data-row", "") {
			got = append(got, attribute(row, "id"))
		}
		next := a.all("a", "rel", "next")
		if len(next) == 0 {
			break
		}
		path = attribute(next[0], "href")
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("listed are\n%v, want\n%v", got, want)
	}
}

// Alerts are listed by problem and by suspicion, by plain links; the contest's page
// shows the newest while it runs.
func TestLiveOrder(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	c := in.checked("finals")
	in.uncovered(c.contest)
	in.user("root", true)
	in.signIn("root")
	first := in.alerted(c.contest, c.submissions[0], c.submissions[1], 0.75)
	other, err := in.db.AddAlerts(t.Context(), c.contest, []contest.Alert{{At: alertedAt, Problem: "A + B", Suspicion: 0.5,
		Left: contest.Side{SubmissionID: c.submissions[0].ID}, Right: contest.Side{SubmissionID: c.submissions[1].ID}}})
	if err != nil {
		t.Fatal(err)
	}
	rows := func(path string) (ids []string) {
		for _, row := range in.page(path).all("tr", "data-row", "") {
			ids = append(ids, attribute(row, "id"))
		}
		return ids
	}
	a, b := fmt.Sprint("alert-", first.ID), fmt.Sprint("alert-", other[0].ID)
	path := livePath(c.contest)
	page := in.page(path)
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
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	for _, href := range []string{path + "?sort=suspicion", path + "?problem=A", path + "?problem=A+%2B+B"} {
		page.one("a", "href", href)
	}
	in.watched(following(c.contest))
	mention(t, in.page("/").text(), "live, 2 alerts")
}

// A contest that runs and was never checked shows its alerts, and when it will be.
func TestContestWhileItRuns(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.user("root", true)
	in.signIn("root")
	submissions := []contest.Submission{}
	for _, name := range []string{"ada", "eve"} {
		submissions = append(submissions, contest.Submission{Problem: "A", Participant: name, Kind: contest.Official, Path: "A/" + name + ".cpp", Language: "cpp", Attempt: 1,
			Files: []contest.File{{Path: "A/" + name + ".cpp", Content: []byte("int main() {}")}}})
	}
	id, _, err := in.db.Import(t.Context(), review.CommandLine, "", "finals", "x", submissions, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	in.uncovered(id)
	path := fmt.Sprintf("/contests/%d", id)
	page := in.page(path)
	mention(t, page.text(), "has not been checked yet: Check compares what is kept of it")
	if got := attribute(page.one("a", "href", path+"/checks"), "class"); got != "button main" {
		t.Errorf("the button that checks is a %q", got)
	}
	in.alerted(id, submissions[0], submissions[1], 0.75)
	in.watched(following(id))
	page = in.page(path)
	mention(t, page.text(), "All of it is checked when it ends", "ada and eve", "0.750")
	if got := attribute(page.one("a", "href", path+"/checks"), "class"); got != "button" {
		t.Errorf("while it runs, the button that checks is a %q", got)
	}
}

// An alert with a program of a contest that is not theirs is not there.
func TestLiveForeign(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	foreign := in.checked("foreign")
	own, another := in.checked("own"), in.checked("another")
	plain := in.alerted(own.contest, own.submissions[0], own.submissions[1], 0.6)
	across := in.alerted(own.contest, own.submissions[0], foreign.submissions[0], 0.7)
	elsewhere := in.alerted(another.contest, another.submissions[0], another.submissions[1], 0.8)
	u := in.user("anna", false)
	in.member(own.contest, u.ID, account.Viewer)
	in.signIn("anna")
	a := in.page(livePath(own.contest))
	mention(t, a.text(), "Alerts 1 ")
	if rows := a.all("tr", "data-row", ""); len(rows) != 1 || strings.Contains(a.body, "foreign") {
		t.Errorf("%d alerts are listed: %s", len(rows), a.text())
	}
	in.page(alertPath(plain))
	there := in.do("GET", alertPath(across), "")
	gone := in.do("GET", fmt.Sprintf("/contests/%d/alerts/999999", own.contest), "")
	if there.status != http.StatusNotFound || there.body != gone.body {
		t.Errorf("an alert with a foreign program: status %d, %s", there.status, there.text())
	}
	// Not under the address of their own contest either.
	if a := in.do("GET", fmt.Sprintf("/contests/%d/alerts/%d", own.contest, elsewhere.ID), ""); a.status != http.StatusNotFound {
		t.Errorf("an alert of another contest: status %d", a.status)
	}
	in.member(foreign.contest, u.ID, account.Viewer)
	mention(t, in.page(livePath(own.contest)).text(), "Alerts 2 ", "earlier: foreign, problem A")
	in.page(alertPath(across))
}

// In a blind contest nothing of what is live tells who anybody is.
func TestLiveBlind(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	in := newInstallation(t)
	contestID, checkID, pairs := in.checkedBlind()
	w := following(contestID)
	w.State, w.Reason = contest.WatchReconnecting, "the submission A/Ada Lovelace/lovelace.cpp of Ada Lovelace cannot be read"
	in.watched(w)
	side := func(s contest.Side) contest.Submission {
		return contest.Submission{ID: s.SubmissionID, Problem: s.Problem}
	}
	alerts := []contest.Alert{in.alerted(contestID, side(pairs[0].Left), side(pairs[0].Right), 0.8), in.alerted(contestID, side(pairs[2].Left), side(pairs[2].Right), 0.7)}
	see := func() {
		t.Helper()
		for _, name := range []string{"vera", "carl", "root"} {
			as := in.as(t).signIn(name)
			for _, path := range []string{livePath(contestID), livePath(contestID) + "/events", alertPath(alerts[0]), alertPath(alerts[1]), fmt.Sprintf("/contests/%d", contestID), "/"} {
				a := as.page(path)
				for _, secret := range append([]string{"wf-2026", "secret"}, told...) {
					if strings.Contains(a.body, secret) || strings.Contains(fmt.Sprint(a.header), secret) {
						t.Errorf("%s reads %q on %s:\n%s", name, secret, path, a.text())
					}
				}
			}
			mention(t, as.page(livePath(contestID)).text(), fmt.Sprintf("Participant %d and Participant %d", pairs[0].Left.Number, pairs[0].Right.Number), "Names hidden", "Why is told by ojcheck watch itself")
		}
	}
	for name, role := range map[string]account.Role{"vera": account.Viewer, "carl": account.Chief} {
		u := in.user(name, false)
		in.member(contestID, u.ID, role)
		in.member(pairs[2].Right.ContestID, u.ID, role)
	}
	in.user("root", true)
	see()
	if _, err := in.db.CloseAlerts(t.Context(), contestID, checkID, alertedAt); err != nil {
		t.Fatal(err)
	}
	see()
}

// The events tell what the page has not shown yet, and name nobody.
func TestLiveEvents(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	c := in.checked("finals")
	in.uncovered(c.contest)
	u := in.user("vera", false)
	in.member(c.contest, u.ID, account.Viewer)
	in.signIn("vera")
	markNow := func() string {
		t.Helper()
		return attribute(in.page(livePath(c.contest)).all("div", "data-watch", livePath(c.contest)+"/events")[0], "data-mark")
	}
	events := func(headers ...string) string {
		t.Helper()
		return in.do("GET", livePath(c.contest)+"/events?mark="+markNow(), "", headers...).body
	}
	first := markNow()
	next := make(chan string, 1)
	// Several wait for the same.
	for range 3 {
		go func() { next <- events() }()
	}
	for in.server.readers(c.contest) < 3 {
		time.Sleep(time.Millisecond)
	}
	in.alerted(c.contest, c.submissions[0], c.submissions[1], 0.75)
	after := markNow()
	if after == first {
		t.Fatal("the mark has not changed")
	}
	for range 3 {
		body := <-next
		mention(t, body, "retry: 1000", "id: "+after, "data: "+after)
		if strings.Contains(body, "team") {
			t.Errorf("an event names somebody: %s", body)
		}
	}
	// Whoever comes back with an older mark is told at once.
	mention(t, events("Last-Event-ID", first), "data: "+after)
	for in.server.readers(c.contest) > 0 {
		time.Sleep(time.Millisecond)
	}
}

// readers is how many wait for news of a contest.
func (s *Server) readers(contestID int64) int {
	s.site.notifier.mu.Lock()
	defer s.site.notifier.mu.Unlock()
	if w := s.site.notifier.watched[contestID]; w != nil {
		return w.readers
	}
	return 0
}

// However many read, there is one look for all of them, and none when they left.
func TestLiveMarksAreShared(t *testing.T) {
	t.Parallel()
	asked := make(chan []int64)
	answer := make(chan map[int64]contest.LiveVersion)
	l := newChangeNotifier(func(ctx context.Context, ids []int64) (map[int64]contest.LiveVersion, error) {
		asked <- ids
		return <-answer, nil
	})
	leave := []func(){l.subscribe(7)}
	if ids := <-asked; fmt.Sprint(ids) != "[7]" {
		t.Errorf("asked for %v", ids)
	}
	for range 5 {
		leave = append(leave, l.subscribe(7), l.subscribe(9))
	}
	_, changed := l.now(7)
	answer <- map[int64]contest.LiveVersion{7: {Alert: 1}}
	<-changed
	if ids := <-asked; fmt.Sprint(ids) != "[7 9]" {
		t.Errorf("asked for %v", ids)
	}
	mark, same := l.now(7)
	for _, f := range leave {
		f()
	}
	answer <- map[int64]contest.LiveVersion{7: {Alert: 1}}
	select {
	case <-same:
		t.Errorf("told of %s twice", mark)
	default:
	}
	l.close() // would not end if somebody still looked: nobody answers
	if l.polling {
		t.Error("somebody looks, for nobody")
	}
}

// What an address has for the number of an alert may be anything.
func TestLiveNumbers(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	c := in.checked("finals")
	in.user("root", true)
	in.signIn("root")
	for _, number := range []string{"9223372036854775807", "99999999999999999999", "-1", "0", "x"} {
		if a := in.do("GET", livePath(c.contest)+"?before="+number, ""); a.status != http.StatusOK {
			t.Errorf("before %s: status %d", number, a.status)
		}
		if a := in.do("GET", "/contests/"+strconv.FormatInt(c.contest, 10)+"/alerts/"+number, ""); a.status != http.StatusNotFound {
			t.Errorf("alert %s: status %d", number, a.status)
		}
	}
}
