package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// watchCommand follows a contest while it runs.
type watchCommand struct {
	System systemFlags `embed:""`
	Name   string      `placeholder:"NAME" help:"Name to store the contest under; by default its title. The same name resumes an earlier run."`

	Base                []string `type:"path" sep:"none" placeholder:"PATH" help:"Base code: a template or library that all may use. Repeatable." group:"Comparing:"`
	settings.Comparison `group:"Comparing:"`
	NoAgainst           bool `xor:"against" help:"Compare with no earlier contest; by default, with all that are stored." group:"Comparing:"`

	Webhook           string `placeholder:"URL" help:"Send alerts to this address too, signed by Standard Webhooks; by https, or on this machine."`
	WebhookSecretFile string `placeholder:"FILE" help:"File with the secret that signs them: whsec_ and 24 to 64 bytes in base64."`
	Names             bool   `help:"Send the webhook also the names of participants that are hidden from reviewers."`
	PublicURL         string `name:"public-url" placeholder:"URL" help:"Address of the pages, such as https://ojcheck.example, for links in alerts."`

	Format string `enum:"table,json" default:"table" help:"Format of the alerts: table (a line of text each) or json (an object on a line each)."`
	After  *int64 `placeholder:"ID" help:"Print the alerts after this one first, which an earlier run did not get to: the number of the last that you have (\"alert\" in the JSON), or 0 for all."`
	Close  bool   `help:"Read what there is now, check all of it and end, without waiting for the judge system to announce the end."`
	Quiet  bool   `short:"q" help:"Print only alerts and errors."`
}

// Validate is called by kong.
func (c *watchCommand) Validate() error {
	if c.Threshold == 0 {
		return errors.New("--threshold is 0: it must be above 0")
	}
	if (c.Webhook == "") != (c.WebhookSecretFile == "") {
		return errors.New("--webhook and --webhook-secret-file go together: without a signature, anybody could send alerts")
	}
	return nil
}

// handover is how long a run waits for another one of the same contest to end.
const handover = 5 * time.Second

func (c *watchCommand) Run(ctx context.Context, term terminal, open opener) error {
	public, _, err := parsePublicURL(c.PublicURL)
	if err != nil {
		return err
	}
	sender, err := newSender(c.Webhook, c.WebhookSecretFile, term.log)
	if err != nil {
		return err
	}
	client, id, err := c.System.client(ctx, term)
	if err != nil {
		return err
	}
	if id == "" {
		return listContests(ctx, term, client, "--contest ID follows one of them")
	}
	from, err := client.Open(ctx, id)
	if err != nil {
		return err
	}
	c.Name = cmp.Or(c.Name, from.About().Title, id) // as "ojcheck import api" names it
	req := check.Request{Parameters: c.Comparison.Apply(check.Defaults())}
	req.Parameters.Layout = intake.FormatAPI
	if err := input.AddBase(ctx, &req, c.Base); err != nil {
		return err
	}
	if len(req.Skipped) > 0 {
		return fmt.Errorf("%s: %s", req.Skipped[0].Path, req.Skipped[0].Reason)
	}
	db, err := open()
	if err != nil {
		return err
	}
	following, release, err := db.Follow(ctx, c.Name, handover)
	if errors.Is(err, contest.ErrInUse) {
		return fmt.Errorf("contest %q is followed by another ojcheck already", c.Name)
	}
	if err != nil {
		return err
	}
	defer release()
	checker := &check.Checker{Store: db, Earlier: db, ToolVersion: toolVersion()}
	if err := checker.CheckName(ctx, c.Name, contest.About{SystemID: from.ID}); err != nil {
		return adviseName(err, "--name")
	}
	if req.Parameters.Against, err = c.earlierContests(ctx, term, db, checker, req.Parameters); err != nil { // before anything is stored
		return err
	}
	delivery := startDelivery(ctx, sender, &watch.Hook{Deliveries: db, Contest: c.Name, Base: public, Names: c.Names})
	w := watch.Watcher{
		Contest: c.Name, URL: client.URL(), SystemID: from.ID, Source: source{from}, Store: db, Checker: checker,
		NewScorer: func(ctx context.Context, contestID int64) (watch.Scorer, error) {
			delivery.serve(contestID)
			scorer, _, err := checker.Scorer(ctx, contestID, req.Base, req.Parameters)
			return scorer, err
		},
		Parameters: req.Parameters, Base: req.Base, Close: c.Close, After: c.After, Log: term.log,
		OnAlerts: func(alerts []contest.Alert) {
			delivery.serve(alerts[0].ContestID) // first: nobody may be reading what is printed
			for _, a := range alerts {
				c.print(term, a, public)
			}
		},
		Webhook: sender.LastError,
	}
	term.note("following %q of %s as contest %q; Ctrl+C stops it, and the same command goes on from there", from.ID, client.URL(), c.Name)
	result, err := w.Run(following)
	if errors.Is(err, contest.ErrInUse) {
		err = fmt.Errorf("the database was away, and another ojcheck follows contest %q since; this one has stopped: %w", c.Name, err)
	}
	return c.end(ctx, term, db, delivery, result, err)
}

