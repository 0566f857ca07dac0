package archivebench

// masksWithin returns the values of a width, up to 64, that have at most radius
// bits set; none where the radius is negative.
func masksWithin(width, radius int) []uint64 {
	if radius < 0 {
		return nil
	}
	masks := []uint64{0}
	last := masks // those with the most bits so far
	for range radius {
		var next []uint64
		for _, mask := range last {
			// Only bits below the lowest one, so that each comes once.
			for bit := range width {
				if mask != 0 && 1<<bit >= mask&-mask {
					break
				}
				next = append(next, mask|1<<bit)
			}
		}
		masks = append(masks, next...)
		last = next
	}
	return masks
}
