package check

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// Frequencies holds, for each frequent shingle of a pool, the number of participants who have the shingle.
type Frequencies struct {
	shingles []uint64 // the upper storedBits of each shingle, ascending
	counts   []int32  // for each shingle: the number of participants
}

// storedBits is the number of stored bits of a shingle. Among a million shingles, a rare shingle
// is taken for a frequent one with a probability of one in 280 million. Such an error matters
// only if all other shingles of the match are frequent.
const storedBits = 48

func truncate(shingle uint64) uint64 { return shingle >> (64 - storedBits) }

// minStoredCount returns the smallest number of participants that is stored. A smaller
// number says nothing, because it may count only the participants of the pair itself: two,
// or one in a pair with an earlier contest, whose participants are not counted.
func minStoredCount(p contest.Parameters) int {
	if len(p.Against) > 0 {
		return 2
	}
	return 3
}

// encodeFrequencies encodes frequencies, sorted by shingle, for [DecodeFrequencies]:
// the number of shingles, then for each shingle the difference to the previous shingle and the
// number of participants, all as varints. Of shingles with equal upper bits, it encodes only
// the rarest.
func encodeFrequencies(list []pairs.Frequency) []byte {
	var f Frequencies
	for _, frequency := range list {
		shingle, n := truncate(frequency.Shingle), frequency.Participants
		if last := len(f.shingles) - 1; last >= 0 && f.shingles[last] == shingle {
			f.counts[last] = min(f.counts[last], n)
			continue
		}
		f.shingles, f.counts = append(f.shingles, shingle), append(f.counts, n)
	}
	out := binary.AppendUvarint(nil, uint64(len(f.shingles)))
	previous := uint64(0)
	for i, shingle := range f.shingles {
		out = binary.AppendUvarint(out, shingle-previous)
		out = binary.AppendUvarint(out, uint64(f.counts[i]))
		previous = shingle
	}
	return slices.Clip(out)
}

var errFrequencies = errors.New("stored shingle frequencies are damaged: check the contest again")

// DecodeFrequencies decodes the frequencies that Run.SaveFrequencies stored.
func DecodeFrequencies(encoded []byte) (*Frequencies, error) {
	next := func() (uint64, bool) {
		number, n := binary.Uvarint(encoded)
		if n <= 0 {
			return 0, false
		}
		encoded = encoded[n:]
		return number, true
	}
	size, ok := next()
	if !ok || size > uint64(len(encoded))/2 { // each shingle takes two bytes or more
		return nil, errFrequencies
	}
	f := &Frequencies{make([]uint64, size), make([]int32, size)}
	shingle := uint64(0)
	for i := range f.shingles {
		step, ok := next()
		if !ok || i > 0 && step == 0 || step >= 1<<storedBits-shingle {
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

// Count returns how many participants have a shingle. The result is 0 for a shingle that only the participants of a pair
// may have.
func (f *Frequencies) Count(shingle uint64) int {
	i, ok := slices.BinarySearch(f.shingles, truncate(shingle))
	if !ok {
		return 0
	}
	return int(f.counts[i])
}

// RarestCount returns how many participants have the rarest shingle of a match. shingles are
// the left program's, each of length tokens. ok is false if the match holds no shingle.
func (f *Frequencies) RarestCount(m pairs.Match, shingles []uint64, length int) (participants int, ok bool) {
	for _, t := range m.Tiles {
		for i := t.Left; i+length <= t.Left+t.Length; i++ {
			if n := f.Count(shingles[i]); !ok || n < participants {
				participants, ok = n, true
			}
		}
	}
	return participants, ok
}

// Size estimates the memory of the frequencies in bytes.
func (f *Frequencies) Size() int { return 12 * len(f.shingles) }
