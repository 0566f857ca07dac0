package pairs

import (
	"cmp"
	"slices"
)

// tile covers two programs with the matcher's runs of minLength or more, by greedy string tiling (Wise
// 1993): the longest run first, of equally long runs the leftmost first. If longer tiles use tokens of
// a run, tile queues the free parts of the run by their own lengths. tile fails if no steps are
// left.
func (m *Matcher) tile(left, right freeList, minLength int) (tiles []Tile, ok bool) {
	m.waiting = m.waiting[:0]
	for _, r := range m.runs {
		m.waiting.add(r, minLength)
	}
	for length := len(m.waiting) - 1; length >= minLength; length-- {
		sameLength := m.waiting[length]
		slices.SortFunc(sameLength, func(a, b run) int { return cmp.Compare(a.place(), b.place()) })
		for _, r := range sameLength {
			if !m.steps.areLeft() {
				return nil, false
			}
			m.parts = freeParts(m.parts[:0], r, left, right, minLength, &m.steps)
			if len(m.parts) == 1 && m.parts[0] == r {
				left.use(r.left, r.length)
				right.use(r.right, r.length)
				tiles = append(tiles, r.asTile())
				continue
			}
			for _, part := range m.parts {
				m.waiting.add(part, minLength)
			}
		}
	}
	return tiles, true
}

// waitingRuns lists runs by their lengths.
type waitingRuns [][]run

// add adds a run, if it is long enough. Lists of a length use the memory of earlier pairs again.
func (w *waitingRuns) add(r run, minLength int) {
	if int(r.length) < minLength {
		return
	}
	for n := len(*w); n <= int(r.length); n++ {
		*w = slices.Grow(*w, 1)[:n+1]
		(*w)[n] = (*w)[n][:0]
	}
	(*w)[r.length] = append((*w)[r.length], r)
}

// freeParts appends the parts of a run, minLength or longer, that no tile uses on
// either side.
func freeParts(parts []run, r run, left, right freeList, minLength int, steps *stepCounter) []run {
	steps.count(runSteps)
	for n := int32(0); n < r.length; {
		skip := max(left.next(r.left+n)-r.left, right.next(r.right+n)-r.right)
		if skip > n {
			n = skip
			continue
		}
		start := n
		for n < r.length && left.isFree(r.left+n) && right.isFree(r.right+n) {
			n++
		}
		steps.count(1 + int(n-start)/tokensPerStep)
		if int(n-start) >= minLength {
			parts = append(parts, run{r.left + start, r.right + start, n - start})
		}
	}
	return parts
}

// freeList marks the places of a program that no tile uses. It finds the next free place
// from any place without walking over the used places: a used place points to a later
// place, with path compression (as in Tarjan's union-find, 1975).
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
