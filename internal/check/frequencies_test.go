package check

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/pairs"
)

// Decoded frequencies have the number of participants of each shingle, and 0 for others.
func TestFrequencies(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var list []pairs.Frequency
	for range 5000 {
		list = append(list, pairs.Frequency{Shingle: random.Uint64(), Participants: 3 + random.Int32N(1000)})
	}
	list = append(list, pairs.Frequency{Shingle: 1, Participants: 4}, pairs.Frequency{Shingle: 1<<64 - 1, Participants: 1<<31 - 1})
	slices.SortFunc(list, func(a, b pairs.Frequency) int {
		return bytes.Compare(binary.BigEndian.AppendUint64(nil, a.Shingle), binary.BigEndian.AppendUint64(nil, b.Shingle))
	})
	f, err := DecodeFrequencies(encodeFrequencies(list))
	must(t, err)
	for _, one := range list {
		if got := f.Count(one.Shingle); got != int(one.Participants) {
			t.Errorf("shingle %#x: %d participants, want %d", one.Shingle, got, one.Participants)
		}
	}
	for range 1000 {
		if shingle := random.Uint64(); f.Count(shingle) != 0 {
			t.Errorf("%#x, which is not in the list, has %d participants, want 0", shingle, f.Count(shingle))
		}
	}
}

// If two shingles have equal stored bits, the smaller number counts, so that no match seems more
// common than it is.
func TestFrequenciesWithEqualBits(t *testing.T) {
	t.Parallel()
	f, err := DecodeFrequencies(encodeFrequencies([]pairs.Frequency{{Shingle: 5 << 16, Participants: 9}, {Shingle: 5<<16 + 1, Participants: 4}, {Shingle: 5<<16 + 2, Participants: 7}}))
	must(t, err)
	wantEqual(t, "counts", []int32{4}, f.counts)
}

// Frequencies that are cut off or inconsistent are refused.
func TestDamagedFrequencies(t *testing.T) {
	t.Parallel()
	whole := encodeFrequencies([]pairs.Frequency{{Shingle: 1 << 40, Participants: 300}, {Shingle: 1 << 60, Participants: 3}})
	for n := range whole {
		if _, err := DecodeFrequencies(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are decoded, want an error", n, len(whole))
		}
	}
	for name, encoded := range map[string][]byte{
		"trailing bytes":               append(slices.Clone(whole), 0),
		"a repeated shingle":           {2, 5, 3, 0, 3},
		"a shingle of no participant":  {1, 5, 0},
		"a shingle with too many bits": append(binary.AppendUvarint([]byte{1}, 1<<storedBits), 3),
		"a number with too many bytes": bytes.Repeat([]byte{0xff}, 20),
	} {
		if _, err := DecodeFrequencies(encoded); err == nil {
			t.Errorf("%s: decoded, want an error", name)
		}
	}
}

// FuzzFrequencies checks that decoded frequencies stay the same if they are encoded and decoded
// again.
func FuzzFrequencies(f *testing.F) {
	f.Add(encodeFrequencies(nil))
	f.Add(encodeFrequencies([]pairs.Frequency{{Shingle: 1 << 40, Participants: 300}, {Shingle: 1 << 60, Participants: 3}}))
	f.Fuzz(func(t *testing.T, encoded []byte) {
		decoded, err := DecodeFrequencies(encoded)
		if err != nil {
			return
		}
		var list []pairs.Frequency
		for i, shingle := range decoded.shingles {
			list = append(list, pairs.Frequency{Shingle: shingle << (64 - storedBits), Participants: decoded.counts[i]})
		}
		reencoded, err := DecodeFrequencies(encodeFrequencies(list))
		must(t, err)
		if diff := cmp.Diff(decoded, reencoded, cmp.AllowUnexported(Frequencies{})); diff != "" {
			t.Errorf("encoded and decoded again (-first +second):\n%s", diff)
		}
	})
}

// The number of a match is that of its rarest shingle. A match without a whole shingle has none.
func TestRarest(t *testing.T) {
	t.Parallel()
	shingles := []uint64{1 << 60, 2 << 60, 3 << 60, 4 << 60, 5 << 60, 0, 0}
	f := &Frequencies{shingles: []uint64{truncate(1 << 60), truncate(2 << 60), truncate(4 << 60)}, counts: []int32{9, 7, 8}}
	tests := []struct {
		name  string
		tiles []pairs.Tile // shingles are of 3 tokens
		want  int
		ok    bool
	}{
		{"one shingle", []pairs.Tile{{Left: 0, Length: 3}}, 9, true},
		{"the rarest of two", []pairs.Tile{{Left: 0, Length: 4}}, 7, true},
		{"with a shingle that is not listed", []pairs.Tile{{Left: 0, Length: 5}}, 0, true},
		{"in two tiles", []pairs.Tile{{Left: 0, Length: 3}, {Left: 3, Length: 3}}, 8, true},
		{"one tile too short for a shingle", []pairs.Tile{{Left: 0, Length: 3}, {Left: 4, Length: 2}}, 9, true},
		{"all tiles too short for a shingle", []pairs.Tile{{Left: 0, Length: 2}, {Left: 3, Length: 2}}, 0, false},
	}
	for _, tt := range tests {
		if n, ok := f.RarestCount(pairs.Match{Tiles: tt.tiles}, shingles, 3); n != tt.want || ok != tt.ok {
			t.Errorf("%s: %d participants, known: %v; want %d, %v", tt.name, n, ok, tt.want, tt.ok)
		}
	}
}
