package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/simhash"
)

type fingerprintRow struct {
	Submission, Fingerprint int64
	B0, B1, B2              uint32
}

// SaveFingerprints stores each fingerprint once with its blocks, and refuses submissions outside
// the contest.
func TestSaveFingerprints(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(5)
	run := beginCheck(t, db, importContest(t, db, "c", submissions), submissions)
	values := []uint64{0, ^uint64(0), 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 1 << 63}
	var fingerprints []contest.Fingerprint
	var want []fingerprintRow
	for i, v := range values {
		fingerprints = append(fingerprints, contest.Fingerprint{SubmissionID: submissions[i].ID, Value: v})
		b := simhash.Thirds().Blocks(simhash.Fingerprint(v))
		want = append(want, fingerprintRow{submissions[i].ID, int64(v), b[0], b[1], b[2]})
	}
	slices.SortFunc(want, func(a, b fingerprintRow) int { return int(a.Submission - b.Submission) })
	save := func(version int, fingerprints []contest.Fingerprint) {
		t.Helper()
		if err := run.SaveFingerprints(ctx, version, fingerprints); err != nil {
			t.Fatal(err)
		}
	}
	save(1, fingerprints[:3])
	save(1, fingerprints) // three of them are stored already
	save(1, nil)
	// A stored fingerprint does not change.
	save(1, []contest.Fingerprint{{SubmissionID: submissions[0].ID, Value: 7}})
	save(2, fingerprints[:1])

	rows, err := db.pool.Query(ctx, `
		SELECT submission_id, fingerprint, b0, b1, b2 FROM fingerprints WHERE algorithm = 1 ORDER BY submission_id`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowToStructByPos[fingerprintRow])
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fingerprints (-want +got):\n%s", diff)
	}
	// Fingerprints of submissions outside the contest are refused.
	others := contestOf(1)
	importContest(t, db, "other", others)
	for name, id := range map[string]int64{"an unknown submission": unknownID, "another contest's submission": others[0].ID} {
		if err := run.SaveFingerprints(ctx, 3, []contest.Fingerprint{fingerprints[0], {SubmissionID: id}}); err == nil {
			t.Errorf("a fingerprint of %s was stored without an error", name)
		}
	}
	var n int
	if err := db.pool.QueryRow(ctx, "SELECT count(*) FROM fingerprints WHERE algorithm = 3").Scan(&n); err != nil || n != 0 {
		t.Errorf("got %d stored fingerprints of refused batches, %v; want none", n, err)
	}
}

// shapes lists kinds of archives. The function next returns the next fingerprint of such an archive.
var shapes = []struct {
	name string
	next func(rng *rand.Rand) uint64
}{
	{"random", func(rng *rand.Rand) uint64 { return rng.Uint64() }},
	{"crowded", func(rng *rand.Rand) uint64 { // near six centres, as programs for six problems; some have the top bit
		return flipBits(rng, uint64(rng.IntN(6))*0x9e37_79b9_7f4a_7c15, rng.IntN(13))
	}},
	{"one block constant", func(rng *rand.Rand) uint64 { return rng.Uint64()<<22 | 0x3b_beef }},
	{"few distinct", func(rng *rand.Rand) uint64 { return uint64(rng.IntN(8)) << 61 }},
}

// flipBits returns a value with at most n random bits flipped.
func flipBits(rng *rand.Rand, value uint64, n int) uint64 {
	for range n {
		value ^= 1 << rng.IntN(64)
	}
	return value
}

// saveShapes stores fingerprints of each shape for the submissions, as versions of
// the algorithm from 1 on, and returns them by version.
func saveShapes(t *testing.T, run *Run, submissions []contest.Submission) map[int][]contest.Fingerprint {
	t.Helper()
	all := make(map[int][]contest.Fingerprint)
	for i, shape := range shapes {
		rng := rand.New(rand.NewPCG(uint64(i), uint64(submissions[0].ID)))
		var fingerprints []contest.Fingerprint
		for n, s := range submissions {
			value := shape.next(rng)
			if n%2 == 1 { // near an earlier fingerprint
				value = flipBits(rng, fingerprints[rng.IntN(n)].Value, rng.IntN(simhash.MaxDistance+3))
			}
			fingerprints = append(fingerprints, contest.Fingerprint{SubmissionID: s.ID, Value: value})
		}
		if err := run.SaveFingerprints(context.Background(), i+1, fingerprints); err != nil {
			t.Fatal(err)
		}
		all[i+1] = fingerprints
	}
	return all
}

