//go:build unix

package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/localpg"
)

// killServer kills the PostgreSQL server of a data directory.
func killServer(t *testing.T, dataDir string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dataDir, "postgres", "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Sscan(string(content), &pid); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// privateDataDir returns a new directory for the data of a private PostgreSQL server.
func privateDataDir(t *testing.T) (dir string) {
	t.Helper()
	if os.Getenv("DATABASE_URL") != "" {
		t.Skip("DATABASE_URL names another database")
	}
	parent, err := os.MkdirTemp("", "ojcheck-killed-") // if root runs the test, the server runs as another user, who must be able to enter
	if err == nil {
		err = os.Chmod(parent, 0o711)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(parent, "data")
	t.Cleanup(func() {
		if _, err := localpg.Stop(context.Background(), dir, true); err != nil {
			t.Error(err)
		}
		os.RemoveAll(parent)
	})
	return dir
}

// preventRestart takes the lock that a process needs to restart the server. allow releases the lock.
func preventRestart(t *testing.T, dataDir string) (allow func()) {
	t.Helper()
	file, err := os.Open(filepath.Join(dataDir, "postgres", "guard.lock"))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	return func() { file.Close() }
}

// When the private PostgreSQL server is killed, pages and API say that the database is restarting, and then
// work again. A check that loses the server ends with one sentence and is marked as failed. A check that
// starts while there is no server succeeds.
func TestDatabaseKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills servers")
	}
	t.Parallel()
	dir := privateDataDir(t)
	client := signIn(t, serveFor(t, "--data-dir", dir))
	waitFor := func(path string, want int) (header http.Header, body string) {
		t.Helper()
		eventually(t, fmt.Sprintf("GET %s answers with status %d", path, want), func() bool {
			var status int
			status, header, body = client.get(path)
			return status == want
		})
		return header, body
	}

	allowRestart := preventRestart(t, dir)
	killServer(t, dir)
	for _, path := range []string{"/", "/api/v1/contests"} {
		header, body := waitFor(path, http.StatusServiceUnavailable)
		if !strings.Contains(body, "The database is restarting") || header.Get("Retry-After") == "" {
			t.Errorf("GET %s without a database: Retry-After %q, body\n%s", path, header.Get("Retry-After"), body)
		}
	}
	check := func() (status int, stderr string) {
		status, _, stderr = runOjcheck(t, "check", "../../testdata/submissions", "--contest", "finals", "--quiet", "--data-dir", dir)
		return status, stderr
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		if status, stderr := check(); status != exitDone {
			t.Errorf("a check that starts without a database ends with status %d:\n%s", status, stderr)
		}
	}()
	allowRestart()
	waitFor("/", http.StatusOK)
	waitFor("/api/v1/contests", http.StatusOK)
	<-done

	status, err := localpg.Inspect(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	count := func(query string) (n int) {
		t.Helper()
		db, err := pgx.Connect(t.Context(), status.URL)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close(context.Background())
		if err := db.QueryRow(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	blocker, err := pgx.Connect(t.Context(), status.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer blocker.Close(context.Background())
	if _, err := blocker.Exec(t.Context(), "BEGIN; LOCK TABLE pairs IN ACCESS EXCLUSIVE MODE"); err != nil { // the check stops in its middle
		t.Fatal(err)
	}
	done = make(chan bool)
	go func() {
		defer close(done)
		status, stderr := check()
		lines := strings.Split(strings.TrimSpace(stderr), "\n")
		last := lines[len(lines)-1]
		if status != exitFailed || !strings.Contains(last, "lost the database, see that it runs and try again") {
			t.Errorf("a check that loses its database ends with status %d and says %q", status, last)
		}
		for _, line := range lines[:len(lines)-1] {
			if !strings.Contains(line, "the database server") {
				t.Errorf("a check that loses its database says %q before its last line", line)
			}
		}
	}()
	eventually(t, "the check stores pairs", func() bool {
		return count("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'pairs'::regclass") > 0
	})
	killServer(t, dir)
	<-done
	waitFor("/", http.StatusOK)
	if n := count("SELECT count(*) FROM checks WHERE state = 'running'"); n > 0 {
		t.Errorf("%d checks seem to run after their process has ended", n)
	}
}
