package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/alexedwards/scs/pgxstore"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/web"
)

// serveCommand serves the pages.
type serveCommand struct {
	Listen listenFlags `embed:""`
}

// stopTimeout is how long a server that stops waits for running checks before it
// cancels them.
const stopTimeout = 10 * time.Second

func (c *serveCommand) Run(ctx context.Context, term terminal, open opener) error {
	listener, err := c.Listen.listen()
	if err != nil {
		return err
	}
	defer listener.Close()
	db, err := open()
	if err != nil {
		return err
	}

	if err := db.DeleteExpiredSessions(ctx); err != nil {
		return err
	}
	inspector := inspect.New(db)
	server, err := web.New(web.Options{
		Sources:     access.Sources{Store: db, Searcher: searcher{finder(db), inspector}, Evidence: inspector.Pair, Attempts: inspector.Attempts},
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
		log.Info("stopping; a running check has some seconds to end; press Ctrl+C again to end it at once", "seconds", stopTimeout.Seconds())
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	pages.Close(late)
	if stopped := server.Shutdown(late); !errors.Is(stopped, context.DeadlineExceeded) {
		err = errors.Join(err, stopped)
	}
	return err
}
