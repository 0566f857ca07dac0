package metrics

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/preview"
)

// scrape returns the answer that Prometheus gets.
func scrape(t *testing.T, m *Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != 200 {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// own returns the lines of ojcheck's own metrics, without times.
func own(scraped string) (lines []string) {
	for line := range strings.Lines(scraped) {
		if strings.HasPrefix(line, prefix) && !strings.Contains(line, "seconds") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

type fakeChecker struct{ err error }

func (c fakeChecker) Check(_ context.Context, _ jobs.Upload, report progress) (int64, error) {
	report(i18n.Verbatim("unpacking"), 0, 0)
	report(i18n.Verbatim("reading it as finals of Rosa Nowak"), 0, 0)
	report(i18n.Textf(check.Lexing), 1, 2)
	report(i18n.Textf(check.Lexing), 2, 2)
	if c.err != nil && c.err.Error() == "panic" {
		panic(c.err)
	}
	return 7, c.err
}

func (c fakeChecker) Import(ctx context.Context, u jobs.Upload, report progress) (int64, error) {
	return c.Check(ctx, u, report)
}

func (c fakeChecker) Preview(ctx context.Context, u jobs.Upload, report progress) (preview.Preview, error) {
	_, err := c.Check(ctx, u, report)
	return preview.Preview{}, err
}

func TestJobs(t *testing.T) {
	t.Parallel()
	m := New("v1.2.3", slog.New(slog.DiscardHandler))
	m.Jobs(func() []jobs.Snapshot {
		return []jobs.Snapshot{{State: jobs.Running}, {State: jobs.Waiting}, {State: jobs.Waiting}}
	})
	reports := 0
	for _, err := range []error{nil, &jobs.Failure{Message: i18n.Verbatim("no")}, context.Canceled, errors.New("fault"), errors.New("panic")} {
		func() {
			defer func() { _ = recover() }()
			id, got := m.Checker(fakeChecker{err}).Check(t.Context(), jobs.Upload{}, func(i18n.Text, int, int) { reports++ })
			if id != 7 || got != err {
				t.Errorf("Check returns %d, %v, want 7, %v", id, got, err)
			}
		}()
	}
	if _, err := m.Checker(fakeChecker{}).Import(t.Context(), jobs.Upload{}, func(i18n.Text, int, int) { reports++ }); err != nil {
		t.Error(err)
	}
	if want := 6 * 4; reports != want {
		t.Errorf("%d reports of progress are passed on, want %d", reports, want)
	}
	scraped := scrape(t, m)
	if diff := cmp.Diff([]string{
		`ojcheck_answer_bytes_total 0`,
		`ojcheck_build_info{version="v1.2.3"} 1`,
		`ojcheck_jobs{state="running"} 1`,
		`ojcheck_jobs{state="waiting"} 2`,
		`ojcheck_jobs_ended_total{result="broken"} 2`,
		`ojcheck_jobs_ended_total{result="done"} 2`,
		`ojcheck_jobs_ended_total{result="failed"} 1`,
		`ojcheck_jobs_ended_total{result="stopped"} 1`,
	}, own(scraped)); diff != "" {
		t.Errorf("measures (-want +got):\n%s", diff)
	}
	if strings.Contains(scraped, "Nowak") {
		t.Errorf("a label has the text of a progress report:\n%s", scraped)
	}
	for stage, isMeasured := range map[string]bool{readingStage: true, string(check.Lexing): true, string(check.Matching): false} {
		isZero := strings.Contains(scraped, `ojcheck_check_stage_seconds_total{stage="`+stage+"\"} 0\n")
		if isZero == isMeasured || !strings.Contains(scraped, stage) {
			t.Errorf("the time of stage %q is 0: %v, want %v", stage, isZero, !isMeasured)
		}
	}
}

func TestRequests(t *testing.T) {
	t.Parallel()
	m := New("v1.2.3", slog.New(slog.DiscardHandler))
	m.Request("GET /pairs/{id}", 200, 1000, 50*time.Millisecond)
	m.Request("GET /pairs/{id}", 200, 500, 2*time.Second)
	m.Request("GET /pairs/{id}", 404, 10, time.Millisecond)
	m.Request("", 421, 1, time.Millisecond)
	m.Gauge("ready", "Whether it is ready.", func() (float64, error) { return 1, nil })
	m.Gauge("disk_free_bytes", "Free bytes.", func() (float64, error) { return 0, errors.New("no such directory") })
	scraped := scrape(t, m)
	for _, want := range []string{
		`ojcheck_requests_total{route="GET /pairs/{id}",status="200"} 2`,
		`ojcheck_requests_total{route="GET /pairs/{id}",status="404"} 1`,
		`ojcheck_requests_total{route="",status="421"} 1`,
		`ojcheck_request_seconds_bucket{route="GET /pairs/{id}",le="0.1"} 2`,
		`ojcheck_request_seconds_count{route="GET /pairs/{id}"} 3`,
		"ojcheck_answer_bytes_total 1511",
		"ojcheck_ready 1",
		"go_goroutines", "process_open_fds",
	} {
		if !strings.Contains(scraped, want) {
			t.Errorf("no %s in\n%s", want, strings.Join(own(scraped), "\n"))
		}
	}
	if strings.Contains(scraped, "disk_free_bytes") {
		t.Error("a measure that cannot be read is not left out")
	}
}

// The metrics describe a real database, and a database that does not answer.
func TestArchive(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), pgtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	m := New("v1.2.3", slog.New(slog.NewTextHandler(t.Output(), nil)))
	m.RegisterArchive(db)
	scraped := scrape(t, m)
	for _, want := range []string{
		"ojcheck_database_up 1", "ojcheck_archive_contests 0", "ojcheck_archive_submissions 0", "ojcheck_webhook_backlog 0",
		`ojcheck_database_connections{pool="main",state="busy"} 0`, `ojcheck_database_waits_total{pool="search"} 0`,
	} {
		if !strings.Contains(scraped, want+"\n") {
			t.Errorf("no %s in\n%s", want, strings.Join(own(scraped), "\n"))
		}
	}
	if !regexp.MustCompile(`ojcheck_archive_bytes \d`).MatchString(scraped) {
		t.Error("the size of the database is missing")
	}
	// promlint has the rules of Prometheus for names, units and help texts.
	problems, err := promlint.New(strings.NewReader(scraped)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
	db.Close()
	if scraped := scrape(t, m); !strings.Contains(scraped, "ojcheck_database_up 0\n") || strings.Contains(scraped, "archive_contests") {
		t.Errorf("without the database:\n%s\nwant only that it is not up", strings.Join(own(scraped), "\n"))
	}
}

// boundedArchive answers only if the context has a deadline.
type boundedArchive struct{}

func (boundedArchive) Pools() map[string]*pgxpool.Stat { return nil }
func (boundedArchive) Figures(ctx context.Context) (contest.Figures, error) {
	if _, ok := ctx.Deadline(); !ok {
		return contest.Figures{}, errors.New("the context has no deadline")
	}
	return contest.Figures{Contests: 1}, nil
}

// Counting the archive has a time limit.
func TestArchiveIsBounded(t *testing.T) {
	t.Parallel()
	m := New("v1.2.3", slog.New(slog.DiscardHandler))
	m.RegisterArchive(boundedArchive{})
	if !strings.Contains(scrape(t, m), "ojcheck_archive_contests 1\n") {
		t.Error("the archive is counted without a time limit")
	}
}
