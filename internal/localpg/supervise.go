//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	watchInterval = 300 * time.Millisecond // between two tests whether the server has died
	maxPause      = 30 * time.Second       // between two restarts
	stableTime    = time.Minute            // a server that runs this long after a restart makes the next pause short again
)

// supervise restarts the server whenever it has died, until ctx ends. The pauses between repeated restarts or errors grow.
func (c *Cluster) supervise(ctx context.Context) {
	pauses := backoff.NewExponentialBackOff()
	pauses.MaxInterval = maxPause
	var lastRestart time.Time
	for wait := watchInterval; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = watchInterval
		died, err := c.home.hasDied()
		if err == nil && !died {
			if time.Since(lastRestart) > stableTime {
				pauses.Reset()
			}
			continue
		}
		if err == nil {
			err = c.restart(ctx)
			lastRestart = time.Now()
		}
		wait = pauses.NextBackOff()
		if err != nil && ctx.Err() == nil {
			c.opts.Log.Error("the database server is not running; trying again", "in", wait.Round(time.Millisecond), "error", err)
		}
	}
}

// restart starts the server again. Several processes may notice that the server has died. The first that gets
// guard.lock restarts it, and the others find a running server.
func (c *Cluster) restart(ctx context.Context) error {
	c.opts.Log.Warn("the database server has died; restarting it", "log", c.home.log())
	_, err := c.home.withGuard(ctx, func(ctx context.Context) (bool, error) {
		if died, err := c.home.hasDied(); err != nil || !died {
			return false, err
		}
		_, err := c.home.ensureServer(ctx, c.opts)
		return err == nil, err
	})
	if err == nil {
		c.opts.Log.Warn("the database server is running again")
	}
	return err
}

// hasDied reports whether the server has ended although nobody stopped it.
func (h home) hasDied() (bool, error) {
	if _, err := os.Stat(h.stopMark()); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	held, err := h.serverLockHeld()
	if err != nil || !held { // without the lock, no server runs
		return err == nil, err
	}
	return h.isHeadless(), nil
}

// isHeadless reports whether postmaster.pid still exists, but the server's first process, which it names, is
// gone. Backends may outlive the first process until their queries end.
func (h home) isHeadless() bool {
	e, ok := h.endpoint()
	return ok && h.isGone(e.pid)
}

// isGone reports whether the server with this process ID is gone. The ID may belong to no process now, to a
// zombie or to another program.
func (h home) isGone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	if runtime.GOOS != "linux" {
		return false
	}
	inData, err := h.isInData(pid)
	return !inData && (err == nil || errors.Is(err, fs.ErrNotExist))
}

// isInData reports whether the working directory of a process is the cluster's data directory. It reads
// Linux's /proc. The error wraps fs.ErrNotExist for a zombie, and fs.ErrPermission if this process may not
// read the directory.
func (h home) isInData(pid int) (bool, error) {
	cwd, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", pid))
	if err != nil {
		return false, err
	}
	data, err := os.Stat(h.data())
	return err == nil && os.SameFile(cwd, data), err
}

// endOrphans ends the backends of a server whose first process was killed, because no new server can start
// before they end. Nothing is lost, because transactions of such backends cannot be committed. It works only
// on Linux, where /proc shows the backends.
func (h home) endOrphans() {
	paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range paths {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil {
			continue
		}
		title, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(title), "postgres: ") {
			continue
		}
		if inData, err := h.isInData(pid); err == nil && inData {
			_ = syscall.Kill(pid, syscall.SIGQUIT) // immediate shutdown
		}
	}
}
