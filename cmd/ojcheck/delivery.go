package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/ojcheck/ojcheck/internal/watch"
	"github.com/ojcheck/ojcheck/internal/webhook"
)

// deliveryTimeout is how long a webhook that fails is retried after the contest has
// closed.
const deliveryTimeout = 6 * time.Hour

// maxSecret limits the file of a secret, in bytes.
const maxSecret = 4 << 10

// newSender returns the sender to a webhook; nil without an address.
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
	switch {
	case err != nil:
		return nil, fmt.Errorf("--webhook-secret-file: %w", err)
	case len(content) > maxSecret:
		return nil, fmt.Errorf("--webhook-secret-file: %s: it is too large for a secret", secretFile)
	}
	secret, err := webhook.ParseSecret(string(content))
	if err != nil {
		return nil, usageError{fmt.Sprintf("--webhook-secret-file %s: %v", secretFile, err)}
	}
	return webhook.NewSender(to, secret, "ojcheck/"+toolVersion(), log), nil
}

// delivery sends alerts to a webhook in the background; without one, it does nothing.
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

// serve names the contest, if it is known, and wakes the sender: there may be
// something to send.
func (d *delivery) serve(contestID int64) {
	if d.hook != nil && contestID != 0 {
		d.hook.Serve(contestID)
		select {
		case d.wake <- struct{}{}:
		default: // it wakes anyway
		}
	}
}

// finish waits until all alerts are sent, for timeout at most or until ctx ends.
func (d *delivery) finish(ctx context.Context, db *archive, log *slog.Logger, timeout time.Duration) error {
	if d.hook == nil {
		return nil
	}
	defer d.cancel()
	close(d.wake)
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	var err error
	select {
	case err = <-d.done:
	case <-timer.C:
		err = fmt.Errorf("not all alerts were delivered within %v", timeout)
	}
	if err == nil {
		return nil
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	n, failed := db.CountUndelivered(late, d.hook.ContestID())
	if failed != nil || n == 0 {
		return failed
	}
	log.Warn("alerts were not delivered to the webhook; run the same command again to send them", "alerts", n)
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("the webhook: %w", err)
}
