package watch_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// of finds what a team handed in and was accepted for.
func of(t testing.TB, list []ccstest.JudgedSubmission, problem, team string) ccstest.JudgedSubmission {
	t.Helper()
	for _, h := range list {
		if h.Submission.Problem == problem && h.Submission.Team == "t-"+team && h.Judgement.Type == "AC" {
			return h
		}
	}
	t.Fatalf("%s has not solved %s", team, problem)
	return ccstest.JudgedSubmission{}
}

// as is the same judged otherwise, by a judgement of its own.
func as(h ccstest.JudgedSubmission, verdict string) ccstest.Judgement {
	j := h.Judgement
	j.ID, j.Type, j.Start, j.End = j.ID+"-"+verdict, verdict, j.Start+time.Hour, j.End+time.Hour
	return j
}

// running is a contest that is followed, of which amrit, goran and emre have
// handed in a program; those of the first two are one.
type running struct {
	server             *ccstest.Server
	db                 archive
	amrit, goran, emre ccstest.JudgedSubmission
}

func begun(t *testing.T, change ...func(*ccstest.Scenario)) running {
	t.Helper()
	scenario, list := labelled(t)
	for _, c := range change {
		c(&scenario)
	}
	return running{ccstest.NewServer(t, scenario), open(t),
		of(t, list, "C-festival", "amrit"), of(t, list, "C-festival", "goran"), of(t, list, "B-rivers", "emre")}
}

func (r running) hand(h ccstest.JudgedSubmission) { r.server.AddSubmission(h.Submission, h.Judgement) }

// alerts are those of the contest: which, and what became of them.
func (r running) alerts(t testing.TB) (list []string) {
	t.Helper()
	contents, err := r.db.Contents(context.Background(), name)
	if err != nil {
		return nil
	}
	alerts, err := r.db.Alerts(context.Background(), contents.ID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range alerts {
		list = append(list, caseOf(a.Problem, a.Left, a.Right)+" "+string(a.State))
	}
	return list
}

// verdicts are those of what is stored.
func (r running) verdicts(t testing.TB) map[string]contest.Verdict {
	t.Helper()
	verdicts := map[string]contest.Verdict{}
	for id, s := range stored(t, r.db) {
		verdicts[id] = s.Verdict
	}
	return verdicts
}

func (r running) eventuallyVerdict(t *testing.T, h ccstest.JudgedSubmission, want contest.Verdict) {
	t.Helper()
	eventually(t, h.Submission.ID+" has "+string(want), func() bool {
		got, ok := r.verdicts(t)[h.Submission.ID]
		return ok && got == want
	})
}

const (
	copied   = "C [amrit goran] "
	unclosed = copied + "open"
	standing = copied + "standing"
	fallen   = copied + "fallen"
)

// A pair is alerted when the second of the two is accepted, however often they
// are judged, and stands or falls with what they are judged in the end.
func TestVerdictsThatChange(t *testing.T) {
	t.Parallel()
	for _, version := range []ccstest.Version{ccstest.V2020, ccstest.V2023, ccstest.V2026} {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			r := begun(t, func(s *ccstest.Scenario) { s.Version = version })
			w := watched(t, r.server, r.db)
			r.hand(r.amrit)
			r.server.AddSubmission(r.goran.Submission, as(r.goran, "WA"))
			r.eventuallyVerdict(t, r.amrit, "AC")
			r.eventuallyVerdict(t, r.goran, "WA")
			if got := r.alerts(t); got != nil {
				t.Errorf("before it is accepted: alerts %q", got)
			}
			r.server.Rejudge(as(r.goran, "WA").ID, as(r.goran, "AC"))
			eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), unclosed) })
			r.server.Rejudge(as(r.goran, "AC").ID, as(r.goran, "WA"))
			r.eventuallyVerdict(t, r.goran, "WA") // as it once was
			r.server.Rejudge(as(r.goran, "WA").ID, as(r.goran, "CE"))
			r.eventuallyVerdict(t, r.goran, "CE")
			r.server.EndContest()
			result := w.end()
			if diff := cmp.Diff([]string{fallen}, r.alerts(t)); diff != "" {
				t.Errorf("alerts (-want +got):\n%s", diff)
			}
			if result.Alerts != (contest.AlertCounts{NotUpheld: 1}) || len(w.alerts) != 1 {
				t.Errorf("%+v, and %d told", result, len(w.alerts))
			}
			if n := r.server.FileRequests()[r.goran.Submission.ID]; n != 1 && version >= ccstest.V2022 { // earlier ones are tried for whether they may be read
				t.Errorf("fetched %d times", n)
			}
			if n := rows(t, r.db); n != 4 {
				t.Errorf("%d rows of submissions, want one for each verdict", n)
			}
			closed, err := r.db.Check(t.Context(), result.CheckID)
			if err != nil || closed.Summary.Submissions != 1 {
				t.Errorf("%d submissions were compared (%v)", closed.Summary.Submissions, err)
			}
		})
	}
}

