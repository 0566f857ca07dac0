package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/metrics"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/internal/watch"
	"github.com/ojcheck/ojcheck/internal/webhook"
)

// watchCommand follows a contest while it runs.
type watchCommand struct {
	System systemFlags `embed:""`
	Name   string      `placeholder:"NAME" help:"Name to store the contest under; by default its title. The same name resumes an earlier run."`

	Base                []string `type:"path" sep:"none" placeholder:"PATH" help:"Base code: a template or library that all may use. Repeatable." group:"Comparing:"`
	settings.Comparison `group:"Comparing:"`
	NoAgainst           bool `xor:"against" help:"Compare with no earlier contest. By default, compare with all stored contests." group:"Comparing:"`

	Webhook           string `setting:"" placeholder:"URL" help:"Also send alerts to this address, signed as Standard Webhooks specifies. It must be an https address, or one on this machine."`
	WebhookSecretFile string `setting:"" placeholder:"FILE" help:"File with the secret that signs the alerts to the webhook: whsec_ and 24 to 64 bytes in base64."`
	Names             bool   `help:"Also send the webhook the names of participants that are hidden from reviewers."`
	PublicURL         string `name:"public-url" setting:"" placeholder:"URL" help:"Address of the pages, such as https://ojcheck.example, for links in alerts."`

	Format string `enum:"table,json" default:"table" help:"Format of the alerts: table (a line of text each) or json (an object on a line each)."`
	After  *int64 `placeholder:"ID" help:"Begin by printing the stored alerts after the one with this number, which an earlier run may not have printed. Give the number of the last alert that you have (\"alert\" in the JSON), or 0 for all."`
	Close  bool   `help:"Read what there is now, check all of it and end, without waiting for the judge system to announce the end."`
	Quiet  bool   `short:"q" help:"Print only alerts and errors."`

	Log     logFlags     `embed:""`
	Metrics metricsFlags `embed:""`
}

// Validate checks the flags. Kong calls it before Run.
func (c *watchCommand) Validate() error {
	if (c.Webhook == "") != (c.WebhookSecretFile == "") {
		return errors.New("--webhook and --webhook-secret-file go together: without a signature, anybody could send alerts")
	}
	return nil
}

// followTimeout is how long a watch waits for another watch of the same contest to end.
const followTimeout = 5 * time.Second

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
	system, err := client.Open(ctx, id)
	if err != nil {
		return err
	}
	c.Name = cmp.Or(c.Name, system.About().Title, id) // as "ojcheck import api" names it
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
	measures := metrics.New(toolVersion(), term.log)
	measures.RegisterArchive(db)
	stopMetrics, err := c.Metrics.serve(measures, term.log)
	if err != nil {
		return err
	}
	defer stopMetrics()
	followCtx, release, err := db.Follow(ctx, c.Name, followTimeout)
	if errors.Is(err, contest.ErrInUse) {
		return fmt.Errorf("contest %q is followed by another ojcheck already", c.Name)
	}
	if err != nil {
		return err
	}
	defer release()
	checker := &check.Checker{Store: db, Earlier: db, ToolVersion: toolVersion()}
	if err := checker.CheckName(ctx, c.Name, contest.About{SystemID: system.ID}); err != nil {
		return adviseName(err, "--name")
	}
	if req.Parameters.Against, err = c.earlierContests(ctx, term, db, checker, req.Parameters); err != nil { // before anything is stored
		return err
	}
	delivery := startDelivery(ctx, sender, &watch.Hook{Deliveries: db, Contest: c.Name, Base: public, Names: c.Names})
	w := watch.Watcher{
		Contest: c.Name, URL: client.URL(), SystemID: system.ID, Source: source{system}, Store: db, Checker: checker,
		NewScorer: func(ctx context.Context, contestID int64) (watch.Scorer, error) {
			delivery.send(contestID)
			scorer, _, err := checker.Scorer(ctx, contestID, req.Base, req.Parameters)
			return scorer, err
		},
		Parameters: req.Parameters, Base: req.Base, Close: c.Close, After: c.After, Log: term.log,
		OnAlerts: func(alerts []contest.Alert) {
			delivery.send(alerts[0].ContestID) // before printing, which may block if nobody reads the output
			for _, a := range alerts {
				c.print(term, a, public)
			}
		},
		Webhook: sender.LastError,
	}
	term.note("following %q of %s as contest %q; Ctrl+C stops it, and the same command goes on from there", system.ID, client.URL(), c.Name)
	result, err := w.Run(followCtx)
	if errors.Is(err, contest.ErrInUse) {
		err = fmt.Errorf("the database could not be reached, and meanwhile another ojcheck began to follow contest %q; this one has stopped: %w", c.Name, err)
	}
	return c.end(ctx, term, db, delivery, result, err)
}

