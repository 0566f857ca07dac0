package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

var update = flag.Bool("update", false, "update the expected output in the scripts")

func TestMain(m *testing.M) {
	if _, isSet := os.LookupEnv("OJCHECK_CONFIG"); !isSet {
		os.Setenv("OJCHECK_CONFIG", noFile) // ignore the settings of the user who runs the tests
	}
	testscript.Main(m, map[string]func(){
		"ojcheck":      main,
		"move-archive": moveArchive,
	})
}

// TestScripts runs whole commands, each script on a database of its own. $CONTEST is the labelled contest;
// $DATA is a directory for a server of the script. "empty-database NAME" sets a variable to the URL of a database
// without tables. wait-for-bench waits until "bench archive" has created its database, and nothing-left fails if
// that database exists. For the other commands, see systemCommands, sampleCommand and storedCommand. The condition
// [citus] says that the database is on a cluster.
func TestScripts(t *testing.T) {
	t.Parallel()
	contest, err := filepath.Abs("../../testdata/submissions")
	if err != nil {
		t.Fatal(err)
	}
	// If root runs the test, the server runs as another user, who must be able to enter the directory.
	data, err := os.MkdirTemp("", "ojcheck-data-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(data) })
	if err := os.Chmod(data, 0o755); err != nil {
		t.Fatal(err)
	}
	commands := systemCommands()
	commands["sample"] = sampleCommand
	commands["stored"] = storedCommand
	commands["empty-database"] = func(ts *testscript.TestScript, _ bool, args []string) { ts.Setenv(args[0], pgtest.NewEmpty(t)) }
	commands["wait-for-bench"] = func(ts *testscript.TestScript, _ bool, _ []string) {
		for len(benchDatabases(ts)) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
	}
	commands["nothing-left"] = func(ts *testscript.TestScript, _ bool, _ []string) {
		if names := benchDatabases(ts); len(names) > 0 {
			ts.Fatalf("\"bench archive\" has left the databases %q, want none", names)
		}
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Cmds:                commands,
		Condition: func(name string) (bool, error) {
			if name != "citus" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return pgtest.OnCluster(), nil
		},
		Setup: func(env *testscript.Env) error {
			env.Values[systemKey{}] = &runningSystem{}
			env.Setenv("CONTEST", contest)
			env.Setenv("DATA", data)
			env.Setenv("DATABASE_URL", pgtest.New(env.T().(testing.TB)))
			env.Setenv("GORACE", "atexit_sleep_ms=0") // else each command sleeps for a second with the race detector
			env.Setenv("GOGC", "400")                 // a command that ends at once collects no garbage: a fifth of its processor time
			return nil
		},
	})
}

// runOjcheck runs a command line, and returns its exit status and its outputs.
func runOjcheck(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, notes bytes.Buffer
	status = run(t.Context(), args, nil, &out, &notes)
	return status, out.String(), notes.String()
}

// mustRun runs a command line that must succeed, and returns what it prints.
func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	status, out, notes := runOjcheck(t, args...)
	if status != exitDone {
		t.Fatalf("%q ends with status %d, want %d:\n%s", args, status, exitDone, notes)
	}
	return out
}

// newFile writes a file to a new folder, and returns its path.
func newFile[T string | []byte](t *testing.T, name string, content T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// openDB opens a database until the end of the test.
func openDB(t testing.TB, url string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

func benchDatabases(ts *testscript.TestScript) []string {
	conn, err := pgx.Connect(context.Background(), ts.Getenv("DATABASE_URL"))
	ts.Check(err)
	defer conn.Close(context.Background())
	rows, err := conn.Query(context.Background(), "SELECT d.datname FROM pg_database d, pg_database own WHERE own.datname = current_database() AND d.datname = 'ojcheck_bench_' || own.oid")
	ts.Check(err)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	ts.Check(err)
	return names
}
