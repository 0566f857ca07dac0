package ccsclient

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/remote"
)

// The maximum sizes of bodies, in bytes. For collections it is ccs.MaxCollection.
const (
	maxObject    = 1 << 20
	maxArchive   = 64 << 20
	maxErrorBody = 64 << 10
)

// maxRetryAfter is the longest wait between tries, even if a server asks for more.
const maxRetryAfter = 5 * time.Minute

// getJSON gets an object or a list. limit and tries are as in get.
func (c *Client) getJSON(ctx context.Context, u *url.URL, limit int64, tries int) ([]byte, error) {
	body, err := c.get(ctx, u, "application/json", limit, tries)
	if err != nil {
		return nil, err
	}
	if trimmed := bytes.TrimSpace(body); len(trimmed) == 0 || trimmed[0] != '[' && trimmed[0] != '{' || !json.Valid(trimmed) {
		return nil, i18n.Errorf("%s: %s", u.String(), errNotJSON)
	}
	return body, nil
}

// get gets a body of at most limit bytes. It tries again if the server is busy or broken, or if the
// connection breaks, but at most tries times (0 for Options.Tries). Between tries it waits for the time that
// the server asks for, or twice as long as before. If the server asks for more than maxRetryAfter, get gives up.
func (c *Client) get(ctx context.Context, u *url.URL, accept string, limit int64, tries int) ([]byte, error) {
	try := func() ([]byte, error) {
		ctx, cancel := context.WithTimeout(ctx, requestTimeout)
		defer cancel()
		r, err := c.send(ctx, u, http.Header{"Accept": {accept}})
		if busy, ok := errors.AsType[*StatusError](err); ok && busy.retryAfter > maxRetryAfter {
			return nil, backoff.Permanent(i18n.Errorf("%s; it asks to wait for %s", busy, busy.retryAfter.String()))
		}
		if err != nil {
			return nil, err
		}
		defer r.Body.Close()
		body, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
		if err != nil {
			return nil, i18n.Errorf("the answer of %s breaks off: %s", u.String(), err)
		}
		if int64(len(body)) > limit {
			return nil, backoff.Permanent(&tooLargeError{u.String(), limit})
		}
		return body, nil
	}
	body, err := backoff.Retry(ctx, try, backoff.WithBackOff(c.newBackOff()), backoff.WithMaxElapsedTime(0),
		backoff.WithMaxTries(uint(cmp.Or(tries, c.options.Tries))),
		backoff.WithNotify(func(err error, wait time.Duration) {
			c.log.Debug("trying a request again", "wait", wait, "error", unwrapRetry(err))
		}))
	return body, unwrapRetry(err)
}

// newBackOff returns the waits between tries. They are not random.
func (c *Client) newBackOff() *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{InitialInterval: c.options.Wait, Multiplier: 2, MaxInterval: max(maxWait, c.options.Wait)}
}

type tooLargeError struct {
	url   string
	limit int64
}

func (e *tooLargeError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the message as an [i18n.Error].
func (e *tooLargeError) Unwrap() error {
	return i18n.Errorf("%s is larger than %s, the most that ojcheck reads", e.url, i18n.Size(e.limit))
}

// unwrapRetry removes the error around err that only the retry loop needs.
func unwrapRetry(err error) error {
	if e, ok := errors.AsType[*backoff.PermanentError](err); ok {
		return e.Err
	}
	return err
}

// send sends one request, and returns an answer with status 200. It returns a *backoff.PermanentError if a
// retry would fail too.
func (c *Client) send(ctx context.Context, u *url.URL, header http.Header) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	header.Set("User-Agent", c.options.UserAgent)
	request.Header = header
	r, err := c.http.Do(request)
	if err != nil {
		if refused, ok := errors.AsType[requestOnlyError](err); ok { // refuseOtherHosts refuses redirects with it
			return nil, backoff.Permanent(refused)
		}
		if failed, ok := errors.AsType[*url.Error](err); ok { // failed.URL is the address after redirects
			if redirected, parseErr := url.Parse(failed.URL); parseErr == nil && redirected.Host != "" {
				u = redirected
			}
		}
		explained := explainUnreachable(u, sameOrigin(u, c.base), err)
		if c.isPermanent(err) {
			explained = backoff.Permanent(explained)
		}
		return nil, explained
	}
	c.hasAnswered.Store(true)
	if r.StatusCode == http.StatusOK {
		return r, nil
	}
	defer r.Body.Close()
	statusErr := &StatusError{URL: r.Request.URL.Redacted(), Status: r.StatusCode, hasCredentials: c.hasCredentials}
	// Another origin gets no credentials. So if it refuses a redirected request, the redirect is the likely cause.
	if c.hasCredentials && r.StatusCode < 500 && sameOrigin(u, c.base) && !sameOrigin(r.Request.URL, c.base) {
		statusErr.URL = u.String()
		statusErr.redirect = r.Request.URL.Scheme + "://" + r.Request.URL.Host
	}
	var answer struct{ Message string }
	if body, err := io.ReadAll(io.LimitReader(r.Body, maxErrorBody)); err == nil && json.Unmarshal(body, &answer) == nil {
		statusErr.Message = singleLine(answer.Message)
	}
	if !isTemporary(r.StatusCode) {
		return nil, backoff.Permanent(statusErr)
	}
	statusErr.retryAfter, statusErr.asksToWait = remote.RetryAfter(r.Header.Get("Retry-After"), time.Now())
	return nil, statusErr
}

// isTemporary reports whether a later request may get another status.
func isTemporary(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
		http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}
