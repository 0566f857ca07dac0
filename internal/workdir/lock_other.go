//go:build !unix

package workdir

import (
	"errors"
	"os"
)

var errLocked = errors.New("locked by another process")

// lockFile only creates the file. Without flock(2) nothing shows which processes run: so each
// existing file counts as locked, and nothing is removed.
func lockFile(path string, wait bool) (*os.File, error) {
	if _, err := os.Stat(path); err == nil && !wait {
		return nil, errLocked
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
}
