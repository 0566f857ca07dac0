package simhash

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// ErrLayout is the error for widths that do not divide 64 bits into blocks.
var ErrLayout = errors.New("the widths of blocks are 1 to 32 bits each, 64 together")

// Layout cuts the 64 bits of a fingerprint into blocks. Block 0 holds the most significant bits. [NewLayout]
// and [Thirds] make layouts; the zero Layout has no blocks.
//
// Fewer and wider blocks need fewer tables, and fewer fingerprints have the same block value. But the same
// distance needs more lookups, see [Layout.Radii].
type Layout struct{ blocks []block }

type block struct {
	shift, width int // number of bits below the block and in it
}

// NewLayout returns a layout of blocks of the given widths in bits, the most significant block first. If a
// width is not 1 to 32, or the sum of the widths is not 64, the error wraps [ErrLayout].
func NewLayout(widths ...int) (Layout, error) {
	var l Layout
	shift := 64
	for _, width := range widths {
		shift -= width
		l.blocks = append(l.blocks, block{shift, width})
	}
	if shift != 0 || slices.Min(widths) < 1 || slices.Max(widths) > 32 {
		return Layout{}, fmt.Errorf("simhash: blocks of %v bits: %w", widths, ErrLayout)
	}
	return l, nil
}

// Thirds returns the layout of [Index] and of ojcheck's archive: three blocks of 22, 21 and 21 bits.
func Thirds() Layout { return Layout{[]block{{42, 22}, {21, 21}, {0, 21}}} }

// Widths returns the widths of the blocks in bits.
func (l Layout) Widths() []int {
	widths := make([]int, len(l.blocks))
	for i, b := range l.blocks {
		widths[i] = b.width
	}
	return widths
}

// Blocks returns the values of all blocks of a fingerprint.
func (l Layout) Blocks(f Fingerprint) []uint32 {
	values := make([]uint32, len(l.blocks))
	for i, b := range l.blocks {
		values[i] = b.value(f)
	}
	return values
}

func (b block) value(f Fingerprint) uint32 { return uint32(f >> b.shift & (1<<b.width - 1)) }

// Neighbours returns the block values that differ in at most radius bits from the fingerprint's value of the
// block. They are ordered by the number of differing bits, then by the value of these bits. A negative radius
// gives none. Neighbours panics if the layout does not have the block.
func (l Layout) Neighbours(f Fingerprint, block, radius int) []uint32 {
	b := l.blocks[block]
	values := make([]uint32, 0, valuesWithin(b.width, radius))
	value := b.value(f)
	for differing := range min(radius, b.width) + 1 {
		for mask := uint64(1)<<differing - 1; mask < 1<<b.width; mask = nextMask(mask) {
			values = append(values, value^uint32(mask))
			if mask == 0 {
				break
			}
		}
	}
	return slices.Clip(values)
}

// nextMask returns the next larger number with as many set bits. The mask must be above 0. The algorithm is
// HAKMEM 175 of Bill Gosper (1972), as in Henry Warren, "Hacker's Delight" (2002).
func nextMask(mask uint64) uint64 {
	lowest := bits.TrailingZeros64(mask)
	carried := mask + 1<<lowest
	return (mask^carried)>>2>>lowest | carried
}

// valuesWithin returns how many numbers of width bits have at most radius set bits.
func valuesWithin(width, radius int) int {
	if radius < 0 {
		return 0
	}
	sum, choose := 1, 1 // width choose 0
	for i := range min(radius, width) {
		choose = choose * (width - i) / (i + 1) // width choose i+1
		sum += choose
	}
	return sum
}
