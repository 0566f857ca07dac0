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
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// findAccepted returns a team's accepted submission for a problem.
func findAccepted(t testing.TB, list []ccstest.JudgedSubmission, problem, team string) ccstest.JudgedSubmission {
	t.Helper()
	for _, judged := range list {
		if judged.Submission.Problem == problem && judged.Submission.Team == "t-"+team && judged.Judgement.Type == "AC" {
			return judged
		}
	}
	t.Fatalf("%s has not solved %s", team, problem)
	return ccstest.JudgedSubmission{}
}

// withVerdict returns a judgement of a submission with another verdict, an hour later.
func withVerdict(judged ccstest.JudgedSubmission, verdict string) ccstest.Judgement {
	j := judged.Judgement
	j.ID, j.Type, j.Start, j.End = j.ID+"-"+verdict, verdict, j.Start+time.Hour, j.End+time.Hour
	return j
}

// fixture is a contest with three submissions to add; amrit and goran submit copies.
type fixture struct {
	server             *ccstest.Server
	db                 *postgres.DB
	amrit, goran, emre ccstest.JudgedSubmission
}

func setUp(t *testing.T, change ...func(*ccstest.Scenario)) fixture {
	t.Helper()
	scenario, list := loadLabelled(t)
	for _, c := range change {
		c(&scenario)
	}
	return fixture{ccstest.NewServer(t, scenario), open(t),
		findAccepted(t, list, "C-festival", "amrit"), findAccepted(t, list, "C-festival", "goran"), findAccepted(t, list, "B-rivers", "emre")}
}

func (r fixture) submit(judged ccstest.JudgedSubmission) {
	r.server.AddSubmission(judged.Submission, judged.Judgement)
}

// alerts returns the stored alerts as texts with their pairs and states.
func (r fixture) alerts(t testing.TB) (list []string) {
	t.Helper()
	contents, err := r.db.Contents(context.Background(), name)
	if err != nil {
		return nil
	}
	alerts, err := r.db.AlertsAfter(context.Background(), contents.ID, 0, 0, nil)
	must(t, err)
	for _, a := range alerts {
		list = append(list, caseOf(a.Problem, a.Left, a.Right)+" "+string(a.State))
	}
	return list
}

func (r fixture) waitForAlert(t testing.TB) {
	t.Helper()
	eventually(t, "an alert of the pair", func() bool { return slices.Contains(r.alerts(t), openAlert) })
}

func (r fixture) wantAlerts(t testing.TB, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, r.alerts(t)); diff != "" {
		t.Errorf("alerts (-want +got):\n%s", diff)
	}
}

// wantRows checks the number of rows of submissions; a changed submission has several.
func (r fixture) wantRows(t testing.TB, want int) {
	t.Helper()
	if n := countRows(t, r.db); n != want {
		t.Errorf("%d rows of submissions, want %d", n, want)
	}
}

// watch returns the stored watch; zero before it is stored.
func (r fixture) watch(t testing.TB) contest.Watch {
	t.Helper()
	contents, err := r.db.Contents(context.Background(), name)
	if errors.Is(err, contest.ErrNotFound) {
		return contest.Watch{}
	}
	must(t, err)
	w, err := r.db.Watch(context.Background(), contents.ID)
	if !errors.Is(err, contest.ErrNotFound) {
		must(t, err)
	}
	return w
}

// verdicts returns the verdicts of the stored submissions.
func (r fixture) verdicts(t testing.TB) map[string]contest.Verdict {
	t.Helper()
	verdicts := map[string]contest.Verdict{}
	for id, s := range storedSubmissions(t, r.db) {
		verdicts[id] = s.Verdict
	}
	return verdicts
}

func (r fixture) waitForVerdict(t *testing.T, judged ccstest.JudgedSubmission, want contest.Verdict) {
	t.Helper()
	eventually(t, judged.Submission.ID+" has "+string(want), func() bool {
		got, ok := r.verdicts(t)[judged.Submission.ID]
		return ok && got == want
	})
}

const (
	copiedPair     = "C [amrit goran] "
	openAlert      = copiedPair + "open"
	upheldAlert    = copiedPair + "upheld"
	notUpheldAlert = copiedPair + "not_upheld"
)

