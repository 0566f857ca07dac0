//go:build unix

package localpg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"
)

// downloadTimeout bounds the download of approximately 15 MB.
const downloadTimeout = 5 * time.Minute

// releases lists the releases of the embedded-postgres library, by major version.
var releases = map[string]embeddedpostgres.PostgresVersion{
	"15": embeddedpostgres.V15,
	"16": embeddedpostgres.V16,
	"17": embeddedpostgres.V17,
	"18": embeddedpostgres.V18,
}

// defaultMajor is the major version to download for a new cluster.
const defaultMajor = "18"

// ensureDownload returns the binaries in the data directory, and downloads them if they are missing. version
// "" means any.
func (h home) ensureDownload(ctx context.Context, version string, acct *account, log *slog.Logger) (binaries, error) {
	reason := "PostgreSQL is not installed"
	if version != "" {
		reason = "PostgreSQL " + version + ", which made the database, is not installed"
	}
	version = cmp.Or(version, defaultMajor)
	release, ok := releases[version]
	if !ok {
		return binaries{}, fmt.Errorf("there is no download of PostgreSQL %s", version)
	}
	dir := filepath.Join(h.dataDir, "postgresql-"+string(release))
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		log.Info(reason+"; downloading it", "version", release, "to", dir)
		if err := download(ctx, release, dir); err != nil {
			return binaries{}, err
		}
	}
	return probe(ctx, filepath.Join(dir, "bin"), version, acct)
}

// download downloads a release and unpacks it into dir. After an error there is no dir.
func download(ctx context.Context, release embeddedpostgres.PostgresVersion, dir string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, downloadTimeout, errors.New("it took too long"))
	defer cancel()
	const prefix = "postgresql-download-"
	removeMatches(filepath.Join(filepath.Dir(dir), prefix+"*"))
	temp, err := os.MkdirTemp(filepath.Dir(dir), prefix)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- fetch(release, temp) }()
	select {
	case err = <-done:
	case <-ctx.Done():
		return context.Cause(ctx) // fetch cannot be stopped; the next download removes its files
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

// unusableDataPath cannot be created or removed, because /dev/null is not a directory.
const unusableDataPath = "/dev/null/data"

// fetch uses the embedded-postgres library to download a release, check its SHA-256, and unpack it to
// temp/unpacked.
//
// The library downloads only in Start, which then runs a server on a TCP port. fetch gives it an unusable
// data directory, so that Start fails before it runs a server. Start creates the runtime directory after the
// binaries and before the failure. So the download is complete if the runtime directory exists. The port is
// 0, because Start tests whether the port is free.
func fetch(release embeddedpostgres.PostgresVersion, temp string) error {
	runtime := filepath.Join(temp, "runtime")
	err := embeddedpostgres.NewDatabase(embeddedpostgres.DefaultConfig().
		Version(release).
		Port(0).
		CachePath(filepath.Join(temp, "cache")).
		BinariesPath(filepath.Join(temp, "unpacked")).
		RuntimePath(runtime).
		DataPath(unusableDataPath).
		Logger(io.Discard)).Start()
	if err == nil {
		return errors.New("the embedded-postgres library started a server instead of failing")
	}
	if _, statErr := os.Stat(runtime); statErr == nil {
		return nil
	}
	return err
}

// makeReadable lets all users read and run the files below dir, because the server may run as another user
// than ojcheck.
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
