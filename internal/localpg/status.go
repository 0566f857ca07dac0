//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
)

// ErrInUse is returned, wrapped, by Stop if other processes use the server.
var ErrInUse = errors.New("other ojcheck processes are using the database")

// A Status tells what is known about a cluster without touching it.
type Status struct {
	DataDir     string // absolute
	Dir         string // the cluster's own directory in it
	Log         string // the server's log
	Exists      bool   // a cluster was created there
	Version     string // major version, "" if none exists
	Running     bool   // a server answers
	InUse       bool   // at least one process holds the cluster
	Pid         int    // of the server, 0 if none runs
	SocketDir   string // "" if none runs
	URL         string // of ojcheck's database, "" if none runs
	Connections int    // of clients, without the one that counts them
}

// Inspect returns the status of the cluster that Start would use.
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
		return Status{}, err
	}
	status.Exists = status.Version != ""
	e, ok := h.endpoint()
	if !ok || !e.answers(ctx) {
		return status, nil
	}
	status.Running, status.Pid, status.SocketDir, status.URL = true, e.pid, e.socketDir, e.url(database)
	if status.InUse, err = h.inUse(ctx); err != nil {
		return Status{}, fmt.Errorf("private PostgreSQL: %w", err)
	}
	conn, err := e.connect(ctx, "postgres")
	if err != nil {
		return Status{}, fmt.Errorf("private PostgreSQL: %w", err)
	}
	defer conn.Close(ctx)
	err = conn.QueryRow(ctx, `SELECT count(*) FROM pg_stat_activity
		WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`).Scan(&status.Connections)
	if err != nil {
		return Status{}, fmt.Errorf("private PostgreSQL: %w", err)
	}
	return status, nil
}

// inUse tells whether any process holds the cluster. It takes the guard, so that
// nobody who closes in this moment takes the look for a use.
func (h home) inUse(ctx context.Context) (bool, error) {
	guard, err := waitLock(ctx, h.guardLock(), exclusive, nil)
	if err != nil {
		return false, err
	}
	defer guard.release()
	l, err := tryLock(h.usersLock(), exclusive)
	if errors.Is(err, errLocked) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	l.release()
	return false, nil
}

// Stop stops the cluster's server, and tells whether there was one to stop. If
// other processes use it, Stop does nothing and returns ErrInUse, unless force
// is set; those processes then lose their connections, and no data.
func Stop(ctx context.Context, opts Options, force bool) (stopped bool, err error) {
	h, err := homeIn(opts.DataDir)
	if err != nil || !h.exists() {
		return false, err
	}
	if !force {
		stopped, err = h.stopIfUnused(ctx)
		if err == nil && !stopped {
			if e, ok := h.endpoint(); ok && e.answers(ctx) {
				err = ErrInUse
			}
		}
		return stopped, err
	}
	guard, err := waitLock(ctx, h.guardLock(), exclusive, nil)
	if err != nil {
		return false, fmt.Errorf("private PostgreSQL: %w", err)
	}
	defer guard.release()
	return h.shutdown(ctx)
}

// stopIfUnused stops the server if no process holds it.
func (h home) stopIfUnused(ctx context.Context) (stopped bool, err error) {
	guard, err := waitLock(ctx, h.guardLock(), exclusive, nil)
	if err != nil {
		return false, fmt.Errorf("private PostgreSQL: %w", err)
	}
	defer guard.release()
	last, err := tryLock(h.usersLock(), exclusive)
	if errors.Is(err, errLocked) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("private PostgreSQL: %w", err)
	}
	defer last.release()
	return h.shutdown(ctx)
}
