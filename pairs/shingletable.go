package pairs

import "math/bits"

// shingleTable numbers distinct shingles in the order in which they come. It is a
// hash table with open addressing and linear probing (Knuth 1973, section 6.4),
// of 12 bytes for each place.
type shingleTable struct {
	keys    []uint64 // 0 where a place is free: no shingle is 0
	numbers []int32
	size    int
}

// scatter is the golden ratio, by which keys are spread over the places (Knuth
// 1973).
const scatter = 0x9E3779B97F4A7C15

// place returns the place of a shingle, or the free one where it would be.
func (t *shingleTable) place(shingle uint64) int {
	shift := 64 - bits.TrailingZeros(uint(len(t.keys)))
	i := int(shingle * scatter >> shift)
	for t.keys[i] != shingle && t.keys[i] != 0 {
		i = (i + 1) & (len(t.keys) - 1)
	}
	return i
}

// find returns the number of a shingle, if it has one.
func (t *shingleTable) find(shingle uint64) (n int, ok bool) {
	if t.size == 0 {
		return 0, false
	}
	i := t.place(shingle)
	return int(t.numbers[i]), t.keys[i] != 0
}

// number returns the number of a shingle, and gives it one where it has none.
func (t *shingleTable) number(shingle uint64) (n int, added bool) {
	if 4*(t.size+1) > 3*len(t.keys) {
		t.grow()
	}
	i := t.place(shingle)
	if t.keys[i] == 0 {
		t.keys[i], t.numbers[i] = shingle, int32(t.size)
		t.size++
		added = true
	}
	return int(t.numbers[i]), added
}

func (t *shingleTable) grow() {
	keys, numbers := t.keys, t.numbers
	t.keys = make([]uint64, max(2*len(keys), 16))
	t.numbers = make([]int32, len(t.keys))
	for i, shingle := range keys {
		if shingle != 0 {
			place := t.place(shingle)
			t.keys[place], t.numbers[place] = shingle, numbers[i]
		}
	}
}
