package dump

import (
	"archive/tar"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Bounds on the memory that reading a file may take.
const (
	maxJSON   = 64 << 20 // bytes of the header or of the manifest: approximately 100,000 parts
	maxWindow = 64 << 20 // bytes of the zstd window
)

// fileError says what is wrong with a file.
type fileError string

func (e fileError) Error() string { return string(e) }

const (
	errNotDump fileError = "this is not a dump of ojcheck"
	errEnd     fileError = "the dump ends too early: it was cut off, or is still being written"
)

func damagedError(format string, values ...any) error {
	return fileError("the dump is damaged: " + fmt.Sprintf(format, values...))
}

// reader reads the entries of a dump, which format.go describes: the header, the parts with the rows of
// tables, and the manifest. It compares the parts with the manifest.
type reader struct {
	zstd       *zstd.Decoder
	tar        *tar.Reader
	unpacked   io.Reader // the unpacked file, from which tar also reads
	header     header
	parts      []part // the parts that were read
	tableIndex int    // index of the current table in the header
	tableParts int    // number of parts of the current table that were read

	manifest manifest // set when next returns io.EOF
}

// newReader reads the header. The caller must close the reader.
func newReader(file *progressReader) (_ *reader, err error) {
	buffered := bufio.NewReaderSize(file, 1<<20)
	magic, err := buffered.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if !bytes.Equal(magic, []byte("\x28\xb5\x2f\xfd")) {
		return nil, errNotDump
	}
	decoder, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, readError(err)
	}
	unpacked := &boundedReader{unpacked: decoder, file: file}
	r := &reader{zstd: decoder, tar: tar.NewReader(unpacked), unpacked: unpacked}
	defer func() {
		if err != nil {
			decoder.Close()
		}
	}()
	entry, err := r.tar.Next()
	if errors.Is(err, io.EOF) || err == nil && entry.Name != headerName {
		return nil, errNotDump
	}
	if err != nil {
		return nil, readError(err)
	}
	content, err := r.content(entry)
	if err != nil {
		return nil, err
	}
	var version struct{ Format int } // read first: a later format may have different fields
	if err := json.Unmarshal(content, &version); err != nil {
		return nil, damagedError("%s: %v", headerName, err)
	}
	if version.Format > format {
		return nil, fileError(fmt.Sprintf("the dump was made by a newer ojcheck (format %d; this one reads %d): "+
			"install the newer version", version.Format, format))
	}
	if err := decodeStrict(content, &r.header); err != nil {
		return nil, damagedError("%s: %v", headerName, err)
	}
	if err := r.header.check(); err != nil {
		return nil, err
	}
	return r, r.header.checkBaseline()
}

func (r *reader) close() { r.zstd.Close() }

// check returns an error if the header is invalid.
func (h header) check() error {
	if h.Format != format || h.Schema < 1 || len(h.Tables) == 0 {
		return damagedError("%s has an impossible value: format %d, schema %d or %d tables",
			headerName, h.Format, h.Schema, len(h.Tables))
	}
	names := make(map[string]bool)
	for _, t := range h.Tables {
		if t.Name == "" || names[t.Name] || len(t.Columns) == 0 {
			return damagedError("%s names the table %q twice, or without columns", headerName, t.Name)
		}
		names[t.Name] = true
	}
	return nil
}

// next returns a reader of the next part, and the table of the part. The reader is valid until the next call.
// At the end of a complete file, next sets manifest and returns io.EOF.
func (r *reader) next() (table, *partReader, error) {
	entry, err := r.tar.Next()
	if errors.Is(err, io.EOF) {
		return table{}, nil, errEnd // the manifest is missing
	}
	if err != nil {
		return table{}, nil, readError(err)
	}
	if entry.Name == manifestName {
		if err := r.readManifest(entry); err != nil {
			return table{}, nil, err
		}
		return table{}, nil, io.EOF
	}
	if entry.Typeflag != tar.TypeReg {
		return table{}, nil, damagedError("%q is not a plain file", entry.Name)
	}
	// The next part belongs to the current table, or is the first part of a later table.
	n := r.tableParts + 1
	for i, t := range r.header.Tables[r.tableIndex:] {
		if entry.Name == partName(t.Name, n) {
			r.tableIndex, r.tableParts = r.tableIndex+i, n
			r.parts = append(r.parts, part{Name: entry.Name, Table: t.Name, Bytes: entry.Size})
			return t, &partReader{tar: r.tar, sum: sha256.New(), part: &r.parts[len(r.parts)-1]}, nil
		}
		n = 1
	}
	return table{}, nil, damagedError("%q is not the part that should follow", entry.Name)
}

