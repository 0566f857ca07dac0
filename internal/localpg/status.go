//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
)

// Inspect returns the status of the cluster that Start would use. It creates
// and starts nothing.
func Inspect(ctx context.Context, opts Options) (Status, error) {
	h, err := homeIn(opts.DataDir)
	if err != nil {
		return Status{}, err
	}
	status := Status{DataDir: h.dataDir, Dir: h.dir, Log: h.log()}
	if !h.exists() {
		return status, nil
	}
	if status.Version, err = h.version(); err != nil {
		return Status{}, fmt.Errorf("private PostgreSQL: %w", err)
	}
	e, ok := h.endpoint()
	if !ok {
		return status, nil
	}
	if status.Connections, err = e.connections(ctx); err != nil {
		return status, context.Cause(ctx) // it does not answer: not running, or not yet
	}
	status.Running, status.Pid, status.SocketDir, status.URL = true, e.pid, e.socketDir, e.url(database)
	if status.InUse, err = h.inUse(ctx); err != nil {
		return Status{}, fmt.Errorf("private PostgreSQL: %w", err)
	}
	return status, nil
}

// Stop stops the cluster's server, and tells whether there was one to stop. If
// other processes use it, Stop does nothing and returns ErrInUse, unless force
// is set; those processes then lose their connections, and no data that was
// committed.
func Stop(ctx context.Context, opts Options, force bool) (stopped bool, err error) {
	h, err := homeIn(opts.DataDir)
	if err != nil || !h.exists() {
		return false, err
	}
	if force {
		err = h.withGuard(ctx, func() (err error) {
			stopped, err = h.shutdown(ctx)
			return err
		})
	} else {
		stopped, err = h.stopIfUnused(ctx)
	}
	if err != nil {
		return false, fmt.Errorf("private PostgreSQL: %w", err)
	}
	return stopped, nil
}

// withGuard calls f while it holds the guard.
func (h home) withGuard(ctx context.Context, f func() error) error {
	guard, err := waitLock(ctx, h.guardLock(), exclusive, nil)
	if err != nil {
		return err
	}
	defer guard.release()
	return f()
}

// ifUnused calls f if no process holds the cluster, and returns ErrInUse if one
// does. It works under the guard: whoever closes in this moment must not take
// the look at the lock for a use.
func (h home) ifUnused(ctx context.Context, f func() error) error {
	return h.withGuard(ctx, func() error {
		last, err := tryLock(h.usersLock(), exclusive)
		if errors.Is(err, errLocked) {
			return ErrInUse
		}
		if err != nil {
			return err
		}
		defer last.release()
		return f()
	})
}

// inUse tells whether any process holds the cluster.
func (h home) inUse(ctx context.Context) (bool, error) {
	err := h.ifUnused(ctx, func() error { return nil })
	if errors.Is(err, ErrInUse) {
		return true, nil
	}
	return false, err
}

// stopIfUnused stops the server if no process holds it, or returns ErrInUse.
func (h home) stopIfUnused(ctx context.Context) (stopped bool, err error) {
	err = h.ifUnused(ctx, func() (err error) {
		stopped, err = h.shutdown(ctx)
		return err
	})
	return stopped, err
}
