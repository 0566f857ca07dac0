package check

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// frequencies tells how many participants of a pool have a shingle.
type frequencies struct {
	shingles []uint64 // the upper keptBits of each, ascending
	counts   []int32  // of participants, for each
}

// keptBits is how many bits of a shingle are kept. That a rare one is taken for
// one of a million others has a probability of one in 280 million, and changes
// nothing unless all others of a match are common too.
const keptBits = 48

func kept(shingle uint64) uint64 { return shingle >> (64 - keptBits) }

// toldFrom returns the number of participants from which on it is kept how many
// have a shingle. Fewer are the two of a pair themselves, or the left one alone,
// where the right one is of an earlier contest.
func toldFrom(p contest.Parameters) int {
	if len(p.Against) > 0 {
		return 2
	}
	return 3
}

// encodeFrequencies writes frequencies, sorted by shingle, as bytes, from which
// decodeFrequencies makes them again: their number, and for each what is to be
// added to the one before, and the number of participants, all as varints. Of
// shingles that are the same in their upper bits it keeps the rarest.
func encodeFrequencies(list []pairs.Frequency) []byte {
	var f frequencies
	for _, one := range list {
		shingle, n := kept(one.Shingle), one.Participants
		if last := len(f.shingles) - 1; last >= 0 && f.shingles[last] == shingle {
			f.counts[last] = min(f.counts[last], n)
			continue
		}
		f.shingles, f.counts = append(f.shingles, shingle), append(f.counts, n)
	}
	out := binary.AppendUvarint(nil, uint64(len(f.shingles)))
	before := uint64(0)
	for i, shingle := range f.shingles {
		out = binary.AppendUvarint(out, shingle-before)
		out = binary.AppendUvarint(out, uint64(f.counts[i]))
		before = shingle
	}
	return slices.Clip(out)
}

// errFrequencies is returned for bytes that encodeFrequencies has not made.
var errFrequencies = errors.New("kept shingle frequencies are damaged")

func decodeFrequencies(encoded []byte) (*frequencies, error) {
	next := func() (uint64, bool) {
		number, n := binary.Uvarint(encoded)
		if n <= 0 {
			return 0, false
		}
		encoded = encoded[n:]
		return number, true
	}
	size, ok := next()
	if !ok || size > uint64(len(encoded))/2 { // each is two bytes or more
		return nil, errFrequencies
	}
	f := &frequencies{make([]uint64, size), make([]int32, size)}
	shingle := uint64(0)
	for i := range f.shingles {
		step, ok := next()
		if !ok || i > 0 && step == 0 || step >= 1<<keptBits-shingle {
			return nil, errFrequencies
		}
		count, ok := next()
		if !ok || count == 0 || count > 1<<31-1 {
			return nil, errFrequencies
		}
		shingle += step
		f.shingles[i], f.counts[i] = shingle, int32(count)
	}
	if len(encoded) > 0 {
		return nil, errFrequencies
	}
	return f, nil
}

// of returns how many participants have a shingle; 0 where they are fewer than
// are told.
func (f *frequencies) of(shingle uint64) int {
	i, ok := slices.BinarySearch(f.shingles, kept(shingle))
	if !ok {
		return 0
	}
	return int(f.counts[i])
}
