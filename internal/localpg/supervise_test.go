//go:build unix

package localpg

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"
)

// A killed server is restarted by the processes that use it, once and at the same URL, even if a
// backend is busy and would not notice. The data is still there.
func TestServerIsRestarted(t *testing.T) {
	skipIfShort(t, "kills servers")
	t.Parallel()
	dir := dataDir(t)
	users := []*helper{startHelper(t, dir), startHelper(t, dir), startHelper(t, dir)}
	var url string
	for _, user := range users {
		url = user.url(t)
	}
	run(t, url, "CREATE TABLE stored AS SELECT 42 AS x")
	const kills = 3
	for range kills {
		busy, err := pgx.Connect(t.Context(), url)
		must(t, err)
		began := make(chan error)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			defer busy.Close(t.Context())
			_, err := busy.Exec(t.Context(), "SELECT set_config('application_name', 'busy', false)")
			began <- err
			_, _ = busy.Exec(t.Context(), "SELECT count(*) FROM generate_series(1, 1000000000000)")
		}()
		must(t, <-began)
		eventually(t, "a busy backend", func() bool {
			return query[int](t, url, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'busy' AND query LIKE '%generate_series%'") == 1
		})
		killed := inspect(t, dir).Pid
		must(t, syscall.Kill(killed, syscall.SIGKILL))
		eventually(t, "a new server", func() bool {
			status := inspect(t, dir)
			return status.Running && status.Pid != killed
		})
		<-ended
		if got := query[int](t, url, "SELECT x FROM stored"); got != 42 {
			t.Errorf("the table has %d, want 42", got)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "postgres", "server.log"))
	must(t, err)
	if starts := strings.Count(string(log), "starting PostgreSQL"); starts != kills+1 {
		t.Errorf("%d servers were started, want %d: one after each kill\n%s", starts, kills+1, log)
	}
	for _, user := range users {
		user.quit(t)
	}
	wantRunning(t, dir, false)
}

// While nobody can tell whether the server has died, the pauses between log entries grow.
func TestPausesAfterErrorsGrow(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file") // in place of the server's directory
	must(t, os.WriteFile(file, nil, 0o600))
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		c := Cluster{home: home{dir: file}, opts: Options{Log: slog.New(slog.NewTextHandler(&log, nil))}}
		ctx, cancel := context.WithCancel(t.Context())
		c.supervisor.Go(func() { c.supervise(ctx) })
		time.Sleep(10 * time.Minute)
		cancel()
		c.supervisor.Wait()
		if n := strings.Count(log.String(), "trying again"); n < 2 || n > 60 {
			t.Errorf("%d log entries in ten minutes, want one in half a minute, and some more at first\n%s", n, log.String())
		}
	})
}
