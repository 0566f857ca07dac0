package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/pgtest"
)

// logBuffer is a log that the server writes while the test reads it.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// find waits for a match of the pattern, and returns its first group.
func (l *logBuffer) find(t *testing.T, pattern string) string {
	t.Helper()
	for range 1000 {
		if match := regexp.MustCompile(pattern).FindStringSubmatch(l.text()); match != nil {
			return match[1]
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("no %s in the log:\n%s", pattern, l.text())
	return ""
}

func (l *logBuffer) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// get returns the status and the body of a page.
func get(t *testing.T, client *http.Client, url string) (int, string) {
	t.Helper()
	answer, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// A server answers requests for its health, logs each request as JSON, and serves metrics at another address.
func TestObserved(t *testing.T) {
	t.Parallel()
	var log logBuffer
	link := serveWithLog(t, &log, "--log-format", "json", "--metrics-addr", ":0", "--dump-dir", filepath.Join(t.TempDir(), "dumps"))
	base, _, _ := strings.Cut(link, "/signin")
	client := newClient(t)
	for path, want := range map[string]string{"/healthz": "alive\n", "/readyz": "ready\n"} {
		if status, body := get(t, client, base+path); status != http.StatusOK || body != want {
			t.Errorf("%s: status %d, %q, want 200, %q", path, status, body, want)
		}
	}
	if status, _ := get(t, client, link); status != http.StatusOK {
		t.Errorf("sign-in: status %d", status)
	}
	if status, _ := get(t, client, base+"/metrics"); status != http.StatusNotFound {
		t.Errorf("/metrics of the pages: status %d, want 404", status)
	}
	log.find(t, `"route":"(GET /\{\$\})","status":200`)
	log.find(t, `"msg":"(wrote the daily dump)"`)
	for line := range strings.Lines(log.text()) {
		if err := json.Unmarshal([]byte(line), new(map[string]any)); err != nil {
			t.Errorf("a line of the log is no JSON: %s", line)
		}
	}
	token := link[strings.LastIndex(link, "=")+1:]
	if strings.Contains(log.text(), token) {
		t.Error("the log has the token of the sign-in link")
	}

	metrics := log.find(t, `"address":"(http://127\.0\.0\.1:\d+/metrics)"`)
	status, body := get(t, http.DefaultClient, metrics)
	if status != http.StatusOK {
		t.Fatalf("%s: status %d", metrics, status)
	}
	for _, want := range []string{
		`ojcheck_requests_total{route="GET /{$}",status="200"} 1`, `ojcheck_requests_total{route="GET /signin",status="303"} 1`,
		"ojcheck_ready 1", "ojcheck_database_up 1", `ojcheck_jobs{state="waiting"} 0`, "ojcheck_disk_free_bytes ",
		`ojcheck_dumps_total{result="done"} 1`, `ojcheck_dumps_total{result="failed"} 0`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in the metrics", want)
		}
	}
	checkMetricNames(t, body)
	if status, _ := get(t, http.DefaultClient, strings.TrimSuffix(metrics, "metrics")); status != http.StatusNotFound {
		t.Errorf("another page beside the metrics: status %d, want 404", status)
	}
}

// A server that waits for another one is alive, and not ready.
func TestWaitingServer(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	db := openDB(t, database)
	_, release, err := db.LockJobs(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	var log logBuffer
	link := make(chan string, 1)
	go func() {
		link <- serveWithLog(t, &log, "--log-format", "json", "--database-url", database, "--addr", address, "--metrics-addr", ":0")
	}()
	log.find(t, `(waiting for another process to end)`)
	metrics := log.find(t, `"address":"(http://127\.0\.0\.1:\d+/metrics)"`)
	for _, want := range []struct {
		url          string
		status       int
		kind, answer string
	}{
		{"http://" + address + "/healthz", http.StatusOK, "text/plain; charset=utf-8", "alive\n"},
		{"http://" + address + "/readyz", http.StatusServiceUnavailable, "text/plain; charset=utf-8", "not ready\n"},
		{"http://" + address + "/", http.StatusServiceUnavailable, "text/plain; charset=utf-8", "until another ojcheck serve"},
		{"http://" + address + "/api/v1/contests", http.StatusServiceUnavailable, "application/problem+json", "until another ojcheck serve"},
		{metrics, http.StatusOK, "text/plain", "ojcheck_ready 0"},
	} {
		status, header, body := newWalker(t, want.url).get("")
		if status != want.status || !strings.HasPrefix(header.Get("Content-Type"), want.kind) || !strings.Contains(body, want.answer) {
			t.Errorf("%s: status %d, %s, %q; want %+v", want.url, status, header.Get("Content-Type"), body, want)
		}
		if waits := strings.Contains(want.answer, "another"); waits != (header.Get("Retry-After") != "") {
			t.Errorf("%s: Retry-After %q", want.url, header.Get("Retry-After"))
		}
	}
	release()
	if status, _ := get(t, http.DefaultClient, strings.Replace(<-link, "signin", "readyz", 1)); status != http.StatusOK {
		t.Errorf("when the other server has ended, /readyz answers with status %d", status)
	}
}

// --log-format says how the log is written, also the last line of a command that fails.
func TestLogFormat(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{
		"plain": "^ojcheck: open database: cannot reach",
		"text":  `^time=\S+ level=ERROR msg=failed error="open database: cannot reach`,
		"json":  `^\{"time":"[^"]+","level":"ERROR","msg":"failed","error":"open database: cannot reach`,
	} {
		status, _, log := runOjcheck(t, "serve", "--addr", "127.0.0.1:0", "--log-format", format, "--database-url", "postgres://127.0.0.1:1/none")
		if status != exitFailed || !regexp.MustCompile(want).MatchString(log) {
			t.Errorf("%s: status %d, log %q, want it to match %s", format, status, log, want)
		}
	}
}

// checkMetricNames compares the metrics of a server with the dashboard, the alerts and the documentation.
func checkMetricNames(t *testing.T, scraped string) {
	t.Helper()
	exists := make(map[string]bool) // with the suffixes of histograms
	own := make(map[string]bool)    // ojcheck's own, without them
	for _, match := range regexp.MustCompile(`(?m)^# TYPE (\S+) (\S+)$`).FindAllStringSubmatch(scraped, -1) {
		name := match[1]
		exists[name] = true
		if match[2] == "histogram" {
			exists[name+"_bucket"], exists[name+"_sum"], exists[name+"_count"] = true, true, true
		}
		if strings.HasPrefix(name, "ojcheck_") {
			own[name] = true
		}
	}
	documented := make(map[string]bool)
	for _, match := range regexp.MustCompile("`(ojcheck_[a-z_]+)`").FindAllStringSubmatch(string(readFile(t, "docs/monitoring.md")), -1) {
		documented[match[1]] = true
	}
	if diff := cmp.Diff(own, documented); diff != "" {
		t.Errorf("docs/monitoring.md and the metrics differ (-metrics +docs):\n%s", diff)
	}

	var board struct {
		Panels []struct {
			ID          int
			Type, Title string
			GridPos     struct{ H, W, X, Y int }
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(readFile(t, "docs/grafana.json"), &board); err != nil {
		t.Fatal(err)
	}
	var rules struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Annotations struct{ Summary string }
			}
		}
	}
	if err := yaml.Unmarshal(readFile(t, "docs/alerts.yml"), &rules); err != nil {
		t.Fatal(err)
	}
	expressions := make(map[string][]string) // by the title of the panel or the name of the alert
	ids, cells := make(map[int]bool), make(map[[2]int]string)
	for _, p := range board.Panels {
		if ids[p.ID] {
			t.Errorf("two panels have the ID %d", p.ID)
		}
		ids[p.ID] = true
		for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
			for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
				if other := cells[[2]int{x, y}]; other != "" || x >= 24 {
					t.Fatalf("panel %q lies over %q, or beyond the 24 columns", p.Title, other)
				}
				cells[[2]int{x, y}] = p.Title
			}
		}
		if p.Type != "row" {
			expressions[p.Title] = []string{}
		}
		for _, target := range p.Targets {
			expressions[p.Title] = append(expressions[p.Title], target.Expr)
		}
	}
	for _, rule := range rules.Groups[0].Rules {
		expressions[rule.Alert] = []string{rule.Expr}
		if !strings.HasSuffix(rule.Annotations.Summary, ".") {
			t.Errorf("the alert %s does not say in a sentence what to do", rule.Alert)
		}
	}
	measure := regexp.MustCompile(`\b(ojcheck|process|go)_[a-z_]+\b`)
	used := make(map[string]bool)
	for where, list := range expressions {
		names := 0
		for _, expression := range list {
			for _, name := range measure.FindAllString(expression, -1) {
				names++
				used[name] = true
				if !exists[name] {
					t.Errorf("%s: there is no measure %s", where, name)
				}
			}
		}
		if names == 0 && where != "OjcheckDown" { // which asks whether Prometheus gets an answer
			t.Errorf("%s uses no measure", where)
		}
	}
	for name := range own {
		if !used[name] && !used[name+"_bucket"] {
			t.Errorf("neither the dashboard nor an alert uses %s", name)
		}
	}
}

// The plain log writes the lines of an error as one, and makes other line ends visible.
func TestErrorsInLog(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	slog.New(logFlags{Format: "plain"}.handler(&b, slog.LevelInfo)).
		Warn("page failed", "error", errors.New("failed to connect:\n\tno TLS\n\trefused"), "path", "a\nb")
	if want := "ojcheck: warn: page failed (error: failed to connect: no TLS; refused, path: a␊b)\n"; b.String() != want {
		t.Errorf("the log is %q, want %q", b.String(), want)
	}
}

// All forms of the log write a duration in the same way.
func TestDurationsInLog(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"plain", "text", "json"} {
		var b bytes.Buffer
		slog.New(logFlags{Format: format}.handler(&b, slog.LevelInfo)).Info("waiting", "wait", 90*time.Second)
		if !strings.Contains(b.String(), "1m30s") {
			t.Errorf("%s: the log is %q, want it with 1m30s", format, b.String())
		}
	}
}
