package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/simhash"
)

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

// saveShapes divides the submissions among the shapes and stores a fingerprint for each. It stores those of shapes[i] as
// version i+1 of the algorithm, and returns them by version.
func saveShapes(t *testing.T, db *DB, contestID int64, submissions []contest.Submission) map[int][]contest.IndexEntry {
	t.Helper()
	all := make(map[int][]contest.IndexEntry)
	for i, shape := range shapes {
		rng := rand.New(rand.NewPCG(uint64(i), uint64(submissions[0].ID)))
		var entries []contest.IndexEntry
		for n := i; n < len(submissions); n += len(shapes) {
			value := shape.next(rng)
			if len(entries)%2 == 1 { // near an earlier fingerprint
				value = flipBits(rng, entries[rng.IntN(len(entries))].Fingerprint, rng.IntN(simhash.MaxDistance+3))
			}
			if i > 0 && len(entries)%8 == 6 { // the version before has the same fingerprint
				value = all[i][len(entries)].Fingerprint
			}
			entries = append(entries, contest.IndexEntry{SubmissionID: submissions[n].ID, Fingerprint: value, HasFingerprint: true})
		}
		saveIndex(t, db, contestID, i+1, entries)
		all[i+1] = entries
	}
	return all
}

// scanAll returns what NearAll should find for one query, by comparing all fingerprints.
func scanAll(stored []contest.IndexEntry, f uint64, distance, limit int) contest.FingerprintMatches {
	var entries []simhash.Entry
	values := make(map[int64]uint64)
	for _, e := range stored {
		entries = append(entries, simhash.Entry{ID: e.SubmissionID, Fingerprint: simhash.Fingerprint(e.Fingerprint)})
		values[e.SubmissionID] = e.Fingerprint
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

// NearAll with one query returns the same as a scan at every distance and limit, and no fingerprints of another version.
func TestNear(t *testing.T) {
	eachLayout(t, testNear)
}

// near returns the answer of NearAll to one query.
func near(ctx context.Context, db *DB, version int, fingerprint uint64, distance, limit int) (contest.FingerprintMatches, error) {
	found, err := db.NearAll(ctx, version, []uint64{fingerprint}, distance, limit, contest.Scope{})
	if err != nil {
		return contest.FingerprintMatches{}, err
	}
	return found[0], nil
}

func testNear(t *testing.T, db *DB) {
	ctx := context.Background()
	contestID, submissions := newContest(t, db, "c", 1600)
	all := saveShapes(t, db, contestID, submissions)
	for i, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			version := i + 1
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			found, mostPrograms := 0, 0
			for k := range simhash.MaxDistance + 1 {
				for range 6 {
					f := flipBits(rng, all[version][rng.IntN(len(all[version]))].Fingerprint, rng.IntN(4))
					limit := 1 + rng.IntN(400)*rng.IntN(2)
					got, err := near(ctx, db, version, f, k, limit)
					must(t, err)
					if diff := cmp.Diff(scanAll(all[version], f, k, limit), got, cmpopts.EquateEmpty()); diff != "" {
						t.Fatalf("near(%016x, %d, %d) differs from a scan (-scan +database):\n%s", f, k, limit, diff)
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
				t.Errorf("no fingerprint has more than %d programs, so the limit of a list is not tested", mostPrograms)
			}
		})
	}
}

// NearAll refuses distances out of range, also without queries, and the limit 0.
func TestNearRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	for _, k := range []int{-1, simhash.MaxDistance + 1} {
		if _, err := near(ctx, db, 1, 0, k, 1); !errors.Is(err, simhash.ErrDistance) {
			t.Errorf("one query, distance %d: got error %v, want ErrDistance", k, err)
		}
		if _, err := db.NearAll(ctx, 1, nil, k, 1, contest.Scope{}); !errors.Is(err, simhash.ErrDistance) {
			t.Errorf("no queries, distance %d: got error %v, want ErrDistance", k, err)
		}
	}
	if _, err := near(ctx, db, 1, 0, 3, 0); err == nil {
		t.Error("NearAll accepts the limit 0")
	}
	got, err := near(ctx, db, 1, 0, 3, 1)
	if err != nil || got.HasMore || len(got.Matches) != 0 {
		t.Errorf("an empty archive: got %+v, %v; want no matches", got, err)
	}
}