// A pair raises one alert, when its second program is accepted, however often the programs
// are judged again. Their last verdicts decide whether the alert is upheld.
func TestVerdictsThatChange(t *testing.T) {
	t.Parallel()
	versions := []ccstest.Version{ccstest.V2026, ccstest.V2023, ccstest.V2020}
	if testing.Short() {
		versions = versions[:1]
	}
	for _, version := range versions {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			r := setUp(t, func(s *ccstest.Scenario) { s.Version = version })
			w := startWatch(t, r.server, r.db)
			r.submit(r.amrit)
			r.server.AddSubmission(r.goran.Submission, withVerdict(r.goran, "WA"))
			r.waitForVerdict(t, r.amrit, "AC")
			r.waitForVerdict(t, r.goran, "WA")
			if got := r.alerts(t); got != nil {
				t.Errorf("before the second program is accepted: got alerts %q, want none", got)
			}
			r.server.Rejudge(withVerdict(r.goran, "WA").ID, withVerdict(r.goran, "AC"))
			r.waitForAlert(t)
			r.server.Rejudge(withVerdict(r.goran, "AC").ID, withVerdict(r.goran, "WA"))
			r.waitForVerdict(t, r.goran, "WA") // its first verdict again
			r.server.Rejudge(withVerdict(r.goran, "WA").ID, withVerdict(r.goran, "CE"))
			r.waitForVerdict(t, r.goran, "CE")
			r.server.EndContest()
			result := w.end()
			r.wantAlerts(t, notUpheldAlert)
			if result.Alerts != (contest.AlertCounts{NotUpheld: 1}) || len(w.alerts) != 1 {
				t.Errorf("result %+v, and OnAlerts got %d alerts; want one alert, not upheld", result, len(w.alerts))
			}
			// Before 2022, the client also tests its access with a request.
			if n := r.server.FileRequests()[r.goran.Submission.ID]; n != 1 && version >= ccstest.V2022 {
				t.Errorf("files of one submission fetched %d times, want once", n)
			}
			r.wantRows(t, 4) // one for each verdict
			closingCheck, err := r.db.Check(t.Context(), result.CheckID)
			if err != nil || closingCheck.Summary.Submissions != 1 {
				t.Errorf("the closing check compares %d submissions (error %v), want 1", closingCheck.Summary.Submissions, err)
			}
		})
	}
}

// A submission is stored when it is judged, or at the end if it is never judged.
func TestNeverJudged(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db)
	r.server.AddSubmission(r.amrit.Submission, r.amrit.PendingJudgement())
	r.server.AddSubmission(r.emre.Submission)
	r.submit(r.goran)
	r.waitForVerdict(t, r.goran, "AC")
	if got := r.verdicts(t); len(got) != 1 {
		t.Errorf("stored %v before the end, want only the judged submission", got)
	}
	r.server.EndContest()
	w.end()
	want := map[string]contest.Verdict{r.amrit.Submission.ID: "", r.emre.Submission.ID: "", r.goran.Submission.ID: "AC"}
	if diff := cmp.Diff(want, r.verdicts(t)); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	r.wantAlerts(t, upheldAlert)
	r.wantRows(t, 3)
}

// A submission that the judge system deletes is no longer compared, neither with later submissions
// nor in the closing check.
func TestDeleted(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db)
	r.submit(r.amrit)
	r.waitForVerdict(t, r.amrit, "AC")
	r.server.Delete("judgements", r.amrit.Judgement.ID)
	r.server.Delete("submissions", r.amrit.Submission.ID)
	r.submit(r.goran)
	r.waitForVerdict(t, r.goran, "AC")
	r.server.EndContest()
	result := w.end()
	r.wantAlerts(t) // none
	c, err := r.db.Check(t.Context(), result.CheckID)
	if err != nil || c.Summary.Submissions != 1 {
		t.Errorf("the closing check compares %d submissions (error %v), want 1", c.Summary.Submissions, err)
	}
	if _, exists := r.verdicts(t)[r.amrit.Submission.ID]; exists {
		t.Error("the deleted submission is not superseded")
	}
	r.wantRows(t, 2)
}

// A submission that the judge system lists late, with an earlier time, has the earlier number after the closing check.
func TestAttemptListedLate(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db)
	r.submit(r.amrit)
	r.waitForVerdict(t, r.amrit, "AC")
	late := r.amrit
	late.Submission.ID, late.Judgement.ID, late.Judgement.Submission = "900", "901", "900"
	late.Submission.ContestTime -= 10 * time.Minute
	r.submit(late)
	r.waitForVerdict(t, late, "AC")
	r.server.EndContest()
	w.end()
	got := storedSubmissions(t, r.db)
	if got["900"].Attempt != 1 || got[r.amrit.Submission.ID].Attempt != 2 {
		t.Errorf("the late submission is attempt %d and the other %d, want 1 and 2", got["900"].Attempt, got[r.amrit.Submission.ID].Attempt)
	}
}

