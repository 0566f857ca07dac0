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

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/internal/watch"
	"github.com/ojcheck/ojcheck/internal/webhook"
)

// hookFlags name the webhook that gets the alerts.
type hookFlags struct {
	Webhook           string `setting:"" placeholder:"URL" help:"Also send alerts to this address, signed as Standard Webhooks specifies. It must be an https address, or one on this machine."`
	WebhookSecretFile string `setting:"" placeholder:"FILE" help:"File with the secret that signs the alerts to the webhook: whsec_ and 24 to 64 bytes in base64."`
	Names             bool   `help:"Also send the webhook the names of participants that are hidden from reviewers."`
}

// Validate checks the flags. Kong calls it before Run.
func (f hookFlags) Validate() error {
	if (f.Webhook == "") != (f.WebhookSecretFile == "") {
		return errors.New("--webhook and --webhook-secret-file go together: without a signature, anybody could send alerts")
	}
	return nil
}

// follower follows contests of judge systems, for "ojcheck watch" and "ojcheck serve". It is safe for concurrent use.
type follower struct {
	db        *archive
	checker   *check.Checker
	request   check.Request // the parameters and the base code of the checks
	noAgainst bool
	public    string // address of the pages, for links in alerts; "" for none
	hook      hookFlags
	close     bool   // see watch.Watcher
	after     *int64 // see watch.Watcher
	log       *slog.Logger
	advice    string                                    // follows the note that a contest is followed
	note      func(format string, args ...any)          // gets what a person wants to know
	onAlert   func(contestName string, a contest.Alert) // nil for none
}

// followTimeout is how long a watch waits for another watch of the same contest to end.
const followTimeout = 5 * time.Second

// openContest opens a contest of a judge system. While the system has not loaded the contest, it waits for 1 to 15 seconds
// between two looks.
func openContest(ctx context.Context, client *ccsclient.Client, id string, onWait func(err error)) (*ccsclient.Contest, error) {
	return backoff.Retry(ctx, func() (*ccsclient.Contest, error) {
		system, err := client.Open(ctx, id)
		if err != nil && !errors.Is(err, ccsclient.ErrLoading) {
			err = backoff.Permanent(err)
		}
		return system, err
	}, backoff.WithBackOff(&backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: 15 * time.Second}),
		backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, _ time.Duration) { onWait(err) }))
}

// errWebhook means that a contest was followed to its end, but that not all alerts were delivered.
var errWebhook = i18n.Errorf("the webhook")

// follow follows a contest until the judge system says that no updates follow, and stores it under a name. The error wraps
// errWebhook if only the webhook fails.
func (f *follower) follow(ctx context.Context, client *ccsclient.Client, system *ccsclient.Contest, name string) error {
	sender, err := newSender(f.hook.Webhook, f.hook.WebhookSecretFile, f.log)
	if err != nil {
		return err
	}
	followCtx, release, err := f.db.Follow(ctx, name, followTimeout)
	if errors.Is(err, contest.ErrInUse) {
		return i18n.Errorf("contest %q is followed by another ojcheck already", name)
	}
	if err != nil {
		return err
	}
	defer release()
	if err := f.checker.CheckName(ctx, name, contest.About{SystemID: system.ID}); err != nil {
		return adviseName(err, "--name")
	}
	parameters := f.request.Parameters
	if parameters.Against, err = f.earlierContests(ctx, name); err != nil { // before anything is stored
		return err
	}
	delivery := startDelivery(ctx, sender, &watch.Hook{Deliveries: f.db, Contest: name, Base: f.public, Names: f.hook.Names})
	w := watch.Watcher{
		Contest: name, URL: client.URL(), SystemID: system.ID, Source: source{system}, Store: f.db, Checker: closing{f.checker},
		NewScorer: func(ctx context.Context, contestID int64) (watch.Scorer, error) {
			delivery.send(contestID)
			scorer, _, err := f.checker.Scorer(ctx, contestID, f.request.Base, parameters)
			return scorer, err
		},
		Parameters: parameters, Base: f.request.Base, Close: f.close, After: f.after, Log: f.log,
		OnAlerts: func(alerts []contest.Alert) {
			delivery.send(alerts[0].ContestID) // before printing, which may block if nobody reads the output
			for _, a := range alerts {
				if f.onAlert != nil {
					f.onAlert(name, a)
				}
			}
		},
		Webhook: sender.LastError,
	}
	f.note("following %q of %s as contest %q%s", system.ID, client.URL(), name, f.advice)
	result, err := w.Run(followCtx)
	if errors.Is(err, contest.ErrInUse) {
		err = i18n.Errorf("the database could not be reached, and meanwhile another ojcheck began to follow contest %q; this one has stopped: %s", name, err)
	}
	delivery.send(result.ContestID) // an earlier run may have left unsent alerts
	if err != nil {
		_ = delivery.finish(ctx, f.db, f.log, 0)
		return err
	}
	f.note("%s", summaryOf(result))
	if err := delivery.finish(ctx, f.db, f.log, deliveryTimeout); err != nil {
		return i18n.Errorf("%s: %s", errWebhook, err)
	}
	return nil
}

