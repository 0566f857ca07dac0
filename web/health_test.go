package web_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/disk"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// Anybody may ask by any host name. The answers say yes or no, and the log says why.
func TestHealth(t *testing.T) {
	t.Parallel()
	problem := errors.New("the disk of /srv/ojcheck is full")
	tests := []struct {
		name, path string
		failure    error
		wantStatus int
		wantBody   string
		wantLog    string
	}{
		{"alive", "/healthz", nil, http.StatusOK, "alive\n", ""},
		{"alive although it is not ready", "/healthz", problem, http.StatusOK, "alive\n", ""},
		{"ready", "/readyz", nil, http.StatusOK, "ready\n", ""},
		{"not ready", "/readyz", problem, http.StatusServiceUnavailable, "not ready\n", problem.Error()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := webtest.NewSite(t, func(o *web.Options) { o.Ready = func(context.Context) error { return test.failure } })
			a := s.Do("GET", test.path, "", "Host", "10.1.2.3:8080")
			if a.Status != test.wantStatus || a.Body != test.wantBody {
				t.Errorf("status %d, body %q, want %d, %q", a.Status, a.Body, test.wantStatus, test.wantBody)
			}
			if a.Header.Get("Set-Cookie") != "" || a.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("headers %v, want no cookie and no-store", a.Header)
			}
			if head := s.Do("HEAD", test.path, ""); head.Status != test.wantStatus || head.Body != "" {
				t.Errorf("HEAD: status %d, body %q, want %d without a body", head.Status, head.Body, test.wantStatus)
			}
			s.Do("POST", test.path, "", "Sec-Fetch-Site", "same-origin").WantStatus(http.StatusUnauthorized, "POST, as for every address without a route")
			if log := s.Log.String(); !strings.Contains(log, test.wantLog) || test.wantLog == "" && log != "" {
				t.Errorf("the log is %q, want %q in it", log, test.wantLog)
			}
		})
	}
}

// Many concurrent requests cause one check, and a check that hangs ends.
func TestReadyIsBounded(t *testing.T) {
	t.Parallel()
	calls := make(chan time.Duration, 100)
	s := webtest.NewSite(t, func(o *web.Options) {
		o.Ready = func(ctx context.Context) error {
			deadline, _ := ctx.Deadline()
			calls <- time.Until(deadline)
			return nil
		}
	})
	for range 20 {
		s.Do("GET", "/readyz", "")
	}
	if n := len(calls); n < 1 || n > 10 {
		t.Errorf("20 questions call the check %d times, want one call in a second", n)
	}
	if left := <-calls; left <= 0 || left > time.Minute {
		t.Errorf("a check may take %v, want a bound below a minute", left)
	}
}

// A server that stops is alive, and not ready.
func TestStoppingIsNotReady(t *testing.T) {
	t.Parallel()
	for _, check := range []func(context.Context) error{nil, func(context.Context) error { return nil }} {
		s := webtest.NewSite(t, func(o *web.Options) { o.Ready = check })
		s.Server.Close(t.Context())
		s.Do("GET", "/readyz", "").WantStatus(http.StatusServiceUnavailable, "/readyz")
		s.Do("GET", "/healthz", "").WantStatus(http.StatusOK, "/healthz")
	}
}

// A server is not ready without its database, with another schema, or on a full disk.
func TestReadyAsksTheDatabase(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	ctx := t.Context()
	if err := in.DB.Ready(ctx); err != nil {
		t.Errorf("a migrated database: %v", err)
	}
	in.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (4711, true)")
	if err := in.DB.Ready(ctx); err == nil || !strings.Contains(err.Error(), "4711") {
		t.Errorf("a newer schema: got error %v, want one that names it", err)
	}
	in.DB.Close()
	if err := in.DB.Ready(ctx); err == nil {
		t.Error("a closed database is ready")
	}
	if err := disk.RequireFree(t.TempDir(), 1<<62); err == nil || !strings.Contains(err.Error(), "free") {
		t.Errorf("a disk with too little room: got error %v", err)
	}
	if err := disk.RequireFree(t.TempDir(), 1); err != nil {
		t.Errorf("a disk with room: %v", err)
	}
}