// A run stores and alerts once, although the feed sends judgements before their
// submissions, and everything twice.
func TestOutOfOrder(t *testing.T) {
	t.Parallel()
	r := setUp(t, func(s *ccstest.Scenario) { s.Disorder = true })
	w := startWatch(t, r.server, r.db)
	for _, judged := range []ccstest.JudgedSubmission{r.amrit, r.goran, r.emre} {
		r.server.AddSubmission(judged.Submission, judged.Judgement)
	}
	r.waitForAlert(t)
	r.server.EndContest()
	w.end()
	r.wantAlerts(t, upheldAlert)
	r.wantRows(t, 3)
}

// The feed begins with old states, which a second run does not store again.
func TestOldEventsAreIgnored(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	for change, changeBetweenRuns := range map[string]func(*testing.T, fixture){
		"no change between the runs": func(*testing.T, fixture) {},
		"judged again between the runs": func(t *testing.T, r fixture) {
			r.server.Rejudge(withVerdict(r.goran, "AC").ID, withVerdict(r.goran, "TLE"))
		},
		"the server forgets its tokens": func(t *testing.T, r fixture) { r.server.ForgetTokens() },
	} {
		t.Run(change, func(t *testing.T) {
			t.Parallel()
			r := setUp(t, func(s *ccstest.Scenario) { s.Version = ccstest.V2026 })
			first := startWatch(t, r.server, r.db)
			r.submit(r.amrit)
			r.server.AddSubmission(r.goran.Submission, withVerdict(r.goran, "WA"))
			r.waitForVerdict(t, r.goran, "WA")
			oldEvents := r.server.EventCount()
			r.server.Rejudge(withVerdict(r.goran, "WA").ID, withVerdict(r.goran, "AC"))
			r.waitForAlert(t)
			first.stop()
			if w := r.watch(t); w.State != contest.WatchStopped {
				t.Errorf("after the stop: watch %+v, want state stopped", w)
			}
			rows, imports := countRows(t, r.db), countImports(t, r.db)
			changeBetweenRuns(t, r)
			verdict := contest.Verdict("AC")
			if strings.Contains(change, "judged again") {
				verdict, rows, imports = "TLE", rows+1, imports+1
			}
			// The feed breaks after the old verdict. The break is long enough for a wrong run to
			// store the old verdict.
			r.server.CutFeed(oldEvents)
			second := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Source = openSourceWithWait(t, r.server, 2*time.Second) })
			r.submit(r.emre)
			r.waitForVerdict(t, r.emre, "AC")
			r.waitForVerdict(t, r.goran, verdict)
			if n := countRows(t, r.db); n != rows+1 {
				t.Errorf("%d rows of submissions, want one more than %d", n, rows)
			}
			if n := countImports(t, r.db); n > imports+1 {
				t.Errorf("%d imports, want at most one more than %d", n, imports)
			}
			r.server.EndContest()
			second.end()
			if len(second.alerts) != 0 {
				t.Errorf("the second run raises alerts again: %+v", second.alerts)
			}
			checkFetchedOnce(t, r.server)
			r.wantAlerts(t, upheldAlert)
		})
	}
}

// If the feed starts again from its beginning within a run, nothing is fetched or stored twice.
func TestForgottenToken(t *testing.T) {
	skipIfShort(t, "takes seconds")
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db)
	r.submit(r.amrit)
	r.waitForVerdict(t, r.amrit, "AC")
	r.server.ForgetTokens()
	r.submit(r.goran)
	r.waitForAlert(t)
	r.server.CutFeed(1, 2, 3)
	r.server.DropConnections()
	r.submit(r.emre)
	r.waitForVerdict(t, r.emre, "AC")
	r.server.EndContest()
	w.end()
	checkFetchedOnce(t, r.server)
	r.wantRows(t, 3)
}

