package intake

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"strings"
)

// tarEntries reads an uncompressed tar.
func tarEntries(in io.ReaderAt, size int64, m *meter) entries {
	return func(yield func(entry, error) bool) {
		walkTar(io.NewSectionReader(in, 0, size), m, yield)
	}
}

// walkTar reads a tar from a stream. The meter counts the whole stream, since even
// skipping means unpacking.
func walkTar(r io.Reader, m *meter, yield func(entry, error) bool) {
	in := &tailReader{Reader: m.reader(r)}
	tr := tar.NewReader(in)
	for first := true; ; first = false {
		header, err := tr.Next()
		if err == io.EOF {
			if err := in.end(); err != nil {
				yield(entry{}, describeError(m.ctx, "the archive", err))
			}
			return
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) { // cleanName checks paths
			if first && errors.Is(err, tar.ErrHeader) {
				err = errors.New("it contains no tar archive; unpack a single compressed file first")
			} else {
				err = describeError(m.ctx, "the archive", err)
			}
			yield(entry{}, err)
			return
		}
		if !yield(tarEntry(tr, header), nil) {
			return
		}
	}
}

// tailReader counts the zero bytes at the end of what was read. A complete tar ends
// with a block of them; archive/tar takes a cut between two files, or after the last
// byte of one, for the end.
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

// end checks that the archive is complete, and reads the rest, so that the checksum
// of a compressed stream is compared.
func (r *tailReader) end() error {
	const block = 512
	if r.zeros < block {
		return io.ErrUnexpectedEOF
	}
	_, err := io.Copy(io.Discard, r.Reader)
	return err
}

func tarEntry(tr *tar.Reader, header *tar.Header) entry {
	e := entry{name: slashes(header.Name), size: header.Size}
	switch header.Typeflag {
	case tar.TypeReg, tar.TypeCont:
		if isSparse(header) {
			e.refusal = reasonSparse
			break
		}
		e.open = func() (io.ReadCloser, error) { return io.NopCloser(tr), nil }
	case tar.TypeDir:
		e.folder = true
	case tar.TypeLink, tar.TypeSymlink:
		e.refusal = reasonLink
	case tar.TypeGNUSparse:
		e.refusal = reasonSparse
	default:
		e.refusal = reasonDevice
	}
	return e
}

// reasonSparse refuses files with holes, which are tiny when packed and huge when
// unpacked, and which the meter would not count.
const reasonSparse = "a file with holes (sparse): pack it without tar's --sparse"

func isSparse(header *tar.Header) bool {
	for key := range header.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return false
}
