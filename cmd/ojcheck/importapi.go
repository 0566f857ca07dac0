package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/text"
)

type importAPICommand struct {
	System  systemFlags `embed:""`
	Contest string      `placeholder:"ID" help:"ID of the contest in the system. Without it, the contests are listed."`

	Name   string `placeholder:"NAME" help:"Name to store the contest under; by default its title. The same name adds to the same contest and resumes an interrupted import."`
	DryRun bool   `help:"Only print what would be imported; no sources are fetched, and no database is needed."`
	Format string `enum:"text,json" default:"text" placeholder:"FORMAT" help:"Format of what --dry-run prints: text or json (default text)."`
	Quiet  bool   `short:"q" help:"Show no progress."`
}

func (c *importAPICommand) Run(ctx context.Context, term terminal, open opener) error {
	client, ids, err := c.System.client(ctx, term, c.Contest)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return listContests(ctx, term, client, "--contest ID imports one of them")
	}
	id := ids[0]
	source, err := client.Open(ctx, id)
	if err != nil {
		return err
	}
	about := source.Metadata()
	term.log.Info("reading the contest", "contest", cmp.Or(about.Title, id), "system", about.System)
	if c.DryRun {
		set, err := intake.ReadAPI(ctx, source, intake.APIOptions{SkipFiles: true})
		if err != nil {
			return err
		}
		return writePreview(term, input.PreviewInput(set, nil, cmp.Or(c.Name, about.Title, id)), c.Format)
	}
	db, err := open(ctx)
	if err != nil {
		return err
	}
	name, err := nameOf(ctx, db, c.Name, client, source, term.note)
	if err != nil {
		return err
	}
	return c.store(ctx, term, db, source, name)
}

