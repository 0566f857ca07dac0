package main

import (
	"bufio"
	"bytes"
	"context"
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
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/watch"
	"github.com/ojcheck/ojcheck/internal/webhook"
)

// watchPatience bounds how long a test waits for what is to happen.
const watchPatience = 3 * time.Minute

// process is "ojcheck watch" in a process of its own.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	done   chan error
	errors *bytes.Buffer // standard error; to be read once it is done

	mu     sync.Mutex
	alerts []watch.AlertMessage
}

// startWatch starts it. Its standard output is read as lines of JSON.
func startWatch(t *testing.T, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, done: make(chan error, 1), errors: new(bytes.Buffer)}
	p.cmd = exec.Command(self)
	p.cmd.Args = append([]string{"ojcheck", "watch"}, args...) // TestMain makes it that command
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
				t.Errorf("a line is no alert: %q", lines.Text())
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

// end waits until it has ended by itself, and asks that it did well.
func (p *process) end() {
	p.t.Helper()
	select {
	case err := <-p.done:
		if err != nil {
			p.t.Fatalf("it ends with %v:\n%s", err, p.errors)
		}
	case <-time.After(watchPatience):
		_ = p.cmd.Process.Kill()
		<-p.done
		p.t.Fatalf("it does not end:\n%s", p.errors)
	}
}

// kill ends it without a word.
func (p *process) kill() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		p.t.Fatalf("%v; it says:\n%s", err, p.errors)
	}
	<-p.done
}

// staff is a channel that alerts are sent to. It fails now and then.
type staff struct {
	secret webhook.Secret

	mu     sync.Mutex
	asked  int
	taken  []string // IDs of messages, in the order in which each came first
	alerts map[string]watch.AlertMessage
	wrong  []string
}

func (s *staff) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	if s.asked <= 2 || s.asked%7 == 0 {
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
		s.wrong = append(s.wrong, string(body))
	}
	if known, ok := s.alerts[id]; !ok {
		s.taken = append(s.taken, id)
		s.alerts[id] = message.Data
	} else if known.Alert != message.Data.Alert {
		s.wrong = append(s.wrong, fmt.Sprintf("%s is alert %d, and alert %d", id, known.Alert, message.Data.Alert))
	}
}

