package main

import (
	"context"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ojcheck/ojcheck/internal/pgtest"
)

var update = flag.Bool("update", false, "write what scripts compare the output with anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ojcheck": main,
	})
}

// TestScripts runs whole commands, each script on a database of its own.
// $CONTEST is the labelled contest; $DATA may hold a private cluster.
// wait-for-bench waits until "bench archive" has created its database beside the
// script's own, and nothing-left fails if there is one; sample and stored are described at
// their names.
func TestScripts(t *testing.T) {
	t.Parallel()
	contest, err := filepath.Abs("../../testdata/submissions")
	if err != nil {
		t.Fatal(err)
	}
	// Started by root, the server runs as somebody else, who must get there.
	data, err := os.MkdirTemp("", "ojcheck-data-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(data) })
	if err := os.Chmod(data, 0o755); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Cmds: joined(systemCommands(), map[string]func(*testscript.TestScript, bool, []string){
			"sample": sampleCommand,
			"stored": storedCommand,
			"wait-for-bench": func(ts *testscript.TestScript, _ bool, _ []string) {
				for len(benchDatabases(ts)) == 0 {
					time.Sleep(10 * time.Millisecond)
				}
			},
			"nothing-left": func(ts *testscript.TestScript, _ bool, _ []string) {
				if left := benchDatabases(ts); len(left) > 0 {
					ts.Fatalf("left behind: %q", left)
				}
			},
		}),
		Setup: func(env *testscript.Env) error {
			env.Values[systemKey{}] = &runningSystem{}
			env.Setenv("CONTEST", contest)
			env.Setenv("DATA", data)
			env.Setenv("DATABASE_URL", pgtest.New(t))
			return nil
		},
	})
}

// joined puts the commands of scripts together.
func joined(commands ...map[string]func(*testscript.TestScript, bool, []string)) map[string]func(*testscript.TestScript, bool, []string) {
	all := commands[0]
	for _, more := range commands[1:] {
		maps.Copy(all, more)
	}
	return all
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
