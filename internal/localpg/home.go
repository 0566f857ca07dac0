//go:build unix

package localpg

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

const (
	port          = 5432            // part of the socket's name, not a TCP port
	socketName    = ".s.PGSQL.5432" // PostgreSQL's name for the socket
	maxSocketPath = 103             // bytes; 107 on Linux, 103 on macOS and the BSDs
	shortDir      = "/tmp"          // $TMPDIR is too long, and $XDG_RUNTIME_DIR ends at logout
	// dirHint ends each message about the data directory.
	dirHint = "choose another directory with --data-dir, or give a server with --database-url"
)

// home is the directory of one PostgreSQL cluster, <data directory>/postgres.
type home struct {
	dataDir string
	dir     string // <dataDir>/postgres
}

// homeIn returns the home in a data directory; "" means DefaultDataDir.
func homeIn(dataDir string) (_ home, err error) {
	if dataDir == "" {
		dataDir, err = DefaultDataDir()
	} else {
		dataDir, err = filepath.Abs(dataDir)
	}
	return home{dataDir: dataDir, dir: filepath.Join(dataDir, "postgres")}, err
}

func (h home) data() string       { return filepath.Join(h.dir, "data") }
func (h home) log() string        { return filepath.Join(h.dir, "server.log") }
func (h home) guardLock() string  { return filepath.Join(h.dir, "guard.lock") }
func (h home) usersLock() string  { return filepath.Join(h.dir, "users.lock") }
func (h home) serverLock() string { return filepath.Join(h.dir, "server.lock") }
func (h home) stopMark() string   { return filepath.Join(h.dir, "stopped") }
func (h home) pidFile() string    { return filepath.Join(h.data(), "postmaster.pid") }

// create makes the home and all parent directories.
func (h home) create() error {
	for _, dir := range []string{h.dataDir, h.dir} {
		if err := MakeDir(dir); err != nil {
			return fmt.Errorf("make a directory for the database: %w: %s", err, dirHint)
		}
	}
	return nil
}

func (h home) exists() bool {
	_, err := os.Stat(h.dir)
	return err == nil
}

// version returns the major version of the cluster; "" if there is no cluster yet.
func (h home) version() (string, error) {
	content, err := os.ReadFile(filepath.Join(h.data(), "PG_VERSION"))
	if err == nil {
		return strings.TrimSpace(string(content)), nil
	}
	if errors.Is(err, fs.ErrPermission) {
		return "", fmt.Errorf("%w: %s belongs to another user: %s", err, h.dir, dirHint)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if _, err := os.Lstat(h.data()); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return "", fmt.Errorf("%s is not a PostgreSQL data directory (it has no PG_VERSION): move it away, or %s", h.data(), dirHint)
}

// plainPath matches the paths that need no quoting in a connection URL, in pgx's list of hosts, and in
// PostgreSQL's list of directories.
var plainPath = regexp.MustCompile(`^[A-Za-z0-9/._-]+$`)

// socketDir returns the directory of the server's socket.
func (h home) socketDir() string {
	dir := filepath.Join(h.dir, "run")
	if plainPath.MatchString(dir) && len(dir)+len("/")+len(socketName) <= maxSocketPath {
		return dir
	}
	return filepath.Join(shortDir, fmt.Sprintf("ojcheck-%.8x", sha256.Sum256([]byte(h.dir))))
}

// createSocketDir makes the directory of the socket, open only to the account, and removes old sockets from
// it. The caller makes sure that no server runs.
func (h home) createSocketDir(acct *account) error {
	dir := h.socketDir()
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		err = acct.chown(dir)
	} else if errors.Is(err, fs.ErrExist) {
		err = checkPrivate(dir, acct.userID())
	}
	if err != nil {
		return fmt.Errorf("directory for the server's socket: %w", err)
	}
	// PostgreSQL would not start if the process id in the lock file of a killed server belongs to another
	// program now.
	for _, name := range []string{socketName, socketName + ".lock"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove stale socket: %w", err)
		}
	}
	return nil
}

// removeSocketDir removes the socket directory if it is outside of the home.
func (h home) removeSocketDir() {
	if dir := h.socketDir(); filepath.Dir(dir) == shortDir {
		_ = os.Remove(dir) // fails if the directory has files, which do no harm
	}
}

// checkPrivate returns an error for a directory that another user than uid owns or can enter.
func checkPrivate(dir string, uid int) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory: remove it", dir)
	case ownerOf(info) != uid || info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s is open to other users: remove it", dir)
	}
	return nil
}

// ownerOf returns the user id of a file's owner; -1 if unknown.
func ownerOf(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}