// Nothing is stored before it is judged, and what is never judged is at the end.
func TestNeverJudged(t *testing.T) {
	t.Parallel()
	r := begun(t)
	w := watched(t, r.server, r.db)
	r.server.AddSubmission(r.amrit.Submission, r.amrit.PendingJudgement())
	r.server.AddSubmission(r.emre.Submission)
	r.hand(r.goran)
	r.eventuallyVerdict(t, r.goran, "AC")
	if got := r.verdicts(t); len(got) != 1 {
		t.Errorf("stored %v", got)
	}
	r.server.EndContest()
	w.end()
	want := map[string]contest.Verdict{r.amrit.Submission.ID: "", r.emre.Submission.ID: "", r.goran.Submission.ID: "AC"}
	if diff := cmp.Diff(want, r.verdicts(t)); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{standing}, r.alerts(t)); diff != "" {
		t.Errorf("the closing check compares what was never judged (-want +got):\n%s", diff)
	}
	if n := rows(t, r.db); n != 3 {
		t.Errorf("%d rows of submissions, want 3", n)
	}
}

// What the judge system deletes is compared no more, and left out of the closing.
func TestDeleted(t *testing.T) {
	t.Parallel()
	r := begun(t)
	w := watched(t, r.server, r.db)
	r.hand(r.amrit)
	r.eventuallyVerdict(t, r.amrit, "AC")
	r.server.Delete("judgements", r.amrit.Judgement.ID)
	r.server.Delete("submissions", r.amrit.Submission.ID)
	r.hand(r.goran)
	r.eventuallyVerdict(t, r.goran, "AC")
	r.server.EndContest()
	result := w.end()
	if got := r.alerts(t); got != nil {
		t.Errorf("alerts %q", got)
	}
	c, err := r.db.Check(t.Context(), result.CheckID)
	if err != nil || c.Summary.Submissions != 1 {
		t.Errorf("the closing check compares %d submissions (%v)", c.Summary.Submissions, err)
	}
	if _, exists := r.verdicts(t)[r.amrit.Submission.ID]; exists {
		t.Error("it counts still: a check of what is kept would compare it")
	}
	if n := rows(t, r.db); n != 2 {
		t.Errorf("the archive has %d rows of submissions, and loses nothing", n)
	}
}

// Judgements that come before what they are of, and everything twice.
func TestOutOfOrder(t *testing.T) {
	t.Parallel()
	r := begun(t, func(s *ccstest.Scenario) { s.Disorder = true })
	w := watched(t, r.server, r.db)
	for _, h := range []ccstest.JudgedSubmission{r.amrit, r.goran, r.emre} {
		r.server.AddSubmission(h.Submission, h.Judgement)
	}
	eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), unclosed) })
	r.server.EndContest()
	w.end()
	if diff := cmp.Diff([]string{standing}, r.alerts(t)); diff != "" {
		t.Errorf("alerts (-want +got):\n%s", diff)
	}
	if n := rows(t, r.db); n != 3 {
		t.Errorf("%d rows of submissions, want 3", n)
	}
}

