//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/localpg"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

// killRounds returns how often the tests of this file kill a process: OJCHECK_KILLS, or a few times.
func killRounds(t *testing.T) int {
	t.Helper()
	text := os.Getenv("OJCHECK_KILLS")
	if text == "" {
		return 3
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("OJCHECK_KILLS=%q: give a number", text)
	}
	return n
}

// startProcess starts a process of ojcheck. kill ends it by SIGKILL.
func startProcess(t *testing.T, out io.Writer, args ...string) (pid int, kill func()) {
	t.Helper()
	cmd := ojcheckCommand(t, args...)
	cmd.Stdout = out
	kill = startCommand(t, cmd)
	return cmd.Process.Pid, kill
}

// startCommand starts a command. kill ends it by SIGKILL.
func startCommand(t *testing.T, cmd *exec.Cmd) (kill func()) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Signal(syscall.SIGKILL) // it may have ended by itself
		_ = cmd.Wait()
	})
	t.Cleanup(kill)
	return kill
}

// serverProcess is a process of "ojcheck serve".
type serverProcess struct {
	address string
	link    string // signs in
	pid     int
	kill    func()
}

// startServer starts a server, and waits until it answers. If database is "", it runs a private database.
func startServer(t *testing.T, database, dataDir string, flags ...string) serverProcess {
	t.Helper()
	reader, writer := io.Pipe()
	args := append([]string{"serve", "--addr", "127.0.0.1:0", "--data-dir", dataDir}, flags...)
	if database != "" {
		args = append(args, "--database-url", database)
	}
	pid, kill := startProcess(t, writer, args...)
	link := linkIn(t, reader)
	address, _, _ := strings.Cut(link, "/signin")
	return serverProcess{address, link, pid, kill}
}

// checkedFinals stores and checks the labelled contest, under the name "finals", in a database of its own.
func checkedFinals(t *testing.T) (database string, db *postgres.DB, finals contest.Check) {
	t.Helper()
	database = pgtest.New(t)
	mustRun(t, "check", "-q", "--contest", "finals", "--top", "1", "--database-url", database, "../../testdata/submissions")
	db = openDB(t, database)
	return database, db, checksOfFinals(t, db)[0]
}

// newToken adds an administrator, and returns a token that may write.
func newToken(t *testing.T, db *postgres.DB, name string) string {
	t.Helper()
	user, err := db.AddUser(t.Context(), review.CommandLine, name, "", true)
	if err != nil {
		t.Fatal(err)
	}
	token, hash := account.NewToken()
	if _, err := db.AddToken(t.Context(), review.CommandLine, user, account.Token{
		Label: "test", Scope: account.WriteScope, ExpiresAt: time.Now().AddDate(0, 0, 1)}, hash); err != nil {
		t.Fatal(err)
	}
	return token
}

// judge decides pairs over the API until the server dies or has no database.
type judge struct {
	token        string
	sent, stored map[string]bool // notes that were sent, and notes that the server has acknowledged
	first        sync.Once       // closes answered
	answered     chan struct{}   // closed when the server has acknowledged a note
}

func newJudges(t *testing.T, db *postgres.DB, n int) (judges []*judge) {
	for i := range n {
		judges = append(judges, &judge{token: newToken(t, db, fmt.Sprintf("judge %d", i)), answered: make(chan struct{}),
			sent: make(map[string]bool), stored: make(map[string]bool)})
	}
	return judges
}

