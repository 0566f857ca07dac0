package client

import (
	"archive/tar"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/zstd"
)

// pack writes a folder as a tar file, compressed with zstd. The entries are in lexical order. Links and
// devices have no content, and intake skips them. pack omits the files that it cannot open, and returns their
// names.
func pack(w io.Writer, folder string) (unreadable []string, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	compressor, err := zstd.NewWriter(w)
	if err != nil {
		return nil, err
	}
	packed := tar.NewWriter(compressor)
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if name == "." {
			return err
		}
		isReadable := err == nil
		if isReadable {
			isReadable, err = packEntry(packed, root.FS(), name, d)
		}
		if !isReadable {
			unreadable = append(unreadable, name)
			return nil
		}
		return err
	})
	if err == nil {
		err = packed.Close()
	}
	if err == nil {
		err = compressor.Close()
	}
	return unreadable, err
}

// packEntry adds an entry of a folder. isReadable is false if the file cannot be opened.
func packEntry(packed *tar.Writer, fsys fs.FS, name string, d fs.DirEntry) (isReadable bool, err error) {
	header := &tar.Header{Name: name, Mode: 0o644, Typeflag: tar.TypeFifo} // stands for devices and sockets too
	switch {
	case d.IsDir():
		header.Typeflag, header.Name = tar.TypeDir, name+"/"
	case d.Type()&fs.ModeSymlink != 0:
		header.Typeflag, header.Linkname = tar.TypeSymlink, "elsewhere" // the true target may be private
	}
	if !d.Type().IsRegular() {
		return true, packed.WriteHeader(header)
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
	if err := packed.WriteHeader(header); err != nil {
		return true, err
	}
	if n, err := io.Copy(packed, io.LimitReader(f, header.Size)); err != nil {
		return true, fmt.Errorf("read %s: %w", name, err)
	} else if n < header.Size {
		return true, fmt.Errorf("read %s: it became shorter while it was read; try again", name)
	}
	return true, nil
}
