package dump

import "io"

// counter tells how much of a file has been read.
type counter struct {
	in         io.Reader
	done, size int64
	progress   Progress
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.done += int64(n)
	c.progress("restore", c.done, c.size)
	return n, err
}

// A dump of a real database unpacks to some ten times its size. What unpacks to
// more than maxRatio times what has been read of it, beyond the first spared
// bytes, was made to fill a disk.
const (
	maxRatio = 1000
	spared   = 256 << 20
)

// bounded reads what is unpacked from a file.
type bounded struct {
	unpacked io.Reader
	file     *counter
	done     int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.unpacked.Read(p)
	b.done += int64(n)
	if b.done > spared+maxRatio*b.file.done {
		return n, damaged("it unpacks to more than %d times its size", maxRatio)
	}
	return n, err
}
