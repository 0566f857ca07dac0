//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// pollInterval is the pause between two checks of a lock or a server.
const pollInterval = 20 * time.Millisecond

var errLocked = errors.New("locked by another process")

type lockMode int

const (
	shared    lockMode = syscall.LOCK_SH
	exclusive lockMode = syscall.LOCK_EX
)

// lock is a file locked with flock(2). The kernel releases the lock when the process ends.
type lock struct{ file *os.File }

// tryLock locks the file at path, and creates it if it is missing. If another process has the lock, it
// returns errLocked.
func tryLock(path string, mode lockMode) (*lock, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(file.Fd()), int(mode)|syscall.LOCK_NB)
	}
	if err == nil {
		return &lock{file}, nil
	}
	file.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errLocked
	}
	return nil, fmt.Errorf("lock %s: %w", path, err)
}

// waitLock repeats tryLock until it succeeds or ctx ends. After a second it calls onWait, if that is not nil.
func waitLock(ctx context.Context, path string, mode lockMode, onWait func()) (*lock, error) {
	start := time.Now()
	for {
		l, err := tryLock(path, mode)
		if !errors.Is(err, errLocked) {
			return l, err
		}
		if onWait != nil && time.Since(start) > time.Second {
			onWait()
			onWait = nil
		}
		if err := pause(ctx); err != nil {
			return nil, fmt.Errorf("wait for lock %s: %w", path, err)
		}
	}
}

// release unlocks and closes the file. Closing is not enough, because a child between fork and exec holds the
// same open file.
func (l *lock) release() {
	_ = syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN)
	l.file.Close()
}

// pause sleeps for pollInterval, or until ctx ends.
func pause(ctx context.Context) error {
	select {
	case <-time.After(pollInterval):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
