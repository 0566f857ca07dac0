package postgres

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/simhash"
)

func saveIndex(t testing.TB, db *DB, contestID int64, version int, entries []contest.IndexEntry) {
	t.Helper()
	must(t, db.SaveIndex(t.Context(), contestID, version, entries))
}

// Two versions of the algorithm that save entries of one program at once leave the postings of the newer version only.
func TestSaveIndexConcurrently(t *testing.T) {
	t.Parallel()
	db := openDistributed(t)
	contestID, submissions := newContest(t, db, "c", 1)
	older, err := db.pool.Begin(t.Context())
	must(t, err)
	defer older.Rollback(context.Background())
	entry := func(n int) []contest.IndexEntry {
		return []contest.IndexEntry{{SubmissionID: submissions[0].ID, Fingerprint: uint64(n), HasFingerprint: true, Shingles: []uint32{uint32(n)}}}
	}
	must(t, saveBatch(t.Context(), older, contestID, 1, entry(1)))
	newer := make(chan error)
	go func() { newer <- db.SaveIndex(t.Context(), contestID, 2, entry(2)) }()
	waitForLock(t, db)
	must(t, older.Commit(t.Context()))
	must(t, <-newer)
	wantPostings(t, db)
}

// No entry stays of a submission that is retracted while a check saves the entry.
func TestSaveIndexDuringRetraction(t *testing.T) { eachLayout(t, testSaveIndexDuringRetraction) }

func testSaveIndexDuringRetraction(t *testing.T, db *DB) {
	ctx := t.Context()
	contestID, submissions := newContest(t, db, "c", 1)
	saving, err := db.pool.Begin(ctx)
	must(t, err)
	defer saving.Rollback(context.Background())
	must(t, saveBatch(ctx, saving, contestID, 1, []contest.IndexEntry{{SubmissionID: submissions[0].ID, Fingerprint: 7, HasFingerprint: true}}))
	retracted := make(chan error, 1)
	go func() { retracted <- db.Retract(ctx, contestID, []string{submissions[0].Path}) }()
	for n := 0; n == 0 && len(retracted) == 0; {
		must(t, db.pool.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&n))
	}
	must(t, saving.Commit(ctx))
	must(t, <-retracted)
	assertEmpty(t, db, "index_entries")
}

type indexRow struct {
	Submission          int64
	Algorithm           int
	Fingerprint, B1, B2 *int64
	Shingles            []int32
}