// staffed starts such a channel, and returns the flags that name it.
func staffed(t *testing.T) (*staff, []string) {
	t.Helper()
	text := "whsec_" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))
	secret, err := webhook.ParseSecret(text)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &staff{secret: secret, alerts: map[string]watch.AlertMessage{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, []string{"--webhook", server.URL + "/hook", "--webhook-secret-file", file}
}

// storedOf returns what the archive has of the contest of the test.
func storedOf(t *testing.T, db *postgres.DB) []contest.Submission {
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

// A contest of more than 600 events is followed by a process that is killed three
// times, over connections that break, with events that come twice and in any
// order, and compared with an earlier contest, one program of which is submitted
// again. Every submission is stored once, each case alerted once and sent once; and
// a check made afterwards has the pairs of the closing one, byte for byte.
func TestWatchKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills processes")
	}
	t.Parallel()
	scenario, list, err := ccstest.LoadLabelled("../../testdata/submissions")
	if err != nil {
		t.Fatal(err)
	}
	scenario.Disorder = true
	server := ccstest.NewServer(t, scenario)
	url := pgtest.New(t)
	db, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	checkEarlier(t, url, "spring", list[0], unlike(t, list))
	staff, flags := staffed(t)
	args := append([]string{server.URL, "--contest", "finals26", "--name", "finals", "--format", "json", "--database-url", url}, flags...)

	sent := 0
	submit := func(n int) {
		for _, h := range list[sent:min(len(list), sent+n)] {
			server.AddSubmission(h.Submission, h.PendingJudgement())
			if h.Judgement.Type != "" {
				server.Judge(h.Judgement)
			}
			sent++
			time.Sleep(5 * time.Millisecond)
		}
	}
	var alerts []watch.AlertMessage
	settled := map[string]int{} // how often what is stored was fetched
	for range 3 {
		server.CutFeed(3, 10, 30)
		p := startWatch(t, args...)
		before := len(storedOf(t, db))
		submit(38)
		for end := time.Now().Add(watchPatience); len(storedOf(t, db)) < before+20; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				p.kill()
				t.Fatalf("%d submissions are stored:\n%s", len(storedOf(t, db)), p.errors)
			}
		}
		submit(5) // which are under way
		p.kill()
		alerts = append(alerts, p.alerts...)
		for _, s := range storedOf(t, db) {
			settled[s.SystemID] = server.FileRequests()[s.SystemID]
		}
	}
	p := startWatch(t, args...)
	submit(len(list))
	server.DropConnections()
	server.EndContest()
	p.end()
	alerts = append(alerts, p.alerts...)
	if n := server.EventCount(); n < 600 {
		t.Errorf("the feed had %d events: let it have 600", n)
	}

	var got, want []string
	for _, s := range storedOf(t, db) {
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
		t.Errorf("%d rows of submissions for %d (%v)", rows, len(list), err)
	}
	fetched := server.FileRequests()
	for id, n := range settled {
		if fetched[id] != n {
			t.Errorf("submission %s was stored before a kill, and fetched again after it", id)
		}
	}
	if methods := slices.Collect(maps.Keys(server.Methods())); !slices.Equal(methods, []string{"GET"}) {
		t.Errorf("the judge system was asked by %q", methods)
	}
	if agents := slices.Collect(maps.Keys(server.UserAgents())); !slices.Equal(agents, []string{"ojcheck/" + toolVersion()}) {
		t.Errorf("its log names %q", agents)
	}
	assertWatched(t, db, alerts, staff)
}

// unlike returns a program in the language of the first that is for another problem.
func unlike(t *testing.T, list []ccstest.JudgedSubmission) ccstest.JudgedSubmission {
	t.Helper()
	for _, h := range list {
		if h.Submission.Language == list[0].Submission.Language && h.Submission.Problem != list[0].Submission.Problem {
			return h
		}
	}
	t.Fatal("there is none")
	return ccstest.JudgedSubmission{}
}

