//go:build unix

package main

import (
	"os"
	"syscall"
)

// tryLock locks a file until it is closed. It returns false if the file is locked already.
func tryLock(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
