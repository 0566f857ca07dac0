package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/follow"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(watchTimeout); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not yet: %s", what)
		}
	}
}

// runContest runs a contest on a server: it adds the submissions and their verdicts, and ends the contest.
func runContest(server *ccstest.Server, s ccstest.Scenario) {
	for i, submission := range s.Submissions {
		server.AddSubmission(submission, s.Judgements[i])
	}
	server.EndContest()
}

// expectEnded checks that ccstest.SmallContest was followed to its end.
func expectEnded(t *testing.T, db *postgres.DB, name string) {
	t.Helper()
	contents, err := db.Contents(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := db.Watch(t.Context(), contents.ID)
	if err != nil || w.State != contest.WatchEnded || w.CheckID == 0 {
		t.Errorf("%s: the watch is %+v and error %v, want it ended with a check", name, w, err)
	}
	if counts, err := db.AlertCounts(t.Context(), contents.ID, nil); err != nil || counts.Upheld != 3 {
		t.Errorf("%s: alerts %+v and error %v, want 3 upheld", name, counts, err)
	}
}

// newFollower returns what follows contests in a server with these flags, and soon tries again.
func newFollower(t *testing.T, db *archive, turn check.Turn, flags followFlags) *serverFollower {
	t.Helper()
	s, err := flags.prepare(slog.New(slog.NewTextHandler(t.Output(), nil)))
	if err != nil {
		t.Fatal(err)
	}
	s.attach(db, "", check.Checker{Store: db}, turn)
	s.supervisor.NewBackOff = func() backoff.BackOff { return backoff.NewConstantBackOff(10 * time.Millisecond) }
	return s
}

// A watch begins before two contests, on a system that behaves like a Contest Data Server. The system has not
// loaded one of them, so it lists that contest without an ID. Before the first submission, nobody may read
// sources. The watch waits, and follows both contests to their ends. It names the contest of each alert.
func TestWatchBeforeTheContests(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	small := ccstest.SmallContest()
	empty := func(id, name string) ccstest.Scenario {
		s := small
		s.ID, s.Name, s.SparseAccess, s.Submissions, s.Judgements = id, name, true, nil, nil
		return s
	}
	loading, loaded := ccstest.NewServer(t, empty("regional26", "Regional 2026")), ccstest.NewServer(t, empty("regional27", "Regional 2027"))
	loading.SetLoading(true)
	both := httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		server := loading
		if strings.Contains(r.In.URL.Path, "regional27") {
			server = loaded
		}
		target, _ := url.Parse(server.URL)
		target.Path = "/"
		r.SetURL(target)
	}})
	t.Cleanup(both.Close)
	address := pgtest.New(t)
	db := openDB(t, address)
	var status int
	var out, errs string
	done := make(chan bool)
	go func() {
		defer close(done)
		status, out, errs = runOjcheck(t, "watch", both.URL+"/api", "--contest", "regional26", "--contest", "regional27", "--no-against", "--database-url", address)
	}()
	eventually(t, "the watch has asked for the contest that is not loaded", func() bool { return loading.Requests()["contests"] > 0 })
	runContest(loaded, small)
	loading.SetLoading(false)
	eventually(t, "the watch reads the feed", func() bool { return loading.Requests()["contests/regional26/event-feed"] > 0 })
	runContest(loading, small)
	if <-done; status != exitDone {
		t.Fatalf("watch ends with %d:\n%s", status, errs)
	}
	for _, name := range []string{"Regional 2026", "Regional 2027"} {
		expectEnded(t, db, name)
		if !strings.Contains(out, `"`+name+`" A`) {
			t.Errorf("no alert names %q:\n%s", name, out)
		}
	}
}

