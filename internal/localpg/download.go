//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"
)

// downloadTimeout bounds the download of about 15 MB.
const downloadTimeout = 5 * time.Minute

// downloads are the releases that the embedded-postgres library knows, by major version.
var downloads = map[string]embeddedpostgres.PostgresVersion{
	"15": embeddedpostgres.V15,
	"16": embeddedpostgres.V16,
	"17": embeddedpostgres.V17,
	"18": embeddedpostgres.V18,
}

// defaultMajor is the major version that is downloaded for a new cluster.
const defaultMajor = "18"

// downloaded returns binaries that were downloaded before, or downloads them to
// the data directory. Version "" is any.
func (h home) downloaded(ctx context.Context, version string, acct *account, log *slog.Logger) (binaries, error) {
	if version == "" {
		version = defaultMajor
	}
	release, ok := downloads[version]
	if !ok {
		return binaries{}, fmt.Errorf("PostgreSQL %s is not on offer", version)
	}
	dir := filepath.Join(h.dataDir, "postgresql-"+string(release))
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		log.Info("no PostgreSQL installed, downloading it", "version", release, "to", dir)
		if err := download(ctx, release, dir); err != nil {
			return binaries{}, err
		}
	}
	return probe(ctx, filepath.Join(dir, "bin"), acct)
}

// download fetches and unpacks a release into dir, whole or not at all.
func download(ctx context.Context, release embeddedpostgres.PostgresVersion, dir string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, downloadTimeout, errors.New("it took too long"))
	defer cancel()
	const prefix = "postgresql-download-"
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), prefix+"*"))
	for _, temp := range left {
		_ = os.RemoveAll(temp)
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), prefix)
	if err != nil {
		return err
	}
	fetched := make(chan error, 1)
	go func() { fetched <- fetch(release, temp) }()
	select {
	case err = <-fetched:
	case <-ctx.Done():
		// The library cannot be interrupted: it goes on until ojcheck exits,
		// and what it leaves is removed by the next download.
		return context.Cause(ctx)
	}
	defer os.RemoveAll(temp)
	if err != nil {
		return err
	}
	unpacked := filepath.Join(temp, "unpacked")
	if err := makeReadable(unpacked); err != nil {
		return err
	}
	return os.Rename(unpacked, dir)
}

// unusableDataPath is a data directory that can be neither made nor removed, by root
// neither, because its parent is no directory.
const unusableDataPath = "/dev/null/data"

// fetch lets the embedded-postgres library download a release, check its
// SHA-256, and unpack it to temp/unpacked.
//
// The library does this in Start only, on its way to what must not happen here:
// to run a server on a TCP port. Between the two it clears its data directory,
// and given an impossible one, it fails there, before it has run anything. How it
// fails tells whether the binaries are whole. With port 0, its test whether the
// port is free always passes. All other paths are below temp, because it deletes
// some of them.
func fetch(release embeddedpostgres.PostgresVersion, temp string) error {
	err := embeddedpostgres.NewDatabase(embeddedpostgres.DefaultConfig().
		Version(release).
		Port(0).
		CachePath(filepath.Join(temp, "cache")).
		BinariesPath(filepath.Join(temp, "unpacked")).
		RuntimePath(filepath.Join(temp, "runtime")).
		DataPath(unusableDataPath).
		Logger(io.Discard)).Start()
	if err == nil {
		return errors.New("the embedded-postgres library started a server instead of failing")
	}
	if strings.HasPrefix(err.Error(), "unable to clean up data directory "+unusableDataPath) {
		return nil
	}
	return err
}

// makeReadable lets every user read and run what is below dir, whatever the umask
// is: the server may run as another user than we are.
func makeReadable(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		mode := info.Mode().Perm() | 0o444
		if mode&0o100 != 0 {
			mode |= 0o111
		}
		return os.Chmod(path, mode)
	})
}
