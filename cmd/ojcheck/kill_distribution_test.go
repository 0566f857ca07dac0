//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

// moveArchive is a command of the tests. It distributes the archive of the database whose URL is its argument, in small
// batches, over partitions or the workers of a cluster. It moves a distributed archive back.
func moveArchive() {
	opts := postgres.DistributeOptions{Partitions: 4, BatchSize: 5}
	if pgtest.OnCluster() {
		opts.Partitions = 0
	}
	ctx := context.Background()
	db, err := postgres.Open(ctx, os.Args[1])
	if err == nil {
		err = db.Distribute(ctx, opts)
	}
	if errors.Is(err, contest.ErrDistributed) {
		err = db.Undistribute(ctx, func(string) {})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func moveArchiveCommand(t *testing.T, database string) *exec.Cmd {
	cmd := ojcheckCommand(t)
	cmd.Args = []string{"move-archive", database}
	cmd.Stderr = t.Output()
	return cmd
}

// The process that distributes an archive, or moves it back, is killed at random moments. After each kill, searches give the
// same answers, a dump has the same bytes, and the next process goes on.
func TestKilledDistributionLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills processes that distribute an archive")
	}
	t.Parallel()
	const folder = "../../testdata/submissions"
	database := pgtest.NewOneMachine(t)
	ojcheck := func(args ...string) string {
		t.Helper()
		return mustRun(t, append(args, "--database-url", database)...)
	}
	ojcheck("check", "-q", "--contest", "finals", "--top", "1", folder)
	answers := func() [3]string {
		t.Helper()
		return [3]string{
			ojcheck("search", "--format", "csv", "--top", "0", folder+"/B-rivers/anika/01-AC.cpp"),
			ojcheck("search", "--format", "csv", "--top", "0", "--distance", "11", folder+"/A-digits/anika/01-AC.cpp"),
			ojcheck("db", "dump", "-q", "-"),
		}
	}
	want := answers()
	db := openDB(t, database)
	state := func() contest.DistributionState {
		t.Helper()
		d, err := db.Distribution(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return d.State
	}
	wrong := 0
	checkAnswers := func(when string) {
		t.Helper()
		if got := answers(); got != want {
			wrong++
			t.Errorf("%s: answers or the dump differ; searches\n%s%s\nwant\n%s%s", when, got[0], got[1], want[0], want[1])
		}
	}
	// move moves the archive until it is where it should be: a killed process may have ended its move.
	move := func(to contest.DistributionState) (took time.Duration) {
		t.Helper()
		for state() != to {
			start := time.Now()
			if err := moveArchiveCommand(t, database).Run(); err != nil {
				t.Fatal(err)
			}
			took = time.Since(start)
		}
		checkAnswers("move until the archive is " + string(to))
		return took
	}

	toWorkers, back := move(contest.Distributed), move(contest.NotDistributed)
	rounds := killRounds(t)
	found, killedBack := make(map[contest.DistributionState]int), 0
	for round := range rounds {
		wait, isDistributed := rand.N(toWorkers), state() == contest.Distributed
		if isDistributed {
			wait = rand.N(back)
		}
		kill := startCommand(t, moveArchiveCommand(t, database))
		time.Sleep(wait)
		kill()
		checkAnswers(fmt.Sprintf("kill %d", round+1))
		if isDistributed {
			killedBack++
			move(contest.NotDistributed) // a killed move back begins again, a killed distribution goes on
			continue
		}
		found[state()]++
	}
	move(contest.Distributed)
	move(contest.NotDistributed)
	printKills("distribution of an archive", rounds, fmt.Sprintf("%d times before it began, %d on the way, %d at its end, %d on the way back; %d answers wrong",
		found[contest.NotDistributed], found[contest.Distributing], found[contest.Distributed], killedBack, wrong))
}
