package pairs

// freeList knows which places of a program no tile has used yet, and finds the
// next one from any place on without walking over the used ones: a used place
// points to one further on, and what was walked once is shortened (path
// compression, as in Tarjan's union-find, 1975).
type freeList []int32

func newFreeList(size int) freeList {
	f := make(freeList, size+1)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

func (f freeList) isFree(i int) bool { return f[i] == int32(i) }

// next returns the first free place from i on; len-1 stands for the end.
func (f freeList) next(i int) int {
	end := i
	for !f.isFree(end) {
		end = int(f[end])
	}
	for i != end {
		i, f[i] = int(f[i]), int32(end)
	}
	return end
}

// use takes length places from start on.
func (f freeList) use(start, length int) {
	for i := start; i < start+length; i++ {
		f[i] = int32(i + 1)
	}
}
