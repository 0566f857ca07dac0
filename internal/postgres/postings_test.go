package postgres

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/simhash"
)

const testPartitions = 4

// eachLayout runs a test with an archive on one machine, and with a distributed one.
func eachLayout(t *testing.T, test func(*testing.T, *DB)) {
	t.Parallel()
	t.Run("one machine", func(t *testing.T) {
		t.Parallel()
		test(t, openOneMachine(t))
	})
	t.Run("distributed", func(t *testing.T) {
		t.Parallel()
		test(t, openDistributed(t))
	})
}

// openDistributed returns an empty distributed archive.
func openDistributed(t testing.TB) *DB {
	t.Helper()
	skipIfShort(t, "an archive takes a fifth of a second to distribute")
	db := open(t)
	if pgtest.OnCluster() {
		return db
	}
	must(t, db.Distribute(t.Context(), DistributeOptions{Partitions: testPartitions}))
	return db
}

// explained returns the plan of a statement.
func explained(t *testing.T, db *DB, statement string, args []any) string {
	t.Helper()
	var lines []string
	err := db.lookUp(t.Context(), func(tx pgx.Tx, _ bool) (err error) { // not table scans, which are best for small tables
		if pgtest.OnCluster() {
			_, err = tx.Exec(t.Context(), "SET LOCAL citus.propagate_set_commands = 'local'; SET LOCAL enable_seqscan = off")
		}
		if err != nil {
			return err
		}
		lines, err = list[string](t.Context(), tx, "EXPLAIN (COSTS OFF) "+statement, append([]any{pgx.QueryExecModeSimpleProtocol}, args...)...)
		return err
	})
	must(t, err)
	return strings.Join(lines, "\n")
}

// Each probe of a search reads one part of a table only, by its index, so the parts can be on several machines. All
// probes of a search together read many parts.
func TestProbeReadsOnePart(t *testing.T) {
	t.Parallel()
	db := openDistributed(t)
	submissions := contestOf(200)
	saveShapes(t, db, importContest(t, db, "c", submissions), submissions)
	execute(t, db, "VACUUM (ANALYZE) fingerprint_postings, shingle_postings")
	radii, err := simhash.Thirds().Radii(3)
	must(t, err)
	statement, args := nearPostings(1, []int64{-7046029254386353131}, radii, 3, 20, contest.Scope{Except: []int64{7}})
	buckets := args[len(args)-1].([]int64)
	visited := make(map[string]bool)
	for _, b := range buckets {
		args[len(args)-1] = []int64{b}
		visited[onePart(t, db, "fingerprint_postings", statement, args)] = true
	}
	if len(buckets) != 25 || len(visited) < testPartitions {
		t.Errorf("the %d probes of a search read only %v", len(buckets), visited)
	}
	for i, probe := range []string{commonPostings, selectHolders} {
		visited := make(map[string]bool)
		for shingle := range int32(30) {
			visited[onePart(t, db, "shingle_postings", probe, []any{1, []int32{shingle}})] = true
		}
		if len(visited) < testPartitions {
			t.Errorf("the probes of statement %d for shingles read only %v", i, visited)
		}
	}
}

// The search for a contest is one statement that each machine answers for its part, by the index.
func TestJoinPushesDown(t *testing.T) {
	t.Parallel()
	db := openDistributed(t)
	submissions := contestOf(200)
	entries := saveShapes(t, db, importContest(t, db, "c", submissions), submissions)[1]
	radii, err := simhash.Thirds().Radii(3)
	must(t, err)
	var queries []int64
	for _, e := range entries {
		queries = append(queries, int64(e.Fingerprint))
	}
	statement, args := nearPostings(1, queries, radii, 3, 20, contest.Scope{Except: []int64{7}})
	plan := explained(t, db, statement, args)
	scans := strings.Count(plan, "Index Only Scan using fingerprint_postings_") + strings.Count(plan, "Bitmap Index Scan on fingerprint_postings_") +
		strings.Count(plan, "Index Scan using fingerprint_postings_")
	want := testPartitions
	if pgtest.OnCluster() {
		want = 1 // the plan shows one of the tasks
		if strings.Count(plan, "Custom Scan (Citus Adaptive)") != 1 || strings.Contains(plan, "Subplan") {
			t.Errorf("the join is not pushed down:\n%s", plan)
		}
	}
	if scans != want || strings.Contains(plan, "Seq Scan") {
		t.Errorf("%d parts are read by their index, want %d:\n%s", scans, want, plan)
	}
}

// onePart returns the part of a table that a statement reads, by an index.
func onePart(t *testing.T, db *DB, table, statement string, args []any) (part string) {
	t.Helper()
	plan := explained(t, db, statement, args)
	var scans []string
	for line := range strings.Lines(plan) {
		if strings.Contains(line, "Scan") && strings.Contains(line, " on "+table+"_") {
			scans = append(scans, strings.TrimSpace(line))
		}
	}
	if len(scans) != 1 || strings.Contains(scans[0], "Seq Scan") {
		t.Fatalf("%v reads %d parts:\n%s", args, len(scans), plan)
	}
	return scans[0][strings.LastIndex(scans[0], fmt.Sprintf(" on %s_", table)):]
}
