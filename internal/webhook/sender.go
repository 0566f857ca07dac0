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

// The wait before a new try doubles from firstWait to maxWait.
const (
	firstWait = time.Second
	maxWait   = 5 * time.Minute
)

// maxRefusals is the number of refusals after which a message is dropped.
const maxRefusals = 20

// requestTimeout bounds how long a receiver may take, as the standard advises.
const requestTimeout = 20 * time.Second

// maxResponse is how many bytes of an answer are read, so that the connection can be
// used again.
const maxResponse = 64 << 10

// ErrGone is returned, wrapped, if the receiver wants no more messages.
var ErrGone = errors.New("the receiver wants no more messages (410 Gone)")

// Sender sends the messages of a queue.
type Sender struct {
	url       *url.URL
	secret    Secret
	userAgent string
	client    *http.Client
	log       *slog.Logger
	after     func(time.Duration) <-chan time.Time
	lastError atomic.Pointer[string]
}

// NewSender returns a sender to an address from ParseURL. It follows no redirects,
// which could lead anywhere.
func NewSender(to *url.URL, secret Secret, userAgent string, log *slog.Logger) *Sender {
	return &Sender{
		url: to, secret: secret, userAgent: userAgent, log: log, after: time.After,
		client: &http.Client{
			Timeout:       requestTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Run sends the messages of the queue whenever wake signals, until wake is closed and
// the queue is empty, or ctx ends. It retries a message before it sends the next one:
// without end if the receiver does not answer, and maxRefusals times, about an hour, if
// it refuses the message. A signal ends the wait before a try. Run returns nil if the
// queue is empty, and ErrGone as soon as the receiver answers so.
func (s *Sender) Run(ctx context.Context, queue Queue, wake <-chan struct{}) error {
	for {
		err := s.drain(ctx, queue, &wake)
		if errors.Is(err, ErrGone) {
			s.log.Error("the webhook wants no more messages", "error", err)
		}
		if err != nil || wake == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case _, open := <-wake:
			if !open {
				wake = nil
			}
		}
	}
}

// LastError returns the error of the last try; "" if it succeeded or s is nil. It may be
// called while Run runs.
func (s *Sender) LastError() string {
	if s == nil {
		return ""
	}
	if text := s.lastError.Load(); text != nil {
		return *text
	}
	return ""
}

// drain sends until the queue is empty. It sets wake to nil when wake is closed.
func (s *Sender) drain(ctx context.Context, queue Queue, wake *<-chan struct{}) error {
	waits := &backoff.ExponentialBackOff{InitialInterval: firstWait, Multiplier: 2, MaxInterval: maxWait}
	refusals := 0
	for tries := 1; ; tries++ {
		m, ok, err := queue.Next(ctx)
		if err == nil && !ok {
			return nil
		}
		var requestedWait time.Duration
		if err == nil {
			requestedWait, err = s.send(ctx, m)
		}
		refused := new(refusedError)
		if errors.As(err, &refused) {
			if refusals++; refusals >= maxRefusals {
				s.log.Error("the webhook keeps refusing a message, which is dropped", "message", m.ID, "error", err)
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
		pause := min(max(waits.NextBackOff(), requestedWait), maxWait)
		s.log.Warn("a message was not delivered to the webhook; trying again", "error", err, "tries", tries, "in", pause)
		if err := s.pause(ctx, pause, requestedWait == 0, wake); err != nil {
			return err
		}
	}
}

// pause waits for d; if interruptible, only until wake signals.
func (s *Sender) pause(ctx context.Context, d time.Duration, interruptible bool, wake *<-chan struct{}) error {
	timer := s.after(d)
	signal := *wake
	if !interruptible {
		signal = nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer:
	case _, open := <-signal:
		if !open {
			*wake = nil
		}
	}
	return nil
}

// send tries once. A busy receiver may say how long to wait.
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
			err = inner.Err // without the address, which may itself be a secret
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

// refusedError says that the receiver refuses the message, by a status of 4xx.
type refusedError struct{ error }
