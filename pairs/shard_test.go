package pairs

import (
	stdcmp "cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sortShard gives the result of a stable sort by shingle.
func TestSortShard(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for size := range 300 {
		var list []occurrence
		for i := range size {
			const lowBits = 52 // below the nine highest bits after those of the shard
			shingle := uint64(random.IntN(1+size/3)) << lowBits
			if random.IntN(2) == 0 {
				shingle |= random.Uint64() >> shardBits
			}
			list = append(list, occurrence{shingle, newRef(i/3, i%3 == 2), false})
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, func(a, b occurrence) int { return stdcmp.Compare(a.shingle, b.shingle) })
		got := sortShard(list)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(occurrence{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%d occurrences (-want +got):\n%s", size, diff)
		}
	}
}
