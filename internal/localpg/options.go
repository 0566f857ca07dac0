package localpg

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
)

// ErrInUse means that other processes use the server. Stop wraps it.
var ErrInUse = errors.New("other ojcheck processes are using the database")

// ErrNotInstalled means that a directory has no PostgreSQL. The error of Installed wraps it.
var ErrNotInstalled = errors.New("PostgreSQL is not there")

// Options are the options of Start. The zero value is usable.
type Options struct {
	// DataDir is ojcheck's data directory; "" means DefaultDataDir.
	DataDir string
	// Log gets messages about slow steps, such as a download, and about restarts. Nil discards them.
	Log *slog.Logger
	// Settings are further settings of PostgreSQL by name. A server that runs already does not get them.
	Settings map[string]string
}

// Status is the state of a cluster.
type Status struct {
	DataDir     string // absolute
	Log         string // path of the server's log
	Version     string // major version, "" if no cluster was created yet
	Running     bool   // a server answers
	Busy        bool   // a server starts, recovers or stops
	Pid         int    // of the server; 0 if no server runs
	URL         string // of ojcheck's database; "" if no server runs
	Connections int    // number of clients' connections to ojcheck's database; -1 if all connections are in use
}

// MakeDir makes a data directory and all parent directories. If root runs ojcheck, all users may enter those that
// it makes, because the server runs as another user.
func MakeDir(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	mode := os.FileMode(0o700)
	if os.Getuid() == 0 {
		mode = 0o711
	}
	if err := MakeDir(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, mode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Chmod(dir, mode) // undo the umask
}

// DefaultDataDir returns ojcheck's default data directory. It is /var/lib/ojcheck for root, else "ojcheck" in
// the system's directory for a user's data: $XDG_DATA_HOME or ~/.local/share, on macOS ~/Library/Application
// Support.
func DefaultDataDir() (string, error) {
	if os.Getuid() == 0 {
		return "/var/lib/ojcheck", nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ojcheck"), nil
	}
	if runtime.GOOS == "windows" {
		if dir, err := os.UserConfigDir(); err == nil {
			return filepath.Join(dir, "ojcheck"), nil
		}
	}
	user, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(user) {
		return "", errors.New("no home directory for the database: give a directory with --data-dir")
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(user, "Library", "Application Support", "ojcheck"), nil
	}
	return filepath.Join(user, ".local", "share", "ojcheck"), nil
}
