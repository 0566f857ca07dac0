package pairs

import "github.com/ojcheck/ojcheck/lexer"

// filler looks for pieces in the gaps of a match that are too short to have
// been seeds, the longest first, and on both sides of that again.
type filler struct {
	left, right         []lexer.Symbol
	freeLeft, freeRight freeList
	tiles               []Tile // in their order
}

// fill searches the gap between two places on the left and two on the right.
func (f *filler) fill(left, leftEnd, right, rightEnd int32) {
	var best run
	for i := left; i < leftEnd; i++ {
		for j := right; j < rightEnd; j++ {
			if n := f.commonLength(i, leftEnd, j, rightEnd); n > best.length {
				best = run{i, j, n}
			}
		}
	}
	if best.length < leastPiece {
		return
	}
	f.freeLeft.use(best.left, best.length)
	f.freeRight.use(best.right, best.length)
	f.fill(left, best.left, right, best.right)
	f.tiles = append(f.tiles, best.asTile())
	f.fill(best.left+best.length, leftEnd, best.right+best.length, rightEnd)
}

// commonLength returns how many free symbols are equal from place i and place
// j of the gap on.
func (f *filler) commonLength(i, leftEnd, j, rightEnd int32) int32 {
	n := int32(0)
	for i+n < leftEnd && j+n < rightEnd && f.left[i+n] == f.right[j+n] && f.left[i+n] != lexer.Barrier &&
		f.freeLeft.isFree(i+n) && f.freeRight.isFree(j+n) {
		n++
	}
	return n
}
