package archivebench

import "github.com/ojcheck/ojcheck/simhash"

// blocks is a layout of blocks whose values are looked up, and what that costs.
type blocks struct{ simhash.Layout }

// inBlocks cuts fingerprints into blocks of these widths.
func inBlocks(widths ...int) blocks {
	layout, err := simhash.NewLayout(widths...)
	if err != nil {
		panic(err) // the widths stand in this package
	}
	return blocks{layout}
}

// radii are those of a distance that was found to be in range.
func (b blocks) radii(k int) []int {
	radii, err := b.Radii(k)
	if err != nil {
		panic(err)
	}
	return radii
}

// lookups is the number of block values to look up for distance k.
func (b blocks) lookups(k int) int {
	total := 0.0
	for i, radius := range b.radii(k) {
		total += ball(b.Widths()[i], radius)
	}
	return int(total)
}

// predicted is how many of n random fingerprints the lookups for distance k
// come upon, once for each lookup.
func (b blocks) predicted(n, k int) float64 {
	total := 0.0
	for i, radius := range b.radii(k) {
		width := b.Widths()[i]
		total += float64(n) * ball(width, radius) / float64(uint64(1)<<width)
	}
	return total
}

// ball is how many values of so many bits differ from one in at most radius of
// them.
func ball(width, radius int) float64 {
	total, choose := 0.0, 1.0 // width choose 0
	for i := range radius + 1 {
		total += choose
		choose = choose * float64(width-i) / float64(i+1)
	}
	return total
}

// values are the values of block i to look up for distance k, as PostgreSQL
// keeps them: as signed integers, so that 32 bits have room.
func (b blocks) values(f simhash.Fingerprint, i, k int) []int32 {
	neighbours := b.Neighbours(f, i, b.radii(k)[i])
	values := make([]int32, len(neighbours))
	for j, value := range neighbours {
		values[j] = b.signed(i, value)
	}
	return values
}

// signed extends the sign of a value of block i, as an arithmetic shift does.
func (b blocks) signed(i int, value uint32) int32 {
	unused := 32 - b.Widths()[i]
	return int32(value<<unused) >> unused
}