// earlierContests returns the earlier contests to compare with: the contests of --against, or without the flag all
// earlier contests. It prints which of them have no submissions that this version of ojcheck can compare with.
func (c *watchCommand) earlierContests(
	ctx context.Context, term terminal, db *archive, checker *check.Checker, p contest.Parameters,
) ([]string, error) {
	stored, err := db.Contests(ctx)
	if err != nil {
		return nil, err
	}
	var ownID int64 // 0 for a new contest
	compareAll := len(p.Against) == 0 && !c.NoAgainst
	for _, k := range stored {
		if k.Name == c.Name {
			ownID = k.ID
		} else if compareAll && k.Submissions > 0 {
			p.Against = []string{contest.AgainstArchive}
		}
	}
	scorer, _, err := checker.Scorer(ctx, ownID, nil, p)
	if unknown := new(check.UnknownContestError); errors.As(err, &unknown) {
		return nil, usageError{"--against: " + unknown.Message}
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
		term.note("nothing can be found in %s: none of their submissions was read by this version of ojcheck; "+
			"\"ojcheck check --contest NAME\" reads them", text.Visible(strings.Join(names, ", ")))
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
		name := s.Participant
		if s.Submission != "" {
			name += " (" + s.Submission + ")"
		}
		if s.Contest != "" {
			name += fmt.Sprintf(" of %q", s.Contest)
		}
		return name
	}
	line := fmt.Sprintf("%s  %.3f  %s  %s  %s", m.At.Local().Format("15:04:05"), m.Suspicion, m.Problem, side(m.Left), side(m.Right))
	if m.Known != nil {
		line += "  (" + m.Known.String() + ")"
	}
	if m.URL != "" {
		line += "  " + m.URL
	}
	term.say("%s", text.Visible(line))
}

