package pairs

import (
	"math/bits"
	"sort"

	"github.com/ojcheck/ojcheck/lexer"
)

// prefixHash hashes any run of a program in constant time, with a polynomial
// (Karp and Rabin 1987) modulo the prime 2^61-1. Two runs of one hash are
// taken to be equal: by chance that fails once in about 2^60 comparisons.
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
