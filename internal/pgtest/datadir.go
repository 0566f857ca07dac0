//go:build unix

package pgtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// dataDir makes the directory of the tests' cluster. All test processes of a user share
// it, since creating a cluster takes a while.
func dataDir() (string, error) {
	var errs error
	for _, dir := range dataDirs() {
		err := makeOwnDir(dir)
		if err == nil {
			return dir, nil
		}
		errs = errors.Join(errs, err)
	}
	return "", fmt.Errorf("no place for the tests' PostgreSQL: %w", errs)
}

// dirEnv is the variable for another directory of the tests' cluster.
const dirEnv = "OJCHECK_PGTEST_DIR"

// dataDirs returns the directories to try. Root uses none in its home, because the
// server's user cannot enter it.
func dataDirs() []string {
	if dir := os.Getenv(dirEnv); dir != "" {
		return []string{dir}
	}
	uid := os.Getuid()
	var dirs []string
	if uid == 0 {
		dirs = append(dirs, "/var/cache/ojcheck-pgtest")
	} else if cache, err := os.UserCacheDir(); err == nil {
		dirs = append(dirs, filepath.Join(cache, "ojcheck-pgtest"))
	}
	return append(dirs, filepath.Join(os.TempDir(), "ojcheck-pgtest-"+strconv.Itoa(uid)))
}

// makeOwnDir makes a directory, or accepts one that belongs to the user.
func makeOwnDir(dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o711); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); !ok || !info.IsDir() || int(owner.Uid) != os.Getuid() {
		return fmt.Errorf("%s is not a directory of this user", dir)
	}
	return os.Chmod(dir, 0o711) // whatever the umask
}
