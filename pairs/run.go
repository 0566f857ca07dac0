package pairs

import (
	"math/bits"
	"sort"

	"github.com/ojcheck/ojcheck/lexer"
)

// run is a common run of two programs, or a part of one: length tokens from
// each of two places.
type run struct{ left, right, length int32 }

// place orders runs by their places on the left, then on the right.
func (r run) place() int64 { return int64(r.left)<<32 | int64(r.right) }

func (r run) asTile() Tile { return Tile{int(r.left), int(r.right), int(r.length)} }

// maxRuns bounds the common runs of a pair: some tenths of a second.
const maxRuns = 2 << 20

// commonRuns lists the maximal common runs of the matcher's program and another one
// in m.runs: those of seed length or more, or of a greater length where there are more
// than maxRuns. It returns the least length.
func (m *Matcher) commonRuns(right []lexer.Symbol) (shortest int) {
	other := &otherProgram{symbols: right}
	if m.runsOf(m.seeds, other) {
		return m.seeds.length
	}
	for length := m.minLength; ; length *= 2 {
		if m.runsOf(newWindowIndex(m.program, length), other) {
			return length
		}
	}
}

// otherProgram is the program on the other side of a match.
type otherProgram struct {
	symbols []lexer.Symbol
	hash    *prefixHash // made when it is first needed
}

// runsOf lists the runs of at least the length of the index's windows. It returns
// false where there are more than maxRuns.
func (m *Matcher) runsOf(index *windowIndex, other *otherProgram) (ok bool) {
	m.runs = m.runs[:0]
	right := other.symbols
	for j, hash := range windows(right, index.length) {
		behind := symbolBefore(right, j)
		for g := index.heads[index.slot(hash)]; g != none; g = index.groups[g].other {
			group := &index.groups[g]
			if group.hash != hash || group.before == behind && behind != lexer.Barrier {
				continue // another window, or runs that began earlier
			}
			for i := group.first; i != none; i = index.next[i] {
				if len(m.runs) == maxRuns {
					return false
				}
				if length := m.commonLength(int(i), other, j); length >= index.length {
					m.runs = append(m.runs, run{i, int32(j), int32(length)})
				}
			}
		}
	}
	return true
}

// longRun is the length from which comparing hashes is cheaper than comparing symbols.
const longRun = 100

// commonLength returns how many symbols are equal from place i of the
// matcher's program and place j of the other on, up to the first barrier.
func (m *Matcher) commonLength(i int, other *otherProgram, j int) int {
	left, right := m.program[i:], other.symbols[j:]
	most := min(len(left), len(right))
	for n := range min(most, longRun) {
		if left[n] != right[n] || left[n] == lexer.Barrier {
			return n
		}
	}
	if most <= longRun {
		return most
	}
	if m.hash == nil {
		m.hash = newPrefixHash(m.program)
	}
	if other.hash == nil {
		other.hash = newPrefixHash(other.symbols)
	}
	return longRun + commonLength(m.hash, i+longRun, other.hash, j+longRun)
}

// prefixHash hashes any run of a program in constant time, with a polynomial
// (Karp and Rabin 1987) modulo the prime 2^61-1. Two runs of one hash are
// taken to be equal, which fails by chance once in about 2^60 comparisons.
type prefixHash struct {
	hashes   []uint64 // element i is the hash of the first i symbols
	powers   []uint64 // of the base
	barriers []int32  // element i counts the barriers among the first i symbols
}

const (
	hashPrime = 1<<61 - 1
	hashBase  = 0x1E3779B97F4A7C15 % hashPrime // the golden ratio, cut to 61 bits
)

func newPrefixHash(symbols []lexer.Symbol) *prefixHash {
	h := &prefixHash{
		hashes:   make([]uint64, len(symbols)+1),
		powers:   make([]uint64, len(symbols)+1),
		barriers: make([]int32, len(symbols)+1),
	}
	h.powers[0] = 1
	for i, s := range symbols {
		h.hashes[i+1] = (mulPrime(h.hashes[i], hashBase) + uint64(s) + 1) % hashPrime
		h.powers[i+1] = mulPrime(h.powers[i], hashBase)
		h.barriers[i+1] = h.barriers[i]
		if s == lexer.Barrier {
			h.barriers[i+1]++
		}
	}
	return h
}

// of returns the hash of the n symbols from start on.
func (h *prefixHash) of(start, n int) uint64 {
	return (h.hashes[start+n] + hashPrime - mulPrime(h.hashes[start], h.powers[n])) % hashPrime
}

// barrierIn reports whether a barrier is among the n symbols from start on.
func (h *prefixHash) barrierIn(start, n int) bool {
	return h.barriers[start+n] != h.barriers[start]
}

// commonLength returns how many symbols are equal from place i of the one and
// place j of the other on, up to the first barrier.
func commonLength(left *prefixHash, i int, right *prefixHash, j int) int {
	most := min(len(left.hashes)-1-i, len(right.hashes)-1-j)
	return sort.Search(most, func(n int) bool {
		n++
		return left.barrierIn(i, n) || left.of(i, n) != right.of(j, n)
	})
}

// mulPrime multiplies modulo hashPrime.
func mulPrime(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	sum := (low & hashPrime) + (low>>61 | high<<3)
	if sum >= hashPrime {
		sum -= hashPrime
	}
	return sum
}
