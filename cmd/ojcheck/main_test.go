package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ojcheck/ojcheck/internal/pgtest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ojcheck": func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs whole commands, each script on a database of its own.
// $CONTEST is the labelled contest; $DATA may hold a private cluster.
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
		Setup: func(env *testscript.Env) error {
			env.Setenv("CONTEST", contest)
			env.Setenv("DATA", data)
			env.Setenv("DATABASE_URL", pgtest.New(t))
			return nil
		},
	})
}
