//go:build unix

package localpg

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Processes that start a new cluster concurrently share one server. The server stops when the last
// of them ends.
func TestConcurrentFirstStarts(t *testing.T) {
	skipIfShort(t, "starts several servers")
	t.Parallel()
	dir := dataDir(t)
	helpers := make([]*helper, 8)
	for i := range helpers {
		helpers[i] = startHelper(t, dir)
	}
	urls := make(map[string]bool)
	for _, h := range helpers {
		urls[h.url(t)] = true
	}
	if len(urls) != 1 {
		t.Errorf("helpers have different servers: %v", urls)
	}
	pid := inspect(t, dir).Pid
	for i, h := range helpers {
		status := inspect(t, dir)
		if !status.Running || !inUse(t, dir) || status.Pid != pid {
			t.Fatalf("with %d helpers left: %+v, want server %d", len(helpers)-i, status, pid)
		}
		h.quit(t)
	}
	wantRunning(t, dir, false)
	if alive(pid) {
		t.Error("the server still runs after the last helper ended")
	}
}

// The data outlives the server, and one process can use the server twice.
func TestRestartKeepsData(t *testing.T) {
	skipIfShort(t, "starts several servers")
	t.Parallel()
	dir := dataDir(t)
	cluster := start(t, dir)
	run(t, cluster.URL(), "CREATE TABLE stored AS SELECT 'Grüße' AS x")
	for range 2 { // a second Close is harmless
		closeCluster(t, cluster)
	}
	wantRunning(t, dir, false)
	first, second := start(t, dir), start(t, dir) // one process uses the server twice
	closeCluster(t, first)
	if got := query[string](t, second.URL(), "SELECT x FROM stored"); got != "Grüße" {
		t.Errorf("the table has %q, want \"Grüße\"", got)
	}
	closeCluster(t, second)
	wantRunning(t, dir, false)
}

// After the process that started the server is killed, the next process joins the server.
func TestStarterKilled(t *testing.T) {
	skipIfShort(t, "kills processes")
	t.Parallel()
	dir := dataDir(t)
	starter := startHelper(t, dir)
	starter.url(t)
	starter.kill()
	status := inspect(t, dir)
	if !status.Running || inUse(t, dir) {
		t.Fatalf("after kill -9 of the starter: %+v, want a server that nobody uses", status)
	}
	next := start(t, dir)
	if pid := inspect(t, dir).Pid; pid != status.Pid {
		t.Errorf("server %d runs, want %d: Start did not join the running one", pid, status.Pid)
	}
	closeCluster(t, next)
	wantRunning(t, dir, false)
}

// After a process is killed during initdb, the next process starts a cluster and removes the unfinished one.
func TestStarterKilledInInitdb(t *testing.T) {
	skipIfShort(t, "kills processes")
	t.Parallel()
	dir := dataDir(t)
	unfinishedDirs := func() []string {
		found, err := filepath.Glob(filepath.Join(dir, "postgres", initPrefix+"*"))
		must(t, err)
		return found
	}
	starter := startHelper(t, dir)
	eventually(t, "initdb to begin", func() bool {
		for _, d := range unfinishedDirs() {
			if _, err := os.Stat(filepath.Join(d, "PG_VERSION")); err == nil {
				return true
			}
		}
		return false
	})
	starter.kill()
	run(t, start(t, dir).URL(), "SELECT")
	// The initdb of the killed process may still write for a moment.
	eventually(t, "unfinished directories to be removed", func() bool {
		removeMatches(filepath.Join(dir, "postgres", initPrefix+"*"))
		return len(unfinishedDirs()) == 0
	})
}

// After the server is killed, the next process starts a new one at the same URL, with the
// data. Processes that used the old server use the new one.
func TestServerKilled(t *testing.T) {
	skipIfShort(t, "kills processes")
	t.Parallel()
	dir := dataDir(t)
	user := startHelper(t, dir)
	url := user.url(t)
	run(t, url, "CREATE TABLE stored AS SELECT 42 AS x")
	killed := inspect(t, dir).Pid
	must(t, syscall.Kill(killed, syscall.SIGKILL))
	next := start(t, dir)
	if next.URL() != url {
		t.Errorf("the new server is at %s, but the first user expects %s", next.URL(), url)
	}
	if got := query[int](t, url, "SELECT x FROM stored"); got != 42 {
		t.Errorf("the table has %d, want 42", got)
	}
	closeCluster(t, next)
	wantRunning(t, dir, true) // the first process still uses it
	user.quit(t)
	wantRunning(t, dir, false)
}

