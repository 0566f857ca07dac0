package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/watch"
	"github.com/ojcheck/ojcheck/internal/webhook"
)

// watchTimeout limits each wait of a test.
const watchTimeout = 3 * time.Minute

// loadLabelled returns the labelled contest, and its submissions, which the scenario does not have yet.
func loadLabelled(t *testing.T) (ccstest.Scenario, []ccstest.JudgedSubmission) {
	t.Helper()
	scenario, list, err := ccstest.LoadLabelled("../../testdata/submissions")
	if err != nil {
		t.Fatal(err)
	}
	return scenario, list
}

// process is an "ojcheck watch" process.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	done   chan error
	errors *bytes.Buffer // standard error; read it after the end of the process

	mu     sync.Mutex
	alerts []watch.AlertMessage
}

// ojcheckCommand returns the command for a process of ojcheck.
func ojcheckCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Args = append([]string{"ojcheck"}, args...) // TestMain runs ojcheck under this name
	return cmd
}

// startWatch starts a process that prints alerts as JSON.
func startWatch(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{t: t, done: make(chan error, 1), errors: new(bytes.Buffer)}
	p.cmd = ojcheckCommand(t, append([]string{"watch"}, args...)...)
	p.cmd.Stderr = p.errors
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			var alert watch.AlertMessage
			if err := json.Unmarshal(lines.Bytes(), &alert); err != nil {
				t.Errorf("a line is not an alert: %q", lines.Text())
			}
			p.mu.Lock()
			p.alerts = append(p.alerts, alert)
			p.mu.Unlock()
		}
		p.done <- p.cmd.Wait()
	}()
	t.Cleanup(func() {
		if p.cmd.ProcessState == nil {
			_ = p.cmd.Process.Kill()
			<-p.done
		}
	})
	return p
}

// end waits for the end of the process, and fails the test if its status is not 0.
func (p *process) end() {
	p.t.Helper()
	select {
	case err := <-p.done:
		if err != nil {
			p.t.Fatalf("watch ends with %v:\n%s", err, p.errors)
		}
	case <-time.After(watchTimeout):
		_ = p.cmd.Process.Kill()
		<-p.done
		p.t.Fatalf("watch does not end:\n%s", p.errors)
	}
}

// kill ends the process by SIGKILL.
func (p *process) kill() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		p.t.Fatalf("%v; standard error:\n%s", err, p.errors)
	}
	<-p.done
}

// hookServer receives the messages of a webhook. It fails the first two requests and every seventh.
type hookServer struct {
	secret webhook.Secret

	mu       sync.Mutex
	requests int
	ids      []string // of messages, by their first arrival
	alerts   map[string]watch.AlertMessage
	invalid  []string
}

