package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
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

// A server under observation: health, a log in JSON with each request, and metrics on an address of their own.
func TestObserved(t *testing.T) {
	t.Parallel()
	var log logBuffer
	link := serveWithLog(t, &log, "--log-format", "json", "--metrics-addr", ":0")
	base, _, _ := strings.Cut(link, "/signin")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
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
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in the metrics", want)
		}
	}
	if status, _ := get(t, http.DefaultClient, strings.TrimSuffix(metrics, "metrics")); status != http.StatusNotFound {
		t.Errorf("another page beside the metrics: status %d, want 404", status)
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
		var log bytes.Buffer
		status := run(t.Context(), []string{"serve", "--addr", "127.0.0.1:0", "--log-format", format,
			"--database-url", "postgres://127.0.0.1:1/none"}, nil, io.Discard, &log)
		if status != exitFailed || !regexp.MustCompile(want).Match(log.Bytes()) {
			t.Errorf("%s: status %d, log %q, want it to match %s", format, status, &log, want)
		}
	}
}
