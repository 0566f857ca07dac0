package intake

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// zipEntries reads a zip by the list of files at its end.
func zipEntries(data io.ReaderAt, size int64, m *meter) entries {
	return func(yield func(entry, error) bool) {
		directory := &directoryReader{data, m.directoryBytes}
		archive, err := zip.NewReader(directory, size)
		if directory.remaining < 0 {
			yield(entry{}, i18n.Errorf("its list of files is far too long: split it"))
			return
		}
		if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // cleanName checks paths
			scanZip(data, size, m, yield)
			return
		}
		directory.remaining = math.MaxInt64 // no bound for the contents of the files
		archive.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor())
		var unflagged []string
		for _, f := range archive.File {
			if name := unicodeName(f.Name, f.Extra); name != "" {
				f.Name, f.Flags = name, f.Flags|utf8Flag
			}
			if f.Flags&utf8Flag == 0 {
				unflagged = append(unflagged, f.Name)
			}
		}
		names := encodingOf(unflagged)
		for _, f := range archive.File {
			if !yield(zipEntry(f, names, m), nil) {
				return
			}
		}
	}
}

// encryptedFlag is bit 0 of the general purpose flags (APPNOTE 4.4.4).
const encryptedFlag = 0x1

func zipEntry(f *zip.File, names zipNames, m *meter) entry {
	mode := f.Mode()
	e := entry{name: names.decode(f.Name, f.Flags), size: int64(min(f.UncompressedSize64, 1<<62)), folder: mode.IsDir()}
	switch {
	case e.folder:
	case f.Flags&encryptedFlag != 0:
		e.refusal = i18n.Textf(reasonEncrypted)
	case mode&fs.ModeSymlink != 0:
		e.refusal = i18n.Textf(reasonLink)
	case !mode.IsRegular():
		e.refusal = i18n.Textf(reasonDevice)
	default:
		e.open = func() (io.ReadCloser, error) {
			r, err := f.Open()
			if errors.Is(err, zip.ErrAlgorithm) {
				return nil, methodError(int(f.Method))
			}
			if err != nil {
				return nil, err
			}
			return readCloser{m.reader(zipEntryReader{r}), r}, nil
		}
	}
	return e
}

// zipEntryReader replaces errors of package zip by explanations for the user.
type zipEntryReader struct{ io.Reader }

func (r zipEntryReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	switch {
	case errors.Is(err, zip.ErrFormat):
		err = errClaimedSize
	case errors.Is(err, zip.ErrChecksum):
		err = errChecksum
	}
	return n, err
}

var (
	errClaimedSize = i18n.Errorf("it is not as long as the archive says")
	errChecksum    = i18n.Errorf("its checksum differs")
)

const reasonEncrypted = "encrypted: unpack it with its password first"

// directoryReader bounds the bytes read of a zip's list of files, because archive/zip holds the list in
// memory.
type directoryReader struct {
	io.ReaderAt
	remaining int64
}

func (r *directoryReader) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.ReaderAt.ReadAt(p, at)
	if r.remaining -= int64(n); r.remaining < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	return n, err
}

// The signatures and fixed parts of a zip (APPNOTE 4.3.7 and 4.3.9).
const (
	localHeader     = "PK\x03\x04"
	localHeaderSize = 30
	dataDescriptor  = "PK\x07\x08"
	unknownSizeFlag = 0x8 // sizes and checksum follow the data
	methodStored    = 0
	methodDeflated  = 8
)

// errCutOff ends the entries of an archive that ends too early.
var errCutOff = i18n.Errorf("the archive is cut off: only the part before the break was read; fetch it again")

// scanZip reads a zip without a list of files, such as an incomplete download, entry by entry. It yields an
// error last. It reads the zip twice, because it must know all names to decode them.
func scanZip(data io.ReaderAt, size int64, m *meter, yield func(entry, error) bool) {
	var unflagged []string
	uncounted := *m
	scanEntries(data, size, &uncounted, func(e entry, flags uint16, err error) bool {
		if err == nil && flags&utf8Flag == 0 {
			unflagged = append(unflagged, e.name)
		}
		return len(unflagged) < defaultEntries
	})
	names := encodingOf(unflagged)
	scanEntries(data, size, m, func(e entry, flags uint16, err error) bool {
		e.name = names.decode(e.name, flags)
		return yield(e, err)
	})
}

// scanEntries yields the entries of a zip with their flags, and an error last.
func scanEntries(data io.ReaderAt, size int64, m *meter, yield func(e entry, flags uint16, err error) bool) {
	// flate reads nothing of the next entry, because a bufio.Reader is an io.ByteReader.
	buffered := bufio.NewReaderSize(io.NewSectionReader(data, 0, size), 64<<10)
	for isFirst := true; ; isFirst = false {
		e, flags, content, err := scanEntry(buffered, m)
		if isFirst && errors.Is(err, errCutOff) {
			head, _ := readHead(data, size)
			yield(entry{}, 0, notArchiveError(head))
			return
		}
		if err == nil && !yield(e, flags, nil) {
			return
		}
		if err == nil {
			err = content.skip(m)
		}
		if err != nil {
			if m.ctx.Err() == nil && !errors.Is(err, errUnpacksTooMuch) {
				err = errCutOff
			}
			yield(entry{}, 0, err)
			return
		}
	}
}