// SaveIndex stores each entry once, replaces older versions only, and refuses empty entries and
// submissions outside the contest. Each column of a stored fingerprint begins with another block.
func TestSaveIndex(t *testing.T) {
	t.Parallel()
	db := openOneMachine(t)
	contestID, submissions := newContest(t, db, "c", 6)
	values := []uint64{0, ^uint64(0), 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 1 << 63}
	var entries []contest.IndexEntry
	for i, v := range values {
		entries = append(entries, contest.IndexEntry{SubmissionID: submissions[i].ID, Fingerprint: v, HasFingerprint: true, Shingles: []uint32{uint32(i), 1 << 31}})
	}
	entries[4].Shingles = nil
	entries = append(entries, contest.IndexEntry{SubmissionID: submissions[5].ID, Shingles: []uint32{7}})
	saveIndex(t, db, contestID, 2, entries[:3])
	saveIndex(t, db, contestID, 2, entries) // three of them are stored already
	saveIndex(t, db, contestID, 2, nil)
	changed := contest.IndexEntry{SubmissionID: submissions[0].ID, Fingerprint: 7, HasFingerprint: true}
	saveIndex(t, db, contestID, 2, []contest.IndexEntry{changed}) // does not change the stored entry
	saveIndex(t, db, contestID, 1, []contest.IndexEntry{changed})
	rows := func() []indexRow {
		t.Helper()
		rows, err := list[indexRow](t.Context(), db.pool, `
			SELECT submission_id, algorithm, fingerprint, b1, b2, shingles FROM index_entries ORDER BY submission_id`)
		must(t, err)
		return rows
	}
	slices.SortFunc(entries, func(a, b contest.IndexEntry) int { return int(a.SubmissionID - b.SubmissionID) })
	got := rows()
	if len(got) != len(entries) {
		t.Fatalf("%d entries are stored, want %d", len(got), len(entries))
	}
	for i, row := range got {
		want := indexRow{Submission: entries[i].SubmissionID, Algorithm: 2}
		if entries[i].HasFingerprint {
			want.Fingerprint = new(int64(entries[i].Fingerprint))
			want.B1, want.B2 = row.B1, row.B2
			for block, column := range []*int64{row.Fingerprint, row.B1, row.B2} {
				width := simhash.Thirds().Widths()[block]
				if prefix := uint64(*column) >> (64 - width); prefix != uint64(simhash.Thirds().Blocks(simhash.Fingerprint(entries[i].Fingerprint))[block]) {
					t.Errorf("%016x: the column %d, %016x, does not begin with the block", entries[i].Fingerprint, block, uint64(*column))
				}
			}
		}
		if entries[i].Shingles != nil {
			want.Shingles = convert[int32](entries[i].Shingles)
		}
		wantEqual(t, "entry", want, row)
	}
	saveIndex(t, db, contestID, 3, []contest.IndexEntry{changed}) // a newer version
	i := slices.IndexFunc(entries, func(e contest.IndexEntry) bool { return e.SubmissionID == changed.SubmissionID })
	if row := rows()[i]; row.Algorithm != 3 || *row.Fingerprint != 7 || row.Shingles != nil {
		t.Errorf("the newer entry is stored as %+v, want version 3 with fingerprint 7 and no sample", row)
	}
	others := contestOf(1)
	importContest(t, db, "other", others)
	for name, bad := range map[string]contest.IndexEntry{
		"an unknown submission":          {SubmissionID: unknownID, Shingles: []uint32{1}},
		"another contest's submission":   {SubmissionID: others[0].ID, Shingles: []uint32{1}},
		"neither fingerprint nor sample": {SubmissionID: submissions[1].ID},
	} {
		if err := db.SaveIndex(t.Context(), contestID, 4, []contest.IndexEntry{entries[i], bad}); err == nil {
			t.Errorf("an entry of %s was stored without an error", name)
		}
	}
	if row := rows()[i]; row.Algorithm != 3 {
		t.Errorf("an entry of a refused batch is stored: %+v", row)
	}
}

// ContestsNotIndexed returns the contests of a scope that the version has not wholly read.
func TestContestsNotIndexed(t *testing.T) {
	eachLayout(t, testContestsNotIndexed)
}