// Stop stops a server that nobody uses, and with force also one in use.
func TestStop(t *testing.T) {
	skipIfShort(t, "starts several servers")
	t.Parallel()
	dir := dataDir(t)
	if stopped, err := Stop(t.Context(), dir, false); stopped || err != nil {
		t.Errorf("stop without a cluster: got %t, %v, want false", stopped, err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("stop created the data directory: %v", err)
	}
	user := startHelper(t, dir)
	url := user.url(t)
	if stopped, err := Stop(t.Context(), dir, false); stopped || !errors.Is(err, ErrInUse) {
		t.Errorf("stop while a process uses the server: got %t, %v, want ErrInUse", stopped, err)
	}
	run(t, url, "SELECT")
	if stopped, err := Stop(t.Context(), dir, true); !stopped || err != nil {
		t.Errorf("forced stop: got %t, %v, want true", stopped, err)
	}
	wantRunning(t, dir, false)
	if died, err := homeOf(t, dir).hasDied(); died || err != nil {
		t.Errorf("after a forced stop, the server has died: %t, %v; so its user would restart it", died, err)
	}
	user.quit(t) // Close succeeds, although the server has stopped

	user = startHelper(t, dir)
	user.url(t)
	user.kill()
	if stopped, err := Stop(t.Context(), dir, false); !stopped || err != nil {
		t.Errorf("stop of a server that nobody uses: got %t, %v, want true", stopped, err)
	}
	wantRunning(t, dir, false)
}

// Inspect describes the cluster before, during and after the run of its server.
func TestStatus(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	dir := dataDir(t)
	if got := inspect(t, dir); got.Running || inUse(t, dir) || got.Version != "" || got.URL != "" {
		t.Errorf("before the first start: got %+v, want no server and no version", got)
	}
	cluster := start(t, dir)
	got := inspect(t, dir)
	want := Status{
		DataDir: dir, Log: filepath.Join(dir, "postgres", "server.log"),
		Version: got.Version, Running: true, Pid: got.Pid, URL: cluster.URL(),
	}
	if got != want || !alive(got.Pid) || got.Version < "15" {
		t.Errorf("while the server runs: got %+v,\nwant %+v", got, want)
	}
	conn, err := pgx.Connect(t.Context(), got.URL)
	must(t, err)
	defer conn.Close(context.Background())
	if got := inspect(t, dir).Connections; got != 1 {
		t.Errorf("got %d connections, want 1", got)
	}
	version := query[string](t, got.URL, "SHOW server_version")
	if !strings.HasPrefix(version, got.Version) {
		t.Errorf("version %s, but the server says %s", got.Version, version)
	}
	closeCluster(t, cluster)
	if got := inspect(t, dir); got.Running || inUse(t, dir) || got.Version == "" || got.Pid != 0 {
		t.Errorf("after the server stopped: got %+v, want no server, but a version", got)
	}
}

// The server listens only on a socket in a private directory, and does not run as root.
func TestServerIsPrivate(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	dir := dataDir(t)
	url := start(t, dir).URL()
	asShown := strings.NewReplacer("1024MB", "1GB", "4096MB", "4GB").Replace // SHOW uses the largest unit
	for setting, want := range map[string]string{
		"listen_addresses":           "",
		"unix_socket_permissions":    "0700",
		"dynamic_shared_memory_type": "mmap",
		"shared_buffers":             asShown(sharedBuffers(os.DirFS("/"))),
		"server_encoding":            "UTF8",
		"lc_messages":                "C",
	} {
		if got := query[string](t, url, "SHOW "+setting); got != want {
			t.Errorf("setting %s is %q, want %q", setting, got, want)
		}
	}
	info, err := os.Stat(filepath.Join(dir, "postgres", "data", "postmaster.pid"))
	must(t, err)
	if uid := int(info.Sys().(*syscall.Stat_t).Uid); uid == 0 || os.Getuid() != 0 && uid != os.Getuid() {
		t.Errorf("the server runs as user %d, want neither root nor another ordinary user", uid)
	}
	if got := query[string](t, url, "SELECT datcollate FROM pg_database WHERE datname = current_database()"); got != "C" {
		t.Errorf("the database has the collation %q, want C", got)
	}
	for _, private := range []string{homeOf(t, dir).socketDir(), filepath.Join(dir, "postgres", "data")} {
		info, err := os.Stat(private)
		must(t, err)
		if info.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %v, want 0700", private, info.Mode())
		}
	}
}

// TestFailedStarts tests that failed starts do not prevent the next start.
func TestFailedStarts(t *testing.T) {
	skipIfShort(t, "starts several servers")
	t.Parallel()
	dir := dataDir(t)
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		cluster, err := Start(ctx, testOptions(dir))
		if err == nil {
			cluster.Close()
		}
		failed <- err
	}()
	eventually(t, "initdb to begin", func() bool {
		found, _ := filepath.Glob(filepath.Join(dir, "postgres", initPrefix+"*"))
		return len(found) > 0
	})
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled during initdb: got error %v, want context.Canceled", err)
	}
	if _, err := Start(ctx, testOptions(dir)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before the start: got error %v, want context.Canceled", err)
	}
	for _, pattern := range []string{"postgres/data*", "postgresql*"} {
		if found, _ := filepath.Glob(filepath.Join(dir, pattern)); len(found) > 0 {
			t.Errorf("the cancelled starts left %v, want nothing", found)
		}
	}
	bad := testOptions(dir)
	bad.Settings["max_connections"] = "many"
	if _, err := Start(t.Context(), bad); err == nil || !strings.Contains(err.Error(), `invalid value for parameter "max_connections"`) {
		t.Errorf("invalid setting: got error %v, want one with the server's message", err)
	}
	run(t, start(t, dir).URL(), "SELECT")
}
