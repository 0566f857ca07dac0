package simhash

import (
	"errors"
	"fmt"
	"math/bits"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// layout returns a layout of the given widths, which must be valid.
func layout(t testing.TB, widths ...int) Layout {
	t.Helper()
	l, err := NewLayout(widths...)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// NewLayout accepts only two or more widths from 1 to 32 with a sum of 64.
func TestNewLayout(t *testing.T) {
	t.Parallel()
	tests := []struct {
		widths []int
		ok     bool
	}{
		{[]int{22, 21, 21}, true},
		{[]int{32, 32}, true},
		{[]int{1, 31, 32}, true},
		{nil, false},
		{[]int{64}, false},
		{[]int{33, 31}, false},
		{[]int{32, 31}, false},
		{[]int{32, 32, 1}, false},
		{[]int{32, 0, 32}, false},
		{[]int{32, -1, 32, 1}, false},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.widths), func(t *testing.T) {
			t.Parallel()
			l, err := NewLayout(tt.widths...)
			if !tt.ok {
				if !errors.Is(err, ErrLayout) {
					t.Errorf("got error %v, want ErrLayout", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.widths, l.Widths()); diff != "" {
				t.Errorf("widths (-want +got):\n%s", diff)
			}
		})
	}
}

// Blocks cuts a fingerprint into its blocks: each bit is in exactly one block.
func TestBlocks(t *testing.T) {
	t.Parallel()
	const f = 0x0123_4567_89ab_cdef
	tests := []struct {
		layout Layout
		want   []uint32
	}{
		{Thirds(), []uint32{0x0123_4567 >> 10, 0x167<<11 | 0x89ab_cdef>>21, 0x89ab_cdef & (1<<21 - 1)}},
		{layout(t, 16, 16, 16, 16), []uint32{0x0123, 0x4567, 0x89ab, 0xcdef}},
		{layout(t, 32, 32), []uint32{0x0123_4567, 0x89ab_cdef}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.layout.Widths()), func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, tt.layout.Blocks(f)); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
			var all Fingerprint
			for i, width := range tt.layout.Widths() {
				mask := ^Fingerprint(0) << (64 - width) >> bits.OnesCount64(uint64(all)) // the next bits
				all |= mask
				for j, value := range tt.layout.Blocks(mask) {
					if want := uint32(1<<width - 1); j == i && value != want || j != i && value != 0 {
						t.Errorf("a fingerprint with only the bits of block %d has %x in block %d", i, value, j)
					}
				}
			}
			if all != ^Fingerprint(0) {
				t.Errorf("the blocks together have the bits %v, want all", all)
			}
		})
	}
}

// Neighbours returns all values of a block within a radius, the nearest first.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	l := layout(t, 3, 32, 29)
	tests := []struct {
		radius int
		want   []uint32
	}{
		{-1, []uint32{}},
		{0, []uint32{0b101}},
		{1, []uint32{0b101, 0b100, 0b111, 0b001}},
		{2, []uint32{0b101, 0b100, 0b111, 0b001, 0b110, 0b000, 0b011}},
		{3, []uint32{0b101, 0b100, 0b111, 0b001, 0b110, 0b000, 0b011, 0b010}},
		{9, []uint32{0b101, 0b100, 0b111, 0b001, 0b110, 0b000, 0b011, 0b010}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("radius=%d", tt.radius), func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, l.Neighbours(0b101<<61, 0, tt.radius)); diff != "" {
				t.Errorf("neighbours (-want +got):\n%s", diff)
			}
		})
	}
	// A block of 32 bits is the widest possible.
	isNear := make(map[uint32]bool)
	for _, value := range l.Neighbours(0, 1, 2) {
		isNear[value] = bits.OnesCount32(value) <= 2
	}
	if want := 1 + 32 + 32*31/2; len(isNear) != want {
		t.Errorf("%d neighbours in a block of 32 bits, want %d", len(isNear), want)
	}
	for value, near := range isNear {
		if !near {
			t.Errorf("neighbour %b of 0 has more than two bits set", value)
		}
	}
}
