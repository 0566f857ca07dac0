package pairs

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Work on all shingles of all programs is split into shards, which are worked on in parallel. The upper
// bits of a shingle select its shard. This saves the memory of an unsorted list of all shingles.
const (
	shardBits = 3
	shards    = 1 << shardBits
)

func shardOf(shingle uint64) int { return int(shingle >> (64 - shardBits)) }

// inShards calls newValue for each shingle of the lists that is not 0. On all processors, it calls work for each shard with the sorted values of the shard, including equal ones; work must not keep the values. compare
// orders values by shingle first. inShards changes the order of the lists.
//
// The bits below those of the shard select a bin for each value. Shingles are hashes, so a bin gets only two to
// four values on average. Such bins are sorted quickly.
func inShards[T any](lists [][]uint64, newValue func(list int, shingle uint64) T, compare func(a, b T) int,
	work func(shard int, sorted []T)) {
	starts := make([][shards + 1]int32, len(lists))                            // of each shard in each list
	_ = inChunks(context.Background(), len(lists), 100, func(start, end int) { // only ctx could fail
		var memory []uint64
		for i := start; i < end; i++ {
			starts[i], memory = groupByShard(lists[i], memory)
		}
	})
	var sizes [shards]int
	for i := range starts {
		for shard := range shards {
			sizes[shard] += int(starts[i][shard+1] - starts[i][shard])
		}
	}
	memories := sync.Pool{New: func() any { return new(make([]T, slices.Max(sizes[:]))) }} // a large part of all garbage otherwise
	inParallel(shards, func(shard int) {
		binBits := max(bits.Len(uint(sizes[shard])), 2) - 2
		each := func(do func(bin, list int, shingle uint64)) {
			for i, list := range lists {
				for _, shingle := range list[starts[i][shard]:starts[i][shard+1]] {
					if shingle != 0 {
						do(int(shingle<<shardBits>>1>>(63-binBits)), i, shingle)
					}
				}
			}
		}
		ends := make([]int32, 1<<binBits+1)
		each(func(bin, _ int, _ uint64) { ends[bin+1]++ })
		accumulate(ends)
		memory := memories.Get().(*[]T)
		defer memories.Put(memory)
		values := (*memory)[:ends[1<<binBits]]
		each(func(bin, list int, shingle uint64) {
			values[ends[bin]] = newValue(list, shingle)
			ends[bin]++
		})
		sortBins(values, ends[:1<<binBits], compare)
		work(shard, values)
	})
}

// groupByShard moves the shingles of each shard together, and returns where each shard starts. It takes and returns
// memory for further calls.
func groupByShard(list, memory []uint64) (starts [shards + 1]int32, _ []uint64) {
	for _, shingle := range list {
		starts[shardOf(shingle)+1]++
	}
	accumulate(starts[:])
	memory = append(memory[:0], list...)
	next := starts
	for _, shingle := range memory {
		place := &next[shardOf(shingle)]
		list[*place] = shingle
		*place++
	}
	return starts, memory
}

// accumulate replaces counts by running sums. If element i+1 counts what list i has, element i becomes the place where list i
// starts in an array of all lists.
func accumulate[T int | int32](counts []T) {
	for i := 1; i < len(counts); i++ {
		counts[i] += counts[i-1]
	}
}

// sortBins sorts each bin of values. The bins lie one after another in values; ends has the end of each.
func sortBins[T any](values []T, ends []int32, compare func(a, b T) int) {
	start := int32(0)
	for _, end := range ends {
		slices.SortFunc(values[start:end], compare)
		start = end
	}
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
