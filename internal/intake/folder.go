package intake

import (
	"io"
	"io/fs"
	"os"
	"strings"
)

// folderEntries walks a directory in lexical order. Links are named but not
// followed, and root makes sure that none leads out of the directory even if
// it is changed while it is read.
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
				e.refusal = "it cannot be read: " + reason(err)
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

// Reasons that several formats share.
const (
	reasonLink   = "a link: put the file itself in its place"
	reasonDevice = "neither a file nor a folder"
)

// readCloser is a reader with somebody else's Close.
type readCloser struct {
	io.Reader
	io.Closer
}