// scanAll returns what Near should find, by comparing all fingerprints.
func scanAll(fingerprints []contest.Fingerprint, f uint64, distance, limit int) contest.FingerprintMatches {
	var entries []simhash.Entry
	values := make(map[int64]uint64)
	for _, f := range fingerprints {
		entries = append(entries, simhash.Entry{ID: f.SubmissionID, Fingerprint: simhash.Fingerprint(f.Value)})
		values[f.SubmissionID] = f.Value
	}
	groups := make(map[uint64]*contest.FingerprintMatch)
	for _, hit := range simhash.Scan(entries, simhash.Fingerprint(f), distance) {
		value := values[hit.ID]
		if groups[value] == nil {
			groups[value] = &contest.FingerprintMatch{Fingerprint: value, Distance: hit.Distance}
		}
		group := groups[value]
		if group.Programs++; group.Programs <= contest.MaxListedSubmissions {
			group.Submissions = append(group.Submissions, hit.ID)
		}
	}
	var near []contest.FingerprintMatch
	for _, group := range groups {
		near = append(near, *group)
	}
	return nearest(limit, near)
}

// Near returns the same as a scan at every distance and limit, and no fingerprints of another
// version.
func TestNear(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(800)
	run := beginCheck(t, db, importContest(t, db, "c", submissions), submissions)
	all := saveShapes(t, run, submissions)
	for i, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			version := i + 1
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			found, mostPrograms := 0, 0
			for k := range simhash.MaxDistance + 1 {
				for range 6 {
					f := flipBits(rng, all[version][rng.IntN(len(submissions))].Value, rng.IntN(4))
					limit := 1 + rng.IntN(400)*rng.IntN(2)
					got, err := db.Near(ctx, version, f, k, limit)
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(scanAll(all[version], f, k, limit), got, cmpopts.EquateEmpty()); diff != "" {
						t.Fatalf("Near(%016x, %d, %d) differs from a scan (-scan +database):\n%s", f, k, limit, diff)
					}
					found += len(got.Matches)
					for _, n := range got.Matches {
						mostPrograms = max(mostPrograms, n.Programs)
					}
				}
			}
			if found == 0 {
				t.Error("no search found a fingerprint, so nothing was compared")
			}
			if shape.name == "few distinct" && mostPrograms <= contest.MaxListedSubmissions {
				t.Errorf("no fingerprint has more than %d programs, so no list is cut", mostPrograms)
			}
		})
	}
}

// Near and NearAll refuse distances out of range, and Near refuses the limit 0.
func TestNearRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	for _, k := range []int{-1, simhash.MaxDistance + 1} {
		if _, err := db.Near(ctx, 1, 0, k, 1); !errors.Is(err, simhash.ErrDistance) {
			t.Errorf("Near, distance %d: got error %v, want ErrDistance", k, err)
		}
		if _, err := db.NearAll(ctx, 1, nil, k, 1, contest.Scope{}); !errors.Is(err, simhash.ErrDistance) {
			t.Errorf("NearAll, distance %d: got error %v, want ErrDistance", k, err)
		}
	}
	if _, err := db.Near(ctx, 1, 0, 3, 0); err == nil {
		t.Error("Near accepts the limit 0")
	}
	got, err := db.Near(ctx, 1, 0, 3, 1)
	if err != nil || got.More || len(got.Matches) != 0 {
		t.Errorf("an empty archive: got %+v, %v; want no matches", got, err)
	}
}