// end prints the result of a watch, and waits for the delivery of its alerts.
func (c *watchCommand) end(ctx context.Context, term terminal, db *archive, d *delivery, result watch.Result, err error) error {
	d.send(result.ContestID) // an earlier run may have left unsent alerts
	if err != nil {
		term.log.Info("stopped; run the same command again to go on from here; add --close to read what there is and end")
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
	summary := fmt.Sprintf("the contest has ended: check %d lists %s", result.CheckID, text.Count(result.Alerts.Upheld, "pair"))
	if result.Late > 0 {
		summary += fmt.Sprintf(", of which %d were found at the close", result.Late)
	}
	if result.Alerts.NotUpheld > 0 {
		summary += fmt.Sprintf("; it does not list the pairs of %s, now marked as not upheld", text.Count(result.Alerts.NotUpheld, "alert"))
	}
	term.note("%s", summary)
	return d.finish(ctx, db, term.log, deliveryTimeout)
}

// source adapts a contest of a judge system to watch.Source.
type source struct{ *ccsclient.Contest }

func (s source) Load(ctx context.Context, m *ccs.Model) error {
	err := s.Contest.Load(ctx, m)
	answer := new(ccsclient.StatusError)
	if errors.As(err, &answer) && (answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden) {
		return fmt.Errorf("%w: %w", watch.ErrRefused, err)
	}
	return err
}

func (s source) Feed(ctx context.Context, each func(ccs.Notification) error, onState func(watch.ConnState) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.OnFeedState = func(state ccsclient.FeedState) {
		if err := onState(watch.ConnState{Connected: state.Connected, Restarted: state.Restarted, Reason: state.Reason}); err != nil {
			cancel(err)
		}
	}
	err := s.Contest.Feed(ctx, "", each)
	if errors.Is(err, ccsclient.ErrLineTooLong) {
		return fmt.Errorf("%w: %w", watch.ErrUnreadable, err)
	}
	return err
}

func (s source) Files(ctx context.Context, submission ccs.Submission) ([]contest.File, []contest.SkippedItem, error) {
	return s.FilesOnce(ctx, submission)
}

const (
	deliveryTimeout = 6 * time.Hour // how long a failing webhook is retried after the end of the contest
	maxSecret       = 4 << 10       // bytes of the file with the secret
)

// newSender returns a sender to a webhook; nil for no address.
func newSender(address, secretFile string, log *slog.Logger) (*webhook.Sender, error) {
	if address == "" {
		return nil, nil
	}
	to, err := webhook.ParseURL(address)
	if err != nil {
		return nil, usageError{"--webhook: " + err.Error()}
	}
	file, err := os.Open(secretFile)
	if err != nil {
		return nil, fmt.Errorf("--webhook-secret-file: %w", err)
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxSecret+1))
	if err == nil && len(content) > maxSecret {
		err = fmt.Errorf("%s: it is too large for a secret", secretFile)
	}
	if err != nil {
		return nil, fmt.Errorf("--webhook-secret-file: %w", err)
	}
	secret, err := webhook.ParseSecret(string(content))
	if err != nil {
		return nil, usageError{fmt.Sprintf("--webhook-secret-file %s: %v", secretFile, err)}
	}
	return webhook.NewSender(to, secret, "ojcheck/"+toolVersion(), log), nil
}

// delivery sends alerts to a webhook in the background; without one, it does nothing.
type delivery struct {
	hook   *watch.Hook // nil without a webhook
	wake   chan struct{}
	done   chan error
	cancel context.CancelFunc
}

func startDelivery(ctx context.Context, sender *webhook.Sender, hook *watch.Hook) *delivery {
	if sender == nil {
		return &delivery{}
	}
	ctx, cancel := context.WithCancel(ctx)
	d := &delivery{hook: hook, wake: make(chan struct{}, 1), done: make(chan error, 1), cancel: cancel}
	go func() { d.done <- sender.Run(ctx, hook, d.wake) }()
	return d
}

// send makes the sender send all stored alerts of the contest. It does nothing if contestID is 0.
func (d *delivery) send(contestID int64) {
	if d.hook != nil && contestID != 0 {
		d.hook.ContestID.Store(contestID)
		select {
		case d.wake <- struct{}{}:
		default: // the sender has an unread signal
		}
	}
}

// finish waits until all alerts are sent, but at most for timeout, and not after ctx ends.
func (d *delivery) finish(ctx context.Context, db *archive, log *slog.Logger, timeout time.Duration) error {
	if d.hook == nil {
		return nil
	}
	defer d.cancel()
	close(d.wake)
	var err error
	select {
	case err = <-d.done:
	case <-time.After(timeout):
		err = fmt.Errorf("not all alerts were delivered within %v", timeout)
	}
	if err == nil {
		return nil
	}
	graceCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	n, countErr := db.CountUndelivered(graceCtx, d.hook.ContestID.Load())
	if countErr != nil || n == 0 {
		return countErr
	}
	log.Warn("alerts were not delivered to the webhook; run the same command again to send them", "alerts", n)
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("the webhook: %w", err)
}
