package webhook

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/remote"
)

// The wait before a new try doubles from firstWait to maxWait.
const (
	firstWait = time.Second
	maxWait   = 5 * time.Minute
)

// maxRefusals is the number of refusals after which a Sender drops a message.
const maxRefusals = 20

// requestTimeout bounds the time that a receiver may take, as Standard Webhooks advises.
const requestTimeout = 20 * time.Second

// maxResponse bounds the bytes that a Sender reads of an answer. A Sender reads answers only so that it can
// use the connection again.
const maxResponse = 64 << 10

// ErrGone means that the receiver wants no more messages. The error of Sender.Run wraps it.
var ErrGone = i18n.Errorf("the receiver wants no more messages (410 Gone)")

// Sender sends the messages of a queue.
type Sender struct {
	url       *url.URL
	secret    Secret
	userAgent string
	client    *http.Client
	log       *slog.Logger
	after     func(time.Duration) <-chan time.Time // time.After, except in tests
	lastError atomic.Pointer[error]

	// Only Run uses these.
	lastID   string // ID of the last message that was tried
	refusals int    // how often the receiver has refused this message
}

// NewSender returns a Sender to an address from ParseURL. It follows no redirects, because a redirect could
// lead anywhere.
func NewSender(receiver *url.URL, secret Secret, userAgent string, log *slog.Logger) *Sender {
	return &Sender{
		url: receiver, secret: secret, userAgent: userAgent, log: log, after: time.After,
		client: &http.Client{
			Timeout:       requestTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Run sends the messages of the queue one after another. It retries a message before it sends the next one.
// If the receiver does not answer, Run retries without end. Run drops a message that the
// receiver has refused maxRefusals times, which takes approximately an hour.
//
// When the queue is empty, Run waits for a signal on wake, or returns nil if wake is closed. A signal also
// starts the next try at once, unless the receiver asked for a wait. Run returns an error when ctx ends. When
// the receiver answers 410 Gone, the error wraps ErrGone.
func (s *Sender) Run(ctx context.Context, queue Queue, wake <-chan struct{}) error {
	retryWait := &backoff.ExponentialBackOff{InitialInterval: firstWait, Multiplier: 2, MaxInterval: maxWait}
	for tries := 1; ; tries++ {
		isEmpty, requestedWait, err := s.sendNext(ctx, queue)
		if err == nil || ctx.Err() == nil { // the end of ctx is no error of the receiver
			s.lastError.Store(&err)
		}
		if isEmpty && wake == nil { // wake was closed, see below
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var timer <-chan time.Time // nil if the queue is empty, so that it never fires
		switch {
		case err == nil:
			retryWait.Reset()
			tries = 0
			if !isEmpty {
				continue
			}
		case errors.Is(err, ErrGone):
			s.log.Error("the webhook wants no more messages", "error", err)
			return err
		default:
			wait := min(max(retryWait.NextBackOff(), requestedWait), maxWait)
			s.log.Warn("a message was not delivered to the webhook; trying again",
				"error", err, "tries", tries, "in", wait)
			timer = s.after(wait)
		}
		signal := wake
		if requestedWait > 0 {
			signal = nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer:
		case _, open := <-signal:
			if !open {
				wake = nil
			}
		}
	}
}

// sendNext tries once to send the oldest message of the queue. It removes the message if the receiver accepts it, or
// has refused it maxRefusals times. isEmpty reports that there is no message. wait is the time that the receiver asks
// to wait.
func (s *Sender) sendNext(ctx context.Context, queue Queue) (isEmpty bool, wait time.Duration, err error) {
	m, ok, err := queue.Next(ctx)
	if err != nil || !ok {
		return err == nil, 0, err
	}
	if m.ID != s.lastID {
		s.lastID, s.refusals = m.ID, 0
	}
	wait, err = s.send(ctx, m)
	dropReason := ""
	if errors.As(err, new(*refusedError)) {
		if s.refusals++; s.refusals >= maxRefusals {
			s.log.Error("the webhook keeps refusing a message, which is dropped", "message", m.ID, "error", err)
			dropReason, err = err.Error(), nil
		}
	}
	if err == nil {
		err = queue.Remove(ctx, m, dropReason)
	}
	return false, wait, err
}

// LastError returns the error of the last try. It is zero if the last try succeeded. Other goroutines may call
// LastError while Run runs.
func (s *Sender) LastError() i18n.Text {
	if err := s.lastError.Load(); err != nil {
		return i18n.TextOf(*err)
	}
	return i18n.Text{}
}

// send tries once to send a message. wait is the time that a receiver asks to wait.
func (s *Sender) send(ctx context.Context, m Message) (wait time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url.String(), bytes.NewReader(m.Body))
	if err != nil {
		return 0, err
	}
	now := time.Now()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", s.userAgent)
	request.Header.Set("webhook-id", m.ID)
	request.Header.Set("webhook-timestamp", strconv.FormatInt(now.Unix(), 10))
	request.Header.Set("webhook-signature", s.secret.Sign(m.ID, now, m.Body))
	response, err := s.client.Do(request)
	if err != nil {
		if inner, ok := errors.AsType[*url.Error](err); ok {
			err = inner.Err // without the address, which may be a secret
		}
		return 0, i18n.Errorf("no answer from %s: %s", s.url.Host, err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxResponse))
	wait, _ = remote.RetryAfter(response.Header.Get("Retry-After"), now)
	wait = min(wait, maxWait)
	err = i18n.Errorf("%s answers %s", s.url.Host, response.Status)
	switch status := response.StatusCode; {
	case status >= 200 && status < 300:
		return 0, nil
	case status == http.StatusGone:
		return 0, i18n.Errorf("%s: %s", s.url.Host, ErrGone)
	case status == http.StatusRequestTimeout, status == http.StatusTooEarly, status == http.StatusTooManyRequests:
	case status >= 400 && status < 500:
		err = &refusedError{err}
	}
	return wait, err
}

// refusedError says that the receiver refuses the message with a status of 4xx.
type refusedError struct{ error }