// checkEarlier has an earlier contest checked, of some programs.
func checkEarlier(t *testing.T, url, name string, list ...ccstest.JudgedSubmission) {
	t.Helper()
	old := t.TempDir()
	for i, h := range list {
		folder := filepath.Join(old, "P", fmt.Sprint("somebody ", i))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, f := range h.Submission.Files {
			if err := os.WriteFile(filepath.Join(folder, f.Name), []byte(f.Content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	args := []string{"check", old, "--contest", name, "--database-url", url}
	if status := run(t.Context(), args, nil, io.Discard, t.Output()); status != exitDone {
		t.Fatalf("the check of %s ends with %d", name, status)
	}
}

// assertWatched checks the stored, the printed and the delivered alerts.
func assertWatched(t *testing.T, db *postgres.DB, printed []watch.AlertMessage, staff *staff) {
	t.Helper()
	ctx := t.Context()
	contents, err := db.Contents(ctx, "finals")
	if err != nil {
		t.Fatal(err)
	}
	seen, err := db.Watch(ctx, contents.ID)
	if err != nil || seen.State != contest.WatchEnded {
		t.Fatalf("the watch is %+v (%v)", seen, err)
	}
	alerts, err := db.Alerts(ctx, contents.ID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]contest.Alert{}
	numbers := map[int64]contest.Alert{}
	caseOf := func(problem string, a, b contest.Side) string {
		if b.Contest != "" {
			return fmt.Sprint(problem, a.Number, b.Contest, b.Problem, b.Number)
		}
		return fmt.Sprint(problem, min(a.Number, b.Number), max(a.Number, b.Number))
	}
	for _, a := range alerts {
		key := caseOf(a.Problem, a.Left, a.Right)
		if _, twice := cases[key]; twice {
			t.Errorf("%s is alerted twice", key)
		}
		cases[key], numbers[a.ID] = a, a
	}
	lines := map[int64]bool{}
	for _, line := range printed {
		if lines[line.Alert] {
			t.Errorf("alert %d is printed twice", line.Alert)
		}
		lines[line.Alert] = true
		if a := numbers[line.Alert]; a.Left.Participant != line.Left.Participant || a.Suspicion != line.Suspicion {
			t.Errorf("printed %+v of %+v", line, a)
		}
	}
	if len(printed) == 0 {
		t.Error("no alert was printed")
	}

	// The webhook has had each alert, in order, without the names, which are hidden.
	if len(staff.wrong) > 0 {
		t.Errorf("the webhook has had %q", staff.wrong)
	}
	var sent []int64
	for _, id := range staff.taken {
		data := staff.alerts[id]
		sent = append(sent, data.Alert)
		a := numbers[data.Alert]
		for _, side := range []struct {
			sent watch.AlertMessageSide
			is   contest.Side
		}{{data.Left, a.Left}, {data.Right, a.Right}} {
			if masked := fmt.Sprintf("Participant %d", side.is.Number); side.sent.Participant != masked || side.sent.Submission != "" {
				t.Errorf("the webhook has had %+v of %s", side.sent, masked)
			}
		}
	}
	if want := slices.Sorted(maps.Keys(numbers)); !slices.Equal(sent, want) {
		t.Errorf("sent alerts %d, want %d", sent, want)
	}

	threshold := 0.5
	pairs, _, err := db.Pairs(ctx, seen.CheckID, contest.PairFilter{MinSuspicion: threshold})
	if err != nil || len(pairs) < 20 {
		t.Fatalf("%d pairs are above the threshold (%v)", len(pairs), err)
	}
	if !slices.ContainsFunc(pairs, contest.Pair.Earlier) {
		t.Error("no pair is with the earlier contest")
	}
	for _, p := range pairs {
		if a := cases[caseOf(p.Problem, p.Left, p.Right)]; a.State != contest.AlertUpheld {
			t.Errorf("%s with %s has suspicion %v, and its alert is %+v", p.Left.Participant, p.Right.Participant, p.Suspicion, a)
		}
	}
	for _, a := range alerts {
		if low := a.Closing == nil || *a.Closing < threshold; low != (a.State == contest.AlertNotUpheld) {
			t.Errorf("alert %d is %s at %v", a.ID, a.State, a.Closing)
		}
	}
	closing, afterwards := csvOf(t, db, seen.CheckID), checkedAfterwards(t, db)
	if diff := cmp.Diff(closing, afterwards); diff != "" {
		t.Errorf("a check made afterwards says (-closing +afterwards):\n%s", diff)
	}
}

// csvOf returns the CSV export of a check.
func csvOf(t *testing.T, db *postgres.DB, checkID int64) string {
	t.Helper()
	format := "csv"
	c := checkCommand{Out: outputFlags{Format: &format}}
	a := &archive{DB: db}
	doc, _, err := c.document(t.Context(), a, checkID)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out, err := openOutput("", &b)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.write(t.Context(), out, a, doc); err != nil {
		t.Fatal(err)
	}
	if err := out.finish(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkedAfterwards is what "ojcheck check" says of the stored contest.
func checkedAfterwards(t *testing.T, db *postgres.DB) string {
	t.Helper()
	var out bytes.Buffer
	args := []string{"check", "--contest", "finals", "--against", "archive", "--format", "csv", "--threshold", "0", "--database-url", db.Pool().Config().ConnString()}
	if status := run(context.Background(), args, nil, &out, t.Output()); status != exitDone {
		t.Fatalf("check ends with %d", status)
	}
	return out.String()
}

// Ctrl+C stops it, and it says how to go on.
func TestWatchInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills processes")
	}
	t.Parallel()
	scenario, list, err := ccstest.LoadLabelled("../../testdata/submissions")
	if err != nil {
		t.Fatal(err)
	}
	server := ccstest.NewServer(t, scenario)
	url := pgtest.New(t)
	db, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	args := []string{server.URL, "--contest", "finals26", "--name", "finals", "--format", "json", "--database-url", url}
	p := startWatch(t, args...)
	server.AddSubmission(list[0].Submission, list[0].Judgement)
	for end := time.Now().Add(watchPatience); len(storedOf(t, db)) < 1; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing is stored")
		}
	}
	var out, errs bytes.Buffer
	if status := run(context.Background(), append([]string{"watch"}, args...), nil, &out, &errs); status != exitFailed || !strings.Contains(errs.String(), "followed by another ojcheck") {
		t.Errorf("a second one ends with %d:\n%s", status, errs.String())
	}
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.end()
	if text := p.errors.String(); !strings.Contains(text, "run the same command again to go on from here") {
		t.Errorf("it says:\n%s", text)
	}
	// --close ends it, although the judge system says nothing of the end.
	p = startWatch(t, append(args, "--close")...)
	p.end()
	if text := p.errors.String(); !strings.Contains(text, "the contest has ended: check 1 ") {
		t.Errorf("closed, it says:\n%s", text)
	}
}

// Copies that were never accepted are found at the close: printed and sent as well,
// and not once more when it is closed again.
func TestWatchLateAlert(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	scenario, list, err := ccstest.LoadLabelled("../../testdata/submissions")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range list {
		if s := h.Submission; s.Problem == "C-festival" && (s.Team == "t-amrit" || s.Team == "t-goran") {
			h.Judgement.Type = "WA"
			scenario.Submissions, scenario.Judgements = append(scenario.Submissions, s), append(scenario.Judgements, h.Judgement)
		}
	}
	scenario.Ended = true
	server := ccstest.NewServer(t, scenario)
	staff, flags := staffed(t)
	args := append([]string{"watch", server.URL, "--contest", "finals26", "--database-url", pgtest.New(t)}, flags...)
	for i, want := range []string{"of which 1 were found at the close", "has 1 pair with"} {
		var out, errs bytes.Buffer
		if status := run(t.Context(), args, nil, &out, &errs); status != exitDone || !strings.Contains(errs.String(), want) {
			t.Errorf("run %d ends with %d, and does not say %q:\n%s", i+1, status, want, errs.String())
		}
		if printed := strings.Contains(out.String(), "amrit (") && strings.Contains(out.String(), "goran ("); printed != (i == 0) {
			t.Errorf("run %d prints: %q", i+1, out.String())
		}
	}
	if len(staff.taken) != 1 || len(staff.wrong) != 0 {
		t.Errorf("the webhook has had %q, and %q", staff.taken, staff.wrong)
	}
}

// Earlier contests are searched unless that is not wanted, and those that cannot be
// are named.
func TestWatchAgainst(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	scenario, list, err := ccstest.LoadLabelled("../../testdata/submissions")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range list {
		if h.Judgement.Type != "" {
			scenario.Submissions, scenario.Judgements = append(scenario.Submissions, h.Submission), append(scenario.Judgements, h.Judgement)
		}
	}
	scenario.Ended = true
	server := ccstest.NewServer(t, scenario)
	const nothing = "nothing can be found in"
	for _, tt := range []struct {
		name   string
		args   []string
		unread bool // of "autumn"
		found  bool
		says   string
	}{
		{name: "by default", found: true},
		{name: "by name", args: []string{"--against", "spring"}, unread: true, found: true},
		{name: "with one that was not read", unread: true, found: true, says: nothing + ` "autumn":`},
		{name: "without", args: []string{"--no-against"}, unread: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.New(t)
			checkEarlier(t, url, "spring", list[0], unlike(t, list))
			checkEarlier(t, url, "autumn", unlike(t, list), unlike(t, list))
			if tt.unread { // as if an earlier version had read it
				db, err := postgres.Open(t.Context(), url)
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				_, err = db.Pool().Exec(t.Context(), "DELETE FROM shingle_samples p USING submissions s JOIN contests c ON c.id = s.contest_id WHERE s.id = p.submission_id AND c.name = 'autumn'")
				if err != nil {
					t.Fatal(err)
				}
			}
			var out, errs bytes.Buffer
			args := append([]string{"watch", server.URL, "--contest", "finals26", "--name", "finals", "--database-url", url}, tt.args...)
			if status := run(t.Context(), args, nil, &out, &errs); status != exitDone || !strings.Contains(errs.String(), tt.says) || strings.Contains(errs.String(), nothing) != (tt.says != "") {
				t.Errorf("it ends with %d:\n%s", status, errs.String())
			}
			if text := out.String(); !strings.Contains(text, "somebody") && tt.found || strings.Contains(text, ` of "`) != tt.found {
				t.Errorf("it prints %q", text)
			}
		})
	}
}

// What cannot be is said at once.
func TestWatchRefuses(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.Users = []ccstest.User{{Name: "jury", Password: "right"}, {Name: "blind", Password: "right", NoFiles: true}}
	server := ccstest.NewServer(t, scenario)
	url := pgtest.New(t)
	dir := t.TempDir()
	short := filepath.Join(dir, "short")
	if err := os.WriteFile(short, []byte("whsec_AAAA"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"wrong password", []string{"--contest", "regional26", "--user", "jury", "--password", "wrong"}, exitFailed, "401 Unauthorized"},
		{"no password", []string{"--contest", "regional26", "--netrc", filepath.Join(dir, "none")}, exitFailed, "give a name and password, or a token"},
		{"no sources", []string{"--contest", "regional26", "--user", "blind", "--password", "right"}, exitFailed, "may not read the sources"},
		{"no such contest", []string{"--contest", "nationals", "--user", "jury", "--password", "right"}, exitFailed, "regional26"},
		{"no earlier contest of that name", []string{"--contest", "regional26", "--user", "jury", "--password", "right", "--against", "spring"}, exitUsage, "no earlier contest is called"},
		{"an open webhook", []string{"--contest", "regional26", "--webhook", "http://chat.example/", "--webhook-secret-file", short}, exitUsage, "give an https address"},
		{"a short secret", []string{"--contest", "regional26", "--webhook", "https://chat.example/", "--webhook-secret-file", short}, exitUsage, "24 to 64"},
		{"no secret", []string{"--contest", "regional26", "--webhook", "https://chat.example/"}, exitUsage, "--webhook-secret-file go together"},
		{"no threshold", []string{"--contest", "regional26", "--threshold", "2"}, exitUsage, `"2" is not a number from 0 to 1`},
		{"no threshold at all", []string{"--contest", "regional26", "--threshold", "0"}, exitUsage, "above 0"},
		{"earlier contests and none", []string{"--contest", "regional26", "--against", "archive", "--no-against"}, exitUsage, "--no-against"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			args := append([]string{"watch", server.URL, "--database-url", url}, tt.args...)
			if status := run(context.Background(), args, nil, &out, &errs); status != tt.status || !strings.Contains(errs.String(), tt.says) {
				t.Errorf("it ends with %d, want %d and %q:\n%s", status, tt.status, tt.says, errs.String())
			}
			if out.Len() > 0 {
				t.Errorf("it prints %q", out.String())
			}
		})
	}
}

// Where no contest is named, those that the account may read are listed.
func TestWatchLists(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.Users = []ccstest.User{{Name: "jury", Password: "right"}}
	server := ccstest.NewServer(t, scenario)
	var out, errs bytes.Buffer
	args := []string{"watch", server.URL, "--user", "jury", "--password", "right"}
	if status := run(t.Context(), args, nil, &out, &errs); status != exitDone || !strings.Contains(out.String(), "regional26") {
		t.Errorf("it ends with %d and prints %q: %s", status, out.String(), errs.String())
	}
}
