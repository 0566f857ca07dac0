// Package workdir gives a process a directory for files that it needs only while it runs. If a
// process is killed, the next process removes its directory.
package workdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// prefix begins the names of working directories. lockName is the name of the lock file in the
// parent directory and in each working directory.
const (
	prefix   = "process-"
	lockName = "lock"
)

// Dir is a directory that only this process uses.
type Dir struct {
	Path string
	lock *os.File // locked while the process runs: the kernel removes the lock when the process ends, even if it is killed
}

// Open makes a directory below parent, which it creates too, and removes the directories that ended
// processes left there. The caller must call Close.
func Open(parent string) (_ *Dir, err error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, err
	}
	// Without this lock, another process could see the new directory before it is locked, take it
	// for the directory of an ended process, and remove it.
	guard, err := lockFile(filepath.Join(parent, lockName), true)
	if err != nil {
		return nil, err
	}
	defer guard.Close()
	if err := removeLeft(parent); err != nil {
		return nil, err
	}
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	lock, err := lockFile(filepath.Join(path, lockName), false)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(path))
	}
	return &Dir{path, lock}, nil
}

// Close removes the directory.
func (d *Dir) Close() error { return errors.Join(os.RemoveAll(d.Path), d.lock.Close()) }

// Left returns the directories below parent whose processes have ended.
func Left(parent string) (left []string, err error) {
	if _, err := os.Stat(parent); os.IsNotExist(err) {
		return nil, nil
	}
	guard, err := lockFile(filepath.Join(parent, lockName), true) // a new directory has no lock for a moment
	if err != nil {
		return nil, err
	}
	defer guard.Close()
	paths, err := filepath.Glob(filepath.Join(parent, prefix+"*"))
	for _, path := range paths {
		lock, err := lockFile(filepath.Join(path, lockName), false)
		if err == nil {
			lock.Close()
			left = append(left, path)
		}
	}
	return left, err
}

// removeLeft removes the directories of processes that have ended.
func removeLeft(parent string) error {
	paths, err := filepath.Glob(filepath.Join(parent, prefix+"*"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		lock, err := lockFile(filepath.Join(path, lockName), false)
		if errors.Is(err, errLocked) {
			continue
		}
		if err == nil {
			defer lock.Close()
		} else if !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if err := os.RemoveAll(path); err != nil {
			return fmt.Errorf("remove what a killed process left: %w", err)
		}
	}
	return nil
}

// HasRoom returns an error unless the disk of a directory has a number of free bytes.
func HasRoom(dir string, bytes int64) error {
	free, err := Free(dir)
	if err == nil && free < bytes {
		err = fmt.Errorf("the disk of %s has %d MB free, and %d MB are needed", dir, free>>20, bytes>>20)
	}
	return err
}
