package intake

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zstd"
)

// zipEntries reads a zip by its directory, which stands at its end.
func zipEntries(in io.ReaderAt, size int64, m *meter) entries {
	return func(yield func(entry, error) bool) {
		zr, err := zip.NewReader(in, size)
		if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // cleanName looks at paths
			yield(entry{}, wrap(m.ctx, "the archive", err))
			return
		}
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
		e.refused = refusedEncrypted
	case mode&fs.ModeSymlink != 0:
		e.refused = refusedLink
	case !mode.IsRegular():
		e.refused = refusedDevice
	default:
		e.open = func() (io.ReadCloser, error) {
			r, err := f.Open()
			if errors.Is(err, zip.ErrAlgorithm) {
				return nil, fmt.Errorf("it is packed by a method that is not read here (%d): pack it as an ordinary zip", f.Method)
			}
			if err != nil {
				return nil, err
			}
			return closing{m.reader(r), r}, nil
		}
	}
	return e
}

const refusedEncrypted = "encrypted: unpack it with its password first"
