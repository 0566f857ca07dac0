package pairs

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
)

// windowIndex finds the places of all windows of a program. A window is a fixed number of
// consecutive symbols. The index is a hash table in three arrays. Different windows may have the
// same hash; the caller compares them.
type windowIndex struct {
	length int     // of the windows, in symbols
	heads  []int32 // for each slot: the first group of the slot
	groups []windowGroup
	next   []int32 // for each place: the next place of its group
}

// windowGroup lists the places where the same window follows the same symbol. In a program that
// repeats itself, most places are in one group, and a search can skip them together.
type windowGroup struct {
	hash        uint64
	before      lexer.Symbol
	first, last int32
	nextGroup   int32 // of the slot
}

// none ends a list or a chain.
const none = -1

// reset indexes a program, in the memory of the index.
func (x *windowIndex) reset(symbols []lexer.Symbol, length int) {
	count := max(0, len(symbols)-length+1)
	x.length = length
	slots := 2 << bits.Len(uint(count))
	x.heads = slices.Grow(x.heads[:0], slots)[:slots]
	x.groups = slices.Grow(x.groups[:0], count)
	x.next = slices.Grow(x.next[:0], count)[:count]
	for i := range x.heads {
		x.heads[i] = none
	}
	for i, hash := range windows(symbols, length) {
		x.next[i] = none
		x.add(int32(i), hash, symbolBefore(symbols, i))
	}
}

// add adds a window. Windows must be added in the order of their places.
func (x *windowIndex) add(place int32, hash uint64, before lexer.Symbol) {
	head := &x.heads[x.slot(hash)]
	for g := *head; g != none; g = x.groups[g].nextGroup {
		if group := &x.groups[g]; group.hash == hash && group.before == before {
			x.next[group.last] = place
			group.last = place
			return
		}
	}
	x.groups = append(x.groups, windowGroup{hash, before, place, place, *head})
	*head = int32(len(x.groups) - 1)
}

// slot returns the index of heads for a hash.
func (x *windowIndex) slot(hash uint64) uint64 {
	return hash & uint64(len(x.heads)-1)
}

// windows yields the place and hash of each window without a barrier. The hash is a rolling hash
// (Karp and Rabin 1987) modulo 2^64.
func windows(symbols []lexer.Symbol, length int) iter.Seq2[int, uint64] {
	return func(yield func(int, uint64) bool) {
		const base = 0x9E3779B97F4A7C15 // odd, and 2^64 divided by the golden ratio
		leading := uint64(1)            // base to the power of length-1
		for range length - 1 {
			leading *= base
		}
		hash, sinceBarrier := uint64(0), 0
		for i, s := range symbols {
			if s == lexer.Barrier {
				hash, sinceBarrier = 0, 0
				continue
			}
			if sinceBarrier >= length {
				hash -= leading * uint64(symbols[i-length])
			}
			hash = hash*base + uint64(s)
			sinceBarrier++
			if sinceBarrier >= length && !yield(i-length+1, hash) {
				return
			}
		}
	}
}

// symbolBefore returns the symbol before place i, or a barrier if i is the start.
func symbolBefore(symbols []lexer.Symbol, i int) lexer.Symbol {
	if i == 0 {
		return lexer.Barrier
	}
	return symbols[i-1]
}
