package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/disk"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/metrics"
	"github.com/ojcheck/ojcheck/internal/retention"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

type serveCommand struct {
	Listen  listenFlags  `embed:""`
	Memory  memoryFlag   `embed:""`
	Facts   factFlags    `embed:""`
	Log     logFlags     `embed:""`
	Metrics metricsFlags `embed:""`
	SignIn  signInFlags  `embed:"" group:"Signing in:"`
	Follow  followFlags  `embed:"" group:"Following contests:"`
	Dumps   dumpFlags    `embed:"" group:"Daily dumps:"`
}

// factFlags say which facts the pages show beside a pair.
type factFlags struct {
	NoFacts        bool `setting:"" help:"Show no facts beside pairs, such as rewritten attempts, times and shared places."`
	AcrossContests bool `setting:"" help:"Name, beside a pair, the other contests in which the same two participants are a listed pair. ojcheck recognises them by their IDs in the judge system, so all contests of a judge system must come from one server of it."`
}

// stopTimeout is how long a stopping server waits for running checks before it cancels them.
const stopTimeout = 10 * time.Second

func (c *serveCommand) Run(ctx context.Context, term terminal, flags *databaseFlags, open opener) (err error) {
	c.Memory.limit()
	s := &pageServer{serveCommand: c, log: term.log, measures: metrics.New(toolVersion(), term.log)}
	if s.methods, err = c.SignIn.methods(); err != nil {
		return err
	}
	if err := c.Dumps.Recipients.check(); err != nil {
		return err
	}
	if s.following, err = c.Follow.prepare(term.log); err != nil {
		return err
	}
	if s.listener, err = c.Listen.listen(); err != nil {
		return err
	}
	defer s.listener.Close()
	metricsListener, err := c.Metrics.listen()
	if err != nil {
		return err
	}
	s.answer()
	defer s.server.Close() // if the start fails, or if requests outlast stopTimeout
	s.measures.Gauge("ready", "1 if /readyz answers that the server is ready, else 0.", func() (float64, error) {
		if pages := s.pages.Load(); pages != nil && pages.Ready(ctx) {
			return 1, nil
		}
		return 0, nil
	})
	defer serveMetrics(metricsListener, s.measures, term.log)()
	if s.db, err = open(ctx); err != nil {
		return err
	}
	if s.name, err = s.db.NameForFiles(ctx); err != nil {
		return err
	}
	if s.uploads, err = flags.uploadDir(s.name); err != nil {
		return err
	}
	pages, err := web.New(s.options())
	if err != nil {
		return err
	}
	atOnce, cancel := context.WithCancel(ctx)
	cancel()
	defer pages.Close(atOnce) // stops the jobs if the start fails; otherwise serve has closed the pages
	pages.Jobs.OnGivenUp = s.measures.JobGivenUp
	// A second server waits here until the first one ends.
	if err := pages.Jobs.Resume(ctx); err != nil {
		return fmt.Errorf("continue the jobs of the last server: %w", err)
	}
	if err := pages.Jobs.RemoveUnused(s.uploads); err != nil {
		return fmt.Errorf("remove what a killed server left: %w", err)
	}
	defer s.runInBackground(ctx)()
	s.addMetrics(pages)
	s.pages.Store(pages)
	term.say("Open this link to sign in; it works once:\n\n    %s\n\nPress Ctrl+C to stop.",
		pages.Auth.SignInLink(s.listener.pagesURL))
	return s.serve(ctx, pages)
}

// pageServer is a run of "ojcheck serve".
type pageServer struct {
	*serveCommand
	methods   auth.Methods
	following *serverFollower
	listener  *pageListener
	server    *http.Server
	failed    chan error                 // has the error with which server ends
	pages     atomic.Pointer[web.Server] // nil until they can be shown
	measures  *metrics.Metrics
	db        *archive
	name      string // of the database, in names of files and directories
	uploads   string // directory
	log       *slog.Logger
}