// scanEntry reads the header of the next entry. The name is as in the archive.
func scanEntry(archive *bufio.Reader, m *meter) (entry, uint16, *scannedData, error) {
	var header [localHeaderSize]byte
	n, err := io.ReadFull(archive, header[:])
	if n < 4 || string(header[:4]) != localHeader {
		return entry{}, 0, nil, errCutOff
	}
	if err != nil {
		return entry{}, 0, nil, err
	}
	u16 := func(at int) int { return int(binary.LittleEndian.Uint16(header[at:])) }
	u32 := func(at int) int64 { return int64(binary.LittleEndian.Uint32(header[at:])) }
	flags, method := u16(6), u16(8)
	rest := make([]byte, u16(26)+u16(28)) // name and extra fields
	if _, err := io.ReadFull(archive, rest); err != nil {
		return entry{}, 0, nil, err
	}
	e := entry{name: string(rest[:u16(26)])}
	if name := unicodeName(e.name, rest[u16(26):]); name != "" {
		e.name, flags = name, flags|utf8Flag
	}
	e.folder = strings.HasSuffix(slashes(e.name), "/")
	d := &scannedData{archive: archive, sum: crc32.NewIEEE(), wantSum: uint32(u32(14))}
	var packed io.Reader = archive
	switch {
	case flags&unknownSizeFlag == 0:
		d.packed = &io.LimitedReader{R: archive, N: u32(18)}
		packed, e.size = d.packed, u32(22)
	case method == methodStored:
		return entry{}, 0, nil, errCutOff // the end of the data is unknown
	}
	switch {
	case flags&encryptedFlag != 0:
		e.refusal = i18n.Textf(reasonEncrypted)
	case method == methodStored:
		d.unpacked = packed
	case method == methodDeflated:
		d.unpacked = flate.NewReader(packed)
	default:
		e.refusal = i18n.TextOf(methodError(method))
	}
	e.open = func() (io.ReadCloser, error) { return io.NopCloser(m.reader(d)), nil }
	return e, uint16(flags), d, nil
}

// scannedData reads the unpacked content of an entry, and compares the checksum. At the end, archive is at
// the next entry.
type scannedData struct {
	archive  *bufio.Reader
	packed   *io.LimitedReader // nil if the size is unknown
	unpacked io.Reader         // nil if it cannot be unpacked
	sum      hash.Hash32
	wantSum  uint32
	err      error // what Read returns from now on; nil before the end
}

// skip skips the rest of the entry.
func (d *scannedData) skip(m *meter) error {
	if d.packed != nil {
		if _, err := io.Copy(io.Discard, d.packed); err != nil || d.packed.N > 0 {
			return errCutOff
		}
		return nil
	}
	if d.unpacked == nil { // it cannot be unpacked, and its size is unknown
		return errCutOff
	}
	if _, err := io.Copy(io.Discard, m.reader(d)); !errors.Is(err, errChecksum) {
		return err
	}
	return nil // a wrong checksum concerns only this entry
}

func (d *scannedData) Read(p []byte) (int, error) {
	if d.err != nil {
		return 0, d.err
	}
	n, err := d.unpacked.Read(p)
	d.sum.Write(p[:n])
	if err == nil {
		return n, nil
	}
	d.err = err
	if err == io.EOF {
		d.err = d.check()
	}
	return n, d.err
}

// check compares the checksum. If the checksum is after the data, a signature may precede it, and two sizes
// of 4 or 8 bytes each follow it.
func (d *scannedData) check() error {
	wantSum := d.wantSum
	switch {
	case d.packed == nil:
		if next, err := d.archive.Peek(4); err == nil && string(next) == dataDescriptor {
			d.archive.Discard(4)
		}
		var sum [4]byte
		if _, err := io.ReadFull(d.archive, sum[:]); err != nil {
			return io.ErrUnexpectedEOF
		}
		wantSum = binary.LittleEndian.Uint32(sum[:])
		for _, sizes := range []int{8, 16} {
			next, _ := d.archive.Peek(sizes + 2)
			if len(next) < sizes+2 || string(next[sizes:]) == "PK" {
				d.archive.Discard(min(sizes, len(next)))
				break
			}
		}
	case d.unpacked == d.packed && d.packed.N > 0: // stored, and cut off
		return io.ErrUnexpectedEOF
	}
	if wantSum != d.sum.Sum32() {
		return errChecksum
	}
	return io.EOF
}

func methodError(method int) error {
	return i18n.Errorf("packed by a method that ojcheck does not read (%s): pack it as an ordinary zip", strconv.Itoa(method))
}