// A server follows a contest in the table of followings, with the account that is stored there encrypted. It
// goes on after a restart. When the contest ends, the row becomes inactive, although the webhook fails. If a
// contest cannot be followed, its row gets the reason.
func TestServeFollows(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	small := ccstest.SmallContest()
	scenario := small
	scenario.Submissions, scenario.Judgements = nil, nil
	scenario.Users = []ccstest.User{{Name: "jury", Password: "only in the row"}, {Name: "viewer", Password: "other", NoFiles: true}}
	scenario.SparseAccess = true
	server := ccstest.NewServer(t, scenario)
	db := &archive{DB: openDB(t, pgtest.New(t))}
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	start := func(flags followFlags) (*serverFollower, func()) {
		t.Helper()
		flags.Netrc = filepath.Join(t.TempDir(), "none")
		s := newFollower(t, db, check.NewTurn(), flags)
		return s, s.run(t.Context())
	}
	row := func(name string) contest.Following {
		list, err := db.Followings(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			if f.Name == name {
				return f
			}
		}
		t.Fatalf("there is no row %q", name)
		return contest.Following{}
	}
	flags := followFlags{Systems: []string{server.URL}, Key: newFile(t, "key", identity.String())}
	s, stop := start(flags)
	add := func(name, system string, account follow.Account) {
		t.Helper()
		f := contest.Following{Name: name, URL: system, SystemID: "regional26"}
		if account != (follow.Account{}) {
			if f.Account, err = s.sources().Encrypt(account); err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(f.Account, []byte(account.Password)) {
				t.Error("the row has the password unencrypted")
			}
		}
		if err := db.AddFollowing(t.Context(), review.CommandLine, f, 0); err != nil {
			t.Fatal(err)
		}
		s.sources().OnChange()
	}
	for _, test := range []struct {
		name, system string
		account      follow.Account
		want         string // in the reason
	}{
		{"no account", server.URL, follow.Account{}, "give a name and password"},
		{"wrong password", server.URL, follow.Account{User: "jury", Password: "wrong"}, "401 Unauthorized"},
		{"another system", "http://127.0.0.1:1/", follow.Account{}, "may not follow http://127.0.0.1:1/ any more"},
	} {
		add(test.name, test.system, test.account)
		eventually(t, "it ends: "+test.name, func() bool { return !row(test.name).Active })
		if got := row(test.name).Reason.String(); !strings.Contains(got, test.want) {
			t.Errorf("%s: reason %q, want one with %q", test.name, got, test.want)
		}
		if err := db.RemoveFollowing(t.Context(), review.CommandLine, test.name); err != nil {
			t.Fatal(err)
		}
	}
	add("no sources", server.URL, follow.Account{User: "viewer", Password: "other"})
	eventually(t, "the feed is read before the first submission", func() bool { return server.Requests()["contests/regional26/event-feed"] > 0 })
	server.AddSubmission(small.Submissions[0], small.Judgements[0])
	eventually(t, "the first submission shows that the account may not read sources", func() bool { return !row("no sources").Active })
	if got := row("no sources").Reason; !strings.Contains(got.String(), "may not read the sources") {
		t.Errorf("an account that may not read sources: reason %q, want one that says so", got)
	}
	if err := db.RemoveFollowing(t.Context(), review.CommandLine, "no sources"); err != nil {
		t.Fatal(err)
	}
	add("finals", server.URL, follow.Account{User: "jury", Password: "only in the row"})
	eventually(t, "the first submission is stored", func() bool {
		contents, err := db.Contents(t.Context(), "finals")
		return err == nil && contents.Submissions == 1
	})
	eventually(t, "the log says that the server did it", func() bool {
		contents, err := db.Contents(t.Context(), "finals")
		if err != nil {
			return false
		}
		actors, err := db.LogActors(t.Context(), contents.ID)
		return err == nil && slices.Equal(actors, []review.Person{review.Server})
	})
	stop()
	if f := row("finals"); !f.Active || !f.Reason.IsZero() {
		t.Fatalf("the row is %+v after the server has stopped, want it active", f)
	}

	_, stop = start(followFlags{Systems: []string{server.URL}}) // the next server has lost the key
	eventually(t, "it ends without the key", func() bool { return !row("finals").Active })
	if got := row("finals").Reason.String(); !strings.Contains(got, "--follow-key") {
		t.Errorf("without the key: reason %q, want one that names --follow-key", got)
	}
	stop()
	if err := db.SetFollowing(t.Context(), review.CommandLine, "finals", true); err != nil {
		t.Fatal(err)
	}
	small.Submissions, small.Judgements = small.Submissions[1:], small.Judgements[1:]
	gone := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) }))
	defer gone.Close()
	flags.hookFlags = hookTo(t, gone)
	_, stop = start(flags)
	defer stop()
	runContest(server, small)
	eventually(t, "the contest has ended", func() bool { return !row("finals").Active })
	if f := row("finals"); !f.Reason.IsZero() {
		t.Errorf("the row is %+v, want no reason", f)
	}
	expectEnded(t, db.DB, "finals")
}