// If files cannot be fetched, the run tries again, and once more when it closes. If the files of a
// submission never come, the submission is listed as skipped.
func TestFilesThatFail(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	r := setUp(t)
	files := func(judged ccstest.JudgedSubmission) string { return "submissions/" + judged.Submission.ID + "/files" }
	r.server.Fail(files(r.amrit), 2, ccstest.Fault{Status: 500})
	r.server.Fail(files(r.goran), 1, ccstest.Fault{Status: 404})
	r.server.Fail(files(r.emre), -1, ccstest.Fault{Status: 400})
	w := startWatch(t, r.server, r.db)
	for _, judged := range []ccstest.JudgedSubmission{r.emre, r.goran, r.amrit} {
		r.submit(judged)
	}
	r.waitForVerdict(t, r.amrit, "AC")
	r.server.EndContest()
	result := w.end()
	r.wantAlerts(t, upheldAlert)
	_, skipped, err := r.db.StoredSubmissions(t.Context(), result.ContestID)
	if err != nil || len(skipped) != 1 || skipped[0].Path != "submissions/"+r.emre.Submission.ID || !strings.HasPrefix(skipped[0].Reason.String(), "could not be fetched: ") {
		t.Errorf("skipped %+v (error %v), want only the submission that could not be fetched", skipped, err)
	}
}

// A run changes nothing in the judge system.
func TestOnlyReads(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db)
	r.submit(r.amrit)
	r.server.EndContest()
	w.end()
	if diff := cmp.Diff([]string{"GET"}, slices.Collect(maps.Keys(r.server.Methods()))); diff != "" {
		t.Errorf("methods (-want +got):\n%s", diff)
	}
}

// A run compares stored submissions that no run has compared: an earlier run was killed, or an
// import stored them.
func TestStoredAndNotCompared(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	r.submit(r.amrit)
	r.submit(r.goran)
	_, list := fetchAll(t, r.server)
	_, _, err := r.db.Import(t.Context(), review.CommandLine, "", contest.Import{Contest: name, Origin: "before", Submissions: list})
	must(t, err)
	w := startWatch(t, r.server, r.db)
	r.waitForAlert(t)
	r.server.EndContest()
	w.end()
	checkFetchedOnce(t, r.server) // by the import
	r.wantRows(t, 2)
}

// The archive shows that the judge system is unreachable or refuses the account, and why.
func TestReconnecting(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	for _, test := range []struct {
		name, path string
		status     int
		want       []string
	}{
		{"a broken feed", "event-feed", 503, []string{"503"}},
		{"an account refused by the feed", "event-feed", 401, []string{"refuses the account", "401", "To give another account"}},
		{"an account refused by the contest", "teams", 403, []string{"refuses the account", "403", "To give another account"}},
		{"sources refused", "/files", 403, []string{"refuses the account", "may not read the sources", "To give another account"}},
		{"a hidden contest", "", 404, []string{"has no contest \"finals26\" that the account may see now"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := setUp(t)
			w := startWatch(t, r.server, r.db)
			r.submit(r.amrit)
			r.waitForVerdict(t, r.amrit, "AC")
			r.server.Fail(test.path, -1, ccstest.Fault{Status: test.status})
			r.server.ForgetTokens() // so that the watch loads the contest
			r.server.DropConnections()
			r.submit(r.goran)
			eventually(t, "the watch is reconnecting", func() bool {
				got := r.watch(t)
				return got.State == contest.WatchReconnecting && !slices.ContainsFunc(test.want, func(s string) bool { return !strings.Contains(got.Reason.String(), s) })
			})
			r.server.ClearFaults()
			eventually(t, "the watch is following again", func() bool {
				got := r.watch(t)
				return got.State == contest.WatchFollowing && got.Reason.IsZero()
			})
			r.server.EndContest()
			w.end()
			if got := r.watch(t); got.State != contest.WatchEnded || !got.Reason.IsZero() {
				t.Errorf("at the end: watch %+v, want state ended without a reason", got)
			}
		})
	}
}

// The closing check stores pairs down to the threshold of alerts, even if that is below Keep.
func TestLowThreshold(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db, func(w *watch.Watcher) {
		w.Parameters.Threshold, w.Parameters.MaxChance = 1e-6, 0
	})
	_, list := loadLabelled(t)
	for _, judged := range list {
		if judged.Submission.Problem == "C-festival" {
			r.submit(judged)
		}
	}
	r.server.EndContest()
	result := w.end()
	alerts, err := r.db.AlertsAfter(t.Context(), result.ContestID, 0, 0, nil)
	must(t, err)
	belowKeep := 0
	for _, a := range alerts {
		if a.ClosingSuspicion != nil && *a.ClosingSuspicion < check.Defaults().Keep {
			belowKeep++
		}
		if a.State == contest.AlertNotUpheld && a.Suspicion > 0.01 {
			t.Errorf("%s: alert with suspicion %v is not upheld, closing suspicion %v", caseOf(a.Problem, a.Left, a.Right), a.Suspicion, a.ClosingSuspicion)
		}
	}
	if belowKeep == 0 {
		t.Error("no alert has a closing suspicion below Keep: the test needs one")
	}
}