// Begun again, the feed tells how things stood long ago: nothing is stored once
// more for that.
func TestHistoryIsNotBelieved(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	for name, once := range map[string]func(*testing.T, running){
		"after a stop": func(*testing.T, running) {},
		"and it was judged again meanwhile": func(t *testing.T, r running) {
			r.server.Rejudge(as(r.goran, "AC").ID, as(r.goran, "TLE"))
		},
		"and the tokens are forgotten": func(t *testing.T, r running) { r.server.ForgetTokens() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := begun(t, func(s *ccstest.Scenario) { s.Version = ccstest.V2026 })
			first := watched(t, r.server, r.db)
			r.hand(r.amrit)
			r.server.AddSubmission(r.goran.Submission, as(r.goran, "WA"))
			r.eventuallyVerdict(t, r.goran, "WA")
			long := r.server.EventCount()
			r.server.Rejudge(as(r.goran, "WA").ID, as(r.goran, "AC"))
			eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), unclosed) })
			first.stop()
			if w, err := r.db.Watch(t.Context(), first.alerts[0].ContestID); err != nil || w.State != contest.WatchStopped {
				t.Errorf("stopped: %+v (%v)", w, err)
			}
			before, imported := rows(t, r.db), imports(t, r.db)
			once(t, r)
			verdict := contest.Verdict("AC")
			if strings.Contains(name, "judged again") {
				verdict, before, imported = "TLE", before+1, imported+1
			}
			// The feed breaks where the program was not accepted yet, for long enough
			// to store that.
			r.server.CutFeed(long)
			second := watched(t, r.server, r.db, func(w *watch.Watcher) { w.Source = patiently(t, r.server, 2*time.Second) })
			r.hand(r.emre)
			r.eventuallyVerdict(t, r.emre, "AC")
			r.eventuallyVerdict(t, r.goran, verdict)
			if n := rows(t, r.db); n != before+1 {
				t.Errorf("%d rows of submissions, want those %d and the new one", n, before)
			}
			if n := imports(t, r.db); n > imported+1 {
				t.Errorf("%d imports, want those %d and that of the new one", n, imported)
			}
			r.server.EndContest()
			second.end()
			if len(second.alerts) != 0 {
				t.Errorf("alerted again: %+v", second.alerts)
			}
			for id, n := range r.server.FileRequests() {
				if n != 1 {
					t.Errorf("submission %s was fetched %d times", id, n)
				}
			}
			if diff := cmp.Diff([]string{standing}, r.alerts(t)); diff != "" {
				t.Errorf("alerts (-want +got):\n%s", diff)
			}
		})
	}
}

// A feed that begins anew within one run.
func TestForgottenToken(t *testing.T) {
	t.Parallel()
	r := begun(t)
	w := watched(t, r.server, r.db)
	r.hand(r.amrit)
	r.eventuallyVerdict(t, r.amrit, "AC")
	r.server.ForgetTokens()
	r.hand(r.goran)
	eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), unclosed) })
	r.server.CutFeed(1, 2, 3)
	r.server.DropConnections()
	r.hand(r.emre)
	r.eventuallyVerdict(t, r.emre, "AC")
	r.server.EndContest()
	w.end()
	for id, n := range r.server.FileRequests() {
		if n != 1 {
			t.Errorf("submission %s was fetched %d times", id, n)
		}
	}
	if n := rows(t, r.db); n != 3 {
		t.Errorf("%d rows of submissions, want 3", n)
	}
}

