package pairs

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/ojcheck/ojcheck/lexer"
)

// run is a run of equal tokens in two programs, or a part of such a run: length tokens, from the
// places left and right on.
type run struct{ left, right, length int32 }

// place orders runs by their places on the left, then on the right.
func (r run) place() int64 { return int64(r.left)<<32 | int64(r.right) }

func (r run) asTile() Tile { return Tile{int(r.left), int(r.right), int(r.length)} }

// maxRuns bounds the common runs of a pair, and so the memory for them.
const maxRuns = 2 << 20

// findRuns lists the maximal common runs of both programs in m.runs, and returns the least length
// listed: the length of the seeds, or m.minLength if too many runs have the length of the seeds. It
// fails if too many runs have m.minLength, or if too few steps are left to list those.
func (m *Matcher) findRuns() (shortest int, ok bool) {
	if m.listRuns(&m.seeds) {
		return m.seeds.length, true
	}
	if m.seeds.length == m.minLength || m.steps.left < len(m.left.symbols) {
		return 0, false
	}
	var index windowIndex
	index.reset(m.left.symbols, m.minLength)
	return m.minLength, m.listRuns(&index)
}

// listRuns lists the runs that are at least as long as the windows of the index. It fails
// if there are more than maxRuns runs, or if listing them takes more than half of the steps left.
func (m *Matcher) listRuns(index *windowIndex) (ok bool) {
	m.runs = m.runs[:0]
	half := m.steps.left / 2
	steps := stepCounter{half}
	defer func() { m.steps.count(half - steps.left) }()
	for j, hash := range windows(m.right.symbols, index.length) {
		before := symbolBefore(m.right.symbols, j)
		for g := index.heads[index.slot(hash)]; g != none; g = index.groups[g].nextGroup {
			group := &index.groups[g]
			steps.count(1)
			if group.hash != hash || group.before == before && before != lexer.Barrier {
				continue // another window, or runs that began earlier
			}
			for i := group.first; i != none; i = index.next[i] {
				length := m.commonLength(int(i), j)
				steps.count(runSteps + min(length, longRun)/tokensPerStep)
				if length >= longRun {
					steps.count(hashSteps)
				}
				if length < index.length {
					continue
				}
				if len(m.runs) == maxRuns || !steps.areLeft() {
					return false
				}
				if n := len(m.runs); n == cap(m.runs) { // append grows by a quarter, and copies millions of runs often
					m.runs = slices.Grow(m.runs, min(max(3*n, 64), maxRuns-n))
				}
				m.runs = append(m.runs, run{i, int32(j), int32(length)})
			}
		}
	}
	return true
}

// longRun is the length from which comparing hashes is cheaper than comparing symbols.
const longRun = 100

// commonLength returns how many symbols are equal from place i on the left and place j
// on the right, up to the first barrier.
func (m *Matcher) commonLength(i, j int) int {
	left, right := m.left.symbols[i:], m.right.symbols[j:]
	most := min(len(left), len(right))
	for n := range min(most, longRun) {
		if left[n] != right[n] || left[n] == lexer.Barrier {
			return n
		}
	}
	if most <= longRun {
		return most
	}
	if m.left.hash.isEmpty() {
		m.left.hash.reset(m.left.symbols, 1<<40)
	}
	if m.right.hash.isEmpty() {
		m.right.hash.reset(m.right.symbols, 1<<41)
	}
	return longRun + sort.Search(most-longRun, func(n int) bool {
		n += longRun + 1
		return m.left.hash.hashOf(i, n) != m.right.hash.hashOf(j, n)
	})
}

// prefixHash hashes any run of a program in constant time, with a polynomial (Karp and Rabin 1987)
// modulo the prime 2^61-1. Two runs with the same hash count as equal. By chance, this is wrong
// approximately once in 2^60 comparisons.
type prefixHash struct {
	hashes []uint64 // element i is the hash of the first i symbols
	powers []uint64 // of the base; those of the longest program so far
}

const (
	hashPrime = 1<<61 - 1
	hashBase  = 0x1E3779B97F4A7C15 // the golden ratio, cut to 61 bits
)

// reset hashes a program. It hashes barriers as the given number, which is no
// symbol and differs between the two sides, so that no barrier equals anything.
func (h *prefixHash) reset(symbols []lexer.Symbol, barrier uint64) {
	hash := uint64(0)
	h.hashes = append(slices.Grow(h.hashes[:0], len(symbols)+1), hash)
	for _, s := range symbols {
		value := uint64(s)
		if s == lexer.Barrier {
			value = barrier
		}
		hash = (mulPrime(hash, hashBase) + value) % hashPrime
		h.hashes = append(h.hashes, hash)
	}
	if len(h.powers) == 0 {
		h.powers = append(h.powers, 1)
	}
	h.powers = slices.Grow(h.powers, max(0, len(h.hashes)-len(h.powers)))
	for n := len(h.powers); n < len(h.hashes); n++ {
		h.powers = append(h.powers, mulPrime(h.powers[n-1], hashBase))
	}
}

func (h *prefixHash) isEmpty() bool { return len(h.hashes) == 0 }

// hashOf returns the hash of the n symbols from start on.
func (h *prefixHash) hashOf(start, n int) uint64 {
	return (h.hashes[start+n] + hashPrime - mulPrime(h.hashes[start], h.powers[n])) % hashPrime
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
