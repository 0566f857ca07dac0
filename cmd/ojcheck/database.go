package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/localpg"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

// databaseFlags say which database to use. Every command takes them.
type databaseFlags struct {
	URL     string `name:"database-url" env:"DATABASE_URL" placeholder:"URL" help:"PostgreSQL 15 or newer to use instead of ojcheck's own server."`
	DataDir string `placeholder:"DIR" help:"Directory of the data of ojcheck's own PostgreSQL server."`
}

// server is a running PostgreSQL server.
type server struct {
	url     string           // of its database
	cluster *localpg.Cluster // ojcheck's own server; nil for another one
}

// server returns the server that is named, or else starts ojcheck's own.
func (f *databaseFlags) server(ctx context.Context, log *slog.Logger) (*server, error) {
	if f.URL != "" {
		return &server{url: f.URL}, nil
	}
	cluster, err := localpg.Start(ctx, localpg.Options{DataDir: f.DataDir, Log: log})
	if err != nil {
		return nil, err
	}
	return &server{cluster.URL(), cluster}, nil
}

// close stops ojcheck's own server unless another process uses it.
func (s *server) close() {
	if s.cluster != nil {
		// The server stays up if it cannot be stopped; the next process that
		// uses it tries again.
		_ = s.cluster.Close()
	}
}

// opener opens the database, for commands that have to do something else first. It
// is closed when the command ends.
type opener func() (*archive, error)

// archive is the open database.
type archive struct {
	*postgres.DB
	server *server
}

// open connects to the database, after starting ojcheck's own server where no
// other is named, and clears away what interrupted runs have left.
func (f *databaseFlags) open(ctx context.Context, log *slog.Logger) (*archive, error) {
	server, err := f.server(ctx, log)
	if err != nil {
		return nil, err
	}
	a := archive{server: server}
	if a.DB, err = postgres.Open(ctx, server.url); err != nil {
		a.close()
		return nil, err
	}
	n, err := a.RecoverInterrupted(ctx)
	if err != nil {
		a.close()
		return nil, fmt.Errorf("clear away interrupted checks: %w", err)
	}
	if n > 0 {
		log.Warn("imports or checks were interrupted earlier and are marked failed; run them again", "count", n)
	}
	return &a, nil
}

// close gives up the connections and the server.
func (a *archive) close() {
	if a.DB != nil {
		a.DB.Close()
	}
	a.server.close()
}

// contestNamed counts the stored parts of the contest with a name.
func (a *archive) contestNamed(ctx context.Context, name string) (contest.Contents, error) {
	contents, err := a.Contents(ctx, name)
	if errors.Is(err, contest.ErrNotFound) {
		err = fmt.Errorf("no contest is called %q; \"ojcheck contest list\" lists them", name)
	}
	return contents, err
}

// BeginCheck makes an archive a check.Store.
func (a *archive) BeginCheck(ctx context.Context, by review.Person, c contest.Check, submissionIDs []int64, base []contest.File) (check.Run, error) {
	return a.DB.BeginCheck(ctx, by, c, submissionIDs, base)
}

// LexCache makes an archive a check.Store.
func (a *archive) LexCache(contestID int64) check.LexCache { return a.DB.LexCache(contestID) }