// What cannot be fetched is tried again, at the end once more, and told.
func TestFilesThatFail(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	r := begun(t)
	files := func(h ccstest.JudgedSubmission) string { return "submissions/" + h.Submission.ID + "/files" }
	r.server.Fail(files(r.amrit), 2, ccstest.Fault{Status: 500})
	r.server.Fail(files(r.goran), 1, ccstest.Fault{Status: 404})
	r.server.Fail(files(r.emre), -1, ccstest.Fault{Status: 403})
	w := watched(t, r.server, r.db)
	for _, h := range []ccstest.JudgedSubmission{r.emre, r.goran, r.amrit} {
		r.hand(h)
	}
	r.eventuallyVerdict(t, r.amrit, "AC")
	r.server.EndContest()
	result := w.end()
	if diff := cmp.Diff([]string{standing}, r.alerts(t)); diff != "" {
		t.Errorf("alerts (-want +got):\n%s", diff)
	}
	_, skipped, err := r.db.StoredSubmissions(t.Context(), result.ContestID)
	if err != nil || len(skipped) != 1 || skipped[0].Path != "submissions/"+r.emre.Submission.ID || !strings.HasPrefix(skipped[0].Reason, "could not be fetched: ") {
		t.Errorf("skipped %+v (%v)", skipped, err)
	}
}

// It asks, and changes nothing.
func TestOnlyReads(t *testing.T) {
	t.Parallel()
	r := begun(t)
	w := watched(t, r.server, r.db)
	r.hand(r.amrit)
	r.server.EndContest()
	w.end()
	if diff := cmp.Diff([]string{"GET"}, slices.Collect(maps.Keys(r.server.Methods()))); diff != "" {
		t.Errorf("methods (-want +got):\n%s", diff)
	}
}

// What was stored and not compared, because of a kill between the two or by an
// import, is compared when it is begun.
func TestStoredAndNotCompared(t *testing.T) {
	t.Parallel()
	r := begun(t)
	r.hand(r.amrit)
	r.hand(r.goran)
	from := opened(t, r.server)
	m := ccs.NewModel()
	if err := from.Load(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	var list []contest.Submission
	for _, id := range m.Submissions() {
		s, _ := m.Submission(id)
		files, _, err := from.Files(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		s.Submission.Files = files
		list = append(list, s.Submission)
	}
	if _, _, err := r.db.Import(t.Context(), review.CommandLine, "", name, "before", list, nil, nil); err != nil {
		t.Fatal(err)
	}
	w := watched(t, r.server, r.db)
	eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), unclosed) })
	r.server.EndContest()
	w.end()
	for id, n := range r.server.FileRequests() {
		if n != 1 {
			t.Errorf("submission %s was fetched %d times, with the import", id, n)
		}
	}
	if n := rows(t, r.db); n != 2 {
		t.Errorf("%d rows of submissions, want 2", n)
	}
}

