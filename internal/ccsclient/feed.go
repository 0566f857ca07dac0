package ccsclient

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// A line must end within maxLineFactor times Options.Silence, because a server may send an endless line.
const maxLineFactor = 4

// errLineTooLong is final, because another try would get the same line.
var errLineTooLong = i18n.Errorf("%s: %s", ccs.ErrUnreadable,
	i18n.Errorf("a line of the feed is longer than %s, the limit", i18n.Size(ccs.MaxLine)))

// Feed calls onNotification for every notification of the event feed, and onState when the connection changes.
// If a connection ends, breaks or falls silent, Feed connects again after the last complete line with a token.
// So it may repeat a notification, but misses none. If the judge system no longer knows the token, Feed starts
// from the beginning. Feed logs and skips unreadable lines. It returns the first error of onNotification, the
// error of ctx, or why the feed cannot be read.
func (c *Contest) Feed(
	ctx context.Context, onNotification func(ccs.Notification) error, onState func(ccs.FeedState),
) error {
	f := feedReader{contest: c, onNotification: onNotification, onState: onState, backOff: c.client.newBackOff()}
	follow := func() (struct{}, error) {
		err := f.follow(ctx)
		if status(err) == http.StatusBadRequest && f.token != "" {
			c.client.log.Info("the judge system does not know the token of the feed: reading the feed from the beginning")
			f.token, f.isRestart = "", true
			err = f.follow(ctx)
		}
		return struct{}{}, err
	}
	_, err := backoff.Retry(ctx, follow, backoff.WithBackOff(f.backOff), backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, wait time.Duration) {
			f.wait = wait
			err = unwrapRetry(err)
			onState(ccs.FeedState{Reason: err})
			c.client.log.Info("connecting to the feed again", "wait", wait, "error", err)
		}))
	return c.explainMissing(ctx, err)
}

// feedReader follows a feed over several connections.
type feedReader struct {
	contest        *Contest
	token          string // of the last complete line with a token
	isEventID      bool   // the token is the ID of an event, as in version 2020-03
	isRestart      bool   // the next connection starts from the beginning
	onNotification func(ccs.Notification) error
	onState        func(ccs.FeedState)
	backOff        *backoff.ExponentialBackOff
	wait           time.Duration // before the connection
}

// follow follows the feed over one connection. It always returns an error. It drops an incomplete last line,
// because the next connection gets it again.
func (f *feedReader) follow(ctx context.Context) error {
	client, silence := f.contest.client, f.contest.client.options.Silence
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(silence, func() { cancel(i18n.Errorf("the feed was silent for %s", silence.String())) })
	defer watchdog.Stop()
	r, err := client.send(ctx, f.feedURL(), http.Header{
		"Accept":          {"application/x-ndjson, application/json;q=0.5"},
		"Accept-Encoding": {"identity"}, // compression would delay lines
	})
	watchdog.Stop()
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	defer r.Body.Close()
	opened := time.Now()
	defer func() {
		if time.Since(opened) > f.wait { // else the waits keep growing: the judge system may close each new connection early
			f.backOff.Reset()
		}
	}()
	f.onState(ccs.FeedState{Connected: true, Restarted: f.isRestart})
	f.isRestart = false
	body := &feedBody{body: r.Body, silence: silence, watchdog: watchdog}
	buffered := bufio.NewReaderSize(body, 64<<10)
	for {
		body.lineStart = time.Now()
		text, err := readLine(buffered)
		if errors.Is(err, io.EOF) {
			err = i18n.Errorf("the judge system ended the connection")
		}
		if err != nil {
			return cmp.Or(context.Cause(ctx), err)
		}
		if err := f.handleLine(text); err != nil {
			return err
		}
	}
}

// feedBody is the body of an answer with a feed.
type feedBody struct {
	body      io.Reader
	silence   time.Duration
	watchdog  *time.Timer // ends the connection; it runs only while Read waits for bytes
	lineStart time.Time   // when Read began to read the current line
}

func (b *feedBody) Read(p []byte) (int, error) {
	if time.Since(b.lineStart) > maxLineFactor*b.silence {
		return 0, i18n.Errorf("a line of the feed has not ended within %s", (maxLineFactor * b.silence).String())
	}
	b.watchdog.Reset(b.silence)
	defer b.watchdog.Stop()
	return b.body.Read(p)
}

// feedURL returns the address of the feed after the token.
func (f *feedReader) feedURL() *url.URL {
	u := f.contest.resolvePath("event-feed")
	switch {
	case f.token == "":
	case f.isEventID:
		u.RawQuery = url.Values{"since_id": {f.token}}.Encode()
	default:
		u.RawQuery = url.Values{"since_token": {f.token}}.Encode()
	}
	return u
}

// handleLine calls onNotification for the notification in a line. An empty line only keeps the connection alive.
func (f *feedReader) handleLine(text []byte) error {
	if text = bytes.TrimSpace(text); len(text) == 0 {
		return nil
	}
	n, err := ccs.ParseNotification(text)
	if err != nil {
		f.contest.client.log.Warn("skipped an unreadable line of the event feed", "error", err)
		return nil
	}
	if err := f.onNotification(n); err != nil {
		return backoff.Permanent(err)
	}
	if n.Token != "" {
		f.token, f.isEventID = n.Token, n.IsOldForm
	}
	return nil
}

// readLine reads a line of at most ccs.MaxLine bytes.
func readLine(r *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		piece, err := r.ReadSlice('\n')
		if len(text)+len(piece) > ccs.MaxLine {
			return nil, backoff.Permanent(errLineTooLong)
		}
		text = append(text, piece...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, err
		}
	}
}
