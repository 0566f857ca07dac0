package intake

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"strings"
)

// tarEntries reads a tar that is not compressed.
func tarEntries(in io.ReaderAt, size int64, m *meter) entries {
	return func(yield func(entry, error) bool) {
		walkTar(io.NewSectionReader(in, 0, size), m, yield)
	}
}

// walkTar reads a tar from a stream. All of the stream passes the meter, what
// is skipped too: to skip it, it has to be unpacked.
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
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) { // cleanName looks at paths
			if first && errors.Is(err, tar.ErrHeader) {
				err = errors.New("it holds no tar archive; a single compressed file has to be unpacked first")
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

// tailReader counts the zero bytes at the end of what was read. A tar ends
// with a block of them, or it is cut off: archive/tar takes a cut between two
// files, or behind the last byte of one, for the end.
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

// end reads what is left, so that a compressed stream's checksum is compared,
// and tells whether the archive was whole.
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

// reasonSparse: holes cost nothing to pack and everything to unpack, and
// would pass the meter unseen.
const reasonSparse = "a file with holes (sparse): pack it without tar's --sparse"

func isSparse(header *tar.Header) bool {
	for key := range header.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return false
}