// Where the judge system is away, the archive says so, and why.
func TestReconnecting(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	r := begun(t)
	w := watched(t, r.server, r.db)
	r.hand(r.amrit)
	r.eventuallyVerdict(t, r.amrit, "AC")
	seen := func() contest.Watch {
		contents, err := r.db.Contents(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.db.Watch(t.Context(), contents.ID)
		if err != nil && !errors.Is(err, contest.ErrNotFound) {
			t.Fatal(err)
		}
		return got
	}
	r.server.Fail("event-feed", -1, ccstest.Fault{Status: 503})
	r.server.DropConnections()
	eventually(t, "it is told that the system is away", func() bool {
		got := seen()
		return got.State == contest.WatchReconnecting && strings.Contains(got.Reason, "503")
	})
	r.server.ClearFaults()
	eventually(t, "it is told that the system is back", func() bool {
		got := seen()
		return got.State == contest.WatchFollowing && got.Reason == ""
	})
	r.server.EndContest()
	w.end()
	if got := seen(); got.State != contest.WatchEnded || got.Reason != "" {
		t.Errorf("at the end: %+v", got)
	}
}

// A threshold below what a check keeps is one for the closing check as well.
func TestLowThreshold(t *testing.T) {
	t.Parallel()
	r := begun(t)
	w := watched(t, r.server, r.db, func(w *watch.Watcher) {
		w.Parameters.Threshold = 1e-6
		p, checker := w.Parameters, w.Checker.(*check.Checker)
		w.NewScorer = func(ctx context.Context, contestID int64) (watch.Scorer, error) {
			live, _, err := checker.Scorer(ctx, contestID, nil, p)
			return live, err
		}
	})
	_, list := labelled(t)
	for _, h := range list {
		if h.Submission.Problem == "C-festival" {
			r.hand(h)
		}
	}
	r.server.EndContest()
	result := w.end()
	alerts, err := r.db.Alerts(t.Context(), result.ContestID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	low := 0
	for _, a := range alerts {
		if a.Closing != nil && *a.Closing < check.Defaults().Keep {
			low++
		}
		if a.State == contest.AlertNotUpheld && a.Suspicion > 0.01 {
			t.Errorf("%s with %v fell to %v", caseOf(a.Problem, a.Left, a.Right), a.Suspicion, a.Closing)
		}
	}
	if low == 0 {
		t.Error("no pair is that low: this shows nothing")
	}
}

// Who is renamed, or gets a namesake, while the contest runs is alerted with the
// same programs only once; the alert names them as they are called last, and so
// does a check made afterwards.
func TestRenamed(t *testing.T) {
	t.Parallel()
	r := begun(t)
	w := watched(t, r.server, r.db)
	r.hand(r.amrit)
	r.hand(r.goran)
	eventually(t, "the pair is alerted", func() bool { return len(r.alerts(t)) > 0 })
	participant := func(h ccstest.JudgedSubmission, name string) {
		t.Helper()
		eventually(t, "there is a participant "+name, func() bool { return stored(t, r.db)[h.Submission.ID].Participant == name })
	}
	team := func(id, name string) { r.server.AddTeam(ccstest.Team{ID: id, Name: name, Groups: []string{"north"}}) }
	team("late", "goran")
	participant(r.goran, "goran (t-goran)")
	team("t-amrit", "amrit the great")
	participant(r.amrit, "amrit the great")
	w.stop()
	again := watched(t, r.server, r.db)
	team("t-amrit", "goran") // a third of that name
	participant(r.amrit, "goran (t-amrit)")
	r.hand(r.emre) // which is stored after what was said of them
	r.eventuallyVerdict(t, r.emre, "AC")
	r.server.EndContest()
	result := again.end()
	if diff := cmp.Diff([]string{"C [goran (t-amrit) goran (t-goran)] standing"}, r.alerts(t)); diff != "" {
		t.Errorf("alerts (-want +got):\n%s", diff)
	}
	if n := len(w.alerts) + len(again.alerts); n != 1 {
		t.Errorf("%d alerts were told", n)
	}
	asksClosed(t, r.server, r.db, result)
}

// Files that cannot be had, of submissions that are not accepted, hold up nobody.
func TestFilesThatHang(t *testing.T) {
	t.Parallel()
	r := begun(t)
	_, list := labelled(t)
	w := watched(t, r.server, r.db)
	failing := map[string]bool{}
	for _, h := range list {
		if h.Judgement.Type != "" && h.Submission.Problem != "C-festival" && len(failing) < 8 {
			h.Judgement.Type = "WA"
			r.server.Fail("submissions/"+h.Submission.ID+"/files", -1, ccstest.Fault{Delay: time.Hour})
			failing[h.Submission.ID] = true
			r.hand(h)
		}
	}
	r.hand(r.amrit)
	r.hand(r.goran)
	eventually(t, "the pair is alerted while others hang", func() bool { return slices.Contains(r.alerts(t), unclosed) })
	for id := range stored(t, r.db) {
		if failing[id] {
			t.Errorf("%s is stored: this shows nothing", id)
		}
	}
	r.server.ClearFaults()
	w.stop()
}

// collapsing is a source where something changes after it was asked how things
// stand, and before its feed is read, which tells only how they stand in the end.
type collapsing struct {
	source
	before func()
	once   *sync.Once
}

func (c collapsing) Feed(ctx context.Context, each func(ccs.Notification) error, turn func(watch.ConnState) error) error {
	c.once.Do(c.before)
	return c.source.Feed(ctx, each, turn)
}

// A verdict that changes just as it is begun again is believed while the contest runs.
func TestChangedAtTheStart(t *testing.T) {
	t.Parallel()
	r := begun(t)
	w := watched(t, r.server, r.db)
	r.hand(r.amrit)
	r.server.AddSubmission(r.goran.Submission, as(r.goran, "WA"))
	r.eventuallyVerdict(t, r.goran, "WA")
	r.eventuallyVerdict(t, r.amrit, "AC")
	w.stop()
	again := watched(t, r.server, r.db, func(w *watch.Watcher) {
		w.Source = collapsing{opened(t, r.server), func() {
			r.server.Rejudge(as(r.goran, "WA").ID, as(r.goran, "AC"))
			r.server.ForgetTokens() // its log is of what there is now
		}, new(sync.Once)}
	})
	eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), unclosed) })
	r.server.EndContest()
	again.end()
}

