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
			t.Errorf("%#x is known", shingle)
		}
	}
}

// Two shingles that are the same in their stored bits count as the rarer one:
// no match is said to be in more programs than it is.
func TestFrequenciesOfTheSameBits(t *testing.T) {
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
			t.Errorf("the first %d of %d bytes are taken for all", n, len(whole))
		}
	}
	for name, encoded := range map[string][]byte{
		"trailing bytes": append(slices.Clone(whole), 0),
		"twice the same": {2, 5, 3, 0, 3},
		"nobody has it":  {1, 5, 0},
		"beyond all":     append(binary.AppendUvarint([]byte{1}, 1<<storedBits), 3),
		"no such number": bytes.Repeat([]byte{0xff}, 20),
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
		read, err := DecodeFrequencies(encoded)
		if err != nil {
			return
		}
		var list []pairs.Frequency
		for i, shingle := range read.shingles {
			list = append(list, pairs.Frequency{Shingle: shingle << (64 - storedBits), Participants: read.counts[i]})
		}
		again, err := DecodeFrequencies(encodeFrequencies(list))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(read, again, cmp.AllowUnexported(Frequencies{})); diff != "" {
			t.Error(diff)
		}
	})
}

// A match is in as many programs as its rarest shingle, and one without a shingle
// has no count.
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
		{"one that few have", []pairs.Tile{{Left: 0, Length: 5}}, 0, true},
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