// plan returns the query plan of a statement with the settings of searchPool.
func plan(t *testing.T, db *DB, types, statement, arguments string) string {
	t.Helper()
	ctx := context.Background()
	conn, err := db.search.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "PREPARE planned ("+types+") AS "+statement); err != nil {
		t.Fatal(err)
	}
	defer conn.Exec(ctx, "DEALLOCATE planned")
	rows, err := conn.Query(ctx, "EXPLAIN (COSTS OFF) EXECUTE planned ("+arguments+")", pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// wantIndexOnly checks that a plan reads only the indexes of fingerprints.
func wantIndexOnly(t *testing.T, plan string) {
	t.Helper()
	for block := range 3 {
		if !strings.Contains(plan, fmt.Sprintf("Index Only Scan using fingerprints_b%d ", block)) {
			t.Errorf("block %d: the plan reads more than its index:\n%s", block, plan)
		}
	}
	for _, bad := range []string{"Seq Scan", "Bitmap", "Hash Join", "Merge Join", "Index Scan using fingerprints"} {
		if strings.Contains(plan, bad) {
			t.Errorf("the plan has a %s:\n%s", bad, plan)
		}
	}
}

// Near and NearAll read only indexes, without statistics of the table and with them.
func TestNearReadsIndexesOnly(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	explain := func() {
		t.Helper()
		wantIndexOnly(t, plan(t, db, "integer, bigint, integer, integer[], integer[], integer[], integer, integer, integer, integer",
			selectNear, "1, 2, 3, '{1,2}', '{3}', '{4}', 1, 0, 20, 10"))
		all := "integer, bigint[], integer, integer[], integer[], integer[], integer, integer, integer, integer"
		wantIndexOnly(t, plan(t, db, all, fmt.Sprintf(selectNearAll, placesOfAll), "1, '{2,5}', 3, '{1,2}', '{3}', '{4}', 1, 0, 20, 10"))
		wantIndexOnly(t, plan(t, db, all+", bigint[], bigint[], integer", fmt.Sprintf(selectNearAll, placesWithin),
			"1, '{2,5}', 3, '{1,2}', '{3}', '{4}', 1, 0, 20, 10, null, '{1}', 1000"))
	}
	explain()
	submissions := contestOf(500)
	saveShapes(t, beginCheck(t, db, importContest(t, db, "c", submissions), submissions), submissions)
	if _, err := db.pool.Exec(ctx, "VACUUM (ANALYZE) fingerprints, submissions"); err != nil {
		t.Fatal(err)
	}
	explain()
}

// NearAll returns for each query the same as a scan of the contests in the scope.
func TestNearAll(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	type part struct {
		contestID    int64
		fingerprints map[int][]contest.Fingerprint
	}
	var parts []part
	for i, size := range []int{300, 1, 200, contest.MaxCountedPrograms + 50} {
		submissions := contestOf(size)
		id := importContest(t, db, fmt.Sprint("c", i), submissions)
		run := beginCheck(t, db, id, submissions)
		if i < 3 {
			parts = append(parts, part{id, saveShapes(t, run, submissions)})
			continue
		}
		// All submissions of the last contest are one program, stored as the first shape.
		var popular []contest.Fingerprint
		for _, s := range submissions {
			popular = append(popular, contest.Fingerprint{SubmissionID: s.ID, Value: parts[0].fingerprints[1][0].Value})
		}
		if err := run.SaveFingerprints(ctx, 1, popular); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part{id, map[int][]contest.Fingerprint{1: popular}})
	}
	tests := []struct {
		name  string
		scope contest.Scope
		parts []int
	}{
		{"all", contest.Scope{}, []int{0, 1, 2, 3}},
		{"except one", contest.Scope{Except: []int64{parts[0].contestID}}, []int{1, 2, 3}},
		{"only two", contest.Scope{Only: []int64{parts[1].contestID, parts[2].contestID}}, []int{1, 2}},
		{"only two, except one of them", contest.Scope{Only: []int64{parts[1].contestID, parts[2].contestID}, Except: []int64{parts[1].contestID}}, []int{2}},
		{"no contest", contest.Scope{Only: []int64{}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found := 0
			for i := range shapes {
				version := i + 1
				var inScope []contest.Fingerprint
				for _, number := range tt.parts {
					inScope = append(inScope, parts[number].fingerprints[version]...)
				}
				rng := rand.New(rand.NewPCG(uint64(version), 8))
				var queries []contest.Fingerprint
				for _, f := range parts[0].fingerprints[version][:40] {
					queries = append(queries, f, contest.Fingerprint{Value: flipBits(rng, f.Value, rng.IntN(4))})
				}
				queries = append(queries, queries[0]) // the same query twice
				for _, k := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 11} {
					limit := []int{1, 5, 500}[rng.IntN(3)]
					got, err := db.NearAll(ctx, version, queries, k, limit, tt.scope)
					if err != nil {
						t.Fatal(err)
					}
					for i, q := range queries {
						want := scanAll(inScope, q.Value, k, limit)
						for j, n := range want.Matches {
							if tt.name != "all" {
								want.Matches[j].Programs = min(n.Programs, contest.MaxCountedPrograms)
							}
						}
						if diff := cmp.Diff(want, got[i], cmpopts.EquateEmpty()); diff != "" {
							t.Fatalf("version %d, query %d, k=%d, limit %d (-scan +database):\n%s", version, i, k, limit, diff)
						}
						found += len(got[i].Matches)
					}
				}
			}
			if (found == 0) != (tt.parts == nil) {
				t.Errorf("found %d fingerprints in %d contests, want some: %v", found, len(tt.parts), tt.parts != nil)
			}
		})
	}
}
