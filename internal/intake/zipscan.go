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
	s := &zipScan{meter: m}
	s.in.Reader = bufio.NewReaderSize(io.NewSectionReader(in, 0, size), 64<<10)
	s.size = size
	for first := true; ; first = false {
		e, err := s.next()
		if first && errors.Is(err, errNoDirectory) {
			yield(entry{}, errNoZip)
			return
		}
		if err == nil && !yield(e, nil) {
			return
		}
		if err == nil {
			err = s.finish()
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

// zipScan is the state of scanZip.
type zipScan struct {
	in    counter
	size  int64
	meter *meter
	data  *scannedData // of the current entry; nil for none
}

// counter counts the bytes read from a buffered reader. It is an io.ByteReader, so
// that flate reads no byte too many.
type counter struct {
	*bufio.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *counter) ReadByte() (byte, error) {
	b, err := c.Reader.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// next reads the header of the next entry.
func (s *zipScan) next() (entry, error) {
	s.data = nil
	var h [localHeaderSize]byte
	n, err := io.ReadFull(&s.in, h[:])
	if n < 4 || string(h[:4]) != localHeader {
		return entry{}, errNoDirectory
	}
	if err != nil {
		return entry{}, err
	}
	u16 := func(at int) int { return int(binary.LittleEndian.Uint16(h[at:])) }
	u32 := func(at int) int64 { return int64(binary.LittleEndian.Uint32(h[at:])) }
	flags, method := u16(6), u16(8)
	rest := make([]byte, u16(26)+u16(28)) // name and extra fields
	if _, err := io.ReadFull(&s.in, rest); err != nil {
		return entry{}, err
	}
	e := entry{name: slashes(string(rest[:u16(26)]))}
	e.folder = strings.HasSuffix(e.name, "/")
	s.data = &scannedData{scan: s, sum: crc32.NewIEEE(), want: uint32(u32(14))}
	packed := u32(18)
	switch {
	case flags&unknownSizeFlag == 0:
		s.data.left, s.data.limited = packed, true
		e.size = u32(22)
	case method == methodStored:
		return entry{}, errNoDirectory // its end is unknown
	}
	switch {
	case flags&encryptedFlag != 0:
		e.refusal = reasonEncrypted
	case method == methodStored:
		s.data.unpacked = s.data.packed()
	case method == methodDeflated:
		s.data.unpacked = flate.NewReader(s.data.packed())
	default:
		e.refusal = methodReason(method)
	}
	e.open = func() (io.ReadCloser, error) { return io.NopCloser(s.meter.reader(s.data)), nil }
	return e, nil
}

// finish skips the rest of the current entry.
func (s *zipScan) finish() error {
	d := s.data
	if d.limited {
		n, err := io.CopyN(io.Discard, &s.in, d.left)
		d.left -= n
		return err
	}
	if d.unpacked == nil { // encrypted or packed by an unknown method, and of unknown size
		return errNoDirectory
	}
	if _, err := io.Copy(io.Discard, s.meter.reader(d)); !errors.Is(err, errChecksum) {
		return err
	}
	return nil // concerns only this entry
}

// scannedData is the unpacked content of an entry. At its end it checks the checksum
// and is positioned at the next entry.
type scannedData struct {
	scan     *zipScan
	unpacked io.Reader
	limited  bool  // left is known
	left     int64 // packed bytes
	sum      hash.Hash32
	want     uint32
	end      error // of reading; nil before the end
}

// packed returns a reader of the packed bytes, for flate an io.ByteReader.
func (d *scannedData) packed() io.Reader {
	if !d.limited {
		return &d.scan.in
	}
	return &limitedBytes{&d.scan.in, &d.left}
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
	if d.limited {
		if d.sum.Sum32() != d.want {
			return errChecksum
		}
		return io.EOF
	}
	in := &d.scan.in
	next, err := in.Peek(4)
	if err == nil && string(next) == dataDescriptor {
		n, _ := in.Discard(4)
		in.n += int64(n)
	}
	var sum [4]byte
	if _, err := io.ReadFull(in, sum[:]); err != nil {
		return io.ErrUnexpectedEOF
	}
	for _, sizes := range []int{8, 16} {
		next, _ = in.Peek(sizes + 2)
		if len(next) < sizes+2 || string(next[sizes:]) == "PK" {
			n, _ := in.Discard(min(sizes, len(next)))
			in.n += int64(n)
			break
		}
	}
	if binary.LittleEndian.Uint32(sum[:]) != d.sum.Sum32() {
		return errChecksum
	}
	return io.EOF
}

// limitedBytes is an io.LimitedReader that is also an io.ByteReader.
type limitedBytes struct {
	in   *counter
	left *int64
}

func (l *limitedBytes) Read(p []byte) (int, error) {
	if *l.left <= 0 {
		return 0, io.EOF
	}
	n, err := l.in.Read(p[:min(int64(len(p)), *l.left)])
	*l.left -= int64(n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (l *limitedBytes) ReadByte() (byte, error) {
	if *l.left <= 0 {
		return 0, io.EOF
	}
	b, err := l.in.ReadByte()
	if err == nil {
		*l.left--
	}
	return b, err
}

func methodReason(method int) string {
	return fmt.Sprintf("packed by a method that ojcheck does not read (%d): pack it as an ordinary zip", method)
}
