package intake

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"math"

	"github.com/klauspost/compress/zstd"
)

// zipEntries reads a zip by the directory at its end.
func zipEntries(in io.ReaderAt, size int64, m *meter) entries {
	return func(yield func(entry, error) bool) {
		directory := &directoryReader{in, m.directory}
		zr, err := zip.NewReader(directory, size)
		if directory.remaining < 0 {
			yield(entry{}, errors.New("its list of files is far too long: split it"))
			return
		}
		if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // cleanName checks paths
			scanZip(in, size, m, yield)
			return
		}
		directory.remaining = math.MaxInt64
		zr.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor())
		for _, f := range zr.File {
			if !yield(zipEntry(f, m), nil) {
				return
			}
		}
	}
}

// encryptedFlag is bit 0 of the general purpose flags (APPNOTE 4.4.4).
const encryptedFlag = 0x1

func zipEntry(f *zip.File, m *meter) entry {
	e := entry{name: slashes(f.Name), size: int64(min(f.UncompressedSize64, 1<<62))}
	mode := f.Mode()
	switch {
	case mode.IsDir():
		e.folder = true
	case f.Flags&encryptedFlag != 0:
		e.refusal = reasonEncrypted
	case mode&fs.ModeSymlink != 0:
		e.refusal = reasonLink
	case !mode.IsRegular():
		e.refusal = reasonDevice
	default:
		e.open = func() (io.ReadCloser, error) {
			r, err := f.Open()
			if errors.Is(err, zip.ErrAlgorithm) {
				return nil, errors.New(methodReason(int(f.Method)))
			}
			if err != nil {
				return nil, err
			}
			return readCloser{m.reader(zipData{r}), r}, nil
		}
	}
	return e
}

// zipData explains errors of an entry to the user.
type zipData struct{ io.Reader }

func (d zipData) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	switch {
	case errors.Is(err, zip.ErrFormat):
		err = errClaimedSize
	case errors.Is(err, zip.ErrChecksum):
		err = errChecksum
	}
	return n, err
}

var (
	errClaimedSize = errors.New("it is not as long as the archive says")
	errChecksum    = errors.New("its checksum differs")
)

const reasonEncrypted = "encrypted: unpack it with its password first"

// directoryReader bounds the bytes read of a zip's directory, which archive/zip holds
// in memory. It does not rely on the claimed length.
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
