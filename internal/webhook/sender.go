package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Back-off between two tries: the first wait, doubled each time up to the longest.
const (
	firstWait = time.Second
	maxWait   = 5 * time.Minute
)

// maxRefusals is how often a message is sent that the receiver refuses, as one
// that it will never understand.
const maxRefusals = 20

// requestTimeout bounds how long a receiver may take, as the standard advises.
const requestTimeout = 20 * time.Second

// maxResponse is how much of an answer is read, in bytes, so that the connection
// can be used again.
const maxResponse = 64 << 10

// ErrGone is returned, wrapped, where the receiver says that it wants no more.
var ErrGone = errors.New("the receiver wants no more messages (410 Gone)")

// Sender sends what is in a queue.
type Sender struct {
	url       *url.URL
	secret    Secret
	userAgent string
	client    *http.Client
	log       *slog.Logger
	after     func(time.Duration) <-chan time.Time
	lastError atomic.Pointer[string]
}

// NewSender returns a sender to an address of ParseURL. It follows no redirects:
// they could lead where nobody asked it to send.
func NewSender(to *url.URL, secret Secret, userAgent string, log *slog.Logger) *Sender {
	return &Sender{
		url: to, secret: secret, userAgent: userAgent, log: log, after: time.After,
		client: &http.Client{
			Timeout:       requestTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Run sends what is in the queue whenever more is told of, until more is closed
// and all is delivered, or ctx ends. A message that is not taken is tried again
// before the next: for as long as it takes where the receiver does not answer, and
// mostRefusals times, which is about an hour, where it refuses the message. Whenever
// more is told of, it is tried at once. Run returns nil where nothing is left, and
// an ErrGone at once.
func (s *Sender) Run(ctx context.Context, queue Queue, more <-chan struct{}) error {
	for {
		err := s.drain(ctx, queue, &more)
		if errors.Is(err, ErrGone) {
			s.log.Error("nothing more is sent to the webhook", "error", err)
		}
		if err != nil || more == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case _, open := <-more:
			if !open {
				more = nil
			}
		}
	}
}

// LastError says why the last try did not go well; "" where it did. It may be called
// while Run is at work. A nil Sender has none.
func (s *Sender) LastError() string {
	if s == nil {
		return ""
	}
	if text := s.lastError.Load(); text != nil {
		return *text
	}
	return ""
}

// drain sends until the queue is empty. It sets more to nil once that is closed.
func (s *Sender) drain(ctx context.Context, queue Queue, more *<-chan struct{}) error {
	waits := &backoff.ExponentialBackOff{InitialInterval: firstWait, Multiplier: 2, MaxInterval: maxWait}
	refusals := 0
	for tries := 1; ; tries++ {
		m, ok, err := queue.Next(ctx)
		if err == nil && !ok {
			return nil
		}
		var asked time.Duration
		if err == nil {
			asked, err = s.send(ctx, m)
		}
		refused := new(refusedError)
		if errors.As(err, &refused) {
			if refusals++; refusals >= maxRefusals {
				s.log.Error("a message was refused by the webhook again and again, and is left out", "message", m.ID, "error", err)
				err = queue.MarkRefused(ctx, m, err.Error())
			}
		} else if err == nil {
			err = queue.MarkDelivered(ctx, m)
		}
		text := ""
		if err != nil {
			text = err.Error()
		}
		s.lastError.Store(&text)
		switch {
		case err == nil:
			waits.Reset()
			refusals, tries = 0, 0
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, ErrGone):
			return err
		}
		pause := min(max(waits.NextBackOff(), asked), maxWait)
		s.log.Warn("a message was not delivered to the webhook; it is tried again", "error", err, "tries", tries, "in", pause)
		if err := s.pause(ctx, pause, asked == 0, more); err != nil {
			return err
		}
	}
}

// pause waits, but no longer than until more is told of, if it may be hurried.
func (s *Sender) pause(ctx context.Context, d time.Duration, hurried bool, more *<-chan struct{}) error {
	over := s.after(d)
	hurry := *more
	if !hurried {
		hurry = nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-over:
	case _, open := <-hurry:
		if !open {
			*more = nil
		}
	}
	return nil
}

// send tries once. Where the receiver is busy it may say for how long.
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
		if inner := new(url.Error); errors.As(err, &inner) {
			err = inner.Err // without the address, which may be a secret by itself
		}
		return 0, fmt.Errorf("reach %s: %w", s.url.Host, err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxResponse))
	switch {
	case response.StatusCode >= 200 && response.StatusCode < 300:
		return 0, nil
	case response.StatusCode == http.StatusGone:
		return 0, fmt.Errorf("%s: %w", s.url.Host, ErrGone)
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
		wait = time.Duration(min(seconds, int(maxWait/time.Second))) * time.Second
	}
	err = fmt.Errorf("%s answers %s", s.url.Host, response.Status)
	switch status := response.StatusCode; {
	case status == http.StatusRequestTimeout, status == http.StatusTooEarly, status == http.StatusTooManyRequests:
	case status >= 400 && status < 500:
		err = &refusedError{err}
	}
	return wait, err
}

// refusedError is that the receiver does not take the message, for a reason that
// lies with the sender.
type refusedError struct{ error }
