package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/simhash"
)

type fingerprintRow struct {
	Submission, Fingerprint int64
	B0, B1, B2, B3          uint16
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
		b := simhash.Fingerprint(v).Blocks()
		want = append(want, fingerprintRow{submissions[i].ID, int64(v), b[0], b[1], b[2], b[3]})
	}
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
		SELECT submission_id, fingerprint, b0, b1, b2, b3 FROM fingerprints WHERE algorithm = 1 ORDER BY submission_id`)
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
	if err := run.SaveFingerprints(ctx, 1, []contest.Fingerprint{{SubmissionID: 4711}}); err == nil {
		t.Error("a fingerprint of no submission: no error")
	}
}

// near is the query that the indexes are made for: all within distance k, found
// by the values of one block each.
func near(probes []simhash.Probe, f simhash.Fingerprint, k int) string {
	var parts []string
	for block := range 4 {
		var values []string
		for _, p := range probes {
			if p.Block == block {
				values = append(values, fmt.Sprint(p.Value))
			}
		}
		parts = append(parts, fmt.Sprintf(`
			SELECT submission_id, bit_count((fingerprint # %d)::bit(64)) AS distance
			FROM fingerprints
			WHERE algorithm = 1 AND b%d IN (%s)
			  AND bit_count((fingerprint # %[1]d)::bit(64)) <= %[4]d`,
			int64(f), block, strings.Join(values, ", "), k))
	}
	return strings.Join(parts, " UNION ") + " ORDER BY distance, submission_id"
}

// The block columns, the probes and the plain scan agree, and each block is
// looked up in its index alone.
func TestFingerprintBlocks(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	rng := rand.New(rand.NewPCG(1, 2))
	submissions := contestOf(1000)
	run := begun(t, db, imported(t, db, "c", submissions), submissions)
	var fingerprints []contest.Fingerprint
	var entries []simhash.Entry
	for i, s := range submissions {
		value := rng.Uint64()
		if i%2 == 1 { // near the one before
			value = fingerprints[i-1].Value
			for range rng.IntN(14) {
				value ^= 1 << rng.IntN(64)
			}
		}
		fingerprints = append(fingerprints, contest.Fingerprint{SubmissionID: s.ID, Value: value})
		entries = append(entries, simhash.Entry{ID: s.ID, Fingerprint: simhash.Fingerprint(value)})
	}
	if err := run.SaveFingerprints(ctx, 1, fingerprints); err != nil {
		t.Fatal(err)
	}
	if _, err := db.pool.Exec(ctx, "VACUUM ANALYZE fingerprints"); err != nil {
		t.Fatal(err)
	}
	for k := range simhash.MaxDistance + 1 {
		f := entries[2*k].Fingerprint
		probes, err := simhash.Probes(f, k)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := db.pool.Query(ctx, near(probes, f, k))
		if err != nil {
			t.Fatal(err)
		}
		got, err := pgx.CollectRows(rows, pgx.RowToStructByPos[simhash.Hit])
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(simhash.Scan(entries, f, k), got); diff != "" {
			t.Errorf("k=%d (-scan +database):\n%s", k, diff)
		}
	}

	probes, err := simhash.Probes(entries[0].Fingerprint, 3)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := db.pool.Query(ctx, "EXPLAIN "+near(probes, entries[0].Fingerprint, 3))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	plan := strings.Join(lines, "\n")
	for block := range 4 {
		if !strings.Contains(plan, fmt.Sprintf("Index Only Scan using fingerprints_b%d", block)) {
			t.Errorf("block %d is not looked up in its index alone:\n%s", block, plan)
		}
	}
}
