package postgres

import (
	"context"
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

// A filled archive is searched as any other, by the same indexes.
func TestFill(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	definitions := func() []string {
		rows, err := db.pool.Query(ctx, "SELECT indexdef FROM pg_indexes WHERE tablename = 'fingerprints' ORDER BY 1")
		if err != nil {
			t.Fatal(err)
		}
		indexes, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return indexes
	}
	before := definitions()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{10, 3000} { // the second time in place of the first
		var fingerprints []contest.Fingerprint
		for i := range n {
			fingerprints = append(fingerprints, contest.Fingerprint{SubmissionID: int64(i + 1), Value: shapes[i%len(shapes)].next(rng)})
		}
		filled, err := db.Fill(ctx, 1, slices.Values(fingerprints))
		if err != nil {
			t.Fatal(err)
		}
		if filled.Rows != int64(n) || filled.Copy <= 0 || filled.Index <= 0 || filled.Heap < int64(60*n) || filled.Indexes < int64(90*n) {
			t.Errorf("filled with %d: %+v", n, filled)
		}
		if diff := cmp.Diff(before, definitions()); diff != "" {
			t.Fatalf("indexes (-before +after):\n%s", diff)
		}
		for k := range simhash.MaxDistance + 1 {
			f := fingerprints[rng.IntN(n)].Value
			got, err := db.Near(ctx, 1, f, k, 100)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(scanned(fingerprints, f, k, 100), got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("Near(%016x, %d) (-scan +database):\n%s", f, k, diff)
			}
		}
	}
}

func TestFillRefusesAnArchive(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(2)
	run := begun(t, db, imported(t, db, "c", submissions), submissions)
	if err := run.SaveFingerprints(ctx, 1, []contest.Fingerprint{{SubmissionID: submissions[0].ID, Value: 7}}); err != nil {
		t.Fatal(err)
	}
	_, err := db.Fill(ctx, 1, slices.Values([]contest.Fingerprint{{SubmissionID: 1, Value: 8}}))
	if err == nil || !strings.Contains(err.Error(), "holds contests") {
		t.Errorf("got error %v", err)
	}
	if n := rowsOf(t, db, "fingerprints")["fingerprints"]; n != 1 {
		t.Errorf("%d fingerprints are left, want 1", n)
	}
}
