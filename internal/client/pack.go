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

// packedExtension is added to the name of a folder that is packed.
const packedExtension = ".tar.zst"

// pack writes the content of a folder as a tar, compressed with zstd, for package
// intake to read: entries in lexical order. Links and devices are entries without
// content, for the reader to refuse. It leaves out files that cannot be opened, and
// returns their names.
func pack(w io.Writer, folder string) (unread []string, err error) {
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
			unread = append(unread, name)
			return nil
		}
		read, err := packEntry(archive, fsys, name, d)
		if !read {
			unread = append(unread, name)
		}
		return err
	})
	if err == nil {
		err = archive.Close()
	}
	if err == nil {
		err = compressed.Close()
	}
	return unread, err
}

// packEntry adds an entry of a folder. It reports whether it could be read.
func packEntry(archive *tar.Writer, fsys fs.FS, name string, d fs.DirEntry) (read bool, err error) {
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