// earlierContests returns the earlier contests to compare with: those of the parameters, or
// else all, if any other contest is stored. It reports those without submissions
// that this version of ojcheck can compare with.
func (c *watchCommand) earlierContests(ctx context.Context, term terminal, db *archive, checker *check.Checker, p contest.Parameters) ([]string, error) {
	stored, err := db.Contests(ctx)
	if err != nil {
		return nil, err
	}
	var id int64 // of the contest itself
	others := false
	for _, one := range stored {
		if one.Name == c.Name {
			id = one.ID
		} else if one.Submissions > 0 {
			others = true
		}
	}
	if others && len(p.Against) == 0 && !c.NoAgainst {
		p.Against = []string{contest.AgainstArchive}
	}
	scorer, _, err := checker.Scorer(ctx, id, nil, p)
	if against := new(check.UnknownContestError); errors.As(err, &against) {
		return nil, usageError{"--against: " + against.Message}
	}
	if err != nil {
		return nil, err
	}
	names, err := scorer.ContestsNotIndexed(ctx)
	if err != nil {
		return nil, err
	}
	if len(names) > 0 {
		for i, name := range names {
			names[i] = strconv.Quote(name)
		}
		term.note("nothing can be found in %s: none of the submissions there was read by this version of ojcheck; \"ojcheck check --contest NAME\" reads them", text.Visible(strings.Join(names, ", ")))
	}
	return p.Against, nil
}

// print prints an alert.
func (c *watchCommand) print(term terminal, a contest.Alert, base string) {
	m := watch.NewAlertMessage(a, c.Name, base, true) // as "ojcheck check" prints names
	if c.Format == "json" {
		term.say("%s", m.JSON())
		return
	}
	side := func(s watch.AlertMessageSide) string {
		words := s.Participant
		if s.Submission != "" {
			words += " (" + s.Submission + ")"
		}
		if s.Contest != "" {
			words += fmt.Sprintf(" of %q", s.Contest)
		}
		return words
	}
	line := fmt.Sprintf("%s  %.3f  %s  %s  %s", m.At.Local().Format("15:04:05"), m.Suspicion, m.Problem, side(m.Left), side(m.Right))
	if m.URL != "" {
		line += "  " + m.URL
	}
	term.say("%s", text.Visible(line))
}

// end prints the result of following the contest.
func (c *watchCommand) end(ctx context.Context, term terminal, db *archive, d *delivery, result watch.Result, err error) error {
	d.serve(result.ContestID) // an earlier run may have left alerts that were not sent
	if err != nil {
		term.log.Info("stopped; run the same command again to go on from here, with --close to read what there is and close")
		_ = d.finish(ctx, db, term.log, 0)
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	if result.CheckID == 0 {
		term.note("the contest has ended, and there was no submission to check")
		return d.finish(ctx, db, term.log, deliveryTimeout)
	}
	summary := fmt.Sprintf("the contest has ended: check %d has %s with a suspicion of %v or more", result.CheckID, text.Count(result.Alerts.Upheld, "pair"), c.Threshold)
	if result.Late > 0 {
		summary += fmt.Sprintf(", of which %d were found at the close", result.Late)
	}
	if result.Alerts.NotUpheld > 0 {
		summary += fmt.Sprintf("; %s fell below it, now marked as not upheld", text.Count(result.Alerts.NotUpheld, "alert"))
	}
	term.note("%s", summary)
	return d.finish(ctx, db, term.log, deliveryTimeout)
}

// source is a contest of a system as a watch.Source.
type source struct{ *ccsclient.Contest }

func (f source) Load(ctx context.Context, m *ccs.Model) error {
	err := f.Contest.Load(ctx, m)
	if s := new(ccsclient.StatusError); errors.As(err, &s) && (s.Status == http.StatusUnauthorized || s.Status == http.StatusForbidden) {
		return fmt.Errorf("%w: %w", watch.ErrRefused, err)
	}
	return err
}

func (f source) Feed(ctx context.Context, each func(ccs.Notification) error, turn func(watch.ConnState) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	f.OnFeedState = func(s ccsclient.FeedState) {
		if err := turn(watch.ConnState{Connected: s.Connected, Restarted: s.Restarted, Reason: s.Reason}); err != nil {
			cancel(err)
		}
	}
	err := f.Contest.Feed(ctx, "", each)
	if errors.Is(err, ccsclient.ErrLineTooLong) {
		return fmt.Errorf("%w: %w", watch.ErrUnreadable, err)
	}
	return err
}

func (f source) Files(ctx context.Context, of ccs.Submission) ([]contest.File, []contest.SkippedItem, error) {
	return f.Contest.FilesOnce(ctx, of)
}
