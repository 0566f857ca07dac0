package postgres

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/simhash"
)

type fingerprintRow struct {
	Submission, Fingerprint int64
	B0, B1, B2              uint32
}

func TestSaveFingerprints(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(5)
	run := begun(t, db, imported(t, db, "c", submissions), submissions)
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
	save(1, fingerprints) // those known and those new
	save(1, nil)
	// What is there stays.
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
	// Those of other submissions are refused, be there such or not.
	others := contestOf(1)
	imported(t, db, "other", others)
	for name, id := range map[string]int64{"no submission": 4711, "another contest": others[0].ID} {
		if err := run.SaveFingerprints(ctx, 3, []contest.Fingerprint{fingerprints[0], {SubmissionID: id}}); err == nil {
			t.Errorf("a fingerprint of %s: no error", name)
		}
	}
	var n int
	if err := db.pool.QueryRow(ctx, "SELECT count(*) FROM fingerprints WHERE algorithm = 3").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d fingerprints are stored with those refused, %v", n, err)
	}
}
