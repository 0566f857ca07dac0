package dump

import (
	"errors"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// CheckEnd returns an error if a dump ends too early. It reads only the sizes of the compressed blocks, so it takes no time for a
// large file and finds no other damage. It returns nil for files that are no dumps, and for encrypted ones, whose end only the
// private key shows.
func CheckEnd(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	begin := make([]byte, zstd.HeaderMaxSize)
	n, err := io.ReadFull(file, begin)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return err
	}
	var header zstd.Header
	if header.Decode(begin[:n]) != nil || header.Skippable {
		return nil
	}
	// RFC 8878, section 3.1.1.2: a block has a header of 3 bytes, which says its size and whether it is the last one.
	const runLength = 1 // a type of block: one byte, which is repeated
	end := int64(header.HeaderSize)
	for isLast := false; !isLast; {
		var block [3]byte
		if _, err := file.ReadAt(block[:], end); errors.Is(err, io.EOF) {
			return errEnd
		} else if err != nil {
			return err
		}
		word := int64(block[0]) | int64(block[1])<<8 | int64(block[2])<<16
		isLast = word&1 == 1
		size := word >> 3
		if word>>1&3 == runLength {
			size = 1
		}
		end += int64(len(block)) + size
	}
	if header.HasCheckSum {
		end += 4
	}
	info, err := file.Stat()
	if err == nil && info.Size() < end {
		err = errEnd
	}
	return err
}