func (s *hookServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	if s.requests <= 2 || s.requests%7 == 0 {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	id := r.Header.Get("webhook-id")
	body, _ := io.ReadAll(r.Body)
	seconds, _ := strconv.ParseInt(r.Header.Get("webhook-timestamp"), 10, 64)
	var message struct {
		Type string
		Data watch.AlertMessage
	}
	if r.Header.Get("webhook-signature") != s.secret.Sign(id, time.Unix(seconds, 0), body) || json.Unmarshal(body, &message) != nil || message.Type != "alert.raised" {
		s.invalid = append(s.invalid, string(body))
	}
	if first, ok := s.alerts[id]; !ok {
		s.ids = append(s.ids, id)
		s.alerts[id] = message.Data
	} else if first.Alert != message.Data.Alert {
		s.invalid = append(s.invalid, fmt.Sprintf("message %s has alert %d, then alert %d", id, first.Alert, message.Data.Alert))
	}
}

// startHook starts a hookServer, and returns its flags.
func startHook(t *testing.T) (*hookServer, []string) {
	t.Helper()
	text := "whsec_" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))
	secret, err := webhook.ParseSecret(text)
	if err != nil {
		t.Fatal(err)
	}
	s := &hookServer{secret: secret, alerts: map[string]watch.AlertMessage{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, []string{"--webhook", server.URL + "/hook", "--webhook-secret-file", newFile(t, "secret", text+"\n")}
}

// storedSubmissions returns the stored submissions of the contest "finals".
func storedSubmissions(t *testing.T, db *postgres.DB) []contest.Submission {
	t.Helper()
	contents, err := db.Contents(t.Context(), "finals")
	if err != nil {
		return nil
	}
	list, _, err := db.StoredSubmissions(t.Context(), contents.ID)
	if err != nil && !errors.Is(err, contest.ErrNotFound) {
		t.Fatal(err)
	}
	return list
}

// TestWatchKilled follows a contest of more than 600 events with a process that is killed three times.
// Connections break, and events come twice and in any order. One program of an earlier contest is submitted
// again. Every submission must be stored once, and each case must be alerted and sent once. A later check
// must list the same pairs as the closing check.
func TestWatchKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills processes")
	}
	t.Parallel()
	scenario, list := loadLabelled(t)
	scenario.Disorder = true
	server := ccstest.NewServer(t, scenario)
	url := pgtest.New(t)
	db := openDB(t, url)
	checkEarlier(t, url, "spring", list[0], otherProblem(t, list))
	hook, flags := startHook(t)
	args := append([]string{server.URL, "--contest", "finals26", "--name", "finals", "--format", "json", "--database-url", url}, flags...)

	submitted := 0
	submit := func(n int) {
		for _, h := range list[submitted:min(len(list), submitted+n)] {
			server.AddSubmission(h.Submission, h.PendingJudgement())
			if h.Judgement.Type != "" {
				server.Judge(h.Judgement)
			}
			submitted++
			time.Sleep(5 * time.Millisecond)
		}
	}
	var alerts []watch.AlertMessage
	fetchedBefore := map[string]int{} // by the ID of a stored submission, how often it was fetched before the kill
	for range 3 {
		server.CutFeed(3, 10, 30)
		p := startWatch(t, args...)
		before := len(storedSubmissions(t, db))
		submit(38)
		for end := time.Now().Add(watchTimeout); len(storedSubmissions(t, db)) < before+20; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				p.kill()
				t.Fatalf("%d submissions are stored, want %d:\n%s", len(storedSubmissions(t, db)), before+20, p.errors)
			}
		}
		submit(5) // so that the kill interrupts their import
		p.kill()
		alerts = append(alerts, p.alerts...)
		for _, s := range storedSubmissions(t, db) {
			fetchedBefore[s.SystemID] = server.FileRequests()[s.SystemID]
		}
	}
	p := startWatch(t, args...)
	submit(len(list))
	server.DropConnections()
	server.EndContest()
	p.end()
	alerts = append(alerts, p.alerts...)
	if n := server.EventCount(); n < 600 {
		t.Errorf("the feed had %d events, want 600 or more", n)
	}

	var got, want []string
	for _, s := range storedSubmissions(t, db) {
		got = append(got, s.SystemID)
	}
	for _, h := range list {
		want = append(want, h.Submission.ID)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	var rows int
	if err := db.Pool().QueryRow(t.Context(), "SELECT count(*) FROM submissions JOIN contests c ON c.id = contest_id WHERE c.name = 'finals'").Scan(&rows); err != nil || rows != len(list) {
		t.Errorf("%d rows of submissions, want %d (%v)", rows, len(list), err)
	}
	fetched := server.FileRequests()
	for id, n := range fetchedBefore {
		if fetched[id] != n {
			t.Errorf("submission %s was stored before a kill, and fetched again after it", id)
		}
	}
	if methods := slices.Collect(maps.Keys(server.Methods())); !slices.Equal(methods, []string{"GET"}) {
		t.Errorf("requests to the judge system have the methods %q, want only GET", methods)
	}
	if agents := slices.Collect(maps.Keys(server.UserAgents())); !slices.Equal(agents, []string{"ojcheck/" + toolVersion()}) {
		t.Errorf("requests to the judge system have the user agents %q, want only ojcheck with its version", agents)
	}
	assertWatched(t, db, alerts, hook)
}

// otherProblem returns a submission in the language of the first one, but for another problem.
func otherProblem(t *testing.T, list []ccstest.JudgedSubmission) ccstest.JudgedSubmission {
	t.Helper()
	for _, h := range list {
		if h.Submission.Language == list[0].Submission.Language && h.Submission.Problem != list[0].Submission.Problem {
			return h
		}
	}
	t.Fatal("all submissions in this language are for one problem")
	return ccstest.JudgedSubmission{}
}

