//go:build unix

package pgtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// dataDir makes the directory of the tests' cluster, which all test processes of a user share.
func dataDir() (string, error) {
	var errs []error
	for _, dir := range dataDirs() {
		err := makeOwnDir(dir)
		if err == nil {
			return dir, nil
		}
		errs = append(errs, err)
	}
	return "", fmt.Errorf("no place for the tests' PostgreSQL: %w", errors.Join(errs...))
}

// dirEnv is the environment variable that names another directory for the tests' cluster.
const dirEnv = "OJCHECK_PGTEST_DIR"

// memoryDir is a directory in memory with room for the cluster; "" for no such directory. On Linux shm_linux.go sets
// memoryDir. Creating and dropping a database in memory takes a third of the time.
var memoryDir string

// dataDirs returns the directories to try. None is in root's home, which the user of the server cannot enter.
func dataDirs() []string {
	if dir := os.Getenv(dirEnv); dir != "" {
		return []string{dir}
	}
	uid := os.Getuid()
	name := "ojcheck-pgtest-" + strconv.Itoa(uid)
	cache := "ojcheck-pgtest"
	if bin := os.Getenv("OJCHECK_PG_BIN"); bin != "" { // each version of PostgreSQL needs its own cluster
		other := fmt.Sprintf("-%x", sha256.Sum256([]byte(bin)))[:9]
		name, cache = name+other, cache+other
	}
	var dirs []string
	if memoryDir != "" {
		dirs = append(dirs, filepath.Join(memoryDir, name))
	}
	if uid == 0 {
		dirs = append(dirs, "/var/cache/"+cache)
	} else if dir, err := os.UserCacheDir(); err == nil {
		dirs = append(dirs, filepath.Join(dir, cache))
	}
	return append(dirs, filepath.Join(os.TempDir(), name))
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