// options returns the options of the pages, and connects the follower to the database.
func (s *pageServer) options() web.Options {
	var formats []request.Format
	for _, f := range intake.Formats() {
		formats = append(formats, request.Format{Name: f.Name, Title: f.Title, HasFolders: f.Name == intake.FormatFolders})
	}
	inspector := inspect.New(s.db)
	checker := check.Checker{Store: s.db, ToolVersion: toolVersion(), Memory: s.Memory.bytes()}
	turn := check.NewTurn()
	s.following.attach(s.db, s.listener.pagesURL, checker, turn)
	return web.Options{
		Parts: access.Parts{
			Store: s.db, Searcher: searcher{finder(s.db), inspector}, Evidence: inspector.Pair,
			EvidenceAndTimeline: inspector.Open, NearSource: inspector.NearSource, Follow: s.following.sources(),
			Facts: access.FactOptions{
				Enabled: !s.Facts.NoFacts, AcrossContests: s.Facts.AcrossContests, Finder: inspector,
			},
		},
		Checker:     s.measures.Checker(input.Uploads{Checker: checker, SetBlindOfNewContest: s.db.SetBlindOfNewContest}),
		Turn:        func(ctx context.Context) (release func(), err error) { return turn.Take(ctx, nil) },
		Jobs:        s.db,
		Sessions:    s.db.WebSessions(),
		Log:         s.log,
		ToolVersion: toolVersion(),
		Algorithm:   check.AlgorithmVersion,
		Defaults:    check.Defaults(),
		Formats:     formats,
		Exposure:    s.listener.exposure,
		TempDir:     s.uploads,
		SignIn:      s.methods,
		Ready: func(ctx context.Context) error {
			if err := s.db.Ready(ctx); err != nil {
				return err
			}
			return disk.RequireFree(s.uploads, request.DefaultMinFree)
		},
		LogRequests: s.Log.isMachineReadable(),
		OnRequest:   func(r web.Request) { s.measures.Request(r.Route, r.Status, r.Bytes, r.Duration) },
	}
}

// runInBackground erases overdue data and expired sessions, writes dumps, and follows contests, until ctx ends or the
// caller calls stop, which waits for the end.
func (s *pageServer) runInBackground(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var erasing sync.WaitGroup
	erasing.Go(func() { retention.Run(ctx, s.db, s.log) })
	stopDumps := s.Dumps.run(ctx, s.db, s.name, s.measures, s.log)
	stopFollowing := s.following.run(ctx)
	return func() {
		cancel()
		stopFollowing()
		stopDumps()
		erasing.Wait()
	}
}

// addMetrics adds the metrics of the database, the jobs and the disk.
func (s *pageServer) addMetrics(pages *web.Server) {
	s.measures.RegisterArchive(s.db)
	s.measures.Jobs(pages.Jobs.Active)
	s.measures.Gauge("disk_free_bytes", "Free bytes of the disk of the data directory, where uploads wait.", func() (float64, error) {
		free, err := disk.Free(s.uploads)
		return float64(free), err
	})
}

// answer begins to answer requests. Until there are pages, which may take minutes, the answer is that the server is starting.
// The caller closes the server.
func (s *pageServer) answer() {
	starting := web.Starting()
	s.server = &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if pages := s.pages.Load(); pages != nil {
				pages.ServeHTTP(w, r)
				return
			}
			starting.ServeHTTP(w, r)
		}),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	s.failed = make(chan error, 1)
	go func() { s.failed <- s.server.Serve(s.listener) }()
}

// serve waits until ctx ends or the server fails. Running requests and checks then have stopTimeout to end.
func (s *pageServer) serve(ctx context.Context, pages *web.Server) error {
	var err error
	select {
	case err = <-s.failed:
	case <-ctx.Done():
		s.log.Info("stopping: running checks have some seconds to end, and the next start continues the others; "+
			"press Ctrl+C again to stop at once", "seconds", stopTimeout.Seconds())
	}
	graceCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	pages.Close(graceCtx)
	if stopErr := s.server.Shutdown(graceCtx); !errors.Is(stopErr, context.DeadlineExceeded) {
		err = errors.Join(err, stopErr)
	}
	return err
}

// searcher implements access.Searcher.
type searcher struct {
	*search.Finder
	inspector *inspect.Inspector
}

func (s searcher) Search(ctx context.Context, query access.Search, limit int) (contest.Findings, error) {
	found, err := s.Finder.Search(ctx, query.Request(limit))
	return found, failureOf(err)
}

func (s searcher) Open(
	ctx context.Context, query access.Search, found contest.Side, files []contest.File, masker *blind.Masker,
) (evidence.View, error) {
	view, err := s.inspector.Found(ctx, query.Request(0), found, files, masker)
	return view, failureOf(err)
}

// failureOf turns an error that the user can correct into a *jobs.Failure.
func failureOf(err error) error {
	if invalid, ok := errors.AsType[*search.RequestError](err); ok {
		message, advice := invalid.Sentences()
		return &jobs.Failure{Message: i18n.TextOf(message), Advice: i18n.TextOf(advice), Err: err}
	}
	return err
}
