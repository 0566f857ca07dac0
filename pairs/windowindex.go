package pairs

import (
	"iter"
	"math/bits"

	"github.com/ojcheck/ojcheck/lexer"
)

// windowIndex finds the places in a program where a window of so many symbols
// stands. It is a hash table in three arrays, made for each comparison anew.
type windowIndex struct {
	heads  []int32 // for each slot: its first group
	groups []windowGroup
	next   []int32 // for each place: the next one of its group
}

// windowGroup is the places of one window that follow the same symbol. Where a
// program repeats itself, most places do, and can be passed over together.
type windowGroup struct {
	hash        uint64
	before      lexer.Symbol
	first, last int32
	other       int32 // the next group of the slot
}

// none ends a chain.
const none = -1

func newWindowIndex(symbols []lexer.Symbol, hash *prefixHash, k int) *windowIndex {
	windows := max(0, len(symbols)-k+1)
	index := &windowIndex{
		heads:  make([]int32, 1<<bits.Len(uint(windows))),
		groups: make([]windowGroup, 0, windows),
		next:   make([]int32, windows),
	}
	for i := range index.heads {
		index.heads[i] = none
	}
	for j := range windows {
		index.next[j] = none
		if !hash.barrierIn(j, k) {
			index.add(int32(j), hash.of(j, k), before(symbols, j))
		}
	}
	return index
}

// add notes a window at place j, behind all noted before.
func (x *windowIndex) add(j int32, hash uint64, before lexer.Symbol) {
	head := x.head(hash)
	for g := *head; g != none; g = x.groups[g].other {
		if group := &x.groups[g]; group.hash == hash && group.before == before {
			x.next[group.last] = j
			group.last = j
			return
		}
	}
	x.groups = append(x.groups, windowGroup{hash, before, j, j, *head})
	*head = int32(len(x.groups) - 1)
}

// groupsOf returns the groups of a window.
func (x *windowIndex) groupsOf(hash uint64) iter.Seq[*windowGroup] {
	return func(yield func(*windowGroup) bool) {
		for g := *x.head(hash); g != none; g = x.groups[g].other {
			if group := &x.groups[g]; group.hash == hash && !yield(group) {
				return
			}
		}
	}
}

// head returns the slot of a hash.
func (x *windowIndex) head(hash uint64) *int32 {
	return &x.heads[hash&uint64(len(x.heads)-1)]
}

// before returns the symbol before place i; a barrier at the start.
func before(symbols []lexer.Symbol, i int) lexer.Symbol {
	if i == 0 {
		return lexer.Barrier
	}
	return symbols[i-1]
}
