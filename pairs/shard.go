package pairs

import (
	"cmp"
	"math/bits"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// Lists of all shingles of all programs are made in shards, by the upper bits of the
// shingles, so that processors work in parallel and no unsorted list of all of them
// takes memory.
const (
	shardBits = 3
	shards    = 1 << shardBits
)

func shardOf(shingle uint64) int { return int(shingle >> (64 - shardBits)) }

// countShards adds the numbers of shingles of each shard to sizes.
func countShards(shingles []uint64, sizes *[shards]int) {
	for _, shingle := range shingles {
		if shingle != 0 {
			sizes[shardOf(shingle)]++
		}
	}
}

// inShards calls work for each shard, on all processors.
func inShards(work func(shard int)) {
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for shard := range shards {
		workers.Go(func() error {
			work(shard)
			return nil
		})
	}
	_ = workers.Wait() // none fails
}

// hashed is a value that is sorted by a shingle.
type hashed interface {
	comparable
	hash() uint64
}

// sortShard sorts the values of a shard by shingle, leaves equal ones in their order,
// and drops repetitions. Shingles are hashes, so putting them into nearly as many bins
// as there are of them, by the bits below those of the shard, does most of the work.
func sortShard[T hashed](list []T) []T {
	binBits := max(bits.Len(uint(len(list))), 2) - 2
	bin := func(x T) int { return int(x.hash() << shardBits >> 1 >> (63 - binBits)) }
	ends := make([]int32, 1<<binBits+1)
	for _, x := range list {
		ends[bin(x)+1]++
	}
	for i := range 1 << binBits {
		ends[i+1] += ends[i]
	}
	sorted := make([]T, len(list))
	for _, x := range list {
		b := bin(x)
		sorted[ends[b]] = x
		ends[b]++
	}
	start := int32(0)
	for _, end := range ends[:1<<binBits] {
		slices.SortStableFunc(sorted[start:end], func(a, b T) int { return cmp.Compare(a.hash(), b.hash()) })
		start = end
	}
	return slices.Compact(sorted)
}
