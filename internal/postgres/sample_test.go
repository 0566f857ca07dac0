package postgres

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// findSamples is FindSamples without an error.
func findSamples(t testing.TB, db *DB, version int, shingles []uint32, scope contest.Scope) []contest.SampleMatch {
	t.Helper()
	found, err := db.FindSamples(context.Background(), version, shingles, scope)
	must(t, err)
	return found
}

// FindSamples finds samples of one version only. A sample stays if its check fails, and is deleted with its submission.
func TestSamples(t *testing.T) {
	t.Parallel()
	db := openOneMachine(t)
	contestID, submissions := newContest(t, db, "c", 4)
	run := beginCheck(t, db, contestID, submissions)
	id := func(i int) int64 { return submissions[i].ID }
	edges := []uint32{0, 1<<31 - 1, 1 << 31, 1<<32 - 1} // the bounds of positive and negative int32 values
	samples := []contest.IndexEntry{{SubmissionID: id(0), Shingles: edges}, {SubmissionID: id(1), Shingles: []uint32{7}}, {SubmissionID: id(2), Shingles: edges}}
	saveIndex(t, db, contestID, 1, samples)
	saveIndex(t, db, contestID, 2, []contest.IndexEntry{{SubmissionID: id(3), Shingles: []uint32{7}}})

	want := []contest.SampleMatch{
		{Shingles: edges, Programs: 2, Submissions: slices.Sorted(slices.Values([]int64{id(0), id(2)}))},
		{Shingles: []uint32{7}, Programs: 1, Submissions: []int64{id(1)}},
	}
	wantEqual(t, "found", want, findSamples(t, db, 1, []uint32{7, 8, 1 << 31}, contest.Scope{}))
	wantEqual(t, "a shingle that no program has", want[:0], findSamples(t, db, 1, []uint32{8}, contest.Scope{}), cmpopts.EquateEmpty())
	must(t, run.Fail(t.Context(), i18n.Verbatim("broken on purpose")))
	if n := len(findSamples(t, db, 1, edges, contest.Scope{})); n != 1 {
		t.Errorf("found %d samples after the check failed, want 1", n)
	}

	// A sample is deleted with its submission.
	for _, statement := range []string{"DELETE FROM check_submissions", "DELETE FROM submissions WHERE path LIKE 'A/%'"} {
		execute(t, db, statement)
	}
	wantEqual(t, "after two submissions are deleted", want[1:], findSamples(t, db, 1, []uint32{7, 1 << 31}, contest.Scope{}))
}

// In every scope, FindSamples returns the same as a comparison with every sample.
func TestFindSamples(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	eachLayout(t, testFindSamples)
}

func testFindSamples(t *testing.T, db *DB) {
	rng := rand.New(rand.NewPCG(1, 2))
	contests := make(map[int64][]contest.Submission)
	samples := make(map[int64][]uint32) // by submission ID
	for _, name := range []string{"one", "two", "three"} {
		list := contestOf(1500)
		id := importContest(t, db, name, list)
		slices.SortFunc(list, func(a, b contest.Submission) int { return int(a.ID - b.ID) })
		contests[id] = list
		var save []contest.IndexEntry
		for _, s := range list {
			shingles := []uint32{uint32(rng.IntN(20)) << 27} // many samples are equal
			for range rng.IntN(4) {
				shingles = append(shingles, uint32(rng.IntN(200)))
			}
			slices.Sort(shingles)
			samples[s.ID] = slices.Compact(shingles)
			save = append(save, contest.IndexEntry{SubmissionID: s.ID, Shingles: samples[s.ID]})
		}
		saveIndex(t, db, id, 1, save)
	}
	ids := slices.Sorted(maps.Keys(contests))
	scopes := []contest.Scope{
		{},
		{Only: ids[1:]},
		{Only: []int64{}},
		{Except: ids[:1]},
		{Only: ids[:2], Except: ids[:1]},
	}
	for i, scope := range scopes {
		for range 10 {
			var shingles []uint32
			for range rng.IntN(10) {
				shingles = append(shingles, []uint32{uint32(rng.IntN(220)), uint32(rng.IntN(25)) << 27}[rng.IntN(2)])
			}
			want := bruteForceSamples(contests, samples, shingles, scope)
			if rng.IntN(2) == 0 { // add many shingles that no program has
				for i := range fewShingles {
					shingles = append(shingles, 1000+uint32(i))
				}
			}
			if diff := cmp.Diff(want, findSamples(t, db, 1, shingles, scope), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("scope %d, %d (-want +got):\n%s", i, shingles, diff)
			}
		}
	}
}

