package ccsclient

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// lineSilences bounds how long a line may take to arrive, in multiples of Options.Silence, because a server
// may send an endless line.
const lineSilences = 4

// ErrLineTooLong means that a line of the feed is longer than ccs.MaxLine. Another try would get the same line.
var ErrLineTooLong = i18n.Errorf("a line of the feed is longer than %s, the limit", i18n.Size(ccs.MaxLine))

// FeedState is a state of the connection of Feed.
type FeedState struct {
	Connected bool // the feed is open; otherwise Feed connects again after Wait
	// Restarted means that the judge system no longer knows the token, and sends everything from the
	// beginning. Objects that it does not send again are deleted.
	Restarted bool
	Reason    error // why the connection was lost
	Wait      time.Duration
}

// Feed calls handle for every notification of the event feed after token; for all if token is "". If a
// connection ends, breaks or falls silent, Feed connects again after the last complete line with a token. So
// it may repeat a notification, but misses none. If the judge system does not know the token, Feed starts
// from the beginning. Feed logs and skips unreadable lines. It returns the first error of handle, the error
// of ctx, or why the feed cannot be read.
func (c *Contest) Feed(ctx context.Context, token string, handle func(ccs.Notification) error) error {
	f := feedReader{contest: c, token: token, handle: handle, backOff: c.client.newBackOff()}
	f.backOff.Reset()
	for {
		err := f.follow(ctx)
		if handleErr, ok := errors.AsType[*stopError](err); ok {
			return handleErr.error
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if status(err) == http.StatusBadRequest && f.token != "" {
			c.client.log.Info("the judge system does not know the token of the feed: reading the feed from the beginning")
			f.token, f.isRestart = "", true
			continue
		}
		if errors.As(err, new(*backoff.PermanentError)) {
			return unwrapRetry(err)
		}
		wait := f.backOff.NextBackOff()
		if later, ok := errors.AsType[*retryAfterError](err); ok {
			wait = later.RetryAfter()
		}
		err = unwrapRetry(err)
		c.OnFeedState(FeedState{Reason: err, Wait: wait})
		c.client.log.Info("connecting to the feed again", "wait", wait, "error", err)
		select {
		case <-c.client.options.After(wait):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// stopError is an error of the function handle of Feed.
type stopError struct{ error }

// feedReader follows a feed over several connections.
type feedReader struct {
	contest     *Contest
	token       string // of the last complete line with a token
	isOldForm   bool   // lines have the form of 2020-03, in which the token is the ID of an event
	isFormKnown bool   // isOldForm is known, because a line had a token
	isRestart   bool   // the next connection starts from the beginning
	handle      func(ccs.Notification) error
	backOff     *backoff.ExponentialBackOff
}

// follow follows the feed over one connection. It always returns an error.
func (f *feedReader) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	client := f.contest.client
	after, silence := client.options.After, client.options.Silence
	c := connection{alive: make(chan struct{}, 1), lines: make(chan line)}
	timeout := after(silence) // some servers send the headers together with the first byte
	lineStart := time.Now()
	go func(u *url.URL) { c.send(ctx, line{err: c.read(ctx, client, u)}) }(f.feedURL())
	for {
		select {
		case l := <-c.lines:
			lineStart = time.Now()
			if l.isStart {
				f.contest.OnFeedState(FeedState{Connected: true, Restarted: f.isRestart})
				f.isRestart = false
				continue
			}
			if l.err != nil {
				return l.err
			}
			if err := f.handleLine(l.text); err != nil {
				return err
			}
		case <-c.alive:
			if time.Since(lineStart) > lineSilences*silence {
				return i18n.Errorf("a line of the feed has not ended within %s", (lineSilences * silence).String())
			}
		case <-timeout:
			return i18n.Errorf("the feed was silent for %s", silence.String())
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		timeout = after(silence)
	}
}

// feedURL returns the address of the feed after the token. The token is the value of "since_id" in version
// 2020-03, and of "since_token" in later versions. If the version is unknown, it is the value of both.
func (f *feedReader) feedURL() *url.URL {
	u := f.contest.resolvePath("event-feed")
	if f.token == "" {
		return u
	}
	version := f.contest.version()
	query := url.Values{}
	if f.isOldForm || !f.isFormKnown && (version == "" || version == "2020-03") {
		query.Set("since_id", f.token)
	}
	if !f.isOldForm && version != "2020-03" {
		query.Set("since_token", f.token)
	}
	u.RawQuery = query.Encode()
	return u
}

// version returns the version of the API; "" if it is unknown, as in judge systems before 2022-07.
func (c *Contest) version() string {
	var answer struct{ Version string }
	_ = json.Unmarshal(c.information, &answer) // may be missing
	return answer.Version
}

// handleLine calls handle for the notification in a line. It ignores an empty line, which only keeps the
// connection alive.
func (f *feedReader) handleLine(text []byte) error {
	if text = bytes.TrimSpace(text); len(text) == 0 {
		return nil
	}
	n, err := ccs.ParseNotification(text)
	if err != nil {
		f.contest.client.log.Warn("skipped an unreadable line of the event feed", "error", err)
		return nil
	}
	if err := f.handle(n); err != nil {
		return &stopError{err}
	}
	f.backOff.Reset()
	if n.Token == "" {
		return nil
	}
	f.token = n.Token
	if !f.isFormKnown {
		var form struct{ Op, Token any }
		f.isOldForm = json.Unmarshal(text, &form) == nil && form.Op != nil && form.Token == nil
		f.isFormKnown = true
	}
	return nil
}

// connection is one connection to a feed.
type connection struct {
	alive chan struct{} // receives a signal when bytes arrive; holds at most one signal
	lines chan line
}

// line is a complete line of a feed, the start of the answer, or the error that ended it.
type line struct {
	isStart bool // text is empty
	text    []byte
	err     error
}

// read sends lines to c.lines until an error. It drops an incomplete last line, because the next connection
// gets it again.
func (c *connection) read(ctx context.Context, client *Client, u *url.URL) error {
	r, err := client.send(ctx, u, http.Header{
		"Accept":          {"application/x-ndjson, application/json;q=0.5"},
		"Accept-Encoding": {"identity"}, // compression would delay lines
	})
	if err != nil {
		return err
	}
	defer r.Body.Close()
	c.send(ctx, line{isStart: true})
	buffered := bufio.NewReaderSize(io.TeeReader(r.Body, c), 64<<10)
	for ctx.Err() == nil {
		text, err := readLine(buffered)
		if errors.Is(err, io.EOF) {
			return i18n.Errorf("the judge system ended the connection")
		}
		if err != nil {
			return err
		}
		c.send(ctx, line{text: text})
	}
	return ctx.Err()
}

// send sends a line to c.lines, unless ctx ends first.
func (c *connection) send(ctx context.Context, l line) {
	select {
	case c.lines <- l:
	case <-ctx.Done():
	}
}

// Write signals that bytes arrived.
func (c *connection) Write(p []byte) (int, error) {
	select {
	case c.alive <- struct{}{}:
	default:
	}
	return len(p), nil
}

// readLine reads a line of at most ccs.MaxLine bytes.
func readLine(r *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		piece, err := r.ReadSlice('\n')
		if len(text)+len(piece) > ccs.MaxLine {
			return nil, backoff.Permanent(ErrLineTooLong)
		}
		text = append(text, piece...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, err
		}
	}
}
