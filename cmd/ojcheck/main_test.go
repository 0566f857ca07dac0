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
		"ojcheck": func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs whole commands, each script on a database of its own.
// $CONTEST is the labelled contest.
func TestScripts(t *testing.T) {
	t.Parallel()
	contest, err := filepath.Abs("../../testdata/submissions")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("CONTEST", contest)
			env.Setenv("DATABASE_URL", pgtest.New(t))
			return nil
		},
	})
}