// loading is a scorer of which it is noted what it did.
type loading struct {
	watch.Scorer
	loaded, most int // most that were compared at once
}

func (l *loading) Load(ctx context.Context, list []contest.Submission) ([]contest.SkippedItem, error) {
	l.loaded += len(list)
	return l.Scorer.Load(ctx, list)
}

func (l *loading) Pairs(ctx context.Context, ids ...int64) ([]contest.Pair, error) {
	l.most = max(l.most, len(ids))
	return l.Scorer.Pairs(ctx, ids...)
}

// What is there already when it is begun again is loaded as a whole, and compared a
// part at a time.
func TestComparedInParts(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	scenario, list := labelled(t)
	for _, h := range list {
		scenario.Submissions, scenario.Judgements = append(scenario.Submissions, h.Submission), append(scenario.Judgements, h.Judgement)
	}
	server, db := ccstest.NewServer(t, scenario), open(t)
	first := watched(t, server, db)
	eventually(t, "all is stored and compared", func() bool {
		seen, err := db.Watch(t.Context(), 1)
		return err == nil && seen.Compared == accepted(list)
	})
	first.stop()
	if _, err := db.Pool().Exec(t.Context(), "DELETE FROM alerts"); err != nil { // as if it was killed before it compared
		t.Fatal(err)
	}
	scorer := new(loading)
	again := watched(t, server, db, func(w *watch.Watcher) {
		inner := w.NewScorer
		w.NewScorer = func(ctx context.Context, contestID int64) (watch.Scorer, error) {
			live, err := inner(ctx, contestID)
			scorer.Scorer = live
			return scorer, err
		}
	})
	eventually(t, "what was lost is alerted", func() bool {
		contents, err := db.Contents(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		alerts, err := db.Alerts(t.Context(), contents.ID, 0, 0)
		return err == nil && len(alerts) >= 20
	})
	server.EndContest()
	asksClosed(t, server, db, again.end())
	if scorer.loaded != accepted(list) || scorer.most > 50 || scorer.most == 0 {
		t.Errorf("%d were loaded of %d, and %d compared at once", scorer.loaded, accepted(list), scorer.most)
	}
}

// A submission that is sent again with other files is fetched again.
func TestOtherFiles(t *testing.T) {
	t.Parallel()
	r := begun(t)
	w := watched(t, r.server, r.db)
	r.hand(r.amrit)
	r.hand(r.goran)
	eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), unclosed) })
	again := r.goran
	again.Submission.Language = "cpp"
	again.Submission.Files = []ccstest.File{{Name: "main.cpp", Content: written(5, 0)}}
	r.server.AddSubmission(again.Submission, again.Judgement)
	r.server.EndContest()
	w.end()
	files := stored(t, r.db)[r.goran.Submission.ID].Files
	if len(files) != 1 || string(files[0].Content) != written(5, 0) {
		t.Errorf("the archive has %d files of before", len(files))
	}
	if got := r.alerts(t); !slices.Equal(got, []string{fallen}) {
		t.Errorf("alerts %q", got)
	}
}