// If participants are renamed during the contest, or others get the same name, and labels of problems are exchanged, their
// pair still raises only one alert. The alert has the newest names, as a later check has, and nobody is two participants.
func TestRenamed(t *testing.T) {
	skipIfShort(t, "takes seconds")
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db)
	r.submit(r.amrit)
	r.submit(r.goran)
	eventually(t, "an alert of the pair", func() bool { return len(r.alerts(t)) > 0 })
	eventuallyNamed := func(judged ccstest.JudgedSubmission, name string) {
		t.Helper()
		eventually(t, "there is a participant "+name, func() bool { return storedSubmissions(t, r.db)[judged.Submission.ID].Participant == name })
	}
	setTeam := func(id, name string) { r.server.AddTeam(ccstest.Team{ID: id, Name: name, Groups: []string{"north"}}) }
	setTeam("late", "goran")
	eventuallyNamed(r.goran, "goran (t-goran)")
	setTeam("t-amrit", "amrit the great")
	eventuallyNamed(r.amrit, "amrit the great")
	w.stop()
	second := startWatch(t, r.server, r.db)
	setTeam("t-amrit", "goran") // the third team of that name
	eventuallyNamed(r.amrit, "goran (t-amrit)")
	r.submit(r.emre) // stored after the new names
	r.waitForVerdict(t, r.emre, "AC")
	r.server.Set("problems", "C-festival", "label", "B")
	r.server.Set("problems", "B-rivers", "label", "C")
	eventually(t, "the labels are exchanged", func() bool {
		stored := storedSubmissions(t, r.db)
		return stored[r.amrit.Submission.ID].Problem == "B" && stored[r.emre.Submission.ID].Problem == "C"
	})
	r.server.EndContest()
	result := second.end()
	r.wantAlerts(t, "B [goran (t-amrit) goran (t-goran)] upheld")
	if people, problems := count(t, r.db, "participants"), count(t, r.db, "problems"); people != 3 || problems != 2 {
		t.Errorf("the archive has %d participants and %d problems, want 3 and 2", people, problems)
	}
	if n := len(w.alerts) + len(second.alerts); n != 1 {
		t.Errorf("OnAlerts got %d alerts, want 1", n)
	}
	checkClosed(t, r.server, r.db, result)
}

// Requests for the files of rejected submissions may hang without delaying accepted ones.
func TestFilesThatHang(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	_, list := loadLabelled(t)
	w := startWatch(t, r.server, r.db)
	hanging := map[string]bool{}
	for _, judged := range list {
		if judged.Judgement.Type != "" && judged.Submission.Problem != "C-festival" && len(hanging) < 8 {
			judged.Judgement.Type = "WA"
			r.server.Fail("submissions/"+judged.Submission.ID+"/files", -1, ccstest.Fault{Delay: time.Hour})
			hanging[judged.Submission.ID] = true
			r.submit(judged)
		}
	}
	r.submit(r.amrit)
	r.submit(r.goran)
	eventually(t, "an alert of the pair while other requests hang", func() bool { return slices.Contains(r.alerts(t), openAlert) })
	for id := range storedSubmissions(t, r.db) {
		if hanging[id] {
			t.Errorf("%s is stored, although its files hang", id)
		}
	}
	r.server.ClearFaults()
	w.stop()
}

// changingSource calls change once, between loading the snapshot and reading the feed.
type changingSource struct {
	watch.Source
	change func()
	once   *sync.Once
}

func (c changingSource) Feed(ctx context.Context, each func(ccs.Notification) error, onState func(ccs.FeedState)) error {
	c.once.Do(c.change)
	return c.Source.Feed(ctx, each, onState)
}

