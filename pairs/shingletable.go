package pairs

import "math/bits"

// shingleTable numbers distinct shingles in the order in which they come. It is a
// hash table with open addressing and linear probing (Knuth 1973, section 6.4).
type shingleTable struct {
	shingles []uint64 // by number
	slots    []int32  // a number and 1, or 0 where a slot is free
}

// scatter is the golden ratio, by which shingles are spread over the slots (Knuth
// 1973).
const scatter = 0x9E3779B97F4A7C15

// slot returns the slot of a shingle, or the free one where it would be.
func (t *shingleTable) slot(shingle uint64) int {
	shift := 64 - bits.TrailingZeros(uint(len(t.slots)))
	i := int(shingle * scatter >> shift)
	for t.slots[i] != 0 && t.shingles[t.slots[i]-1] != shingle {
		i = (i + 1) & (len(t.slots) - 1)
	}
	return i
}

// find returns the number of a shingle, if it has one.
func (t *shingleTable) find(shingle uint64) (n int, ok bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	n = int(t.slots[t.slot(shingle)]) - 1
	return n, n >= 0
}

// number returns the number of a shingle, and gives it one where it has none.
func (t *shingleTable) number(shingle uint64) (n int, added bool) {
	if 2*(len(t.shingles)+1) > len(t.slots) {
		t.grow()
	}
	slot := &t.slots[t.slot(shingle)]
	if *slot == 0 {
		t.shingles = append(t.shingles, shingle)
		*slot = int32(len(t.shingles))
		added = true
	}
	return int(*slot) - 1, added
}

func (t *shingleTable) grow() {
	t.slots = make([]int32, max(2*len(t.slots), 16))
	for n, shingle := range t.shingles {
		t.slots[t.slot(shingle)] = int32(n + 1)
	}
}
