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

func TestFrequenciesAreKept(t *testing.T) {
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
	f, err := decodeFrequencies(encodeFrequencies(list))
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		if got := f.of(one.Shingle); got != int(one.Participants) {
			t.Errorf("%#x: %d participants, want %d", one.Shingle, got, one.Participants)
		}
	}
	for range 1000 {
		if shingle := random.Uint64(); f.of(shingle) != 0 {
			t.Errorf("%#x is known", shingle)
		}
	}
}

// Two shingles that are the same in what is kept of them count as the rarer one:
// a match is never said to be in more programs than it is.
func TestFrequenciesOfTheSameBits(t *testing.T) {
	t.Parallel()
	f, err := decodeFrequencies(encodeFrequencies([]pairs.Frequency{{Shingle: 5 << 16, Participants: 9}, {Shingle: 5<<16 + 1, Participants: 4}, {Shingle: 5<<16 + 2, Participants: 7}}))
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
		if _, err := decodeFrequencies(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are taken for all", n, len(whole))
		}
	}
	for name, encoded := range map[string][]byte{
		"more than is told": append(slices.Clone(whole), 0),
		"twice the same":    {2, 5, 3, 0, 3},
		"nobody has it":     {1, 5, 0},
		"beyond all":        append(binary.AppendUvarint([]byte{1}, 1<<keptBits), 3),
		"no such number":    bytes.Repeat([]byte{0xff}, 20),
	} {
		if _, err := decodeFrequencies(encoded); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzFrequencies(f *testing.F) {
	f.Add(encodeFrequencies(nil))
	f.Add(encodeFrequencies([]pairs.Frequency{{Shingle: 1 << 40, Participants: 300}, {Shingle: 1 << 60, Participants: 3}}))
	f.Fuzz(func(t *testing.T, encoded []byte) {
		read, err := decodeFrequencies(encoded)
		if err != nil {
			return
		}
		var list []pairs.Frequency
		for i, shingle := range read.shingles {
			list = append(list, pairs.Frequency{Shingle: shingle << (64 - keptBits), Participants: read.counts[i]})
		}
		again, err := decodeFrequencies(encodeFrequencies(list))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(read, again, cmp.AllowUnexported(frequencies{})); diff != "" {
			t.Error(diff)
		}
	})
}
