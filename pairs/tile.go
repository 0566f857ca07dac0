package pairs

import "slices"

// firstBand is the shortest run of the first band, in tokens; each further band
// begins at half of it.
const firstBand = 128

// unbandedRuns is the number of runs up to which there is one band.
const unbandedRuns = 1 << 12

// tile covers two programs with runs of minLength or more, from the longest
// down: greedy string tiling (Wise 1993). Parts of a run that earlier tiles leave
// free go back into the queue.
//
// Runs are queued in bands of lengths. In programs that repeat themselves most runs
// of a later band are used up before it comes, and are never sorted; the others come
// in the same order as in one queue.
func tile(runs []run, left, right freeList, minLength int) []Tile {
	band := firstBand
	if len(runs) <= unbandedRuns {
		band = minLength
	}
	var queue runQueue
	var tiles []Tile
	var free, waiting []run
	wait := func(r run) {
		switch {
		case int(r.length) >= band:
			queue = append(queue, r)
		case int(r.length) >= minLength:
			waiting = append(waiting, r)
		}
	}
	band = max(band, minLength)
	for _, r := range runs {
		wait(r)
	}
	for {
		queue.order()
		for len(queue) > 0 {
			r := queue.pop()
			free = freeParts(free[:0], r, left, right, minLength)
			if len(free) == 1 && free[0] == r {
				left.use(r.left, r.length)
				right.use(r.right, r.length)
				tiles = append(tiles, Tile{int(r.left), int(r.right), int(r.length)})
				continue
			}
			for _, part := range free {
				if int(part.length) >= band {
					queue.push(part)
				} else {
					waiting = append(waiting, part)
				}
			}
		}
		if band == minLength {
			return tiles
		}
		band = max(band/2, minLength)
		before := waiting
		waiting = nil
		for _, r := range before {
			free = freeParts(free[:0], r, left, right, minLength)
			for _, part := range free {
				wait(part)
			}
		}
	}
}

// freeParts appends the parts of a run, minLength or longer, that no tile uses
// on either side.
func freeParts(parts []run, r run, left, right freeList, minLength int) []run {
	for n := int32(0); n < r.length; {
		// The next place that is free on both sides.
		skip := max(left.next(r.left+n)-r.left, right.next(r.right+n)-r.right)
		if skip > n {
			n = skip
			continue
		}
		start := n
		for n < r.length && left.isFree(r.left+n) && right.isFree(r.right+n) {
			n++
		}
		if int(n-start) >= minLength {
			parts = append(parts, run{r.left + start, r.right + start, n - start})
		}
	}
	return parts
}

// runQueue is a binary heap with the longest run first, then the leftmost.
type runQueue []run

// isBefore reports whether a comes before b.
func (a run) isBefore(b run) bool {
	if a.length != b.length {
		return a.length > b.length
	}
	if a.left != b.left {
		return a.left < b.left
	}
	return a.right < b.right
}

func (q runQueue) order() {
	for i := len(q)/2 - 1; i >= 0; i-- {
		q.down(i)
	}
}

func (q *runQueue) push(r run) {
	*q = append(*q, r)
	h := *q
	for i := len(h) - 1; i > 0 && h[i].isBefore(h[(i-1)/2]); i = (i - 1) / 2 {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
	}
}

func (q *runQueue) pop() run {
	h := *q
	top := h[0]
	last := len(h) - 1
	h[0] = h[last]
	*q = slices.Delete(h, last, last+1)
	q.down(0)
	return top
}

func (q runQueue) down(i int) {
	for {
		best := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(q); child++ {
			if q[child].isBefore(q[best]) {
				best = child
			}
		}
		if best == i {
			return
		}
		q[i], q[best] = q[best], q[i]
		i = best
	}
}

// freeList marks the places of a program that no tile uses, and finds the next one
// from any place without walking over the used ones: a used place points to a later
// one, with path compression (as in Tarjan's union-find, 1975).
type freeList []int32

// reset returns a list of size free places, in the same memory if it is large enough.
func (f freeList) reset(size int) freeList {
	f = slices.Grow(f[:0], size+1)[:size+1]
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

func (f freeList) isFree(i int32) bool { return f[i] == i }

// next returns the first free place from i on; len-1 stands for the end.
func (f freeList) next(i int32) int32 {
	end := i
	for !f.isFree(end) {
		end = f[end]
	}
	for i != end {
		i, f[i] = f[i], end
	}
	return end
}

// use marks length places from start on as used.
func (f freeList) use(start, length int32) {
	for i := start; i < start+length; i++ {
		f[i] = i + 1
	}
}