// checkEarlier stores and checks an earlier contest.
func checkEarlier(t *testing.T, url, name string, list ...ccstest.JudgedSubmission) {
	t.Helper()
	root := t.TempDir()
	for i, h := range list {
		for _, f := range h.Submission.Files {
			if err := writeFiles(root, map[string][]byte{fmt.Sprintf("P/somebody %d/%s", i, f.Name): []byte(f.Content)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	mustRun(t, "check", root, "--contest", name, "--database-url", url)
}

// assertWatched checks the stored, the printed and the delivered alerts.
func assertWatched(t *testing.T, db *postgres.DB, printed []watch.AlertMessage, hook *hookServer) {
	t.Helper()
	ctx := t.Context()
	contents, err := db.Contents(ctx, "finals")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := db.Watch(ctx, contents.ID)
	if err != nil || stored.State != contest.WatchEnded {
		t.Fatalf("the watch is %+v, want it ended: %v", stored, err)
	}
	alerts, err := db.AlertsAfter(ctx, contents.ID, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]contest.Alert{}
	byID := map[int64]contest.Alert{}
	caseOf := func(problem string, a, b contest.Side) string {
		if b.Contest != "" {
			return fmt.Sprint(problem, a.Number, b.Contest, b.Problem, b.Number)
		}
		return fmt.Sprint(problem, min(a.Number, b.Number), max(a.Number, b.Number))
	}
	for _, a := range alerts {
		key := caseOf(a.Problem, a.Left, a.Right)
		if _, twice := cases[key]; twice {
			t.Errorf("the case %s has two alerts, want one", key)
		}
		cases[key], byID[a.ID] = a, a
	}
	lines := map[int64]bool{}
	for _, line := range printed {
		if lines[line.Alert] {
			t.Errorf("alert %d is printed twice", line.Alert)
		}
		lines[line.Alert] = true
		if a := byID[line.Alert]; a.Left.Participant != line.Left.Participant || a.Suspicion != line.Suspicion {
			t.Errorf("printed %+v, want the left participant and the suspicion of the alert %+v", line, a)
		}
	}
	if len(printed) == 0 {
		t.Error("no alert was printed")
	}

	// The webhook got each alert, in order, with labels instead of the hidden names.
	if len(hook.invalid) > 0 {
		t.Errorf("the webhook got the invalid messages %q", hook.invalid)
	}
	var sent []int64
	for _, id := range hook.ids {
		data := hook.alerts[id]
		sent = append(sent, data.Alert)
		a := byID[data.Alert]
		for _, side := range []struct {
			sent watch.AlertMessageSide
			want contest.Side
		}{{data.Left, a.Left}, {data.Right, a.Right}} {
			if masked := fmt.Sprintf("Participant %d", side.want.Number); side.sent.Participant != masked || side.sent.Submission != "" {
				t.Errorf("the webhook got %+v, want %s without a submission", side.sent, masked)
			}
		}
	}
	if want := slices.Sorted(maps.Keys(byID)); !slices.Equal(sent, want) {
		t.Errorf("sent alerts %d, want %d", sent, want)
	}

	pairs, _, err := db.Pairs(ctx, stored.CheckID, check.Defaults().Filter())
	if err != nil || len(pairs) < 20 {
		t.Fatalf("%d pairs are listed, want at least 20: %v", len(pairs), err)
	}
	if !slices.ContainsFunc(pairs, contest.Pair.Earlier) {
		t.Error("no pair has a side of the earlier contest")
	}
	isListed := make(map[string]bool)
	for _, p := range pairs {
		isListed[caseOf(p.Problem, p.Left, p.Right)] = true
		if a := cases[caseOf(p.Problem, p.Left, p.Right)]; a.State != contest.AlertUpheld {
			t.Errorf("%s with %s has suspicion %v, so its alert must be upheld: %+v", p.Left.Participant, p.Right.Participant, p.Suspicion, a)
		}
	}
	for _, a := range alerts {
		if isListed[caseOf(a.Problem, a.Left, a.Right)] == (a.State == contest.AlertNotUpheld) {
			t.Errorf("alert %d is %s at suspicion %v: want it upheld exactly if the pair is listed", a.ID, a.State, a.ClosingSuspicion)
		}
	}
	closingPairs, laterPairs := csvOf(t, db, stored.CheckID), checkAgain(t, db)
	if diff := cmp.Diff(closingPairs, laterPairs); diff != "" {
		t.Errorf("a later check differs (-closing +later):\n%s", diff)
	}
}

// csvOf returns the CSV of all stored pairs of a check.
func csvOf(t *testing.T, db *postgres.DB, checkID int64) string {
	t.Helper()
	format := "csv"
	f := resultFlags{Out: outputFlags{Format: &format}}
	a := &archive{DB: db}
	done, err := db.Check(t.Context(), checkID)
	if err != nil {
		t.Fatal(err)
	}
	doc, _, err := f.document(t.Context(), a, done)
	if err == nil {
		doc.Pairs, _, err = db.Pairs(t.Context(), checkID, contest.PairFilter{})
	}
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out, err := openOutput("", &b)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.write(t.Context(), out, a, doc); err != nil {
		t.Fatal(err)
	}
	if err := out.finish(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checksOfFinals returns the checks of the contest "finals".
func checksOfFinals(t *testing.T, db *postgres.DB) []contest.Check {
	t.Helper()
	c, err := db.ContestByName(t.Context(), "finals")
	if err != nil {
		t.Fatal(err)
	}
	checks, err := db.Checks(t.Context(), c.ID)
	if err != nil || len(checks) == 0 {
		t.Fatalf("%d checks, error %v", len(checks), err)
	}
	return checks
}

// checkAgain checks the stored contest as the closing check did, and returns the CSV of all its pairs.
func checkAgain(t *testing.T, db *postgres.DB) string {
	t.Helper()
	mustRun(t, "check", "--contest", "finals", "--against", "archive", "--database-url", db.Pool().Config().ConnString())
	newest, _ := contest.NewestCheck(checksOfFinals(t, db))
	return csvOf(t, db, newest.ID)
}

// Ctrl+C stops a watch, which prints how to go on.
func TestWatchInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills processes")
	}
	t.Parallel()
	scenario, list := loadLabelled(t)
	server := ccstest.NewServer(t, scenario)
	url := pgtest.New(t)
	db := openDB(t, url)
	args := []string{server.URL, "--contest", "finals26", "--name", "finals", "--format", "json", "--database-url", url}
	p := startWatch(t, args...)
	server.AddSubmission(list[0].Submission, list[0].Judgement)
	eventually(t, "a submission is stored", func() bool { return len(storedSubmissions(t, db)) > 0 })
	status, _, errs := runOjcheck(t, append([]string{"watch"}, args...)...)
	if status != exitFailed || !strings.Contains(errs, "followed by another ojcheck") {
		t.Errorf("a second watch ends with %d, want %d because the contest is followed:\n%s", status, exitFailed, errs)
	}
	if strings.Contains(errs, "run the same command again") {
		t.Errorf("a second watch advises what does not help:\n%s", errs)
	}
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.end()
	if text := p.errors.String(); !strings.Contains(text, "run the same command again to go on from here") {
		t.Errorf("standard error does not say how to go on:\n%s", text)
	}
	// --close ends the watch before the judge system announces the end of the contest.
	p = startWatch(t, append(args, "--close")...)
	p.end()
	if text := p.errors.String(); !strings.Contains(text, "the contest has ended: check 1 ") {
		t.Errorf("with --close, standard error does not say that the contest has ended:\n%s", text)
	}
}

// Copies that were never accepted are found at the close. They are printed and sent once, although the
// contest is closed twice.
func TestWatchLateAlert(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	scenario, list := loadLabelled(t)
	for _, h := range list {
		if s := h.Submission; s.Problem == "C-festival" && (s.Team == "t-amrit" || s.Team == "t-goran") {
			h.Judgement.Type = "WA"
			scenario.Submissions, scenario.Judgements = append(scenario.Submissions, s), append(scenario.Judgements, h.Judgement)
		}
	}
	scenario.Ended = true
	server := ccstest.NewServer(t, scenario)
	hook, flags := startHook(t)
	args := append([]string{"watch", server.URL, "--contest", "finals26", "--database-url", pgtest.New(t)}, flags...)
	for i, want := range []string{"of which 1 were found at the close", "lists 1 pair"} {
		status, out, errs := runOjcheck(t, args...)
		if status != exitDone || !strings.Contains(errs, want) {
			t.Errorf("run %d ends with %d, want %d with %q in standard error:\n%s", i+1, status, exitDone, want, errs)
		}
		if printed := strings.Contains(out, "amrit (") && strings.Contains(out, "goran ("); printed != (i == 0) {
			t.Errorf("run %d prints %q, want the alert in the first run only", i+1, out)
		}
	}
	if len(hook.ids) != 1 || len(hook.invalid) != 0 {
		t.Errorf("the webhook got the messages %q, want one, and the invalid messages %q, want none", hook.ids, hook.invalid)
	}
}

// Earlier contests are searched unless --no-against is set. A contest that cannot be searched is named.
func TestWatchAgainst(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	scenario, list := loadLabelled(t)
	for _, h := range list {
		if h.Judgement.Type != "" {
			scenario.Submissions, scenario.Judgements = append(scenario.Submissions, h.Submission), append(scenario.Judgements, h.Judgement)
		}
	}
	scenario.Ended = true
	server := ccstest.NewServer(t, scenario)
	const warning = "not all programs can be found in"
	for _, tt := range []struct {
		name   string
		args   []string
		unread bool   // this version has read no submission of "autumn"
		found  bool   // the copy from "spring" is found
		want   string // in standard error
	}{
		{name: "by default", found: true},
		{name: "by name", args: []string{"--against", "spring"}, unread: true, found: true},
		{name: "with an unread contest", unread: true, found: true, want: warning + ` "autumn":`},
		{name: "without earlier contests", args: []string{"--no-against"}, unread: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.New(t)
			checkEarlier(t, url, "spring", list[0], otherProblem(t, list))
			checkEarlier(t, url, "autumn", otherProblem(t, list), otherProblem(t, list))
			if tt.unread { // as after a check by an earlier version
				db := openDB(t, url)
				_, err := db.Pool().Exec(t.Context(), "UPDATE imports i SET indexed = 1 FROM contests c WHERE c.id = i.contest_id AND c.name = 'autumn'")
				if err != nil {
					t.Fatal(err)
				}
			}
			status, out, errs := runOjcheck(t, append([]string{"watch", server.URL, "--contest", "finals26", "--name", "finals", "--database-url", url}, tt.args...)...)
			if status != exitDone || !strings.Contains(errs, tt.want) || strings.Contains(errs, warning) != (tt.want != "") {
				t.Errorf("watch ends with %d, want %d with %q in standard error:\n%s", status, exitDone, tt.want, errs)
			}
			if !strings.Contains(out, "somebody") && tt.found || strings.Contains(out, ` of "`) != tt.found {
				t.Errorf("watch prints %q; want a participant of an earlier contest in it: %v", out, tt.found)
			}
		})
	}
}

// Invalid flags, a refused sign-in and an unknown contest end a watch at once, with a message.
func TestWatchRefuses(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.Users = []ccstest.User{{Name: "jury", Password: "right"}, {Name: "blind", Password: "right", NoFiles: true}}
	server := ccstest.NewServer(t, scenario)
	url := pgtest.New(t)
	short := newFile(t, "short", "whsec_AAAA")
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		want   string // in standard error
	}{
		{"wrong password", []string{"--contest", "regional26", "--user", "jury", "--password", "wrong"}, exitFailed, "401 Unauthorized"},
		{"no password", []string{"--contest", "regional26", "--netrc", filepath.Join(t.TempDir(), "none")}, exitFailed, "give a name and password, or a token"},
		{"no sources", []string{"--contest", "regional26", "--user", "blind", "--password", "right"}, exitFailed, "may not read the sources"},
		{"no such contest", []string{"--contest", "nationals", "--user", "jury", "--password", "right"}, exitFailed, "regional26"},
		{"no earlier contest of that name", []string{"--contest", "regional26", "--user", "jury", "--password", "right", "--against", "spring"}, exitUsage, "no earlier contest is called"},
		{"a webhook without TLS", []string{"--contest", "regional26", "--webhook", "http://chat.example/", "--webhook-secret-file", short}, exitUsage, "give an https address"},
		{"a short secret", []string{"--contest", "regional26", "--webhook", "https://chat.example/", "--webhook-secret-file", short}, exitUsage, "24 to 64"},
		{"no secret", []string{"--contest", "regional26", "--webhook", "https://chat.example/"}, exitUsage, "--webhook-secret-file go together"},
		{"a threshold above 1", []string{"--contest", "regional26", "--threshold", "2"}, exitUsage, `"2" is not a number from 0 to 1`},
		{"a chance below 0", []string{"--contest", "regional26", "--max-chance", "-1"}, exitUsage, "0 or more"},
		{"--against and --no-against", []string{"--contest", "regional26", "--against", "archive", "--no-against"}, exitUsage, "--no-against"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			status, out, errs := runOjcheck(t, append([]string{"watch", server.URL, "--database-url", url}, tt.args...)...)
			if status != tt.status || !strings.Contains(errs, tt.want) {
				t.Errorf("watch ends with %d, want %d and %q:\n%s", status, tt.status, tt.want, errs)
			}
			if out != "" {
				t.Errorf("watch prints %q, want nothing", out)
			}
		})
	}
}

// Without --contest, watch lists the contests that the account may read.
func TestWatchLists(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.Users = []ccstest.User{{Name: "jury", Password: "right"}}
	server := ccstest.NewServer(t, scenario)
	if out := mustRun(t, "watch", server.URL, "--user", "jury", "--password", "right"); !strings.Contains(out, "regional26") {
		t.Errorf("watch prints %q, want regional26", out)
	}
}