// A verdict that changes while a second run starts raises its alert during the contest.
func TestChangedAtTheStart(t *testing.T) {
	skipIfShort(t, "takes seconds")
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db)
	r.submit(r.amrit)
	r.server.AddSubmission(r.goran.Submission, withVerdict(r.goran, "WA"))
	r.waitForVerdict(t, r.goran, "WA")
	r.waitForVerdict(t, r.amrit, "AC")
	w.stop()
	second := startWatch(t, r.server, r.db, func(w *watch.Watcher) {
		w.Source = changingSource{openSource(t, r.server), func() {
			r.server.Rejudge(withVerdict(r.goran, "WA").ID, withVerdict(r.goran, "AC"))
			r.server.ForgetTokens() // now the feed has only the final state
		}, new(sync.Once)}
	})
	r.waitForAlert(t)
	r.server.EndContest()
	second.end()
}

// countingScorer counts the submissions that it loads and compares.
type countingScorer struct {
	watch.Scorer
	loaded, largestBatch int // submissions; largestBatch in one call of Pairs
}

func (l *countingScorer) Load(ctx context.Context, list []contest.Submission) ([]contest.SkippedItem, error) {
	l.loaded += len(list)
	return l.Scorer.Load(ctx, list)
}

func (l *countingScorer) Pairs(ctx context.Context, ids ...int64) ([]contest.Pair, error) {
	l.largestBatch = max(l.largestBatch, len(ids))
	return l.Scorer.Pairs(ctx, ids...)
}

// A second run loads all stored submissions at once, and compares them in batches.
func TestComparedInBatches(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	scenario, list := loadLabelled(t)
	for _, judged := range list {
		scenario.Submissions, scenario.Judgements = append(scenario.Submissions, judged.Submission), append(scenario.Judgements, judged.Judgement)
	}
	server, db := ccstest.NewServer(t, scenario), open(t)
	first := startWatch(t, server, db)
	eventually(t, "all submissions are compared", func() bool {
		seen, err := db.Watch(t.Context(), 1)
		return err == nil && seen.Compared == accepted(list)
	})
	first.stop()
	if _, err := db.Pool().Exec(t.Context(), "DELETE FROM alerts"); err != nil { // as if the first run was killed before it compared
		t.Fatal(err)
	}
	scorer := new(countingScorer)
	second := startWatch(t, server, db, func(w *watch.Watcher) {
		inner := w.NewScorer
		w.NewScorer = func(ctx context.Context, contestID int64) (watch.Scorer, error) {
			live, err := inner(ctx, contestID)
			scorer.Scorer = live
			return scorer, err
		}
	})
	eventually(t, "the deleted alerts are raised again", func() bool {
		contents, err := db.Contents(t.Context(), name)
		must(t, err)
		alerts, err := db.AlertsAfter(t.Context(), contents.ID, 0, 0, nil)
		return err == nil && len(alerts) >= 20
	})
	server.EndContest()
	checkClosed(t, server, db, second.end())
	if scorer.loaded != accepted(list) || scorer.largestBatch > 50 || scorer.largestBatch == 0 {
		t.Errorf("loaded %d submissions, want %d; the largest batch has %d, want 1 to 50", scorer.loaded, accepted(list), scorer.largestBatch)
	}
}

// If the database is away when the first programs are to be compared, they are compared later.
func TestScorerIsMadeLater(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	failed := false
	w := startWatch(t, r.server, r.db, func(w *watch.Watcher) {
		inner := w.NewScorer
		w.NewScorer = func(ctx context.Context, contestID int64) (watch.Scorer, error) {
			if !failed {
				failed = true
				return (*check.Scorer)(nil), contest.ErrUnavailable
			}
			return inner(ctx, contestID)
		}
	})
	r.submit(r.amrit)
	r.submit(r.goran)
	r.waitForAlert(t)
	r.server.EndContest()
	checkClosed(t, r.server, r.db, w.end())
}

// If the judge system replaces the files of a submission, they are fetched again.
func TestReplacedFiles(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db)
	r.submit(r.amrit)
	r.submit(r.goran)
	r.waitForAlert(t)
	changed := r.goran
	changed.Submission.Language = "cpp"
	changed.Submission.Files = []ccstest.File{{Name: "main.cpp", Content: randomProgram(5, 0)}}
	r.server.AddSubmission(changed.Submission, changed.Judgement)
	r.server.EndContest()
	w.end()
	files := storedSubmissions(t, r.db)[r.goran.Submission.ID].Files
	if len(files) != 1 || string(files[0].Content) != randomProgram(5, 0) {
		t.Errorf("the archive has %d files, want 1 with the new content", len(files))
	}
	r.wantAlerts(t, notUpheldAlert)
}
