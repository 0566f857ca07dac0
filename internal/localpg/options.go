package localpg

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
)

// ErrInUse is returned, wrapped, by Stop if other processes use the server.
var ErrInUse = errors.New("other ojcheck processes are using the database")

// Options are the options of a cluster. The zero value is usable.
type Options struct {
	// DataDir is ojcheck's data directory; "" means DefaultDataDir.
	DataDir string
	// Log gets messages about slow steps: creating a cluster, downloading PostgreSQL,
	// waiting for another process. Nil discards them.
	Log *slog.Logger
	// Settings are further PostgreSQL settings by name, for a server that Start starts,
	// not for one that it joins.
	Settings map[string]string
}

func (o Options) log() *slog.Logger {
	if o.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Log
}

// Status is the state of a cluster.
type Status struct {
	DataDir     string // absolute
	Dir         string // the cluster's own directory in it
	Log         string // path of the server's log
	Version     string // major version, "" if no cluster was created yet
	Running     bool   // a server answers
	InUse       bool   // at least one process holds the cluster
	Pid         int    // of the server, 0 if none runs
	SocketDir   string // "" if none runs
	URL         string // of ojcheck's database, "" if none runs
	Connections int    // of clients to that database
}

// DefaultDataDir is ojcheck's default data directory: /var/lib/ojcheck for root, else
// "ojcheck" in the system's directory for a user's data ($XDG_DATA_HOME or
// ~/.local/share, on macOS ~/Library/Application Support).
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
		return "", errors.New("no home directory to keep the database in: give a directory with --data-dir")
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(user, "Library", "Application Support", "ojcheck"), nil
	}
	return filepath.Join(user, ".local", "share", "ojcheck"), nil
}

// resolveDataDir returns dir, or the default for "", as an absolute path.
func resolveDataDir(dir string) (string, error) {
	if dir == "" {
		return DefaultDataDir()
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("data directory %q: %w", dir, err)
	}
	return abs, nil
}