// bruteForceSamples returns what FindSamples should return, by comparing every sample.
func bruteForceSamples(contests map[int64][]contest.Submission, samples map[int64][]uint32, shingles []uint32, scope contest.Scope) []contest.SampleMatch {
	places := make(map[string]int)
	var list []contest.SampleMatch
	for _, id := range slices.Sorted(maps.Keys(contests)) {
		if scope.Only != nil && !slices.Contains(scope.Only, id) || slices.Contains(scope.Except, id) {
			continue
		}
		for _, s := range contests[id] {
			shared := slices.ContainsFunc(samples[s.ID], func(x uint32) bool { return slices.Contains(shingles, x) })
			if !shared {
				continue
			}
			key := fmt.Sprint(samples[s.ID])
			place, ok := places[key]
			if !ok {
				place = len(list)
				places[key] = place
				list = append(list, contest.SampleMatch{Shingles: samples[s.ID]})
			}
			if list[place].Programs++; list[place].Programs <= contest.MaxListedSubmissions {
				list[place].Submissions = append(list[place].Submissions, s.ID)
			}
		}
	}
	return list
}

// A shingle is too common if three programs with an ID divisible by 256 have it.
func TestSelectiveShingles(t *testing.T) {
	eachLayout(t, testSelectiveShingles)
}

func testSelectiveShingles(t *testing.T, db *DB) {
	contestID, submissions := newContest(t, db, "c", 1000)
	// Shingles, named by the programs that have them. Only IDs divisible by 256 count.
	const inAll, inTwoCounted, inUncounted, inNone = 1, 1 << 31, 1<<32 - 1, 5
	var samples []contest.IndexEntry
	counted := 0
	for _, s := range submissions {
		shingles := []uint32{inAll}
		if s.ID%256 != 0 {
			shingles = append(shingles, inUncounted)
		} else if counted < 2 {
			counted++
			shingles = append(shingles, inTwoCounted)
		}
		samples = append(samples, contest.IndexEntry{SubmissionID: s.ID, Shingles: shingles})
	}
	if counted != 2 {
		t.Fatalf("%d submissions have IDs that count, want 2", counted)
	}
	saveIndex(t, db, contestID, 1, samples)
	for version, want := range map[int][]uint32{
		1: {inTwoCounted, inNone, inUncounted},
		2: {inAll, inTwoCounted, inNone, inUncounted},
	} {
		got, err := db.SelectiveShingles(t.Context(), version, []uint32{inAll, inTwoCounted, inNone, inUncounted})
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("version %d: selective shingles (-want +got):\n%s", version, diff)
		}
	}
}

// All queries use their indexes. In this small table other plans are cheaper, so the settings
// exclude them.
func TestSamplePlans(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	ctx := context.Background()
	db := openOneMachine(t)
	contestID, submissions := newContest(t, db, "c", 1500)
	var samples []contest.IndexEntry
	for i, s := range submissions {
		samples = append(samples, contest.IndexEntry{SubmissionID: s.ID, Shingles: []uint32{uint32(i), uint32(i + 1)}})
	}
	saveIndex(t, db, contestID, 1, samples)
	execute(t, db, "VACUUM ANALYZE")
	const all, common = "index_entries_shingles", "index_entries_common"
	type plan struct {
		name, query    string
		index, dropped string
		arguments      []any
	}
	few, many := []uint32{1, 2}, make([]uint32, fewShingles+1)
	tests := []plan{{"selective shingles", selectiveQuery, common, all, []any{1, convert[int32](few)}}}
	for name, shingles := range map[string][]uint32{"few": few, "many": many} {
		for where, scope := range map[string]contest.Scope{"all contests": {}, "one contest": {Only: []int64{contestID}}} {
			query, args := sampleQuery(1, shingles, scope)
			tests = append(tests, plan{name + " shingles in " + where, query, all, common, args})
		}
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tx, err := db.pool.Begin(ctx)
			must(t, err)
			defer tx.Rollback(ctx)
			must(t, execOne(ctx, tx, "DROP INDEX "+test.dropped))
			must(t, execOne(ctx, tx, lookUpSettings))
			lines, err := list[string](ctx, tx, "EXPLAIN "+test.query, test.arguments...)
			must(t, err)
			if plan := strings.Join(lines, "\n"); !strings.Contains(plan, "Bitmap Index Scan on "+test.index) || strings.Contains(plan, "Seq Scan") {
				t.Errorf("the plan does not use %s:\n%s", test.index, plan)
			}
		})
	}
}
