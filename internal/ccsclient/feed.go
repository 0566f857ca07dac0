package ccsclient

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/ccs"
)

// lineBytes bounds a line of the feed. One may hold a whole collection.
const lineBytes = 64 << 20

// lineSilences is how many times Options.Silence a line may take from its beginning
// to its end: what trickles in without one is no sign of life.
const lineSilences = 4

// ErrLineTooLong is what Feed returns, wrapped, where a line is longer than is read of one.
// It would be as long the next time.
var ErrLineTooLong = fmt.Errorf("a line of the feed is longer than %d MiB, the most that is read of one", lineBytes>>20)

// FeedState tells how following a feed fares.
type FeedState struct {
	// Connected: the feed is open, and what follows comes as it happens.
	// Otherwise the connection is lost, and Feed waits for Wait before it tries
	// again.
	Connected bool
	// Restarted: the system no longer knows where the feed was, and tells all from
	// the beginning. What it does not tell again is gone.
	Restarted bool
	Reason    error // why it is not connected
	Wait      time.Duration
}

// Feed follows the event feed of the contest from behind a token, or from the
// beginning where that is "", and calls each with every notification, one after
// the other. A connection that ends, breaks or is silent for too long is made
// again, behind the last whole line that had a token; so notifications can come
// twice, but none is left out. Where the system does not know the token, the feed
// begins anew. A line that makes no sense is logged and left out.
//
// It returns what each returns, if that is an error, without calling it again; or
// the error of ctx; or why the feed can never be read.
func (c *Contest) Feed(ctx context.Context, since string, each func(ccs.Notification) error) error {
	f := follower{contest: c, since: since, each: each, backOff: c.client.newBackOff()}
	f.backOff.Reset()
	for {
		err := f.follow(ctx)
		if stop := new(stopError); errors.As(err, &stop) {
			return stop.error
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if status(err) == http.StatusBadRequest && f.since != "" {
			c.client.log.Info("the contest system does not know where the feed was: it is read from the beginning")
			f.since, f.restarted = "", true
			continue
		}
		if permanent := new(backoff.PermanentError); errors.As(err, &permanent) {
			return unwrapRetry(err)
		}
		wait := f.backOff.NextBackOff()
		if later := new(retryAfterError); errors.As(err, &later) {
			wait = later.after.Duration
		}
		err = unwrapRetry(err)
		c.report(FeedState{Reason: err, Wait: wait})
		c.client.log.Info("the feed is taken up again", "wait", wait, "because", err)
		select {
		case <-c.client.options.Clock.After(wait):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (c *Contest) report(s FeedState) {
	if c.OnFeedState != nil {
		c.OnFeedState(s)
	}
}

// stopError is what the caller of Feed wants it to return.
type stopError struct{ error }

// follower follows a feed through its connections.
type follower struct {
	contest   *Contest
	since     string // token of the last whole line that had one
	isOldForm bool   // lines are as of 2020-03, and tokens are IDs of events
	formKnown bool   // there was a line, so that it is known whether old
	restarted bool   // the next connection begins anew
	each      func(ccs.Notification) error
	backOff   *backoff.ExponentialBackOff
}

// follow follows one connection. It always returns an error.
func (f *follower) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	clock, silence := f.contest.client.options.Clock, f.contest.client.options.Silence
	c := connection{alive: make(chan struct{}, 1), lines: make(chan line)}
	dead := clock.After(silence) // the headers too may come with the first byte only
	began := time.Now()          // the line
	go c.read(ctx, f.contest.client, f.feedURL())
	for {
		select {
		case l := <-c.lines:
			began = time.Now()
			if l.opened {
				f.contest.report(FeedState{Connected: true, Restarted: f.restarted})
				f.restarted = false
				continue
			}
			if l.err != nil {
				return l.err
			}
			if err := f.handleLine(l.text); err != nil {
				return err
			}
		case <-c.alive:
			if time.Since(began) > lineSilences*silence {
				return fmt.Errorf("a line of the feed has not ended within %v", lineSilences*silence)
			}
		case <-dead:
			return fmt.Errorf("the feed was silent for %v", silence)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		dead = clock.After(silence)
	}
}

// feedURL is that of the feed, from where it goes on: "since_id" in 2020-03,
// "since_token" later. Where neither the system nor a line has told which it is, it
// is given as both, one of which is passed over.
func (f *follower) feedURL() *url.URL {
	u := f.contest.resolvePath("event-feed")
	if f.since == "" {
		return u
	}
	version := f.contest.version()
	query := url.Values{}
	if f.isOldForm || !f.formKnown && (version == "" || version == "2020-03") {
		query.Set("since_id", f.since)
	}
	if !f.isOldForm && version != "2020-03" {
		query.Set("since_token", f.since)
	}
	u.RawQuery = query.Encode()
	return u
}

// version is that of the API; "" where the system does not tell, as those before
// 2022-07.
func (c *Contest) version() string {
	var said struct{ Version string }
	_ = json.Unmarshal(c.information, &said) // there may be none
	return said.Version
}

// handleLine hands a line on. Empty ones keep the connection alive.
func (f *follower) handleLine(text []byte) error {
	if text = bytes.TrimSpace(text); len(text) == 0 {
		return nil
	}
	n, err := ccs.ParseNotification(text)
	if err != nil {
		f.contest.client.log.Warn("the contest system says what makes no sense: it was left out", "endpoint", "event-feed", "what", err)
		return nil
	}
	if err := f.each(n); err != nil {
		return &stopError{err}
	}
	f.backOff.Reset()
	if n.Token == "" {
		return nil
	}
	f.since = n.Token
	if !f.formKnown {
		var form struct{ Op, Token any }
		f.isOldForm = json.Unmarshal(text, &form) == nil && form.Op != nil && form.Token == nil
		f.formKnown = true
	}
	return nil
}

// connection is one connection to a feed.
type connection struct {
	alive chan struct{} // a piece came; has room for one
	lines chan line
}

// line is a whole line of a feed, or why there are no more.
type line struct {
	opened bool // none yet: the server has begun to answer
	text   []byte
	err    error
}

// read makes the connection, and reads lines until there are no more or ctx ends.
func (c *connection) read(ctx context.Context, client *Client, u *url.URL) {
	r, err := client.send(ctx, u, http.Header{
		"Accept":          {"application/x-ndjson, application/json;q=0.5"},
		"Accept-Encoding": {"identity"}, // what packs, waits for more to pack
	})
	if err != nil {
		c.send(ctx, line{err: err})
		return
	}
	defer r.Body.Close()
	if c.send(ctx, line{opened: true}) {
		c.readLines(ctx, r.Body)
	}
}

// send hands a line on; false where nobody wants it.
func (c *connection) send(ctx context.Context, l line) bool {
	select {
	case c.lines <- l:
		return true
	case <-ctx.Done():
		return false
	}
}

func (c *connection) readLines(ctx context.Context, body io.Reader) {
	buffered := bufio.NewReaderSize(readerFunc(func(p []byte) (int, error) {
		n, err := body.Read(p)
		if n > 0 {
			select {
			case c.alive <- struct{}{}:
			default:
			}
		}
		return n, err
	}), 64<<10)
	for {
		text, err := readLine(buffered)
		if err != nil { // half a line comes again, whole
			if errors.Is(err, io.EOF) {
				err = errors.New("the contest system has ended the connection")
			}
			c.send(ctx, line{err: err})
			return
		}
		if !c.send(ctx, line{text: text}) {
			return
		}
	}
}

// readLine reads to the end of a line that is not too long.
func readLine(r *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		piece, err := r.ReadSlice('\n')
		if len(text)+len(piece) > lineBytes {
			return nil, backoff.Permanent(ErrLineTooLong)
		}
		text = append(text, piece...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, err
		}
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
