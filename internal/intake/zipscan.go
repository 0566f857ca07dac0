package intake

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"strings"
)

// The signatures and fixed parts of a zip (APPNOTE 4.3.7 and 4.3.9).
const (
	localHeader     = "PK\x03\x04"
	localHeaderSize = 30
	dataDescriptor  = "PK\x07\x08"
	unknownSizeFlag = 0x8 // sizes and checksum follow the data
	methodStored    = 0
	methodDeflated  = 8
)

// errNoZip is the error of a file that only has the name of a zip.
var errNoZip = errors.New("it is not a zip archive: is it the right file?")

// errNoDirectory is the last value of scanZip.
var errNoDirectory = errors.New("the archive is cut off: only the part before the break was read; fetch it again")

// scanZip reads a zip without a directory entry by entry from its start: most broken
// archives are incomplete downloads. It always ends with an error.
func scanZip(in io.ReaderAt, size int64, m *meter, yield func(entry, error) bool) {
	// The reader is an io.ByteReader, so that flate reads no byte too many.
	buffered := bufio.NewReaderSize(io.NewSectionReader(in, 0, size), 64<<10)
	for first := true; ; first = false {
		e, data, err := scanEntry(buffered, m)
		if first && errors.Is(err, errNoDirectory) {
			yield(entry{}, errNoZip)
			return
		}
		if err == nil && !yield(e, nil) {
			return
		}
		if err == nil {
			err = data.skip(m)
		}
		if err != nil {
			if m.ctx.Err() == nil && !errors.Is(err, errUnpacked) {
				err = errNoDirectory
			}
			yield(entry{}, err)
			return
		}
	}
}

// scanEntry reads the header of the next entry.
func scanEntry(in *bufio.Reader, m *meter) (entry, *scannedData, error) {
	var h [localHeaderSize]byte
	n, err := io.ReadFull(in, h[:])
	if n < 4 || string(h[:4]) != localHeader {
		return entry{}, nil, errNoDirectory
	}
	if err != nil {
		return entry{}, nil, err
	}
	u16 := func(at int) int { return int(binary.LittleEndian.Uint16(h[at:])) }
	u32 := func(at int) int64 { return int64(binary.LittleEndian.Uint32(h[at:])) }
	flags, method := u16(6), u16(8)
	rest := make([]byte, u16(26)+u16(28)) // name and extra fields
	if _, err := io.ReadFull(in, rest); err != nil {
		return entry{}, nil, err
	}
	e := entry{name: slashes(string(rest[:u16(26)]))}
	e.folder = strings.HasSuffix(e.name, "/")
	d := &scannedData{in: in, sum: crc32.NewIEEE(), want: uint32(u32(14))}
	var packed io.Reader = in
	switch {
	case flags&unknownSizeFlag == 0:
		d.packed = &io.LimitedReader{R: in, N: u32(18)}
		packed, e.size = d.packed, u32(22)
	case method == methodStored:
		return entry{}, nil, errNoDirectory // its end is unknown
	}
	switch {
	case flags&encryptedFlag != 0:
		e.refusal = reasonEncrypted
	case method == methodStored:
		d.unpacked = packed
	case method == methodDeflated:
		d.unpacked = flate.NewReader(packed)
	default:
		e.refusal = methodReason(method)
	}
	e.open = func() (io.ReadCloser, error) { return io.NopCloser(m.reader(d)), nil }
	return e, d, nil
}

// scannedData is the unpacked content of an entry. At its end it checks the checksum
// and is positioned at the next entry.
type scannedData struct {
	in       *bufio.Reader
	packed   *io.LimitedReader // nil if the size is unknown
	unpacked io.Reader         // nil if it cannot be unpacked
	sum      hash.Hash32
	want     uint32
	end      error // of reading; nil before the end
}

// skip skips the rest of the entry.
func (d *scannedData) skip(m *meter) error {
	if d.packed != nil {
		if _, err := io.Copy(io.Discard, d.packed); err != nil || d.packed.N > 0 {
			return errNoDirectory
		}
		return nil
	}
	if d.unpacked == nil { // encrypted or packed by an unknown method, and of unknown size
		return errNoDirectory
	}
	if _, err := io.Copy(io.Discard, m.reader(d)); !errors.Is(err, errChecksum) {
		return err
	}
	return nil // concerns only this entry
}

func (d *scannedData) Read(p []byte) (int, error) {
	if d.end != nil {
		return 0, d.end
	}
	n, err := d.unpacked.Read(p)
	d.sum.Write(p[:n])
	if err == nil {
		return n, nil
	}
	d.end = err
	if err == io.EOF {
		d.end = d.check()
	}
	return n, d.end
}

// check compares the checksum. If it follows the data, a signature may precede it,
// and sizes of 4 or 8 bytes follow it.
func (d *scannedData) check() error {
	want := d.want
	switch {
	case d.packed == nil:
		if next, err := d.in.Peek(4); err == nil && string(next) == dataDescriptor {
			d.in.Discard(4)
		}
		var sum [4]byte
		if _, err := io.ReadFull(d.in, sum[:]); err != nil {
			return io.ErrUnexpectedEOF
		}
		want = binary.LittleEndian.Uint32(sum[:])
		for _, sizes := range []int{8, 16} {
			next, _ := d.in.Peek(sizes + 2)
			if len(next) < sizes+2 || string(next[sizes:]) == "PK" {
				d.in.Discard(min(sizes, len(next)))
				break
			}
		}
	case d.unpacked == io.Reader(d.packed) && d.packed.N > 0: // stored, and cut off
		return io.ErrUnexpectedEOF
	}
	if want != d.sum.Sum32() {
		return errChecksum
	}
	return io.EOF
}

func methodReason(method int) string {
	return fmt.Sprintf("packed by a method that ojcheck does not read (%d): pack it as an ordinary zip", method)
}