// closing makes closing checks one after another, because one check uses all processors.
type closing struct{ *check.Checker }

var closingTurn = make(chan struct{}, 1)

func (c closing) Check(ctx context.Context, req check.Request, progress check.Progress) (int64, error) {
	select {
	case closingTurn <- struct{}{}:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	defer func() { <-closingTurn }()
	return c.Checker.Check(ctx, req, progress)
}

// summaryOf says how a watch ended.
func summaryOf(result watch.Result) string {
	if result.CheckID == 0 {
		return "the contest has ended, and there was no submission to check"
	}
	summary := fmt.Sprintf("the contest has ended: check %d lists %s", result.CheckID, text.Count(result.Alerts.Upheld, "pair"))
	if result.Late > 0 {
		summary += fmt.Sprintf(", of which %d were found at the close", result.Late)
	}
	if result.Alerts.NotUpheld > 0 {
		summary += fmt.Sprintf("; it does not list the pairs of %s, now marked as not upheld", text.Count(result.Alerts.NotUpheld, "alert"))
	}
	return summary
}

// earlierContests returns the earlier contests to compare the contest with a name with: those of the parameters, or else
// all. It notes which of them have no submissions that this version of ojcheck can compare with.
func (f *follower) earlierContests(ctx context.Context, name string) ([]string, error) {
	stored, err := f.db.Contests(ctx)
	if err != nil {
		return nil, err
	}
	p := f.request.Parameters
	var ownID int64 // 0 for a new contest
	compareAll := len(p.Against) == 0 && !f.noAgainst
	for _, k := range stored {
		if k.Name == name {
			ownID = k.ID
		} else if compareAll && k.Submissions > 0 {
			p.Against = []string{contest.AgainstArchive}
		}
	}
	scorer, _, err := f.checker.Scorer(ctx, ownID, nil, p)
	if unknown := new(check.UnknownContestError); errors.As(err, &unknown) {
		return nil, usageError{"--against: " + unknown.Error()}
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
		f.note("nothing can be found in %s: none of their submissions was read by this version of ojcheck; "+
			"\"ojcheck check --contest NAME\" reads them", text.Visible(strings.Join(names, ", ")))
	}
	return p.Against, nil
}

// nameOf returns the name to store a contest under, as "ojcheck import api" names it.
func nameOf(name string, system *ccsclient.Contest) string {
	return cmp.Or(name, system.About().Title, system.ID)
}

// source adapts a contest of a judge system to watch.Source.
type source struct{ *ccsclient.Contest }

func (s source) Load(ctx context.Context, m *ccs.Model) error {
	err := s.Contest.Load(ctx, m)
	answer := new(ccsclient.StatusError)
	if errors.As(err, &answer) && (answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden) {
		return i18n.Errorf("%s: %s", watch.ErrRefused, err)
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
		return i18n.Errorf("%s: %s", watch.ErrUnreadable, err)
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
		err = i18n.Errorf("not all alerts were delivered within %s", timeout.String())
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
	log.Warn("alerts were not delivered to the webhook; follow the contest again to send them", "alerts", n)
	if ctx.Err() != nil {
		return nil
	}
	return err
}
