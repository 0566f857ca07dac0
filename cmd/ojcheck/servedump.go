package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/disk"
	"github.com/ojcheck/ojcheck/internal/dump"
	"github.com/ojcheck/ojcheck/internal/metrics"
	"github.com/ojcheck/ojcheck/web/request"
)

// dumpFlags say where serve writes a dump every day.
type dumpFlags struct {
	Dir        string         `name:"dump-dir" setting:"" placeholder:"DIR" help:"Write a dump of the database into this directory every day. By default none is written."`
	Hour       int            `name:"dump-hour" setting:"" default:"3" placeholder:"HOUR" help:"Hour at which the daily dump begins, 0 to 23 (default 3)."`
	Keep       int            `name:"dump-keep" setting:"" default:"14" placeholder:"N" help:"Daily dumps that stay; after each new one the oldest are removed (default 14)."`
	Recipients recipientFlags `embed:""`
}

func (f dumpFlags) Validate() error {
	switch {
	case f.Hour < 0 || f.Hour > 23:
		return usageError{"--dump-hour: give an hour from 0 to 23"}
	case f.Keep < 1:
		return usageError{"--dump-keep: give a number above 0"}
	}
	return nil
}

// run writes dumps until ctx ends or stop is called. database is its name in the names of files.
func (f dumpFlags) run(
	ctx context.Context, db *archive, database string, measures *metrics.Metrics, log *slog.Logger,
) (stop func()) {
	if f.Dir == "" {
		return func() {}
	}
	schedule := &dump.Schedule{
		URL: db.server.url, Database: database, Dir: f.Dir, Hour: f.Hour, Keep: f.Keep, Recipients: f.Recipients.Keys,
		Tool: toolVersion(), Lock: db.LockDump,
		RequireRoom: func() error { return disk.RequireFree(f.Dir, request.DefaultMinFree) },
	}
	onEnd := measures.Dumps(func() time.Time { return schedule.Newest(time.Now()) })
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { schedule.Run(ctx, log, onEnd) })
	return func() {
		cancel()
		running.Wait()
	}
}
