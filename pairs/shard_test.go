package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sortShard sorts like a stable sort by shingle, without repetitions.
func TestSortShard(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for size := range 300 {
		var list []occurrence
		for i := range size {
			shingle := uint64(random.IntN(1+size/3)) << (61 - 9)
			if random.IntN(2) == 0 {
				shingle |= random.Uint64() >> shardBits
			}
			list = append(list, occurrence{shingle, newRef(i/3, false)})
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, func(a, b occurrence) int {
			switch {
			case a.shingle < b.shingle:
				return -1
			case a.shingle > b.shingle:
				return 1
			}
			return 0
		})
		want = slices.Compact(want)
		got := sortShard(list)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(occurrence{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%d occurrences (-want +got):\n%s", size, diff)
		}
	}
}
