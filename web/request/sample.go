package request

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/jobs"
)

// sampleName is the name of the sample contest.
const sampleName = "Sample contest"

// maxSample bounds the bytes that the sample contest takes on the disk.
const maxSample = 2 << 20

// Sample packs the sample contest as an upload whose review is not blind.
func (us *Uploads) Sample(reader *access.Reader, contest fs.FS) (upload jobs.Upload, err error) {
	if err := reader.RequireUpload(); err != nil {
		return upload, err
	}
	release, err := us.reserve(reader.Viewer().ID, maxSample)
	if err != nil {
		return upload, err
	}
	defer release()
	dir, err := us.newDir()
	if err != nil {
		return upload, err
	}
	file := jobs.UploadedFile{Name: "sample.zip", Path: filepath.Join(dir, "sample.zip")}
	file.Size, err = packTo(file.Path, contest)
	upload = jobs.Upload{Contest: sampleName, Settings: us.Defaults(), ShowNames: true, Files: []jobs.UploadedFile{file}, Dirs: []string{dir}}
	if err != nil {
		upload.RemoveFiles(us.Log)
		err = fmt.Errorf("pack the sample contest: %w", err)
	}
	return upload, err
}

// packTo writes a zip of all files, and returns its size.
func packTo(path string, files fs.FS) (size int64, err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	w := zip.NewWriter(f)
	if err := errors.Join(w.AddFS(files), w.Close(), f.Close()); err != nil {
		return 0, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
