//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// closeTimeout bounds how long Close waits for the guard and for the server to end.
const closeTimeout = 2 * time.Minute

// Cluster is this process's hold on a running server. Like an open file, it must stay
// referenced until it is closed: the garbage collector releases a lost one.
type Cluster struct {
	home  home
	at    endpoint
	using *lock
	close sync.Once
	err   error // result of the first Close
}

// Start joins the cluster's server, or starts it after creating the cluster if there
// is none. It looks for PostgreSQL's binaries in $OJCHECK_PG_BIN, $PATH and the usual
// places, and else downloads them. The server runs until the last process that uses
// it calls Close. An error says what the user can do.
func Start(ctx context.Context, opts Options) (c *Cluster, err error) {
	defer wrap(&err, "private PostgreSQL")
	h, err := homeIn(opts.DataDir)
	if err != nil {
		return nil, err
	}
	if err := h.create(); err != nil {
		return nil, err
	}
	log := opts.log()
	guard, err := waitLock(ctx, h.guardLock(), exclusive, func() {
		log.Info("waiting for another ojcheck to start or stop the database", "dir", h.dir)
	})
	if err != nil && ctx.Err() == nil { // another user's, or on a file system without locks
		return nil, fmt.Errorf("%w: %s", err, dirHint)
	}
	if err != nil {
		return nil, err
	}
	defer guard.release()
	using, err := waitLock(ctx, h.usersLock(), shared, nil)
	if err != nil {
		return nil, err
	}
	at, err := h.ensureServer(ctx, opts)
	if err != nil {
		using.release()
		return nil, err
	}
	return &Cluster{home: h, at: at, using: using}, nil
}

// ensureServer starts the server unless it runs, and creates ojcheck's database. The
// caller holds the guard.
func (h home) ensureServer(ctx context.Context, opts Options) (endpoint, error) {
	at, running, err := h.waitSettled(ctx)
	if err != nil {
		return endpoint{}, err
	}
	if !running {
		if at, err = h.start(ctx, opts); err != nil {
			return endpoint{}, err
		}
	}
	if err := at.createDatabase(ctx); err != nil {
		if !running {
			_, _ = h.shutdown(context.WithoutCancel(ctx))
		}
		return endpoint{}, fmt.Errorf("create database %s: %w", database, err)
	}
	return at, nil
}

// start starts the server after creating the cluster if there is none.
func (h home) start(ctx context.Context, opts Options) (endpoint, error) {
	log := opts.log()
	acct, err := serverAccount(h.data())
	if err != nil {
		return endpoint{}, err
	}
	version, err := h.version()
	if err != nil {
		return endpoint{}, err
	}
	bin, err := h.findBinaries(ctx, version, acct, log)
	if err != nil {
		return endpoint{}, err
	}
	if err := bin.checkAccess(ctx, h.dir, acct); err != nil {
		return endpoint{}, err
	}
	if version == "" {
		log.Info("creating a private PostgreSQL database", "dir", h.dir, "version", bin.version)
		if err := h.initialise(ctx, bin, acct, opts.Settings["fsync"] != "off"); err != nil {
			return endpoint{}, err
		}
	}
	return h.startServer(ctx, bin, acct, opts.Settings, log)
}

// URL returns the connection URL of the cluster's database, for pgx and psql. It contains
// no secret: only this user and root can reach the socket.
func (c *Cluster) URL() string {
	return c.at.url(database)
}

// Close releases the hold on the server, and stops the server if no other process
// holds it. Further calls do nothing and return the same error.
func (c *Cluster) Close() error {
	c.close.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		c.using.release()
		if _, err := c.home.stopIfUnused(ctx); err != nil && !errors.Is(err, ErrInUse) {
			c.err = fmt.Errorf("private PostgreSQL: %w", err)
		}
	})
	return c.err
}

// Inspect returns the status of the cluster that Start would use. It neither creates
// nor starts anything.
func Inspect(ctx context.Context, opts Options) (status Status, err error) {
	defer wrap(&err, "private PostgreSQL")
	h, err := homeIn(opts.DataDir)
	if err != nil {
		return Status{}, err
	}
	status = Status{DataDir: h.dataDir, Dir: h.dir, Log: h.log()}
	if !h.exists() {
		return status, nil
	}
	if status.Version, err = h.version(); err != nil {
		return Status{}, err
	}
	e, ok := h.endpoint()
	if !ok {
		return status, nil
	}
	if status.Connections, err = e.connections(ctx); err != nil {
		return status, context.Cause(ctx) // no answer: not running, or not yet
	}
	status.Running, status.Pid, status.SocketDir, status.URL = true, e.pid, e.socketDir, e.url(database)
	if status.InUse, err = h.inUse(ctx); err != nil {
		return Status{}, err
	}
	return status, nil
}

// Stop stops the cluster's server, and reports whether one was running. If other
// processes use it, Stop returns ErrInUse and does nothing; with force, it stops the
// server, and those processes lose their connections, but no committed data.
func Stop(ctx context.Context, opts Options, force bool) (stopped bool, err error) {
	defer wrap(&err, "private PostgreSQL")
	h, err := homeIn(opts.DataDir)
	if err != nil || !h.exists() {
		return false, err
	}
	if !force {
		return h.stopIfUnused(ctx)
	}
	err = h.withGuard(ctx, func() (err error) {
		stopped, err = h.shutdown(ctx)
		return err
	})
	return stopped, err
}

// wrap adds the name of the failed action to an error.
func wrap(err *error, what string) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", what, *err)
	}
}

// withGuard calls f while holding the guard.
func (h home) withGuard(ctx context.Context, f func() error) error {
	guard, err := waitLock(ctx, h.guardLock(), exclusive, nil)
	if err != nil {
		return err
	}
	defer guard.release()
	return f()
}

// ifUnused calls f if no process holds the cluster, and else returns ErrInUse. It
// holds the guard, so that a process that closes at the same time does not mistake
// this check of the lock for a use.
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

// inUse reports whether any process holds the cluster.
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
