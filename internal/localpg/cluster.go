//go:build unix

package localpg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// closeTimeout bounds how long Close waits for guard.lock, and then for the server to end.
const closeTimeout = 2 * time.Minute

// Cluster is a server that this process uses. If the server dies, the process restarts it.
type Cluster struct {
	home       home
	opts       Options
	server     endpoint
	users      *lock  // shared; held while this process uses the server
	stop       func() // ends supervise
	supervisor sync.WaitGroup
	closeOnce  sync.Once
	closeErr   error // result of the first Close
}

// Start joins the cluster's running server. If no server runs, it starts one, and creates the cluster if it
// is missing. The server runs until the last process that uses it calls Close. If the server dies, one of the
// processes restarts it at the same URL. Errors say what to do.
func Start(ctx context.Context, opts Options) (c *Cluster, err error) {
	defer prefixError(&err, "private PostgreSQL")
	h, err := homeIn(opts.DataDir)
	if err != nil {
		return nil, err
	}
	if err := h.create(); err != nil {
		return nil, err
	}
	opts.Log = cmp.Or(opts.Log, slog.New(slog.DiscardHandler))
	guard, err := waitLock(ctx, h.guardLock(), exclusive, func() {
		opts.Log.Info("waiting for another ojcheck to start or stop the database", "dir", h.dir)
	})
	if err != nil {
		if ctx.Err() == nil { // the file is another user's, or the file system has no locks
			err = fmt.Errorf("%w: %s", err, dirHint)
		}
		return nil, err
	}
	defer guard.release()
	users, err := waitLock(ctx, h.usersLock(), shared, nil)
	if err != nil {
		return nil, err
	}
	server, err := h.ensureServer(ctx, opts)
	if err != nil {
		users.release()
		return nil, err
	}
	superviseCtx, stop := context.WithCancel(context.WithoutCancel(ctx))
	c = &Cluster{home: h, opts: opts, server: server, users: users, stop: stop}
	c.supervisor.Go(func() { c.supervise(superviseCtx) })
	return c, nil
}

// ensureServer starts the server if it does not run, and creates ojcheck's database. The caller holds
// guard.lock.
func (h home) ensureServer(ctx context.Context, opts Options) (endpoint, error) {
	server, running, err := h.waitSettled(ctx)
	if err == nil && !running {
		server, err = h.start(ctx, opts)
	}
	if err != nil {
		return endpoint{}, err
	}
	if err := server.createDatabase(ctx); err != nil {
		if !running {
			_, _ = h.shutdown(context.WithoutCancel(ctx))
		}
		return endpoint{}, fmt.Errorf("create database %s: %w", database, err)
	}
	return server, nil
}

// start starts the server. If there is no cluster, it creates one first.
func (h home) start(ctx context.Context, opts Options) (endpoint, error) {
	acct, err := serverAccount(h.data())
	if err != nil {
		return endpoint{}, err
	}
	version, err := h.version()
	if err != nil {
		return endpoint{}, err
	}
	bin, err := h.findBinaries(ctx, version, acct, opts.Log)
	if err != nil {
		return endpoint{}, err
	}
	if err := bin.checkAccess(ctx, h.dir, acct); err != nil {
		return endpoint{}, err
	}
	if version == "" {
		opts.Log.Info("creating a private PostgreSQL database", "dir", h.dir, "version", bin.version)
		if err := h.initialise(ctx, bin, acct, opts.Settings["fsync"] != "off"); err != nil {
			return endpoint{}, err
		}
	}
	return h.startServer(ctx, bin, acct, opts.Settings, opts.Log)
}

// URL returns the connection URL of the cluster's database. It has no secret, because only this user and root
// can reach the socket.
func (c *Cluster) URL() string { return c.server.url(database) }

// Close ends the use of the server. If no other process uses the server, Close stops it. Later calls return
// the first error.
func (c *Cluster) Close() error {
	c.closeOnce.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		c.stop()
		c.supervisor.Wait()
		c.users.release()
		if _, err := c.home.ifUnused(ctx, c.home.shutdown); err != nil && !errors.Is(err, ErrInUse) {
			c.closeErr = fmt.Errorf("private PostgreSQL: %w", err)
		}
	})
	return c.closeErr
}

// Inspect returns the status of the cluster in a data directory; "" means DefaultDataDir. It neither creates
// nor starts anything.
func Inspect(ctx context.Context, dataDir string) (status Status, err error) {
	defer prefixError(&err, "private PostgreSQL")
	h, err := homeIn(dataDir)
	if err != nil {
		return Status{}, err
	}
	status = Status{DataDir: h.dataDir, Log: h.log()}
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
	connections, err := e.connections(ctx)
	switch stateAfter(err) {
	case stateSilent:
		return status, context.Cause(ctx)
	case stateBusy:
		status.Busy = true
	case stateReady:
		status.Running, status.Pid, status.URL, status.Connections = true, e.pid, e.url(database), connections
	}
	return status, nil
}

// Stop stops the server of the cluster in a data directory, and reports whether one was running; "" means
// DefaultDataDir. If other processes use the server, Stop does nothing and returns ErrInUse, unless force is
// true. A forced stop breaks their connections, but loses no committed data. Only the next Start starts the
// server again.
func Stop(ctx context.Context, dataDir string, force bool) (stopped bool, err error) {
	defer prefixError(&err, "private PostgreSQL")
	h, err := homeIn(dataDir)
	if err != nil || !h.exists() {
		return false, err
	}
	if force {
		return h.withGuard(ctx, h.shutdown)
	}
	return h.ifUnused(ctx, h.shutdown)
}

func prefixError(err *error, action string) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", action, *err)
	}
}

// withGuard calls action while it holds guard.lock.
func (h home) withGuard(ctx context.Context, action func(context.Context) (bool, error)) (bool, error) {
	guard, err := waitLock(ctx, h.guardLock(), exclusive, nil)
	if err != nil {
		return false, err
	}
	defer guard.release()
	return action(ctx)
}

// ifUnused calls action if no process uses the cluster, or else returns ErrInUse. It tries to lock users.lock
// exclusively. If two processes tried at once, each would see the other's lock, and neither
// would call action: so ifUnused holds guard.lock.
func (h home) ifUnused(ctx context.Context, action func(context.Context) (bool, error)) (bool, error) {
	return h.withGuard(ctx, func(ctx context.Context) (bool, error) {
		users, err := tryLock(h.usersLock(), exclusive)
		if errors.Is(err, errLocked) {
			return false, ErrInUse
		}
		if err != nil {
			return false, err
		}
		defer users.release()
		return action(ctx)
	})
}
