package pairs

import (
	"context"
	"math/bits"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// Work on all shingles of all programs is split into shards. The upper bits of a shingle select its
// shard. The processors work on shards in parallel, and no unsorted list of all shingles takes
// memory.
const (
	shardBits = 3
	shards    = 1 << shardBits
)

func shardOf(shingle uint64) int { return int(shingle >> (64 - shardBits)) }

// shingleValue is a value made of a shingle. Its order is by shingle first.
type shingleValue[T any] interface {
	comparable
	hash() uint64 // the shingle
	compare(other T) int
}

// inShards turns each shingle of the lists into a value by newValue. It calls work for each
// shard, on all processors, with the values of that shard, sorted. Equal values stay.
func inShards[T shingleValue[T]](lists [][]uint64, newValue func(list int, shingle uint64) T, work func(shard int, sorted []T)) {
	var sizes [shards]int
	for _, list := range lists {
		for _, shingle := range list {
			sizes[shardOf(shingle)]++
		}
	}
	inParallel(shards, func(shard int) {
		values := make([]T, 0, sizes[shard])
		for i, list := range lists {
			for _, shingle := range list {
				if shingle != 0 && shardOf(shingle) == shard {
					values = append(values, newValue(i, shingle))
				}
			}
		}
		work(shard, sortShard(values))
	})
}

// sortShard sorts the values of a shard. The next lower bits of a shingle
// select a bin for each value. Shingles are hashes, so a bin gets only a few values, two to four on
// average, and little is left to sort.
func sortShard[T shingleValue[T]](values []T) []T {
	binBits := max(bits.Len(uint(len(values))), 2) - 2
	bin := func(v T) int { return int(v.hash() << shardBits >> 1 >> (63 - binBits)) }
	return sortInBins(values, 1<<binBits, bin, T.compare)
}

// sortInBins sorts values: it distributes them among bins, then sorts each bin.
func sortInBins[T any](values []T, bins int, bin func(T) int, compare func(a, b T) int) []T {
	ends := make([]int32, bins+1)
	for _, v := range values {
		ends[bin(v)+1]++
	}
	for i := range bins {
		ends[i+1] += ends[i]
	}
	sorted := make([]T, len(values))
	for _, v := range values {
		b := bin(v)
		sorted[ends[b]] = v
		ends[b]++
	}
	start := int32(0)
	for _, end := range ends[:bins] {
		slices.SortFunc(sorted[start:end], compare)
		start = end
	}
	return sorted
}

// inParallel calls work for 0 to n-1, on all processors.
func inParallel(n int, work func(i int)) {
	_ = inChunks(context.Background(), n, 1, func(i, _ int) { work(i) }) // only ctx could fail
}

// inChunks splits the numbers from 0 to n-1 into chunks [start, end), and calls work for each
// chunk, on all processors. It returns early, with the context's error, when ctx ends.
func inChunks(ctx context.Context, n, chunk int, work func(start, end int)) error {
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for start := 0; start < n; start += chunk {
		workers.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			work(start, min(start+chunk, n))
			return nil
		})
	}
	return workers.Wait()
}
