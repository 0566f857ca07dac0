package client

import (
	"archive/tar"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// packedExtension is the extension of a packed folder.
const packedExtension = ".tar.zst"

// pack writes a folder as a tar archive, compressed with zstd, for package intake to
// read. The entries are in lexical order; links and devices have no content, and intake
// skips them. pack omits files that it cannot open, and returns their names.
func pack(w io.Writer, folder string) (unreadable []string, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	compressed, err := zstd.NewWriter(w)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(compressed)
	fsys := root.FS()
	err = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case name == "." && err != nil:
			return err
		case name == ".":
			return nil
		case err != nil:
			unreadable = append(unreadable, name)
			return nil
		}
		ok, err := packEntry(archive, fsys, name, d)
		if !ok {
			unreadable = append(unreadable, name)
		}
		return err
	})
	if err == nil {
		err = archive.Close()
	}
	if err == nil {
		err = compressed.Close()
	}
	return unreadable, err
}

// packEntry adds an entry of a folder. It returns false if it cannot read the file.
func packEntry(archive *tar.Writer, fsys fs.FS, name string, d fs.DirEntry) (ok bool, err error) {
	header := &tar.Header{Name: filepath.ToSlash(name), Mode: 0o644}
	switch {
	case d.IsDir():
		header.Typeflag, header.Name = tar.TypeDir, header.Name+"/"
		return true, archive.WriteHeader(header)
	case d.Type()&fs.ModeSymlink != 0:
		header.Typeflag, header.Linkname = tar.TypeSymlink, "elsewhere" // the real target stays private
		return true, archive.WriteHeader(header)
	case !d.Type().IsRegular():
		header.Typeflag = tar.TypeFifo
		return true, archive.WriteHeader(header)
	}
	f, err := fsys.Open(name)
	if err != nil {
		return false, nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, nil
	}
	header.Typeflag, header.Size = tar.TypeReg, info.Size()
	if err := archive.WriteHeader(header); err != nil {
		return true, err
	}
	if n, err := io.Copy(archive, io.LimitReader(f, header.Size)); err != nil {
		return true, fmt.Errorf("read %s: %w", name, err)
	} else if n < header.Size {
		return true, fmt.Errorf("read %s: it became shorter while it was read; try again", name)
	}
	return true, nil
}