// Following ends with the contest, although the webhook fails. The next server delivers the alerts.
func TestServeDeliversAfterTheEnd(t *testing.T) {
	t.Parallel()
	small := ccstest.SmallContest()
	small.Ended = true
	server := ccstest.NewServer(t, small)
	db := &archive{DB: openDB(t, pgtest.New(t))}
	var isUp atomic.Bool
	var delivered atomic.Int64
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !isUp.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		delivered.Add(1)
	}))
	defer hook.Close()
	start := func() (stop func()) {
		t.Helper()
		return newFollower(t, db, nil, followFlags{Systems: []string{server.URL}, hookFlags: hookTo(t, hook)}).run(t.Context())
	}
	if err := db.AddFollowing(t.Context(), review.CommandLine, contest.Following{Name: "finals", URL: server.URL, SystemID: "regional26"}, 0); err != nil {
		t.Fatal(err)
	}
	stop := start()
	eventually(t, "the contest has ended", func() bool {
		list, err := db.Followings(t.Context())
		return err == nil && !list[0].Active
	})
	expectEnded(t, db.DB, "finals")
	stop()
	if n := delivered.Load(); n != 0 {
		t.Fatalf("%d alerts are delivered, want none while the webhook fails", n)
	}
	isUp.Store(true)
	defer start()()
	eventually(t, "the next server has delivered the alerts", func() bool { return delivered.Load() == 3 })
	eventually(t, "the live page says nothing of the webhook", func() bool {
		watches, err := db.Watches(t.Context())
		for _, w := range watches {
			return err == nil && w.WebhookFailure.IsZero()
		}
		return false
	})
}

