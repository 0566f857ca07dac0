package pairs

import "sync"

// seen marks programs that one search has come upon. Starting the next search
// costs nothing.
type seen struct {
	epoch uint32
	marks []uint32
}

func (s *seen) next() { s.epoch++ }

// first reports whether the search has come upon i for the first time.
func (s *seen) first(i int) bool {
	if s.marks[i] == s.epoch {
		return false
	}
	s.marks[i] = s.epoch
	return true
}

// seenPool hands out marks to workers.
type seenPool struct{ pool sync.Pool }

func newSeenPool(size int) *seenPool {
	return &seenPool{sync.Pool{New: func() any { return &seen{marks: make([]uint32, size)} }}}
}

func (p *seenPool) get() *seen  { return p.pool.Get().(*seen) }
func (p *seenPool) put(s *seen) { p.pool.Put(s) }
