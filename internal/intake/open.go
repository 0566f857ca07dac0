package intake

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// entry is one item of a source, in the source's own words.
type entry struct {
	name    string // not yet checked; slash-separated
	size    int64  // what the source claims, in bytes; a claim only
	refusal string // why it cannot be read (a link, encrypted, ...); "" where it can
	folder  bool
	open    func() (io.ReadCloser, error) // good until the next entry is asked for
}

// entries is what a format gives: its items in its own order. An error in
// place of an entry is a break: what came before stands, and nothing follows.
type entries = iter.Seq2[entry, error]

// archiveExtensions are the names archives usually have. They are used to name
// a contest and to tell what an unread file is, never to choose a format.
var archiveExtensions = []string{
	".tar.gz", ".tar.zst", ".tar.xz", ".tar.bz2", ".zip", ".tar", ".tgz", ".tzst", ".7z", ".rar", ".gz", ".zst", ".xz", ".bz2", ".jar",
}

// kinds are the formats known by their first bytes. Those without a reader are
// known in order to say what to do.
var kinds = []struct {
	magic string
	at    int
	name  string
	open  func(in io.ReaderAt, size int64, m *meter) entries
}{
	{"PK\x03\x04", 0, "zip", zipEntries},
	{"PK\x05\x06", 0, "zip", zipEntries},   // empty
	{"PK\x07\x08PK", 0, "zip", zipEntries}, // the only part of a split one
	{"\x1f\x8b", 0, "gzip", gzipEntries},
	{"\x28\xb5\x2f\xfd", 0, "zstd", zstdEntries},
	{"ustar", 257, "tar", tarEntries},
	{"7z\xbc\xaf\x27\x1c", 0, "7z", nil},
	{"Rar!\x1a\x07", 0, "rar", nil},
	{"\xfd7zXZ\x00", 0, "xz", nil},
	{"1AY&SY", 4, "bzip2", nil},
}

// sniffBytes is enough of a file to tell its format.
const sniffBytes = 512

// kindOf tells the format of an archive by its first bytes; "" where they are
// of none.
func kindOf(head []byte) string {
	for _, k := range kinds {
		if len(head) >= k.at+len(k.magic) && string(head[k.at:k.at+len(k.magic)]) == k.magic {
			return k.name
		}
	}
	return ""
}

// openArchive gives the entries of an archive; nil where in is none.
func openArchive(name string, in io.ReaderAt, size int64, m *meter) (entries, error) {
	head := make([]byte, min(sniffBytes, size))
	if _, err := in.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	kind := kindOf(head)
	if kind == "" {
		switch strings.ToLower(path.Ext(name)) {
		case ".tar": // perhaps one from before 1988, without the magic
			kind = "tar"
		case ".zip": // perhaps one behind a program that unpacks it
			kind = "zip"
		}
	}
	for _, k := range kinds {
		if k.name != kind {
			continue
		}
		if k.open == nil {
			return nil, fmt.Errorf("it is a %s archive, which is not read here: unpack it, or pack it again as .zip or .tar.gz", kind)
		}
		return k.open(in, size, m), nil
	}
	return nil, nil
}

// input is one of the paths that the user gave, opened.
type input struct {
	entries
	io.Closer
	single bool // one file that is no archive; its entry has no name
}

func open(name string, m *meter) (input, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return input{}, fmt.Errorf("there is no file or folder %s", name)
	}
	if err != nil {
		return input{}, err
	}
	if info.IsDir() {
		root, err := os.OpenRoot(name)
		if err != nil {
			return input{}, err
		}
		return input{entries: folderEntries(root, m), Closer: root}, nil
	}
	if !info.Mode().IsRegular() {
		return input{}, fmt.Errorf("%s is neither a folder nor a file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return input{}, err
	}
	items, err := openArchive(name, f, info.Size(), m)
	if err != nil {
		f.Close()
		return input{}, fmt.Errorf("read %s: %w", name, err)
	}
	if items == nil {
		return input{fileEntry(f, info.Size(), m), f, true}, nil
	}
	return input{items, f, false}, nil
}

// fileEntry gives a single file, without a name.
func fileEntry(f io.ReaderAt, size int64, m *meter) entries {
	return func(yield func(entry, error) bool) {
		yield(entry{size: size, open: func() (io.ReadCloser, error) {
			return io.NopCloser(m.reader(io.NewSectionReader(f, 0, size))), nil
		}}, nil)
	}
}

// gzipEntries unpacks gzip around a tar.
func gzipEntries(in io.ReaderAt, size int64, m *meter) entries {
	return compressed("gzip", in, size, m, func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) })
}

// zstdEntries unpacks zstd around a tar. The window is what "zstd --long"
// uses, 128 MiB, and bounds the memory.
func zstdEntries(in io.ReaderAt, size int64, m *meter) entries {
	return compressed("zstd", in, size, m, func(r io.Reader) (io.ReadCloser, error) {
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	})
}

func compressed(format string, in io.ReaderAt, size int64, m *meter, unpack func(io.Reader) (io.ReadCloser, error)) entries {
	return func(yield func(entry, error) bool) {
		r, err := unpack(io.NewSectionReader(in, 0, size))
		if err != nil {
			yield(entry{}, fmt.Errorf("the %s data is broken: %w", format, err))
			return
		}
		defer r.Close()
		walkTar(r, m, yield)
	}
}

// describeError keeps the context's and the meter's errors as they are, and explains
// others.
func describeError(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil || errors.Is(err, errUnpacked) {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s is cut off in the middle", what)
	}
	return fmt.Errorf("%s is broken: %w", what, err)
}
