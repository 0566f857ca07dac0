package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/alexedwards/scs/pgxstore"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/web"
)

// serveCommand serves the pages.
type serveCommand struct {
	Listen listenFlags `embed:""`
}

// stopTimeout bounds how long a server that is told to stop waits for running
// checks before it cancels them.
const stopTimeout = 10 * time.Second

func (c *serveCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	listener, err := c.Listen.listen()
	if err != nil {
		return err
	}
	defer listener.Close()
	db, err := flags.open(ctx, term.log)
	if err != nil {
		return err
	}
	defer db.close()

	if err := db.DeleteExpiredSessions(ctx); err != nil {
		return err
	}
	pairs := &openers{archive: db}
	server, err := web.New(web.Options{
		Sources:     access.Sources{Store: db, Searcher: searcher{finder(db)}, Evidence: pairs.open, Attempts: pairs.attempts},
		Checker:     uploads{check.Checker{Store: db, Earlier: db, ToolVersion: toolVersion()}, db},
		Sessions:    pgxstore.NewWithCleanupInterval(db.Pool(), 0), // its own sweeper races with its stop
		Log:         term.log,
		ToolVersion: toolVersion(),
		Algorithm:   check.AlgorithmVersion,
		Threshold:   check.Defaults().Threshold,
		Formats:     uploadFormats(),
		Exposure:    listener.reach,
	})
	if err != nil {
		return err
	}
	link := server.SignInLink(listener.base)
	term.say("Open this link to sign in; it works once:\n\n    %s\n\nPress Ctrl+C to stop.", link)
	return serve(ctx, listener, server, term.log)
}

// serve answers requests until ctx ends, then lets running ones finish.
func serve(ctx context.Context, listener net.Listener, pages *web.Server, log *slog.Logger) error {
	server := &http.Server{
		Handler:           pages,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		log.Info("stopping; a running check has some seconds to end, and Ctrl+C again ends it at once", "seconds", stopTimeout.Seconds())
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	pages.Close(late)
	if stopped := server.Shutdown(late); !errors.Is(stopped, context.DeadlineExceeded) {
		err = errors.Join(err, stopped)
	}
	return err
}

// openers opens pairs for the pages. It keeps the opener of the last check, as
// most pairs that are opened one after another are of one.
type openers struct {
	archive *archive
	mu      sync.Mutex
	check   int64
	last    *check.Opener
}

func (o *openers) open(ctx context.Context, pair contest.Pair, names *blind.Masker) (evidence.View, error) {
	opener, err := o.of(ctx, pair.CheckID)
	if err != nil {
		return evidence.View{}, err
	}
	return opener.Open(ctx, pair, names)
}

// attempts returns what the two of a pair handed in for its problem.
func (o *openers) attempts(ctx context.Context, pair contest.Pair) (evidence.Timeline, error) {
	opener, err := o.of(ctx, pair.CheckID)
	if err != nil {
		return evidence.Timeline{}, err
	}
	return opener.Attempts(ctx, pair)
}

func (o *openers) of(ctx context.Context, checkID int64) (*check.Opener, error) {
	if checkID == 0 {
		return check.NewFreeOpener(o.archive), nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last != nil && o.check == checkID {
		return o.last, nil
	}
	opener, err := check.NewOpener(ctx, o.archive, checkID)
	if err != nil {
		return nil, err
	}
	o.check, o.last = checkID, opener
	return opener, nil
}