// plan returns the query plan of a statement with the settings of searchPool.
func plan(t *testing.T, db *DB, types, statement, arguments string) string {
	t.Helper()
	ctx := context.Background()
	conn, err := db.search.Acquire(ctx)
	must(t, err)
	defer conn.Release()
	must(t, execOne(ctx, conn, "PREPARE planned ("+types+") AS "+statement))
	defer conn.Exec(ctx, "DEALLOCATE planned")
	lines, err := list[string](ctx, conn, "EXPLAIN (COSTS OFF) EXECUTE planned ("+arguments+")", pgx.QueryExecModeSimpleProtocol)
	must(t, err)
	return strings.Join(lines, "\n")
}

// wantIndexOnly checks that a plan reads only the indexes on blocks.
func wantIndexOnly(t *testing.T, plan string) {
	t.Helper()
	for block := range 3 {
		if !strings.Contains(plan, fmt.Sprintf("Index Only Scan using index_entries_b%d ", block)) {
			t.Errorf("block %d: the plan reads more than its index:\n%s", block, plan)
		}
	}
	for _, bad := range []string{"Seq Scan", "Bitmap", "Hash Join", "Merge Join", "Materialize", "Join Filter", "Index Scan using index_entries"} {
		if strings.Contains(plan, bad) {
			t.Errorf("the plan has a %s:\n%s", bad, plan)
		}
	}
}

// NearAll reads only indexes, without statistics of the table and with them.
func TestNearReadsIndexesOnly(t *testing.T) {
	t.Parallel()
	db := openOneMachine(t)
	explain := func() {
		t.Helper()
		types := "integer, bigint[], bigint[], bigint[], integer, bigint[], bigint[], bigint[], integer, integer, integer, integer"
		arguments := "1, '{2,5}', '{2,5}', '{2,5}', 3, '{1,2}', '{3}', '{4}', 1, 0, 20, 10"
		wantIndexOnly(t, plan(t, db, types, selectNearAnywhere, arguments))
		wantIndexOnly(t, plan(t, db, types+", bigint[], bigint[], integer", selectNearWithin, arguments+", null, '{1}', 1000"))
	}
	explain()
	submissions := contestOf(500)
	saveShapes(t, db, importContest(t, db, "c", submissions), submissions)
	execute(t, db, "VACUUM (ANALYZE) index_entries, submissions")
	explain()
}

// NearAll returns for each query the same as a scan of the contests in the scope.
func TestNearAll(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	eachLayout(t, testNearAll)
}

func testNearAll(t *testing.T, db *DB) {
	ctx := context.Background()
	type part struct {
		contestID    int64
		fingerprints map[int][]contest.IndexEntry
	}
	var parts []part
	for i, size := range []int{1200, 1, 800, contest.MaxCountedPrograms + 50} {
		submissions := contestOf(size)
		id := importContest(t, db, fmt.Sprint("c", i), submissions)
		if i < 3 {
			parts = append(parts, part{id, saveShapes(t, db, id, submissions)})
			continue
		}
		// All submissions of the last contest are one program, stored as version 1.
		var popular []contest.IndexEntry
		for _, s := range submissions {
			popular = append(popular, contest.IndexEntry{SubmissionID: s.ID, Fingerprint: parts[0].fingerprints[1][0].Fingerprint, HasFingerprint: true})
		}
		saveIndex(t, db, id, 1, popular)
		parts = append(parts, part{id, map[int][]contest.IndexEntry{1: popular}})
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
				var inScope []contest.IndexEntry
				for _, number := range tt.parts {
					inScope = append(inScope, parts[number].fingerprints[version]...)
				}
				rng := rand.New(rand.NewPCG(uint64(version), 8))
				var queries []uint64
				for _, e := range parts[0].fingerprints[version][:40] {
					queries = append(queries, e.Fingerprint, flipBits(rng, e.Fingerprint, rng.IntN(4)))
				}
				queries = append(queries, queries[0]) // the same query twice
				for _, k := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 11} {
					limit := []int{1, 5, 500}[rng.IntN(3)]
					got, err := db.NearAll(ctx, version, queries, k, limit, tt.scope)
					must(t, err)
					for i, q := range queries {
						want := scanAll(inScope, q, k, limit)
						for j, n := range want.Matches {
							if tt.name != "all" { // a search within contests counts no more
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
				t.Errorf("found %d fingerprints in a scope of %d contests, want 0 only without contests", found, len(tt.parts))
			}
		})
	}
}
