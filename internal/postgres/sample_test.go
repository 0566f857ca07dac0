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
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func saveSamples(t testing.TB, run *Run, version int, samples []contest.Sample) {
	t.Helper()
	if err := run.SaveSamples(context.Background(), version, samples); err != nil {
		t.Fatal(err)
	}
}

// sampled is Sampled without an error.
func sampled(t testing.TB, db *DB, version int, shingles []uint32, scope contest.Scope) []contest.SampleMatch {
	t.Helper()
	found, err := db.FindSamples(context.Background(), version, shingles, scope)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestSaveSamples(t *testing.T) {
	t.Parallel()
	db := open(t)
	submissions := contestOf(4)
	run := begun(t, db, imported(t, db, "c", submissions), submissions)
	id := func(i int) int64 { return submissions[i].ID }
	same := []uint32{0, 1<<31 - 1, 1 << 31, 1<<32 - 1} // both ends of both signs
	samples := []contest.Sample{{SubmissionID: id(0), Shingles: same}, {SubmissionID: id(1), Shingles: []uint32{7}}, {SubmissionID: id(2), Shingles: same}}
	saveSamples(t, run, 1, samples[:2])
	saveSamples(t, run, 1, samples) // those known and those new
	saveSamples(t, run, 1, nil)
	// What is there stays, and versions are apart.
	saveSamples(t, run, 1, []contest.Sample{{SubmissionID: id(1), Shingles: []uint32{8}}})
	saveSamples(t, run, 2, []contest.Sample{{SubmissionID: id(3), Shingles: []uint32{7}}})

	want := []contest.SampleMatch{
		{Shingles: same, Programs: 2, Submissions: []int64{id(0), id(2)}},
		{Shingles: []uint32{7}, Programs: 1, Submissions: []int64{id(1)}},
	}
	if diff := cmp.Diff(want, sampled(t, db, 1, []uint32{7, 8, 1 << 31}, contest.Scope{})); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[:0], sampled(t, db, 1, []uint32{8}, contest.Scope{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("of what nobody has (-want +got):\n%s", diff)
	}
	other := contestOf(1)
	imported(t, db, "other", other)
	for name, bad := range map[string]contest.Sample{
		"of no submission":     {SubmissionID: 4711, Shingles: same},
		"of another contest's": {SubmissionID: other[0].ID, Shingles: same},
		"empty":                {SubmissionID: id(0)},
	} {
		if err := run.SaveSamples(t.Context(), 3, []contest.Sample{bad}); err == nil {
			t.Errorf("a sample %s: no error", name)
		}
	}
	if err := run.Fail(t.Context(), "never mind"); err != nil {
		t.Fatal(err)
	}
	if n := len(sampled(t, db, 1, same, contest.Scope{})); n != 1 {
		t.Errorf("%d samples stay when the check has failed, want 1", n)
	}

	// A sample goes with its submission.
	for _, statement := range []string{"DELETE FROM check_submissions", "DELETE FROM submissions WHERE path LIKE 'A/%'"} {
		if _, err := db.pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want[1:], sampled(t, db, 1, []uint32{7, 1 << 31}, contest.Scope{})); diff != "" {
		t.Errorf("after two are deleted (-want +got):\n%s", diff)
	}
}

// What is found is what a look at every sample finds, in every scope.
func TestSampled(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	db := open(t)
	rng := rand.New(rand.NewPCG(1, 2))
	contests := make(map[int64][]contest.Submission)
	samples := make(map[int64][]uint32) // of each submission
	for _, name := range []string{"one", "two", "three"} {
		list := contestOf(300)
		id := imported(t, db, name, list)
		slices.SortFunc(list, func(a, b contest.Submission) int { return int(a.ID - b.ID) })
		contests[id] = list
		run := begun(t, db, id, list)
		var save []contest.Sample
		for _, s := range list {
			shingles := []uint32{uint32(rng.IntN(20)) << 27} // many are the same
			for range rng.IntN(4) {
				shingles = append(shingles, uint32(rng.IntN(200)))
			}
			slices.Sort(shingles)
			samples[s.ID] = slices.Compact(shingles)
			save = append(save, contest.Sample{SubmissionID: s.ID, Shingles: samples[s.ID]})
		}
		saveSamples(t, run, 1, save)
	}
	ids := slices.Sorted(maps.Keys(contests))
	scopes := []contest.Scope{
		{},
		{Within: ids[1:]},
		{Within: []int64{}},
		{Without: ids[:1]},
		{Within: ids[:2], Without: ids[:1]},
	}
	for i, scope := range scopes {
		for range 10 {
			var shingles []uint32
			for range rng.IntN(10) {
				shingles = append(shingles, []uint32{uint32(rng.IntN(220)), uint32(rng.IntN(25)) << 27}[rng.IntN(2)])
			}
			want := look(contests, samples, shingles, scope)
			if rng.IntN(2) == 0 { // among many that nobody has
				for i := range fewShingles {
					shingles = append(shingles, 1000+uint32(i))
				}
			}
			if diff := cmp.Diff(want, sampled(t, db, 1, shingles, scope), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("scope %d, %d (-want +got):\n%s", i, shingles, diff)
			}
		}
	}
}

// look finds what Sampled does by looking at every sample.
func look(contests map[int64][]contest.Submission, samples map[int64][]uint32, shingles []uint32, scope contest.Scope) []contest.SampleMatch {
	places := make(map[string]int)
	var list []contest.SampleMatch
	for _, id := range slices.Sorted(maps.Keys(contests)) {
		if scope.Within != nil && !slices.Contains(scope.Within, id) || slices.Contains(scope.Without, id) {
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

// A shingle that three of every 256th program have is not telling.
func TestTelling(t *testing.T) {
	t.Parallel()
	db := open(t)
	submissions := contestOf(1000)
	run := begun(t, db, imported(t, db, "c", submissions), submissions)
	const all, two, others, none = 1, 1 << 31, 1<<32 - 1, 5
	var samples []contest.Sample
	twos := 0
	for _, s := range submissions {
		shingles := []uint32{all}
		if s.ID%256 != 0 {
			shingles = append(shingles, others)
		} else if twos < 2 {
			twos++
			shingles = append(shingles, two)
		}
		samples = append(samples, contest.Sample{SubmissionID: s.ID, Shingles: shingles})
	}
	if twos != 2 {
		t.Fatalf("%d submissions have IDs that count", twos)
	}
	saveSamples(t, run, 1, samples)
	for version, want := range map[int][]uint32{1: {two, none, others}, 2: {all, two, none, others}} {
		got, err := db.SelectiveShingles(t.Context(), version, []uint32{all, two, none, others})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("version %d: telling (-want +got):\n%s", version, diff)
		}
	}
}

// All queries go by their indexes. So small a table shows that they can, where the
// planner has no cheaper one left.
func TestSamplePlans(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(300)
	contestID := imported(t, db, "c", submissions)
	run := begun(t, db, contestID, submissions)
	var samples []contest.Sample
	for i, s := range submissions {
		samples = append(samples, contest.Sample{SubmissionID: s.ID, Shingles: []uint32{uint32(i), uint32(i + 1)}})
	}
	saveSamples(t, run, 1, samples)
	if _, err := db.pool.Exec(ctx, "VACUUM ANALYZE"); err != nil {
		t.Fatal(err)
	}
	const all, common = "shingle_samples_shingles", "shingle_samples_common"
	type plan struct {
		name, query    string
		index, without string
		arguments      []any
	}
	few, many := []uint32{1, 2}, make([]uint32, fewShingles+1)
	tests := []plan{{"telling", selectiveQuery, common, all, []any{1, signed(few)}}}
	for name, shingles := range map[string][]uint32{"few": few, "many": many} {
		for in, scope := range map[string]contest.Scope{"all": {}, "one contest": {Within: []int64{contestID}}} {
			query, args := sampledQuery(1, shingles, scope)
			tests = append(tests, plan{name + " in " + in, query, all, common, args})
		}
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tx, err := db.pool.Begin(ctx)
			if err != nil {
				t.Fatal(err)
			}
			defer tx.Rollback(ctx)
			if _, err := tx.Exec(ctx, "DROP INDEX "+test.without); err != nil {
				t.Fatal(err)
			}
			if _, err := tx.Exec(ctx, lookUpSettings); err != nil {
				t.Fatal(err)
			}
			rows, err := tx.Query(ctx, "EXPLAIN "+test.query, test.arguments...)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				t.Fatal(err)
			}
			if plan := strings.Join(lines, "\n"); !strings.Contains(plan, "Bitmap Index Scan on "+test.index) || strings.Contains(plan, "Seq Scan") {
				t.Errorf("not by %s alone:\n%s", test.index, plan)
			}
		})
	}
}
