package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/metrics"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/internal/watch"
)

type watchCommand struct {
	System  systemFlags `embed:""`
	Contest []string    `sep:"none" placeholder:"ID" help:"ID of the contest in the system; repeat it to follow several. Without it, the contests are listed."`
	Name    string      `placeholder:"NAME" help:"Name to store the contest under; by default its title. The same name resumes an earlier run."`

	Base                []string `type:"path" sep:"none" placeholder:"PATH" help:"Base code: a template or library that all may use. Repeatable." group:"Comparing:"`
	settings.Comparison `group:"Comparing:"`
	NoAgainst           bool `xor:"against" help:"Compare with no earlier contest. By default, compare with all stored contests." group:"Comparing:"`

	hookFlags `embed:""`
	PublicURL string `name:"public-url" setting:"" placeholder:"URL" help:"Address of the pages, such as https://ojcheck.example, for links in alerts."`

	Format string `enum:"table,json" default:"table" placeholder:"FORMAT" help:"Format of the alerts: table (a line of text each, the default) or json (an object on a line each)."`
	After  *int64 `placeholder:"ID" help:"First print the stored alerts with a higher number than ID, then new ones. ID is the number of the last alert that you have (\"alert\" in the JSON); 0 prints all."`
	Close  bool   `help:"Read what there is now, check all of it and end, without waiting for the judge system to announce the end."`
	Quiet  bool   `short:"q" help:"Print only alerts and errors."`

	Log     logFlags     `embed:""`
	Metrics metricsFlags `embed:""`

	printLock sync.Mutex // held while an alert is printed
}

func (c *watchCommand) Run(ctx context.Context, term terminal, open opener) error {
	pagesURL, _, err := parsePublicURL(c.PublicURL, true) // serve without TLS is at http://127.0.0.1:8080
	if err != nil {
		return err
	}
	delivery, err := c.hookFlags.delivery(term.log)
	if err != nil {
		return err
	}
	client, ids, err := c.System.client(ctx, term, c.Contest...)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return listContests(ctx, term, client, "--contest ID follows one of them")
	}
	if len(ids) > 1 && c.Name != "" {
		return usageError{"--name is for one contest; several are stored under their titles"}
	}
	req := check.Request{Parameters: c.Comparison.Apply(check.Defaults()), By: review.CommandLine}
	req.Parameters.Layout = intake.FormatAPI
	if err := input.ReplaceBase(ctx, &req, c.Base); err != nil {
		return err
	}
	if len(req.Skipped) > 0 {
		return fmt.Errorf("%s: %s", req.Skipped[0].Path, req.Skipped[0].Reason)
	}
	f := &follower{
		request: req, noAgainst: c.NoAgainst, delivery: delivery, closeNow: c.Close, afterAlert: c.After,
		advice:  "; Ctrl+C stops it, and the same command goes on from there",
		onAlert: func(name string, a contest.Alert) { c.print(term, name, a, pagesURL) },
	}
	metricsListener, err := c.Metrics.listen()
	if err != nil {
		return err
	}
	if metricsListener != nil {
		defer metricsListener.Close()
	}
	stopMetrics := func() {}
	// The watch needs no database before the judge system has answered.
	start := sync.OnceValue(func() error {
		db, err := open(ctx)
		if err != nil {
			return err
		}
		f.db, f.checker = db, &check.Checker{Store: db, ToolVersion: toolVersion(), Turn: check.NewTurn()}
		delivery.start(ctx, db, pagesURL)
		measures := metrics.New(toolVersion(), term.log)
		measures.RegisterArchive(db)
		stopMetrics = serveMetrics(metricsListener, measures, term.log)
		return nil
	})
	defer func() { stopMetrics() }()
	errs := make([]error, len(ids))
	var running sync.WaitGroup
	for i, id := range ids {
		running.Go(func() {
			if errs[i] = c.follow(ctx, term, client, id, f, start); errs[i] != nil && len(ids) > 1 {
				errs[i] = fmt.Errorf("contest %s: %w", id, errs[i])
				term.log.Error("a contest is not followed any more", "error", errs[i])
			}
		})
	}
	running.Wait()
	var timeout time.Duration
	if slices.Contains(errs, nil) { // a contest has ended, or ctx has: then timeout does not matter
		timeout = deliveryTimeout
	}
	return errors.Join(append(errs, delivery.finish(ctx, timeout))...)
}

// follow follows one contest with a copy of shared, the follower of all contests. start opens the database.
func (c *watchCommand) follow(
	ctx context.Context, term terminal, client *ccsclient.Client, id string, shared *follower, start func() error,
) error {
	onWait := func(err error) { term.log.Info("waiting for the judge system", "reason", err) }
	system, err := openContest(ctx, client, id, onWait)
	if err == nil {
		err = start()
	}
	if err != nil {
		return err
	}
	f := *shared
	f.log, f.note = term.log, term.note
	if len(c.Contest) > 1 {
		f.log = term.log.With("contest", id)
		f.note = func(format string, args ...any) { term.note("%s: %s", id, fmt.Sprintf(format, args...)) }
	}
	name, err := nameOf(ctx, f.db, c.Name, client, system, f.note)
	if err == nil {
		err = adviseName(f.follow(ctx, client, system, name), "--name")
	}
	if err != nil && ctx.Err() != nil {
		f.log.Info("stopped; run the same command again to go on from here; add --close to read what there is and end")
		return nil
	}
	return err
}

func (c *watchCommand) print(term terminal, name string, a contest.Alert, pagesURL string) {
	c.printLock.Lock()
	defer c.printLock.Unlock()
	m := watch.NewAlertMessage(a, name, pagesURL, true) // with all names, as "ojcheck check" prints them
	if c.Format == "json" {
		line, _ := json.Marshal(m) // plain data
		term.say("%s", line)
		return
	}
	side := func(s watch.AlertMessageSide) string {
		name := s.Participant
		if s.Submission != "" {
			name += " (" + s.Submission + ")"
		}
		if s.Contest != "" {
			name += fmt.Sprintf(" of %q", s.Contest)
		}
		return name
	}
	problem := m.Problem
	if len(c.Contest) > 1 {
		problem = fmt.Sprintf("%q %s", name, problem)
	}
	line := fmt.Sprintf("%s  %.3f  %s  %s  %s",
		m.At.Local().Format("15:04:05"), m.Suspicion, problem, side(m.Left), side(m.Right))
	if m.Known != nil {
		line += "  (" + m.Known.String() + ")"
	}
	if m.URL != "" {
		line += "  " + m.URL
	}
	term.say("%s", text.Visible(line))
}
