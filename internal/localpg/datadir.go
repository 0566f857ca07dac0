package localpg

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// DefaultDataDir is where ojcheck keeps its data if nobody says otherwise:
// /var/lib/ojcheck for root, else the directory that the system has for a
// user's data ($XDG_DATA_HOME or ~/.local/share, on macOS ~/Library/Application
// Support), in it "ojcheck".
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
