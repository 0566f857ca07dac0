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
	"slices"

	"github.com/klauspost/compress/zstd"
)

// Bounds on the memory that a file may cost.
const (
	maxJSON   = 64 << 20 // bytes of the header or of the manifest: about 100,000 parts
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

// reader reads the entries of a file and compares them with its manifest.
type reader struct {
	zstd   *zstd.Decoder
	tar    *tar.Reader
	rest   io.Reader // the unpacked file, from the next byte
	header header
	seen   []part // the parts read so far
	n      int    // parts read of the current table

	manifest manifest // set when next returns io.EOF
}

// newReader reads the header. The caller must close the reader.
func newReader(in *counter) (_ *reader, err error) {
	buffered := bufio.NewReaderSize(in, 1<<20)
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
	rest := &boundedReader{unpacked: decoder, file: in}
	r := &reader{zstd: decoder, tar: tar.NewReader(rest), rest: rest}
	defer func() {
		if err != nil {
			r.close()
		}
	}()
	entry, err := r.tar.Next()
	if errors.Is(err, io.EOF) || err == nil && entry.Name != headerName {
		return nil, errNotDump
	}
	if err != nil {
		return nil, readError(err)
	}
	// The format first: a later one may have other fields.
	content, err := r.content(entry)
	if err != nil {
		return nil, err
	}
	var version struct{ Format int }
	if err := json.Unmarshal(content, &version); err != nil {
		return nil, damagedError("%s: %v", headerName, err)
	}
	if version.Format > format {
		return nil, fileError(fmt.Sprintf("the dump was made by a newer ojcheck (format %d; this one reads %d): install the newer version", version.Format, format))
	}
	if err := decodeStrict(content, &r.header); err != nil {
		return nil, damagedError("%s: %v", headerName, err)
	}
	if err := r.header.check(); err != nil {
		return nil, err
	}
	return r, r.header.convert()
}

func (r *reader) close() { r.zstd.Close() }

// check returns an error if the header is invalid.
func (h header) check() error {
	if h.Format != format || h.Schema < 1 || len(h.Tables) == 0 {
		return damagedError("%s says format %d, schema %d, %d tables", headerName, h.Format, h.Schema, len(h.Tables))
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

// next returns the table of the next part, and a reader of the part that is valid
// until the next call. At the end of a complete file it returns io.EOF and has set
// manifest.
func (r *reader) next() (table, *partReader, error) {
	entry, err := r.tar.Next()
	if errors.Is(err, io.EOF) {
		return table{}, nil, errEnd // without a manifest
	}
	if err != nil {
		return table{}, nil, readError(err)
	}
	if entry.Name == manifestName {
		if err := r.finish(entry); err != nil {
			return table{}, nil, err
		}
		return table{}, nil, io.EOF
	}
	if entry.Typeflag != tar.TypeReg {
		return table{}, nil, damagedError("%q is not a plain file", entry.Name)
	}
	// The next part belongs to the same table, or is the first part of a later table.
	at := 0
	if len(r.seen) > 0 {
		last := r.seen[len(r.seen)-1].Table
		at = slices.IndexFunc(r.header.Tables, func(t table) bool { return t.Name == last })
		if entry.Name == partName(last, r.n+1) {
			r.n++
			return r.header.Tables[at], r.part(entry, last), nil
		}
		at++
	}
	for _, t := range r.header.Tables[at:] {
		if entry.Name == partName(t.Name, 1) {
			r.n = 1
			return t, r.part(entry, t.Name), nil
		}
	}
	return table{}, nil, damagedError("%q is not the part that should follow", entry.Name)
}

func (r *reader) part(entry *tar.Header, table string) *partReader {
	r.seen = append(r.seen, part{Name: entry.Name, Table: table, Bytes: entry.Size})
	return &partReader{in: r.tar, sum: sha256.New(), part: &r.seen[len(r.seen)-1]}
}

// partReader reads a part, counts its rows and computes its SHA-256.
type partReader struct {
	in   io.Reader
	sum  hash.Hash
	part *part
}

func (p *partReader) Read(b []byte) (int, error) {
	n, err := p.in.Read(b)
	p.sum.Write(b[:n])
	p.part.Rows += int64(bytes.Count(b[:n], []byte("\n")))
	if errors.Is(err, io.EOF) {
		p.part.SHA256 = hex.EncodeToString(p.sum.Sum(nil))
		return n, io.EOF
	}
	if err != nil {
		err = readError(err)
	}
	return n, err
}

// finish compares the parts with the manifest, and checks that nothing follows it.
func (r *reader) finish(entry *tar.Header) error {
	content, err := r.content(entry)
	if err != nil {
		return err
	}
	if err := decodeStrict(content, &r.manifest); err != nil {
		return damagedError("%s: %v", manifestName, err)
	}
	if len(r.manifest.Parts) != len(r.seen) {
		return damagedError("it has %d parts, and its manifest %d", len(r.seen), len(r.manifest.Parts))
	}
	for i, want := range r.manifest.Parts {
		if r.seen[i] != want {
			return damagedError("%s differs from its manifest", want.Name)
		}
	}
	if _, err := r.tar.Next(); !errors.Is(err, io.EOF) {
		if err != nil {
			return readError(err)
		}
		return damagedError("something follows its manifest")
	}
	// Read to the end, where zstd checks its own sum.
	n, err := io.Copy(io.Discard, io.LimitReader(r.rest, 1))
	if err != nil {
		return readError(err)
	}
	if n > 0 {
		return damagedError("something follows its end")
	}
	return nil
}

// all returns the content of an entry that is held in memory.
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

// strict decodes one JSON value that holds nothing unknown.
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

// readError returns a decoder's error in words for users.
func readError(err error) error {
	var file fileError
	switch {
	case errors.As(err, &file):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return errEnd
	}
	return damagedError("%v", err)
}

// counter reports how much of a file has been read.
type counter struct {
	in              io.Reader
	bytesRead, size int64
	progress        Progress
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.bytesRead += int64(n)
	c.progress("restore", c.bytesRead, c.size)
	return n, err
}

// A dump of a real database unpacks to some ten times its size. One that unpacks to
// more than minBound bytes plus maxRatio times the bytes read was made to fill a disk.
const (
	maxRatio = 1000
	minBound = 256 << 20
)

// bounded reads what is unpacked from a file.
type boundedReader struct {
	unpacked io.Reader
	file     *counter
	done     int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.unpacked.Read(p)
	b.done += int64(n)
	if b.done > minBound+maxRatio*b.file.bytesRead {
		return n, damagedError("it unpacks to more than %d times its size", maxRatio)
	}
	return n, err
}
