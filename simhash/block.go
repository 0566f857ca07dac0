package simhash

const (
	blockCount = 4
	blockBits  = 16
)

// Blocks returns the four 16-bit quarters of a fingerprint. Block 0 holds the
// most significant bits, block 3 the least significant ones.
func (f Fingerprint) Blocks() [blockCount]uint16 {
	return [blockCount]uint16{uint16(f >> 48), uint16(f >> 32), uint16(f >> 16), uint16(f)}
}
