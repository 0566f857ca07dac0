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

	"github.com/ojcheck/ojcheck/simhash"
)

// NearPostings returns the same as Near, with and without partitions.
func TestNearPostings(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	for _, partitions := range []int{0, 4} {
		t.Run(fmt.Sprintf("%d partitions", partitions), func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			db := open(t)
			if err := db.CreatePostings(ctx, partitions); err != nil {
				t.Fatal(err)
			}
			submissions := contestOf(1200)
			run := beginCheck(t, db, importContest(t, db, "c", submissions), submissions)
			all := saveShapes(t, run, submissions)
			rebuild := func(want int) {
				t.Helper()
				got, err := db.RebuildPostings(ctx)
				if err != nil {
					t.Fatal(err)
				}
				if got != int64(want) {
					t.Fatalf("rebuilt %d postings, want %d", got, want)
				}
			}
			rebuild(3 * len(submissions))
			for i, shape := range shapes {
				version, found := i+1, 0
				rng := rand.New(rand.NewPCG(uint64(i), 9))
				for k := range simhash.MaxDistance + 1 {
					if k > 9 && i > 0 {
						continue // a search has thousands of probes here, and one shape is enough to test them
					}
					f := flipBits(rng, all[version][rng.IntN(len(all[version]))].Fingerprint, rng.IntN(4))
					for _, limit := range []int{2, 300} {
						want, err := db.Near(ctx, version, f, k, limit)
						if err != nil {
							t.Fatal(err)
						}
						got, err := db.NearPostings(ctx, version, f, k, limit)
						if err != nil {
							t.Fatal(err)
						}
						if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
							t.Fatalf("%s, k=%d, limit %d: (-archive +postings):\n%s", shape.name, k, limit, diff)
						}
						found += len(got.Matches)
					}
				}
				if found == 0 {
					t.Errorf("%s: no search found a fingerprint, so nothing was compared", shape.name)
				}
			}
			// A rebuild leaves out fingerprints that were deleted since.
			if _, err := db.pool.Exec(ctx, "DELETE FROM index_entries WHERE algorithm > 1"); err != nil {
				t.Fatal(err)
			}
			rebuild(3 * len(all[1]))
			if err := db.DropPostings(ctx); err != nil {
				t.Fatal(err)
			}
			if _, err := db.NearPostings(ctx, 1, 0, 3, 1); err == nil {
				t.Error("NearPostings returned no error after DropPostings")
			}
		})
	}
}

// NearPostings refuses a distance above the maximum and the limit 0.
func TestNearPostingsRefuses(t *testing.T) {
	t.Parallel()
	db := open(t)
	if _, err := db.NearPostings(context.Background(), 1, 0, simhash.MaxDistance+1, 1); !errors.Is(err, simhash.ErrDistance) {
		t.Errorf("distance above the maximum: got error %v, want ErrDistance", err)
	}
	if _, err := db.NearPostings(context.Background(), 1, 0, 3, 0); !errors.Is(err, errLimit) {
		t.Errorf("limit 0: got error %v, want errLimit", err)
	}
}

// Each probe reads only one partition, so partitions could be on different machines. All
// probes of a search together read many partitions.
func TestProbeGoesToOnePartition(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	const partitions = 8
	if err := db.CreatePostings(ctx, partitions); err != nil {
		t.Fatal(err)
	}
	submissions := contestOf(200)
	saveShapes(t, beginCheck(t, db, importContest(t, db, "c", submissions), submissions), submissions)
	if _, err := db.RebuildPostings(ctx); err != nil {
		t.Fatal(err)
	}
	f := uint64(0x9e37_79b9_7f4a_7c15)
	probes, err := simhash.Thirds().Probes(simhash.Fingerprint(f), 3)
	if err != nil {
		t.Fatal(err)
	}
	visited := make(map[string]bool)
	for _, p := range probes {
		plan := plan(t, db, "bigint, bigint, integer, integer, integer", selectPostings,
			fmt.Sprintf("%d, %d, 3, 20, 10", bucket(1, p), int64(f)))
		var scans []string
		for line := range strings.Lines(plan) {
			if strings.Contains(line, " on fingerprint_postings") {
				scans = append(scans, strings.TrimSpace(line))
			}
		}
		if len(scans) != 1 || !strings.Contains(scans[0], "Index Only Scan") {
			t.Fatalf("probe %v reads %d partitions:\n%s", p, len(scans), plan)
		}
		visited[scans[0]] = true
	}
	if len(visited) < partitions/2 {
		t.Errorf("the %d probes of a search read only %v", len(probes), visited)
	}
}
