package contest

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The order of a seed never changes, has every rank once, and differs from that of another seed.
func TestAuditSampleRanks(t *testing.T) {
	t.Parallel()
	order := func(seed int64, highest int) []int { return slices.Collect(AuditSample{Seed: seed}.Ranks(highest)) }
	if diff := cmp.Diff([]int{6, 7, 9, 1, 2, 3, 4, 5, 8}, order(1, 9)); diff != "" {
		t.Errorf("the order of seed 1 (-want +got):\n%s", diff)
	}
	seven := order(7, 1000)
	if cmp.Equal(seven, order(8, 1000)) {
		t.Error("seeds 7 and 8 give the same order")
	}
	slices.Sort(seven)
	for i, rank := range seven {
		if rank != i+1 {
			t.Fatalf("the %dth rank is %d: the order has a rank twice, or lacks one", i+1, rank)
		}
	}
	if got := order(1, 0); len(got) != 0 {
		t.Errorf("the order of no ranks is %v, want nothing", got)
	}
}

// Each rank is as often among the first as any other.
func TestAuditSampleIsUniform(t *testing.T) {
	t.Parallel()
	const ranks, first, seeds = 20, 5, 4000
	var count [ranks + 1]int
	for seed := range int64(seeds) {
		taken := 0
		for rank := range (AuditSample{Seed: seed}).Ranks(ranks) {
			count[rank]++
			if taken++; taken == first {
				break
			}
		}
	}
	const want = seeds * first / ranks // with a standard deviation of 27
	for rank, n := range count[1:] {
		if n < want-140 || n > want+140 {
			t.Errorf("rank %d is among the first %d for %d of %d seeds, want about %d", rank+1, first, n, seeds, want)
		}
	}
}
