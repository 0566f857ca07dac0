package intake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// entry is one item of an input.
type entry struct {
	name    string    // unchecked; slash-separated
	size    int64     // claimed by the input, in bytes
	refusal i18n.Text // why it cannot be read, such as a link; zero if it can
	folder  bool
	open    func() (io.ReadCloser, error) // usable until the next entry
}

// entries yields the entries of an input in its order. An error ends the sequence.
type entries = iter.Seq2[entry, error]

// Reasons that several kinds of input share.
const (
	reasonLink   = "a link: put the file itself in its place"
	reasonDevice = "neither a file nor a folder"
)

// readCloser reads from Reader, and its Close closes Closer.
type readCloser struct {
	io.Reader
	io.Closer
}

// input is an open path that the user gave.
type input struct {
	entries
	io.Closer
	isSingleFile bool // a file that is not an archive
}

// forEachInput opens paths one after another, and calls read for each. base is the name of the input. prefix
// precedes the paths of its files; it is "" for the only path and for a single file. The base of several single
// files is the folder that holds them all; see [singleFiles] for their names.
func forEachInput(paths []string, m *meter, read func(i input, prefix, base string) error) error {
	absolute, err := absolutePaths(paths)
	if err != nil {
		return err
	}
	files, err := findSingleFiles(paths, absolute, m)
	if err != nil {
		return err
	}
	used := map[string]bool{}
	for n, p := range paths {
		base := baseName(absolute[n])
		i, err := open(p, func() string { return uniqueName(files.name(absolute[n]), used) }, m)
		if err != nil {
			return err
		}
		prefix := ""
		switch {
		case i.isSingleFile && files.folder != "":
			base = baseName(files.folder)
		case !i.isSingleFile && len(paths) > 1:
			prefix = printable(uniqueName(withoutArchiveExtension(base), used))
		}
		err = read(i, prefix, printable(base))
		i.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// absolutePaths returns the absolute paths. It returns an error if two are equal, because ojcheck would compare each
// program with itself.
func absolutePaths(paths []string) (absolute []string, err error) {
	seen := map[string]bool{}
	for _, p := range paths {
		a, err := filepath.Abs(p)
		if err != nil {
			return nil, err
		}
		if seen[a] {
			return nil, i18n.Errorf("%s is given twice", p)
		}
		seen[a] = true
		absolute = append(absolute, a)
	}
	return absolute, nil
}

// baseName returns the name of the file or folder at an absolute path.
func baseName(p string) string {
	if filepath.Dir(p) == p {
		return "root"
	}
	return filepath.Base(p)
}

// singleFiles are several paths of single files.
type singleFiles struct {
	count        int
	folder       string // absolute path of the folder that holds them all; "" for fewer than two files
	hasEqualName bool   // two files have the same name in different folders; then the names of all include folders
}

// SingleFiles returns the folder of several single files, and the names that Read gives them. If a path is a folder or an
// archive, or there is only one path, names is nil.
func SingleFiles(ctx context.Context, paths []string) (folder string, names []string, err error) {
	absolute, err := absolutePaths(paths)
	if err != nil {
		return "", nil, err
	}
	files, err := findSingleFiles(paths, absolute, newMeter(ctx, Limits{}.withDefaults()))
	if err != nil || files.folder == "" || files.count < len(paths) {
		return "", nil, err
	}
	used := map[string]bool{}
	for _, p := range absolute {
		names = append(names, uniqueName(files.name(p), used))
	}
	return files.folder, names, nil
}

// findSingleFiles opens the paths to find those of single files.
func findSingleFiles(paths, absolute []string, m *meter) (s singleFiles, err error) {
	names := map[string]bool{}
	for n, p := range paths {
		i, err := open(p, func() string { return "" }, m)
		if err != nil {
			return s, err
		}
		i.Close()
		if !i.isSingleFile {
			continue
		}
		if s.count++; s.count == 1 {
			s.folder = filepath.Dir(absolute[n])
		}
		for !isBelow(s.folder, absolute[n]) {
			s.folder = filepath.Dir(s.folder)
		}
		base := filepath.Base(p)
		s.hasEqualName = s.hasEqualName || names[base]
		names[base] = true
	}
	if s.count < 2 {
		s.folder = ""
	}
	return s, nil
}

// isBelow reports whether an absolute path is below a folder. Every path is below the root.
func isBelow(folder, p string) bool {
	inside, err := filepath.Rel(folder, p)
	return err == nil && filepath.IsLocal(inside) || filepath.Dir(folder) == folder
}

// name returns the name of a file in its input.
func (s singleFiles) name(absolute string) string {
	if inside, err := filepath.Rel(s.folder, absolute); err == nil && s.hasEqualName {
		return filepath.ToSlash(inside)
	}
	return filepath.Base(absolute)
}

// uniqueName adds a number to a name that was used before: "x.cpp", "x-2.cpp".
func uniqueName(name string, used map[string]bool) string {
	unique := name
	for n := 2; used[unique]; n++ {
		unique = fmt.Sprintf("%s-%d%s", stem(name), n, strings.TrimPrefix(name, stem(name)))
	}
	used[unique] = true
	return unique
}

// stem returns the name of a file without its extension.
func stem(name string) string { return cmp.Or(strings.TrimSuffix(name, path.Ext(name)), name) }

// open opens the file or folder at a path. fileName returns the name of the entry of a single file.
func open(name string, fileName func() string, m *meter) (input, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return input{}, i18n.Errorf("there is no file or folder %s", name)
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
		return input{}, i18n.Errorf("%s is neither a folder nor a file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return input{}, err
	}
	items, err := openArchive(name, f, info.Size(), m)
	if err != nil {
		f.Close()
		return input{}, i18n.Errorf("%s: %s", name, err)
	}
	if items != nil {
		return input{items, f, false}, nil
	}
	e := entry{name: fileName(), size: info.Size(), open: func() (io.ReadCloser, error) {
		return io.NopCloser(m.reader(io.NewSectionReader(f, 0, info.Size()))), nil
	}}
	return input{func(yield func(entry, error) bool) { yield(e, nil) }, f, true}, nil
}

// anyName is a folder whose files may have any names. Root.FS refuses names that are not UTF-8.
type anyName struct{ *os.Root }

func (r anyName) Open(name string) (fs.File, error) { return r.Root.Open(name) }

// folderEntries lists the entries of a directory in lexical order. It lists links but does not follow them.
// root ensures that no path leads out of the directory, even if somebody changes it meanwhile.
func folderEntries(root *os.Root, m *meter) entries {
	return func(yield func(entry, error) bool) {
		fsys := anyName{root}
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
				e.refusal = i18n.Textf("it cannot be read: %s", errorReason(err))
			case isLeftover(p) && (d.IsDir() || !mayBeProgram(p)): // a repository has thousands of files
				return nil
			case d.IsDir():
				e.folder = true
			case d.Type()&fs.ModeSymlink != 0:
				e.refusal = i18n.Textf(reasonLink)
			case !d.Type().IsRegular():
				e.refusal = i18n.Textf(reasonDevice)
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

// archiveExtensions serve to name contests and to explain skipped files. Only the content shows that a file
// is an archive.
var archiveExtensions = []string{
	".tar.gz", ".tar.zst", ".tar.xz", ".tar.bz2", ".zip", ".tar", ".tgz", ".tzst",
	".7z", ".rar", ".gz", ".zst", ".xz", ".bz2", ".jar",
}

// withoutArchiveExtension returns a path's base name without the extension of an archive.
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

// archiveKinds lists the kinds of archives by their first bytes. ojcheck cannot read a kind without open.
var archiveKinds = []struct {
	magic string
	at    int // offset of magic in the archive
	name  string
	open  func(data io.ReaderAt, size int64, m *meter) entries
}{
	{"PK\x03\x04", 0, "zip", zipEntries},
	{"PK\x05\x06", 0, "zip", zipEntries},   // empty
	{"PK\x07\x08PK", 0, "zip", zipEntries}, // in parts, of which there is only one
	{"\x1f\x8b", 0, "gzip", gzipEntries},
	{"\x28\xb5\x2f\xfd", 0, "zstd", zstdEntries},
	{"ustar", 257, "tar", tarEntries},
	{"7z\xbc\xaf\x27\x1c", 0, "7z", nil},
	{"Rar!\x1a\x07", 0, "rar", nil},
	{"\xfd7zXZ\x00", 0, "xz", nil},
	{"1AY&SY", 4, "bzip2", nil},
}

// sniffBytes is the number of first bytes that show the kind of a file.
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

// IsZip reports whether a file begins like a zip.
func IsZip(head []byte) bool { return archiveKind(head) == "zip" }

// readHead returns the first bytes of a file, which archiveKind looks at.
func readHead(data io.ReaderAt, size int64) ([]byte, error) {
	head := make([]byte, min(sniffBytes, size))
	n, err := data.ReadAt(head, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return head[:n], err
}

// notArchiveError says what a file that is called like an archive is instead, and what to do.
func notArchiveError(head []byte) error {
	start := strings.ToLower(strings.TrimSpace(string(head)))
	switch {
	case len(head) == 0:
		return i18n.Errorf("the file is empty: save or download it again")
	case strings.HasPrefix(start, "<!doctype html"), strings.HasPrefix(start, "<html"):
		return i18n.Errorf("it is a web page and not an archive: sign in where it comes from, and download it again")
	case lexer.IsText(head):
		return i18n.Errorf("it is text and not an archive: choose the archive with the submissions")
	}
	return i18n.Errorf("it is not an archive: choose the archive with the submissions")
}

// openArchive returns the entries of an archive; nil if neither the content nor the name is that of an archive.
func openArchive(name string, data io.ReaderAt, size int64, m *meter) (entries, error) {
	head, err := readHead(data, size)
	if err != nil {
		return nil, err
	}
	kind, extension := archiveKind(head), strings.ToLower(path.Ext(name))
	switch {
	case kind != "" || !slices.Contains(archiveExtensions, extension):
	case extension == ".zip": // a self-extracting zip begins with a program
		kind = "zip"
	case extension == ".tar" && !lexer.IsText(head): // a tar from before 1988 has no magic
		kind = "tar"
	default:
		return func(yield func(entry, error) bool) { yield(entry{}, notArchiveError(head)) }, nil
	}
	for _, k := range archiveKinds {
		if k.name != kind {
			continue
		}
		if k.open == nil {
			return nil, i18n.Errorf("ojcheck cannot read %s archives: unpack it, or pack it again as .zip or .tar.gz", kind)
		}
		return k.open(data, size, m), nil
	}
	return nil, nil
}
