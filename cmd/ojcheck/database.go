package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/localpg"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

// databaseFlags say which database to use. Every command takes them.
type databaseFlags struct {
	URL     string `name:"database-url" env:"DATABASE_URL" placeholder:"URL" help:"PostgreSQL 15 or newer to use instead of ojcheck's own server."`
	DataDir string `placeholder:"DIR" help:"Where ojcheck's own PostgreSQL server keeps its data."`
}

// archive is the open database, and the hold on ojcheck's own server where
// that is the one in use.
type archive struct {
	*postgres.DB
	cluster *localpg.Cluster // nil for a database of the user's
}

// open connects to the database, after starting ojcheck's own server where no
// other is named, and clears away what interrupted runs have left.
func (f *databaseFlags) open(ctx context.Context, log *slog.Logger) (*archive, error) {
	var a archive
	url := f.URL
	if url == "" {
		cluster, err := localpg.Start(ctx, localpg.Options{DataDir: f.DataDir, Log: log})
		if err != nil {
			return nil, err
		}
		a.cluster = cluster
		url = cluster.URL()
	}
	db, err := postgres.Open(ctx, url)
	if err != nil {
		a.close()
		return nil, err
	}
	a.DB = db
	n, err := db.RecoverInterrupted(ctx)
	if err != nil {
		a.close()
		return nil, fmt.Errorf("clear away interrupted checks: %w", err)
	}
	if n > 0 {
		log.Warn("imports or checks were interrupted earlier and are marked failed; run them again", "count", n)
	}
	return &a, nil
}

// close gives up the connections, and the server where nobody else uses it.
func (a *archive) close() {
	if a.DB != nil {
		a.DB.Close()
	}
	if a.cluster != nil {
		// The server stays up if it cannot be stopped; the next process that
		// uses it tries again.
		_ = a.cluster.Close()
	}
}

// BeginCheck makes an archive a check.Store.
func (a *archive) BeginCheck(ctx context.Context, c contest.Check, submissionIDs []int64, base []contest.File) (check.Run, error) {
	return a.DB.BeginCheck(ctx, c, submissionIDs, base)
}
