package client

import (
	"archive/tar"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/zstd"
)

// packedExtension is the extension of a tar file that is compressed with zstd.
const packedExtension = ".tar.zst"

// pack writes a folder as a tar file, compressed with zstd. The entries are in lexical order. Links and
// devices have no content, and intake skips them. pack omits the files that it cannot open, and returns their
// names.
func pack(w io.Writer, folder string) (unreadable []string, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	err = writeTar(w, func(packed *tar.Writer) error {
		return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
			if name == "." {
				return err
			}
			if err == nil {
				if isReadable, err := packEntry(packed, root.FS(), name, d); isReadable {
					return err
				}
			}
			unreadable = append(unreadable, name)
			return nil
		})
	})
	return unreadable, err
}

// packFiles writes single files like pack, with the given names. It calls skip with the path of a file that it cannot open.
func packFiles(w io.Writer, paths, names []string, skip func(path string)) error {
	return writeTar(w, func(packed *tar.Writer) error {
		for i, path := range paths {
			f, err := os.Open(path)
			if err != nil {
				skip(path)
				continue
			}
			err = packFile(packed, names[i], f)
			f.Close()
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// writeTar writes a tar file, compressed with zstd, with the entries that write adds.
func writeTar(w io.Writer, write func(*tar.Writer) error) error {
	compressor, err := zstd.NewWriter(w)
	if err != nil {
		return err
	}
	packed := tar.NewWriter(compressor)
	if err = write(packed); err == nil {
		err = packed.Close()
	}
	if err == nil {
		err = compressor.Close()
	}
	return err
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
	return true, packFile(packed, name, f)
}

// packFile adds an open file.
func packFile(packed *tar.Writer, name string, f fs.File) error {
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	header := &tar.Header{Name: name, Mode: 0o644, Typeflag: tar.TypeReg, Size: info.Size()}
	if err := packed.WriteHeader(header); err != nil {
		return err
	}
	if n, err := io.Copy(packed, io.LimitReader(f, header.Size)); err != nil {
		return fmt.Errorf("pack %s: %w", name, err)
	} else if n < header.Size {
		return fmt.Errorf("read %s: it became shorter while it was read; try again", name)
	}
	return nil
}
