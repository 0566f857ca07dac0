package intake

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// The limit of the window of zstd bounds the memory. "zstd --long" uses a window of 128 MiB.
var (
	tarEntries  = compressedTar("tar", func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(r), nil })
	gzipEntries = compressedTar("gzip", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) })
	zstdEntries = compressedTar("zstd", func(r io.Reader) (io.ReadCloser, error) {
		d, err := zstd.NewReader(r,
			zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	})
)

// compressedTar returns a function that lists the entries of a tar, which unpack unpacks first.
func compressedTar(kind string, unpack func(io.Reader) (io.ReadCloser, error),
) func(data io.ReaderAt, size int64, m *meter) entries {
	return func(data io.ReaderAt, size int64, m *meter) entries {
		return func(yield func(entry, error) bool) {
			r, err := unpack(io.NewSectionReader(data, 0, size))
			if err != nil {
				yield(entry{}, i18n.Errorf("the %s data is broken: %s", kind, err))
				return
			}
			defer r.Close()
			walkTar(r, m, yield)
		}
	}
}

// walkTar reads a tar from a stream. The meter counts the whole stream, because ojcheck must unpack also what
// it skips.
func walkTar(r io.Reader, m *meter, yield func(entry, error) bool) {
	tail := &tailReader{Reader: m.reader(r)}
	archive := tar.NewReader(tail)
	for isFirst := true; ; isFirst = false {
		header, err := archive.Next()
		if err == io.EOF {
			if err := tail.end(); err != nil {
				yield(entry{}, describeTarError(m.ctx, err, false))
			}
			return
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) { // cleanName checks paths
			yield(entry{}, describeTarError(m.ctx, err, isFirst))
			return
		}
		if !yield(tarEntry(archive, header), nil) {
			return
		}
	}
}

// describeTarError explains an error of a tar. It returns errors of ctx and the meter as they are. isFirst
// says that no entry precedes the error.
func describeTarError(ctx context.Context, err error, isFirst bool) error {
	switch {
	case ctx.Err() != nil || errors.Is(err, errUnpacksTooMuch):
		return err
	case isFirst && errors.Is(err, tar.ErrHeader):
		return i18n.Errorf("it contains no tar archive; unpack a single compressed file first")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errCutOff
	}
	return i18n.Errorf("the archive is broken: %s; fetch it again", err)
}

// tailReader counts the zero bytes at the end of the bytes read so far. A complete tar ends with a block of
// zeros. archive/tar does not notice if a tar is cut off between two files, or after the last byte of a file.
type tailReader struct {
	io.Reader
	zeros int
}

func (r *tailReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	rest := len(bytes.TrimRight(p[:n], "\x00"))
	if rest > 0 {
		r.zeros = 0
	}
	r.zeros += n - rest
	return n, err
}

// end checks that the archive is complete. It reads the rest, so that the decompressor compares its checksum.
func (r *tailReader) end() error {
	const block = 512
	if r.zeros < block {
		return io.ErrUnexpectedEOF
	}
	_, err := io.Copy(io.Discard, r.Reader)
	return err
}

func tarEntry(archive *tar.Reader, header *tar.Header) entry {
	e := entry{name: slashes(header.Name), size: header.Size}
	switch header.Typeflag {
	case tar.TypeReg, tar.TypeCont:
		e.open = func() (io.ReadCloser, error) { return io.NopCloser(archive), nil }
	case tar.TypeDir:
		e.folder = true
	case tar.TypeLink, tar.TypeSymlink:
		e.refusal = i18n.Textf(reasonLink)
	case tar.TypeGNUSparse:
		e.refusal = i18n.Textf(reasonSparse)
	default:
		e.refusal = i18n.Textf(reasonDevice)
	}
	for key := range header.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			e.refusal = i18n.Textf(reasonSparse)
		}
	}
	return e
}

// reasonSparse refuses files with holes, because the meter would not count the holes.
const reasonSparse = "a file with holes (sparse): pack it without tar's --sparse"