// decide returns the status of the answer that refused a decision, 0 if the server died.
func (j *judge) decide(t *testing.T, address string, pairs []int64, next func() string) (status int) {
	for {
		note := next()
		decision := []review.Decision{review.Confirmed, review.Dismissed}[rand.IntN(2)]
		body, err := json.Marshal(map[string]string{"decision": string(decision), "note": note})
		if err != nil {
			t.Error(err)
			return 0
		}
		request, err := http.NewRequest("PUT", fmt.Sprintf("%s/api/v1/pairs/%d/decision", address, pairs[rand.IntN(len(pairs))]), bytes.NewReader(body))
		if err != nil {
			t.Error(err)
			return 0
		}
		request.Header.Set("Authorization", "Bearer "+j.token)
		request.Header.Set("Content-Type", "application/json")
		j.sent[note] = true
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return 0 // the server is dead
		}
		_, err = io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			return 0 // the server died while it answered
		}
		if answer.StatusCode != http.StatusOK {
			return answer.StatusCode
		}
		j.stored[note] = true
		j.first.Do(func() { close(j.answered) })
	}
}

// decideUntil lets judges decide pairs of the server, and kills something at a random moment. Each judge must
// be stopped by an answer with this status, 0 for none.
func decideUntil(t *testing.T, judges []*judge, address string, pairs []int64, round, status int, kill func()) {
	var work sync.WaitGroup
	for i, j := range judges {
		n := 0
		work.Go(func() {
			if got := j.decide(t, address, pairs, func() string { n++; return fmt.Sprintf("note %d of judge %d in round %d", n, i, round) }); got != status {
				t.Errorf("a decision is refused with status %d, want %d", got, status)
			}
		})
	}
	if round == 0 { // on a slow machine, wait for one acknowledged decision
		select {
		case <-judges[0].answered:
		case <-time.After(time.Minute):
		}
	}
	time.Sleep(time.Duration(20+rand.IntN(400)) * time.Millisecond)
	kill()
	work.Wait()
}

// checkDecisions tests that the log has each acknowledged decision once, and no decision that nobody sent. It
// returns figures.
func checkDecisions(t *testing.T, db *postgres.DB, contestID int64, judges []*judge) string {
	t.Helper()
	times := make(map[string]int) // how often the log has each note
	entries, _, err := db.AuditLog(context.Background(), contestID, review.LogFilter{}, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Note != "" {
			times[e.Note]++
		}
	}
	acknowledged, lost, doubled, unknown := 0, 0, 0, 0
	sent := make(map[string]bool)
	for _, j := range judges {
		acknowledged += len(j.stored)
		for note := range j.stored {
			if times[note] == 0 {
				lost++
				t.Errorf("lost: %s", note)
			}
		}
		maps.Copy(sent, j.sent)
	}
	for note, n := range times {
		if n > 1 {
			doubled++
			t.Errorf("stored %d times: %s", n, note)
		}
		if !sent[note] {
			unknown++
			t.Errorf("nobody sent: %s", note)
		}
	}
	if acknowledged == 0 {
		t.Error("no decision was acknowledged before the kill")
	}
	return fmt.Sprintf("%d decisions acknowledged, %d lost, %d doubled, %d unknown", acknowledged, lost, doubled, unknown)
}

// pairIDs returns the IDs of the first pairs of a check.
func pairIDs(t *testing.T, db *postgres.DB, checkID int64) (ids []int64) {
	t.Helper()
	listed, _, err := db.Pairs(context.Background(), checkID, contest.PairFilter{Limit: 20})
	if err != nil || len(listed) == 0 {
		t.Fatalf("%d pairs, %v", len(listed), err)
	}
	for _, p := range listed {
		ids = append(ids, p.ID)
	}
	return ids
}

// Servers are killed while judges decide. Every acknowledged decision is stored once, and every stored
// decision was sent.
func TestKilledServerLosesNoDecision(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills servers")
	}
	t.Parallel()
	database, db, finals := checkedFinals(t)
	pairs, judges := pairIDs(t, db, finals.ID), newJudges(t, db, 4)
	rounds := killRounds(t)
	for round := range rounds {
		server := startServer(t, database, t.TempDir())
		decideUntil(t, judges, server.address, pairs, round, 0, server.kill)
	}
	printKills("server with judges", rounds, checkDecisions(t, db, finals.ContestID, judges))
}