func testContestsNotIndexed(t *testing.T, db *DB) {
	ctx := context.Background()
	ids := make(map[string]int64)
	for name, version := range map[string]int{"old": 1, "current": 2, "never": 0, "Zoo": 1, "erased": 1, "partly": 2} {
		submissions := contestOf(4)
		ids[name] = importContest(t, db, name, submissions)
		read := idsOf(submissions)
		if name == "partly" {
			read = read[1:]
		}
		if version > 0 {
			must(t, db.MarkIndexed(ctx, ids[name], version, read))
		}
	}
	if _, err := db.ErasePrograms(ctx, review.CommandLine, ids["erased"]); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		scope contest.Scope
		want  []string
	}{
		{"all", contest.Scope{}, []string{"Zoo", "never", "old", "partly"}},
		{"except two", contest.Scope{Except: []int64{ids["never"], ids["Zoo"]}}, []string{"old", "partly"}},
		{"only two", contest.Scope{Only: []int64{ids["never"], ids["current"]}}, []string{"never"}},
		{"only two, except one of them", contest.Scope{Only: []int64{ids["never"], ids["old"]}, Except: []int64{ids["never"]}}, []string{"old"}},
	} {
		got, err := db.ContestsNotIndexed(ctx, 2, tt.scope)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

// NotIndexed returns the submissions of the contest without an index entry of the version.
func TestNotIndexed(t *testing.T) {
	eachLayout(t, testNotIndexed)
}

func testNotIndexed(t *testing.T, db *DB) {
	ctx := context.Background()
	contestID, submissions := newContest(t, db, "c", 5)
	ids := idsOf(submissions)
	// Submissions 0, 1 and 2 have entries of the same, an older and a newer version; 3 has only a sample, and 4 has no entry.
	for i, version := range []int{7, 6, 8, 7} {
		saveIndex(t, db, contestID, version, []contest.IndexEntry{{SubmissionID: ids[i], Fingerprint: 1, HasFingerprint: i < 3, Shingles: []uint32{1}}})
	}
	want := slices.Sorted(slices.Values([]int64{ids[1], ids[2], ids[4]}))
	if got, err := db.NotIndexed(ctx, contestID, 7); err != nil || !slices.Equal(got, want) {
		t.Errorf("not indexed: %v, %v; want %v", got, err, want)
	}
}

// A program that was replaced or retracted has no index entry, also if a check saves one meanwhile. If it becomes current again,
// it is read again.
func TestIndexOfSuperseded(t *testing.T) {
	eachLayout(t, testIndexOfSuperseded)
}

func testIndexOfSuperseded(t *testing.T, db *DB) {
	ctx := context.Background()
	ann, ben, changed := submission("A", "ann", 1, "x"), submission("A", "ben", 1, "y"), submission("A", "ann", 1, "z")
	ids := make(map[string]int64)
	var contestID int64
	store := func(name string, s contest.Submission) {
		t.Helper()
		list := []contest.Submission{s}
		contestID = importContest(t, db, "c", list)
		ids[name] = list[0].ID
	}
	expect := func(step string, indexed, notIndexed []string) {
		t.Helper()
		idsOf := func(names []string) (list []int64) {
			for _, name := range names {
				list = append(list, ids[name])
			}
			slices.Sort(list)
			return list
		}
		found, err := db.NearAll(ctx, 1, []uint64{7}, 0, 9, contest.Scope{})
		must(t, err)
		var near []int64
		for _, m := range found[0].Matches {
			near = append(near, m.Submissions...)
		}
		samples, err := db.FindSamples(ctx, 1, []uint32{5}, contest.Scope{})
		must(t, err)
		var sampled []int64
		for _, s := range samples {
			sampled = append(sampled, s.Submissions...)
		}
		if want := idsOf(indexed); !slices.Equal(near, want) || !slices.Equal(sampled, want) {
			t.Errorf("%s: found %v by fingerprint and %v by sample, want %v", step, near, sampled, want)
		}
		if got, err := db.NotIndexed(ctx, contestID, 1); err != nil || !slices.Equal(got, idsOf(notIndexed)) {
			t.Errorf("%s: not indexed: %v, %v; want %v", step, got, err, idsOf(notIndexed))
		}
	}
	index := func(names ...string) {
		t.Helper()
		for _, name := range names {
			saveIndex(t, db, contestID, 1, []contest.IndexEntry{{SubmissionID: ids[name], Fingerprint: 7, HasFingerprint: true, Shingles: []uint32{5}}})
		}
	}
	store("ann", ann)
	store("ben", ben)
	index("ann", "ben")
	store("changed", changed)
	expect("replaced", []string{"ben"}, []string{"changed"})
	index("ann", "changed")
	expect("checked", []string{"ben", "changed"}, nil)
	store("ann", ann)
	expect("brought back", []string{"ben"}, []string{"ann"})
	must(t, db.Retract(ctx, contestID, []string{ben.Path}))
	expect("retracted", nil, []string{"ann"})
}

// Searchable says whether submissions are indexed, and whether some are in this version.
func TestSearchable(t *testing.T) {
	eachLayout(t, testSearchable)
}

func testSearchable(t *testing.T, db *DB) {
	expect := func(version int, want contest.Searchable) {
		t.Helper()
		got, err := db.Searchable(t.Context(), version)
		must(t, err)
		if got != want {
			t.Errorf("version %d: got %+v, want %+v", version, got, want)
		}
	}
	expect(1, contest.Searchable{})
	contestID, submissions := newContest(t, db, "c", 2)
	expect(1, contest.Searchable{})
	saveIndex(t, db, contestID, 1, []contest.IndexEntry{{SubmissionID: submissions[0].ID, HasFingerprint: true}})
	expect(1, contest.Searchable{Any: true, Current: true})
	expect(2, contest.Searchable{Any: true})
}
