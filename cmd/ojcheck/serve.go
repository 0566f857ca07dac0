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
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/request"
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
		Sources:     access.Sources{Store: db, Searcher: searcher{finder(db), inspector}, Evidence: inspector.Pair, Open: inspector.Open},
		Checker:     input.Uploads{Checker: check.Checker{Store: db, Earlier: db, ToolVersion: toolVersion()}, Archive: db},
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

// uploadFormats are the formats that the upload form offers.
func uploadFormats() []request.Format {
	var list []request.Format
	for _, f := range intake.Formats() {
		list = append(list, request.Format{Name: f.Name, Title: f.Title, HasFolders: f.Name == intake.FormatFolders})
	}
	return list
}

// searcher is an access.Searcher.
type searcher struct {
	*search.Finder
	inspector *inspect.Inspector
}

func (s searcher) Search(ctx context.Context, given access.Search, limit int) (contest.Findings, error) {
	request := requestOf(given)
	request.Limit = limit
	found, err := s.Finder.Search(ctx, request)
	return found, failureOf(err)
}

func (s searcher) Open(ctx context.Context, given access.Search, found contest.Side, names *blind.Masker) (evidence.View, error) {
	view, err := s.inspector.Found(ctx, requestOf(given), found, names)
	return view, failureOf(err)
}

func requestOf(given access.Search) search.Request {
	request := search.Request{
		File:     contest.File{Path: given.Name, Content: given.Program},
		Language: given.Language,
		Distance: search.DefaultDistance,
	}
	request.Scope.Within = given.Within
	return request
}

// failureOf makes a *jobs.Failure of what the user can mend.
func failureOf(err error) error {
	if refused := (*search.RequestError)(nil); errors.As(err, &refused) {
		return &jobs.Failure{
			Message: text.Capitalize(refused.Message) + ".",
			Advice:  text.Capitalize(refused.Advice) + ".",
			Err:     err,
		}
	}
	return err
}