// store fetches and stores a contest in parts.
func (c *importAPICommand) store(
	ctx context.Context, term terminal, db *archive, source *ccsclient.Contest, name string,
) error {
	before, err := loadStored(ctx, db, name)
	if err != nil {
		return err
	}
	checker := check.Checker{Store: db, ToolVersion: toolVersion()}
	// Check the name before anything is fetched.
	if err := checker.CheckName(ctx, name, contest.Metadata{SystemID: source.ID}); err != nil {
		return adviseName(err, "--name")
	}
	stored, err := storedByPath(ctx, db, before)
	if err != nil {
		return err
	}
	var unread []contest.SkippedItem
	corrected := 0
	progress, hide := newProgress(term.err, c.Quiet)
	set, err := intake.ReadAPI(ctx, source, intake.APIOptions{
		StoredSubmissions: stored,
		Store: func(ctx context.Context, part *intake.Result) error {
			_, skipped, err := checker.Import(ctx, check.Request{
				Contest: name, Origin: source.URL(), Submissions: part.Submissions, Participants: part.Participants,
				Metadata: part.Metadata, Skipped: part.Skipped, Corrected: func(n int) { corrected += n },
			}, func(check.Stage, int, int) {})
			unread = append(unread, skipped...)
			return err
		},
		Progress: func(done, total int) { progress("fetching submissions", done, total) },
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
	reused := 0
	for _, s := range set.Submissions {
		if _, ok := stored[s.Path]; ok {
			reused++
		}
	}
	if reused > 0 {
		term.note("%s not fetched again: they were stored already", text.Count(reused, "submission"))
	}
	if err := printImported(ctx, term, db, name, before, corrected); err != nil {
		return err
	}
	added, err := source.CountAdded(ctx)
	if err == nil && added > 0 {
		err = fmt.Errorf("the system lists %s more than when the import began: run the command again to import them too",
			text.Count(added, "submission"))
	}
	if n := len(set.Deleted); err == nil && n > 0 {
		term.note("checks leave out %s that the system has deleted; the archive still has them", text.Count(n, "submission"))
		err = db.Retract(ctx, before.ID, set.Deleted)
	}
	return err
}

// storedByPath returns the stored submissions of a contest by path; nil if there are none.
func storedByPath(ctx context.Context, db *archive, c contest.Contest) (map[string]contest.Submission, error) {
	if c.ID == 0 {
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

// systemFlags have the address of a judge system, and the account that reads it.
type systemFlags struct {
	URL          string `arg:"" name:"url" help:"Base address of the system's Contest API, such as https://host/api/v4, or the address of a contest there."`
	accountFlags `embed:""`
}

// accountFlags have the account that reads a judge system, and say how to reach the system.
type accountFlags struct {
	User     string `env:"OJCHECK_CCS_USER" placeholder:"NAME" help:"Account that may read sources. Without --user and --token, the account for the host in the netrc file."`
	Password string `env:"OJCHECK_CCS_PASSWORD" placeholder:"PASSWORD" help:"Password of the account. Others on this machine can see it here: prefer the environment variable, or type it when asked."`
	Token    string `env:"OJCHECK_CCS_TOKEN" placeholder:"TOKEN" help:"Bearer token instead of an account. Prefer the environment variable."`
	Netrc    string `env:"NETRC" type:"path" placeholder:"FILE" help:"Netrc file instead of ~/.netrc."`

	Pin       string   `placeholder:"SHA256" help:"SHA-256 of the system's certificate, if it is self-signed, expired or for another name. Then no other certificate is accepted."`
	AllowHost []string `setting:"" sep:"none" placeholder:"HOST" help:"Another host from which ojcheck may fetch, if redirects or addresses of files lead there, such as files.example or 10.1.2.3:9000. Repeatable."`
}

// client returns a client of the system, and the IDs of the contests. These are the given IDs except "", and
// the ID in the address.
func (f *systemFlags) client(ctx context.Context, term terminal, contests ...string) (
	c *ccsclient.Client, ids []string, err error) {
	if file := term.keyboard(); file != nil && f.User != "" && f.Password == "" && f.Token == "" {
		if f.Password, err = typePassword(ctx, term, file, "Password of "+f.User+": "); err != nil {
			return nil, nil, err
		}
	}
	if c, err = f.accountFlags.client(f.URL, term.log); err != nil {
		return nil, nil, err
	}
	for _, id := range append(contests, c.ContestID()) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if id := c.ContestID(); id != "" {
		if len(ids) > 1 {
			return nil, nil, usageError{
				"the address is that of contest " + id + ", and --contest is " + ids[0] + ": give one of them",
			}
		}
		term.log.Info("the address is that of a contest", "API", c.URL(), "contest", id)
	}
	return c, ids, nil
}

// client returns a client of the judge system at an address.
func (f *accountFlags) client(address string, log *slog.Logger) (*ccsclient.Client, error) {
	o := ccsclient.Options{
		URL: address, User: f.User, Password: f.Password, Token: f.Token, Netrc: f.Netrc, AllowHosts: f.AllowHost,
		Pin: f.Pin, UserAgent: "ojcheck/" + toolVersion(), Log: log,
	}
	if home, err := os.UserHomeDir(); o.Netrc == "" && err == nil {
		o.Netrc = filepath.Join(home, ".netrc")
	}
	c, err := ccsclient.New(o)
	if err != nil {
		return nil, usageError{err.Error()}
	}
	return c, nil
}

// listContests prints the contests of a system. It prints advice to standard error.
func listContests(ctx context.Context, term terminal, client *ccsclient.Client, advice string) error {
	list, err := client.Contests(ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		term.note("%s has no contest that the account may see", client.URL())
		return nil
	}
	table := []string{"id\tstarts\tname"}
	for _, c := range list {
		table = append(table, text.Visible(c.ID)+"\t"+text.Visible(cmp.Or(c.StartTime, "?"))+"\t"+text.Visible(c.Name))
	}
	term.note("%s", advice)
	return term.table(table...)
}
