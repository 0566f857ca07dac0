package pairs

import (
	stdcmp "cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// inShards gives the result of a stable sort of each shard by shingle; zeros are left out.
func TestInShards(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	newOccurrence := func(list int, shingle uint64) occurrence {
		return occurrence{shingle, newRef(list, list%3 == 2), false}
	}
	for size := range 300 {
		lists := make([][]uint64, size/3+1)
		var want [shards][]occurrence
		for i := range size {
			const lowBits = 52 // the bits below the shard's bits and the nine after them
			shingle := uint64(random.IntN(1+size/3)) << lowBits
			if random.IntN(2) == 0 {
				shingle |= random.Uint64()
			}
			lists[i/3] = append(lists[i/3], shingle)
			if shingle != 0 {
				want[shardOf(shingle)] = append(want[shardOf(shingle)], newOccurrence(i/3, shingle))
			}
		}
		for _, list := range want {
			slices.SortStableFunc(list, func(a, b occurrence) int { return stdcmp.Compare(a.shingle, b.shingle) })
		}
		var got [shards][]occurrence
		inShards(lists, newOccurrence, occurrence.compare, func(shard int, sorted []occurrence) { got[shard] = slices.Clone(sorted) })
		for shard := range want {
			if !slices.Equal(want[shard], got[shard]) {
				t.Fatalf("%d occurrences, shard %d (-want +got):\n%s", size, shard, cmp.Diff(want[shard], got[shard], cmp.AllowUnexported(occurrence{})))
			}
		}
	}
}
