package main

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/text"
)

// importAPICommand imports a contest from the system that runs it.
type importAPICommand struct {
	System systemFlags `embed:""`

	Name   string `placeholder:"NAME" help:"Name to store the contest under; by default its title. The same name adds to the same contest and resumes an interrupted import."`
	DryRun bool   `help:"Only print what would be imported; no sources are fetched, and no database is needed."`
	Format string `enum:"text,json" default:"text" help:"Format of what --dry-run prints: text or json."`
	Quiet  bool   `short:"q" help:"Show no progress."`
}

func (c *importAPICommand) Run(ctx context.Context, term terminal, open opener) error {
	client, id, err := c.System.client(ctx, term)
	if err != nil {
		return err
	}
	if id == "" {
		return listContests(ctx, term, client, "--contest ID imports one of them")
	}
	source, err := client.Open(ctx, id)
	if err != nil {
		return err
	}
	about := source.About()
	term.log.Info("reading the contest", "contest", cmp.Or(about.Title, id), "system", about.System)
	name := cmp.Or(c.Name, about.Title, id)
	if c.DryRun {
		set, err := intake.ReadAPI(ctx, source, intake.APIOptions{SkipFiles: true})
		if err != nil {
			return err
		}
		return preview(term, set, name, c.Format)
	}
	db, err := open()
	if err != nil {
		return err
	}
	return c.store(ctx, term, db, source, name)
}

// store fetches and stores a contest, some submissions at a time.
func (c *importAPICommand) store(ctx context.Context, term terminal, db *archive, source *ccsclient.Contest, name string) error {
	before, err := loadStored(ctx, db, name)
	if err != nil {
		return err
	}
	checker := check.Checker{Store: db, ToolVersion: toolVersion()}
	if err := checker.CheckName(ctx, name, contest.About{SystemID: source.ID}); err != nil { // before anything is fetched
		return adviseName(err, "--name")
	}
	stored, err := storedByPath(ctx, db, before)
	if err != nil {
		return err
	}
	var unread []contest.SkippedItem
	noProgress := func(check.Stage, int, int) {}
	progress, hide := newProgress(term.err, c.Quiet)
	var mu sync.Mutex
	set, err := intake.ReadAPI(ctx, source, intake.APIOptions{
		StoredSubmissions: stored,
		Store: func(ctx context.Context, part *intake.Result) error {
			_, skipped, err := checker.Import(ctx, check.Request{
				Contest: name, Origin: source.URL(), Submissions: part.Submissions, Participants: part.Participants,
				About: part.About, Skipped: part.Skipped,
			}, noProgress)
			unread = append(unread, skipped...)
			return err
		},
		Progress: func(done, total int) {
			mu.Lock()
			defer mu.Unlock()
			progress("fetching submissions", done, total)
		},
	})
	hide()
	if set == nil {
		return err
	}
	printSkipped(term.err, append(set.Skipped, unread...), "")
	if err != nil {
		if n := len(set.Submissions); n > 0 {
			term.note("%s stored as contest %q; run the command again to go on from there", text.Count(n, "submission"), name)
		}
		return err
	}
	if len(set.Submissions) == 0 {
		return errors.New("no submission of the contest could be read")
	}
	if n := countStored(set, stored); n > 0 {
		term.note("%s not fetched again: they were stored already", text.Count(n, "submission"))
	}
	return printImported(ctx, term, db, name, before)
}

// storedByPath returns the stored submissions of a contest.
func storedByPath(ctx context.Context, db *archive, c storedContest) (map[string]contest.Submission, error) {
	if c.readings == 0 {
		return nil, nil
	}
	list, _, err := db.StoredSubmissions(ctx, c.ID)
	if err != nil && !errors.Is(err, contest.ErrNotFound) {
		return nil, err
	}
	stored := make(map[string]contest.Submission, len(list))
	for _, s := range list {
		stored[s.Path] = s
	}
	return stored, nil
}

// countStored counts the submissions that were stored already.
func countStored(set *intake.Result, stored map[string]contest.Submission) (n int) {
	for _, s := range set.Submissions {
		if _, ok := stored[s.Path]; ok {
			n++
		}
	}
	return n
}
