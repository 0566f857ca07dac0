package pairs

import (
	"context"
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

// hashed is a value with a shingle, which compare orders by first.
type hashed[T any] interface {
	comparable
	hash() uint64
	compare(other T) int
}

// inShards calls work for each shard, on all processors, with the values that newValue
// makes of the shard's shingles in lists: sorted, without duplicates.
func inShards[T hashed[T]](lists [][]uint64, newValue func(list int, shingle uint64) T, work func(shard int, sorted []T)) {
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

// sortShard sorts the values of a shard, and drops duplicates. Shingles are hashes, so
// distributing them among nearly as many bins as there are values, by the bits below
// those of the shard, does most of the work.
func sortShard[T hashed[T]](values []T) []T {
	binBits := max(bits.Len(uint(len(values))), 2) - 2
	bin := func(v T) int { return int(v.hash() << shardBits >> 1 >> (63 - binBits)) }
	return slices.Compact(sortInBins(values, 1<<binBits, bin, T.compare))
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

// inChunks splits the numbers from 0 to n-1 into chunks, and calls work for each chunk, from
// start up to, not including, end, on all processors. It returns early, with the context's
// error, when ctx ends.
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
