//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// closeTimeout bounds how long Close waits for others that set up or stop the
// server, and for the server to end.
const closeTimeout = 2 * time.Minute

// A Cluster is this process's hold on a running server. Like an open file, it is
// to be kept until it is closed: the garbage collector lets go of a lost one.
type Cluster struct {
	home  home
	at    endpoint
	using *lock
	close sync.Once
	err   error // of the first Close
}

// Start joins the cluster's server, or starts it, after creating the cluster if
// there is none. PostgreSQL's binaries are looked for in $OJCHECK_PG_BIN, $PATH
// and the usual places, and else downloaded. The server runs until the last
// process that uses it calls Close. An error says what the user can do.
func Start(ctx context.Context, opts Options) (*Cluster, error) {
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
	if err != nil && ctx.Err() == nil { // not ours, or on a file system without locks
		return nil, fmt.Errorf("private PostgreSQL: %w: %s", err, dirHint)
	}
	if err != nil {
		return nil, fmt.Errorf("private PostgreSQL: %w", err)
	}
	defer guard.release()
	using, err := waitLock(ctx, h.usersLock(), shared, nil)
	if err != nil {
		return nil, fmt.Errorf("private PostgreSQL: %w", err)
	}
	at, err := h.ensureServer(ctx, opts)
	if err != nil {
		using.release()
		return nil, fmt.Errorf("private PostgreSQL: %w", err)
	}
	return &Cluster{home: h, at: at, using: using}, nil
}

// ensureServer makes sure that a server runs and has ojcheck's database. The caller holds
// the guard.
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

// start starts the server, after creating the cluster if there is none.
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

// URL is the connection URL of the cluster's database, for pgx and psql. It
// holds no secret: the socket is reachable for this user and root only.
func (c *Cluster) URL() string {
	return c.at.url(database)
}

// Close gives up the hold on the server, and stops it if no other process has
// one. A further Close does nothing and returns the same error.
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