// partReader reads a part, counts its rows and computes its SHA-256.
type partReader struct {
	tar  io.Reader
	sum  hash.Hash
	part *part
	err  error // why the part cannot be read; COPY passes on only its text
}

func (p *partReader) Read(b []byte) (int, error) {
	n, err := p.tar.Read(b)
	p.sum.Write(b[:n])
	p.part.Rows += int64(bytes.Count(b[:n], []byte("\n")))
	if errors.Is(err, io.EOF) {
		p.part.SHA256 = hex.EncodeToString(p.sum.Sum(nil))
		return n, io.EOF
	}
	if err != nil {
		p.err = readError(err)
	}
	return n, p.err
}

// readManifest compares the parts with the manifest, and checks that nothing follows the manifest.
func (r *reader) readManifest(entry *tar.Header) error {
	content, err := r.content(entry)
	if err != nil {
		return err
	}
	if err := decodeStrict(content, &r.manifest); err != nil {
		return damagedError("%s: %v", manifestName, err)
	}
	if len(r.manifest.Parts) != len(r.parts) {
		return damagedError("it has %d parts, but its manifest lists %d", len(r.parts), len(r.manifest.Parts))
	}
	for i, want := range r.manifest.Parts {
		if r.parts[i] != want {
			return damagedError("%s differs from its manifest", want.Name)
		}
	}
	if _, err := r.tar.Next(); err == nil {
		return damagedError("something follows its manifest")
	} else if !errors.Is(err, io.EOF) {
		return readError(err)
	}
	// Read to the end, because the decoder compares the checksum there.
	if _, err := io.ReadFull(r.unpacked, make([]byte, 1)); err == nil {
		return damagedError("something follows its end")
	} else if !errors.Is(err, io.EOF) {
		return readError(err)
	}
	return nil
}

func (r *reader) content(entry *tar.Header) ([]byte, error) {
	if entry.Typeflag != tar.TypeReg || entry.Size > maxJSON {
		return nil, damagedError("%s is not a plain file of at most %d MB", entry.Name, maxJSON>>20)
	}
	content, err := io.ReadAll(r.tar)
	if err != nil {
		return nil, readError(err)
	}
	return content, nil
}

// decodeStrict decodes one JSON value. It returns an error for unknown fields and for further values.
func decodeStrict(content []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return err
	}
	if decoder.More() {
		return errors.New("more than one value")
	}
	return nil
}

// readError turns an error of a decoder into an error for users.
func readError(err error) error {
	if _, ok := errors.AsType[fileError](err); ok {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errEnd
	}
	return damagedError("%v", err)
}

// progressReader reads a file, counts the bytes and reports the progress.
type progressReader struct {
	in              io.Reader
	bytesRead, size int64
	progress        Progress
}

func (c *progressReader) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.bytesRead += int64(n)
	c.progress("restore", c.bytesRead, c.size)
	return n, err
}

// A dump may unpack to minBound bytes plus maxRatio times the bytes of the file that were read. Real dumps
// unpack to approximately ten times the size of the file. A file that unpacks to more is an attack on the disk.
const (
	maxRatio = 1000
	minBound = 256 << 20
)

// boundedReader reads an unpacked file, and fails above the bound of minBound and maxRatio.
type boundedReader struct {
	unpacked  io.Reader
	file      *progressReader
	bytesRead int64 // from unpacked
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.unpacked.Read(p)
	b.bytesRead += int64(n)
	if b.bytesRead > minBound+maxRatio*b.file.bytesRead {
		return n, damagedError("it unpacks to more than %d times its size", maxRatio)
	}
	return n, err
}
