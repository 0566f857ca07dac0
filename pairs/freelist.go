package pairs

import "slices"

// freeList knows which places of a program no tile has used yet, and finds the
// next one from any place on without walking over the used ones: a used place
// points to one further on, and what was walked once is shortened (path
// compression, as in Tarjan's union-find, 1975).
type freeList []int32

// reset returns a list for a program of so many tokens with every place free,
// in the same memory where that is large enough.
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

// use takes length places from start on.
func (f freeList) use(start, length int32) {
	for i := start; i < start+length; i++ {
		f[i] = i + 1
	}
}