// The private PostgreSQL server is killed while judges decide. ojcheck restarts it, and every acknowledged
// decision is stored once.
func TestKilledDatabaseRecovers(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills servers")
	}
	t.Parallel()
	dir := privateDataDir(t)
	mustRun(t, "check", "-q", "--contest", "finals", "--top", "1", "--data-dir", dir, "../../testdata/submissions/A-digits")
	open := func() *postgres.DB {
		t.Helper()
		private, err := localpg.Inspect(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		db, err := postgres.Open(t.Context(), private.URL)
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	var finals contest.Check
	var pairs []int64
	var judges []*judge
	var slowest time.Duration
	rounds := killRounds(t)
	for round := range rounds {
		server := startServer(t, "", dir)
		if round == 0 {
			db := open()
			finals = checksOfFinals(t, db)[0]
			pairs, judges = pairIDs(t, db, finals.ID), newJudges(t, db, 4)
			db.Close()
		}
		var killed time.Time
		decideUntil(t, judges, server.address, pairs, round, http.StatusServiceUnavailable, func() {
			killServer(t, dir)
			killed = time.Now()
		})
		eventually(t, fmt.Sprintf("in round %d, the database is back after the kill", round), func() bool {
			status, _ := get(t, http.DefaultClient, server.address+"/readyz")
			return status == http.StatusOK
		})
		took := time.Since(killed)
		if slowest = max(slowest, took); took > time.Minute {
			t.Errorf("round %d: no database a minute after the kill", round)
		}
		if round == rounds-1 {
			db := open()
			defer db.Close()
			printKills("private database with judges", rounds, fmt.Sprintf("%s; the slowest recovery took %.1f s", checkDecisions(t, db, finals.ContestID, judges), slowest.Seconds()))
		}
		server.kill()
	}
}

// After checks are killed at random moments, no incomplete check is shown, and the next check gives the same
// result as a check that was not killed.
func TestKilledCheckLeavesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: kills checks")
	}
	t.Parallel()
	ctx := context.Background()
	csv := func(database string) string {
		t.Helper()
		return mustRun(t, "check", "-q", "--contest", "finals", "--top", "0", "--format", "csv", "--database-url", database, "../../testdata/submissions")
	}
	start := time.Now()
	want := csv(pgtest.New(t))
	checkDuration := time.Since(start)
	database := pgtest.New(t)
	rounds := killRounds(t)
	complete, failed, wrong := 0, 0, 0
	for range rounds {
		_, kill := startProcess(t, io.Discard, "check", "-q", "--contest", "finals", "--database-url", database, "../../testdata/submissions")
		time.Sleep(time.Duration(rand.Int64N(int64(checkDuration) + 1)))
		kill()
	}
	if got := csv(database); got != want {
		wrong++
		t.Errorf("after %d killed checks the result differs:\n%s\nwant\n%s", rounds, got, want)
	}
	db, err := postgres.Open(ctx, database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, c := range checksOfFinals(t, db) {
		_, total, err := db.Pairs(ctx, c.ID, contest.PairFilter{Limit: 1})
		switch {
		case c.State == contest.Failed:
			failed++
			if err == nil && total > 0 {
				t.Errorf("check %d failed, and shows %d pairs", c.ID, total)
			}
		case c.State == contest.Complete && err == nil && total == c.Summary.PairsStored:
			complete++
		default:
			wrong++
			t.Errorf("check %d is %s and shows %d of %d pairs, error %v", c.ID, c.State, total, c.Summary.PairsStored, err)
		}
	}
	printKills("check", rounds, fmt.Sprintf("%d complete, %d marked failed, %d wrong", complete, failed, wrong))
}

// printKills prints a line of figures where "make kill" asks for it.
func printKills(what string, rounds int, figures string) {
	if os.Getenv("OJCHECK_KILLS") != "" {
		fmt.Printf("%s killed %d times: %s\n", what, rounds, figures)
	}
}
