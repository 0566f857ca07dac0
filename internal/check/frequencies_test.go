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
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		if got := f.count(one.Shingle); got != int(one.Participants) {
			t.Errorf("%#x: %d participants, want %d", one.Shingle, got, one.Participants)
		}
	}
	for range 1000 {
		if shingle := random.Uint64(); f.count(shingle) != 0 {
			t.Errorf("%#x has a count", shingle)
		}
	}
}

// Two shingles with equal stored bits get the smaller count, so that no match seems
// more common than it is.
func TestFrequenciesWithEqualBits(t *testing.T) {
	t.Parallel()
	f, err := DecodeFrequencies(encodeFrequencies([]pairs.Frequency{{Shingle: 5 << 16, Participants: 9}, {Shingle: 5<<16 + 1, Participants: 4}, {Shingle: 5<<16 + 2, Participants: 7}}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{4}, f.counts); diff != "" {
		t.Error(diff)
	}
}

func TestDamagedFrequencies(t *testing.T) {
	t.Parallel()
	whole := encodeFrequencies([]pairs.Frequency{{Shingle: 1 << 40, Participants: 300}, {Shingle: 1 << 60, Participants: 3}})
	for n := range whole {
		if _, err := DecodeFrequencies(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes decode without an error", n, len(whole))
		}
	}
	for name, encoded := range map[string][]byte{
		"trailing bytes":      append(slices.Clone(whole), 0),
		"one shingle twice":   {2, 5, 3, 0, 3},
		"no participant":      {1, 5, 0},
		"too large a shingle": append(binary.AppendUvarint([]byte{1}, 1<<storedBits), 3),
		"too long a number":   bytes.Repeat([]byte{0xff}, 20),
	} {
		if _, err := DecodeFrequencies(encoded); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

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
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(decoded, reencoded, cmp.AllowUnexported(Frequencies{})); diff != "" {
			t.Error(diff)
		}
	})
}

// The count of a match is that of its rarest shingle; a match without shingles has none.
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
		{"an unlisted shingle", []pairs.Tile{{Left: 0, Length: 5}}, 0, true},
		{"in two pieces", []pairs.Tile{{Left: 0, Length: 3}, {Left: 3, Length: 3}}, 8, true},
		{"a piece too short", []pairs.Tile{{Left: 0, Length: 3}, {Left: 4, Length: 2}}, 9, true},
		{"all too short", []pairs.Tile{{Left: 0, Length: 2}, {Left: 3, Length: 2}}, 0, false},
	}
	for _, tt := range tests {
		if n, ok := f.Rarest(pairs.Match{Tiles: tt.tiles}, shingles, 3); n != tt.want || ok != tt.ok {
			t.Errorf("%s: %d, %v; want %d, %v", tt.name, n, ok, tt.want, tt.ok)
		}
	}
}
