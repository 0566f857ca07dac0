package intake

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// entry is one item of an input.
type entry struct {
	name    string // unchecked; slash-separated
	size    int64  // that the input claims, in bytes
	refusal string // why it cannot be read (a link, encrypted, ...); "" if it can
	folder  bool
	open    func() (io.ReadCloser, error) // usable until the next entry
}

// entries yields the items of an input in its own order. An error in place of an
// entry is the end: the entries before it are valid.
type entries = iter.Seq2[entry, error]

// Reasons that several kinds of input share.
const (
	reasonLink   = "a link: put the file itself in its place"
	reasonDevice = "neither a file nor a folder"
)

// readCloser is a reader with another value's Close.
type readCloser struct {
	io.Reader
	io.Closer
}

// input is one of the paths that the user gave, opened.
type input struct {
	entries
	io.Closer
	single bool // a file that is not an archive; its entry has no name
}

// forEachInput opens paths one after another. The files of an input are listed
// below prefix, which is "" for the only path and for a single file; base is the
// name of the input itself.
func forEachInput(paths []string, m *meter, read func(in input, prefix, base string) error) error {
	used := map[string]int{}
	for _, p := range paths {
		base, err := baseName(p)
		if err != nil {
			return err
		}
		in, err := open(p, m)
		if err != nil {
			return err
		}
		prefix := ""
		if in.single {
			in.entries = withName(in.entries, uniqueName(base, used))
		} else if len(paths) > 1 {
			prefix = printable(uniqueName(withoutArchiveExtension(base), used))
		}
		err = read(in, prefix, printable(base))
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// baseName returns the name of the file or folder at a path.
func baseName(p string) (string, error) {
	absolute, err := filepath.Abs(p)
	if err != nil {
		return "", err
	}
	base := filepath.Base(absolute)
	if base == string(filepath.Separator) {
		base = "root"
	}
	return base, nil
}

// uniqueName numbers equal names: "x.cpp", "x-2.cpp".
func uniqueName(name string, used map[string]int) string {
	used[name]++
	if n := used[name]; n > 1 {
		return fmt.Sprintf("%s-%d%s", stem(name), n, strings.TrimPrefix(name, stem(name)))
	}
	return name
}

func stem(name string) string {
	return cmp.Or(strings.TrimSuffix(name, path.Ext(name)), name)
}

// withName names the entry of a single file.
func withName(items entries, name string) entries {
	return func(yield func(entry, error) bool) {
		for e, err := range items {
			e.name = name
			if !yield(e, err) {
				return
			}
		}
	}
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

// fileEntry yields a single file, without a name.
func fileEntry(f io.ReaderAt, size int64, m *meter) entries {
	return func(yield func(entry, error) bool) {
		yield(entry{size: size, open: func() (io.ReadCloser, error) {
			return io.NopCloser(m.reader(io.NewSectionReader(f, 0, size))), nil
		}}, nil)
	}
}

// folderEntries walks a directory in lexical order. It lists links but does not
// follow them; root ensures that none leads out of the directory even if somebody
// changes it meanwhile.
func folderEntries(root *os.Root, m *meter) entries {
	return func(yield func(entry, error) bool) {
		fsys := root.FS()
		fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
			if p == "." {
				if err != nil {
					yield(entry{}, err)
				}
				return err
			}
			e := entry{name: p}
			switch {
			case err != nil:
				e.refusal = "it cannot be read: " + errorReason(err)
			case d.IsDir():
				if leftoverFolders[strings.ToLower(d.Name())] {
					return fs.SkipDir
				}
				e.folder = true
			case d.Type()&fs.ModeSymlink != 0:
				e.refusal = reasonLink
			case !d.Type().IsRegular():
				e.refusal = reasonDevice
			default:
				if info, err := d.Info(); err == nil {
					e.size = info.Size()
				}
				e.open = func() (io.ReadCloser, error) {
					f, err := fsys.Open(p)
					if err != nil {
						return nil, err
					}
					return readCloser{m.reader(f), f}, nil
				}
			}
			if !yield(e, nil) {
				return fs.SkipAll
			}
			return nil
		})
	}
}

// archiveExtensions are the usual extensions of archives. They serve to name a
// contest and to explain an unread file, never to choose a kind.
var archiveExtensions = []string{
	".tar.gz", ".tar.zst", ".tar.xz", ".tar.bz2", ".zip", ".tar", ".tgz", ".tzst", ".7z", ".rar", ".gz", ".zst", ".xz", ".bz2", ".jar",
}

// withoutArchiveExtension cuts the extension of an archive off a path's last element.
func withoutArchiveExtension(p string) string {
	name := path.Base(p)
	lower := strings.ToLower(name)
	for _, extension := range archiveExtensions {
		if strings.HasSuffix(lower, extension) && len(name) > len(extension) {
			return name[:len(name)-len(extension)]
		}
	}
	return name
}

// archiveKinds lists the kinds of archives by their first bytes. For kinds without a
// reader the error says what to do.
var archiveKinds = []struct {
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

// sniffBytes is enough of a file to tell its kind.
const sniffBytes = 512

// archiveKind returns the kind of an archive by its first bytes; "" for other files.
func archiveKind(head []byte) string {
	for _, k := range archiveKinds {
		if len(head) >= k.at+len(k.magic) && string(head[k.at:k.at+len(k.magic)]) == k.magic {
			return k.name
		}
	}
	return ""
}

// openArchive returns the entries of an archive; nil if in is not one.
func openArchive(name string, in io.ReaderAt, size int64, m *meter) (entries, error) {
	head := make([]byte, min(sniffBytes, size))
	if _, err := in.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	kind := archiveKind(head)
	if kind == "" {
		switch strings.ToLower(path.Ext(name)) {
		case ".tar": // may be from before 1988, without the magic
			kind = "tar"
		case ".zip": // may follow a program that unpacks it
			kind = "zip"
		}
	}
	for _, k := range archiveKinds {
		if k.name != kind {
			continue
		}
		if k.open == nil {
			return nil, fmt.Errorf("ojcheck cannot read %s archives: unpack it, or pack it again as .zip or .tar.gz", kind)
		}
		return k.open(in, size, m), nil
	}
	return nil, nil
}

// gzipEntries reads a tar packed by gzip.
func gzipEntries(in io.ReaderAt, size int64, m *meter) entries {
	return compressedEntries("gzip", in, size, m, func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) })
}

// zstdEntries reads a tar packed by zstd. The window of 128 MiB, which "zstd
// --long" uses, bounds the memory.
func zstdEntries(in io.ReaderAt, size int64, m *meter) entries {
	return compressedEntries("zstd", in, size, m, func(r io.Reader) (io.ReadCloser, error) {
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	})
}

func compressedEntries(kind string, in io.ReaderAt, size int64, m *meter, unpack func(io.Reader) (io.ReadCloser, error)) entries {
	return func(yield func(entry, error) bool) {
		r, err := unpack(io.NewSectionReader(in, 0, size))
		if err != nil {
			yield(entry{}, fmt.Errorf("the %s data is broken: %w", kind, err))
			return
		}
		defer r.Close()
		walkTar(r, m, yield)
	}
}

// describeError explains an error of an archive, except those of ctx and the meter.
func describeError(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil || errors.Is(err, errUnpacked) {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s is cut off in the middle", what)
	}
	return fmt.Errorf("%s is broken: %w", what, err)
}
