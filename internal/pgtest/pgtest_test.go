//go:build unix

package pgtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/localpg"
)

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func connect(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func query[T any](t testing.TB, conn *pgx.Conn, sql string, args ...any) (value T) {
	t.Helper()
	must(t, conn.QueryRow(t.Context(), sql, args...).Scan(&value))
	return value
}

const isMigrated = "SELECT to_regclass('goose_db_version') IS NOT NULL"

// Each database of New has the newest schema, and no other test uses it.
func TestNewIsMigratedAndSeparate(t *testing.T) {
	t.Parallel()
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			conn := connect(t, New(t))
			if !query[bool](t, conn, isMigrated) {
				t.Error("the new database has no schema")
			}
			// Fails if another test has the same database.
			if _, err := conn.Exec(t.Context(), "CREATE TABLE mine ()"); err != nil {
				t.Error(err)
			}
		})
	}
}

// Each database of a function of Prepared has what was prepared once, and no other test uses it.
func TestPrepared(t *testing.T) {
	t.Parallel()
	calls := 0
	newDatabase := Prepared(func(ctx context.Context, url string) error {
		calls++
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		_, err = conn.Exec(ctx, "CREATE TABLE prepared ()")
		return err
	})
	for range 2 {
		if _, err := connect(t, newDatabase(t)).Exec(t.Context(), "DROP TABLE prepared"); err != nil {
			t.Error(err)
		}
	}
	if calls != 1 {
		t.Errorf("prepared %d times, want once", calls)
	}
}

// A database of NewEmpty has no schema and no tables.
func TestEmptyIsNotMigrated(t *testing.T) {
	t.Parallel()
	conn := connect(t, NewEmpty(t))
	if query[bool](t, conn, isMigrated) {
		t.Error("the empty database has a schema")
	}
	if n := query[int](t, conn, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"); n != 0 {
		t.Errorf("the empty database has %d tables, want none", n)
	}
}

// A test's database is dropped after the test, even if a connection stays open.
func TestDatabaseIsDropped(t *testing.T) {
	t.Parallel()
	var name string
	t.Run("test", func(t *testing.T) {
		conn, err := pgx.Connect(t.Context(), New(t))
		must(t, err)
		name = query[string](t, conn, "SELECT current_database()") // conn stays open
	})
	conn := connect(t, NewEmpty(t))
	for deadline := time.Now().Add(time.Minute); query[bool](t, conn, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name); {
		if time.Now().After(deadline) {
			t.Fatalf("database %s still exists a minute after the end of its test", name)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// helperEnv makes TestHelper create a database, print its name and wait.
const helperEnv = "OJCHECK_PGTEST_HELPER"

// TestHelper is the process that TestKilledProcess starts and kills.
func TestHelper(t *testing.T) {
	if os.Getenv(helperEnv) == "" {
		return // not a test, but a process for TestKilledProcess
	}
	conn := connect(t, New(t))
	fmt.Println(query[string](t, conn, "SELECT current_database()"))
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// After a test process is killed, as by go test -timeout, its server stops, and the next
// process drops its databases.
func TestKilledProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills processes")
	}
	if OnCluster() {
		t.Skip("about the server on this machine")
	}
	t.Parallel()
	dir, err := os.MkdirTemp("", "ojcheck-pgtest-test-")
	must(t, err)
	t.Cleanup(func() {
		if _, err := localpg.Stop(context.Background(), dir, true); err != nil {
			t.Error(err)
		}
		// A child of the killed processes may still write its last file.
		err := os.RemoveAll(dir)
		for deadline := time.Now().Add(10 * time.Second); err != nil && time.Now().Before(deadline); err = os.RemoveAll(dir) {
			time.Sleep(20 * time.Millisecond)
		}
		if err != nil {
			t.Error(err)
		}
	})

	first := startHelper(t, dir)
	orphan := first.database(t)
	second := startHelper(t, dir) // the first still runs
	status, err := localpg.Inspect(t.Context(), dir)
	if err != nil || !status.Running {
		t.Fatalf("got status %+v, %v, want a running server", status, err)
	}
	second.database(t)
	main := connect(t, status.URL)
	exists := func(name string) bool {
		return query[bool](t, main, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name)
	}
	if !exists(orphan) {
		t.Errorf("%s was dropped while a process uses it", orphan)
	}
	first.kill()
	if !exists(orphan) {
		t.Fatalf("%s was dropped before the next process began", orphan)
	}
	startHelper(t, dir).kill() // killed while it starts
	// The server needs a moment to notice that a client is gone.
	var number int64
	if _, err := fmt.Sscanf(orphan, runPrefix+"%d_", &number); err != nil {
		t.Fatal(err)
	}
	query[string](t, main, "SELECT pg_advisory_lock($1)::text", number)
	query[bool](t, main, "SELECT pg_advisory_unlock($1)", number)
	third := startHelper(t, dir)
	third.database(t)
	if exists(orphan) {
		t.Errorf("database %s of the killed process still exists", orphan)
	}
	second.kill()
	third.kill()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		status, err := localpg.Inspect(t.Context(), dir)
		must(t, err)
		if !status.Running {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the server still runs a minute after the last process was killed")
		}
	}
}

type helper struct {
	cmd *exec.Cmd
	out *bufio.Reader
}

func startHelper(t *testing.T, dir string) *helper {
	t.Helper()
	program, err := os.Executable()
	must(t, err)
	cmd := exec.Command(program, "-test.run=^TestHelper$")
	cmd.Env = append(os.Environ(), helperEnv+"=1", dirEnv+"="+dir)
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	h := &helper{cmd: cmd, out: bufio.NewReader(out)}
	t.Cleanup(h.kill)
	return h
}

// database waits for the name of the helper's database.
func (h *helper) database(t *testing.T) string {
	t.Helper()
	line, err := h.out.ReadString('\n')
	if err != nil || !strings.HasPrefix(line, runPrefix) {
		rest, _ := io.ReadAll(h.out)
		t.Fatalf("the helper printed %s%s (error %v), want the name of a database", line, rest, err)
	}
	return strings.TrimSpace(line)
}

func (h *helper) kill() {
	_ = h.cmd.Process.Kill()
	_ = h.cmd.Wait()
}

// BenchmarkNew measures creating and dropping a database.
func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		New(b)
	}
}
