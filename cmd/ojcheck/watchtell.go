package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/internal/watch"
	"github.com/ojcheck/ojcheck/internal/webhook"
)

// deliveryPatience is how long a webhook that fails is tried on after the contest
// was closed.
const deliveryPatience = 6 * time.Hour

// print tells of an alert.
func (c *watchCommand) print(term terminal, a contest.Alert, base string) {
	told := watch.NewAlertMessage(a, c.Name, base, true) // as "ojcheck check" prints names
	if c.Format == "json" {
		term.say("%s", told.JSON())
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
	line := fmt.Sprintf("%s  %.3f  %s  %s  %s", told.At.Local().Format("15:04:05"), told.Suspicion, told.Problem, side(told.Left), side(told.Right))
	if told.URL != "" {
		line += "  " + told.URL
	}
	term.say("%s", text.Visible(line))
}

// end tells what following the contest came to.
func (c *watchCommand) end(ctx context.Context, term terminal, db *archive, d *delivery, result watch.Result, err error) error {
	d.serve(result.ContestID) // an earlier run may have left alerts that were not sent
	switch {
	case err != nil && ctx.Err() != nil:
		c.logNote(term.log)
		_ = d.finish(ctx, db, term.log, 0)
		return nil
	case err != nil:
		c.logNote(term.log)
		_ = d.finish(ctx, db, term.log, 0)
		return err
	case result.CheckID == 0:
		term.note("the contest has ended, and there was no submission to check")
		return d.finish(ctx, db, term.log, deliveryPatience)
	}
	summary := fmt.Sprintf("the contest has ended: check %d has %s with a suspicion of %v or more", result.CheckID, text.Count(result.Alerts.Upheld, "pair"), c.Threshold)
	if result.Late > 0 {
		summary += fmt.Sprintf(", of which %d were found at the close", result.Late)
	}
	if result.Alerts.NotUpheld > 0 {
		summary += fmt.Sprintf("; %s fell below it and %s marked", text.Count(result.Alerts.NotUpheld, "alert"), isOrAre(result.Alerts.NotUpheld))
	}
	term.note("%s", summary)
	return d.finish(ctx, db, term.log, deliveryPatience)
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// sender returns what sends to the webhook; nil where there is none.
func (c *watchCommand) sender(log *slog.Logger) (*webhook.Sender, error) {
	if c.Webhook == "" {
		return nil, nil
	}
	to, err := webhook.ParseURL(c.Webhook)
	if err != nil {
		return nil, usageError{"--webhook: " + err.Error()}
	}
	text, err := readSecret(c.WebhookSecretFile)
	if err != nil {
		return nil, fmt.Errorf("--webhook-secret-file: %w", err)
	}
	secret, err := webhook.ParseSecret(text)
	if err != nil {
		return nil, usageError{fmt.Sprintf("--webhook-secret-file %s: %v", c.WebhookSecretFile, err)}
	}
	return webhook.NewSender(to, secret, "ojcheck/"+toolVersion(), log), nil
}

// delivery sends alerts to a webhook meanwhile. Where there is none, it does
// nothing.
type delivery struct {
	hook   *watch.Hook // nil for none
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

// serve tells which contest it is, if it is known, and that there may be something
// to send.
func (d *delivery) serve(contestID int64) {
	if d.hook != nil && contestID != 0 {
		d.hook.Serve(contestID)
		select {
		case d.wake <- struct{}{}:
		default: // told already
		}
	}
}

// finish waits until all is sent, or patience or ctx has ended.
func (d *delivery) finish(ctx context.Context, db *archive, log *slog.Logger, patience time.Duration) error {
	if d.hook == nil {
		return nil
	}
	defer d.cancel()
	close(d.wake)
	timer := time.NewTimer(patience)
	defer timer.Stop()
	var err error
	select {
	case err = <-d.done:
	case <-timer.C:
		err = fmt.Errorf("not all was delivered within %v", patience)
	}
	if err == nil {
		return nil
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	n, counted := db.CountUndelivered(late, d.hook.ContestID())
	if counted != nil || n == 0 {
		return counted
	}
	log.Warn("alerts were not delivered to the webhook; the same command sends them", "alerts", n)
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("the webhook: %w", err)
}