// serve --follow with --contest follows the contest under its title, without a row in the database. It waits
// while the system answers 404, or lists another contest but not this one. The closing check waits for other checks.
func TestServeFollowsContestOfFlags(t *testing.T) {
	t.Parallel()
	small := ccstest.SmallContest()
	small.Ended = true
	server := ccstest.NewServer(t, small)
	for _, path := range []string{"contests/regional26", "contests"} { // as a proxy answers while the system starts
		server.Fail(path, 1, ccstest.Fault{Status: http.StatusNotFound})
	}
	server.SetHidden(true)
	pool := openDB(t, pgtest.New(t))
	turn := check.NewTurn()
	turn <- struct{}{}
	s := newFollower(t, &archive{DB: pool}, turn, followFlags{Systems: []string{server.URL}, Contests: []string{"regional26", "regional26"}})
	if n := len(s.fromFlags); n != 1 {
		t.Fatalf("%d contests are followed, want the one that is given twice", n)
	}
	defer s.run(t.Context())()
	eventually(t, "it waits for the contest", func() bool {
		return strings.Contains(s.sources().FromFlags()[0].Reason.String(), "may see now. It may show")
	})
	if f := s.sources().FromFlags()[0]; !f.Active || f.Name != "" {
		t.Errorf("the contest is %+v while the system hides it, want it active and without a name", f)
	}
	server.SetHidden(false)
	state := func() contest.WatchState {
		watches, err := pool.Watches(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range watches {
			return w.State
		}
		return ""
	}
	eventually(t, "the contest closes", func() bool { return state() == contest.WatchClosing })
	if f := s.sources().FromFlags()[0]; !f.Active || f.Name != "Regional 2026" || !f.Reason.IsZero() {
		t.Errorf("the contest is %+v while another check runs, want it active under its title", f)
	}
	<-turn // the other check ends
	eventually(t, "the contest has ended", func() bool { return !s.sources().FromFlags()[0].Active })
	expectEnded(t, pool, "Regional 2026")
	for name, flags := range map[string]followFlags{
		"a contest without a system":  {Contests: []string{"a"}},
		"a contest and two systems":   {Systems: []string{"https://a.example", "https://b.example"}, Contests: []string{"a"}},
		"an account and two systems":  {Systems: []string{"https://a.example", "https://b.example"}, accountFlags: accountFlags{User: "jury"}},
		"no address":                  {Systems: []string{"judge"}},
		"a webhook without signature": {hookFlags: hookFlags{Webhook: "https://chat.example"}},
	} {
		if _, err := flags.prepare(slog.New(slog.DiscardHandler)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A contest of the flags that has ended is not followed again by the next server, because another closing check would
// replace the newest check, which may have other settings. Alerts that are not delivered are sent. If another ojcheck
// has closed the contest while it runs, the server follows it, also under another title.
func TestServeFollowsNoEndedContestAgain(t *testing.T) {
	t.Parallel()
	small := ccstest.SmallContest()
	server := ccstest.NewServer(t, small)
	address := pgtest.New(t)
	pool := openDB(t, address)
	var delivered atomic.Int64
	hook := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { delivered.Add(1) }))
	defer hook.Close()
	start := func(hook hookFlags) (*serverFollower, func()) {
		t.Helper()
		s := newFollower(t, &archive{DB: pool}, check.NewTurn(), followFlags{Systems: []string{server.URL}, Contests: []string{"regional26"}, hookFlags: hook})
		return s, s.run(t.Context())
	}
	mustRun(t, "watch", server.URL, "--contest", "regional26", "--close", "--database-url", address)
	server.Set("contest", "regional26", "formal_name", "Renamed")
	s, stop := start(hookFlags{})
	eventually(t, "the running contest is followed", func() bool { return server.Requests()["contests/regional26/event-feed"] > 0 })
	server.EndContest()
	eventually(t, "the contest has ended", func() bool { return !s.sources().FromFlags()[0].Active })
	stop()
	expectEnded(t, pool, "Regional 2026")
	contents, err := pool.Contents(t.Context(), "Regional 2026")
	if err != nil {
		t.Fatal(err)
	}
	before, err := pool.Watch(t.Context(), contents.ID)
	if err != nil {
		t.Fatal(err)
	}
	s, stop = start(hookTo(t, hook))
	defer stop()
	eventually(t, "the next server does not follow it", func() bool {
		f := s.sources().FromFlags()[0]
		return f.Name == "Regional 2026" && !f.Active && f.Reason.IsZero()
	})
	eventually(t, "the next server delivers the alerts", func() bool { return delivered.Load() == 3 })
	if after, err := pool.Watch(t.Context(), contents.ID); err != nil || after.CheckID != before.CheckID {
		t.Errorf("the watch is %+v and error %v, want its check %d", after, err, before.CheckID)
	}
}

// A contest whose title changes goes on under its name, unless it begins after the end of the stored one.
func TestNameOfFollowedContest(t *testing.T) {
	t.Parallel()
	server := ccstest.NewServer(t, ccstest.SmallContest())
	address := pgtest.New(t)
	mustRun(t, "watch", server.URL, "--contest", "regional26", "--close", "--database-url", address)
	client, err := ccsclient.New(ccsclient.Options{URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	db := &archive{DB: openDB(t, address)}
	for _, tt := range []struct{ property, value, given, want, wantNote string }{
		{"formal_name", "Regional 2026", "", "Regional 2026", ""},
		{"formal_name", "Regional 2026", "mine", "mine", ""},
		{"formal_name", "Final 2026", "", "Regional 2026", `the judge system calls the contest "Final 2026" now; it is still stored as "Regional 2026"`},
		{"start_time", "2036-03-01T10:00:00Z", "", "Final 2026", ""},
	} {
		server.Set("contest", "regional26", tt.property, tt.value)
		system, err := client.Open(t.Context(), "regional26")
		if err != nil {
			t.Fatal(err)
		}
		note := ""
		got, err := nameOf(t.Context(), db, tt.given, client, system, func(format string, args ...any) { note = fmt.Sprintf(format, args...) })
		if got != tt.want || note != tt.wantNote || err != nil {
			t.Errorf("%s is %q, given %q: %q, %q, %v, want %q, %q", tt.property, tt.value, tt.given, got, note, err, tt.want, tt.wantNote)
		}
	}
}

// Two contests with the same title cannot be stored under it. The reason says so while the first one runs, and what to do.
func TestServeFollowsOneContestOfATitle(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	first := ccstest.SmallContest()
	second := first
	second.ID = "regional27"
	a, b := ccstest.NewServer(t, first), ccstest.NewServer(t, second)
	db := &archive{DB: openDB(t, pgtest.New(t))}
	s := newFollower(t, db, check.NewTurn(), followFlags{Systems: []string{a.URL + "contests/regional26", b.URL + "contests/regional27"}})
	defer s.run(t.Context())()
	var refused contest.Following
	eventually(t, "one contest is refused while the other one is followed", func() bool {
		list := s.sources().FromFlags()
		slices.SortFunc(list, func(a, b contest.Following) int { return strings.Compare(a.Reason.String(), b.Reason.String()) })
		refused = list[1]
		return list[0].Active && !refused.Active && !refused.Reason.IsZero()
	})
	for _, want := range []string{"a different contest is already stored", "under another name"} {
		if got := refused.Reason.String(); !strings.Contains(got, want) {
			t.Errorf("the reason is %q, want one with %q", got, want)
		}
	}
}
