// Package client calls the API of an ojcheck server. It sends a contest to check or to store, waits until the
// job ends, and fetches the result. If the server refuses a request, the error is a *Problem, with advice.
package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/remote"
)

// answerTimeout is how long a server may take to answer, after it has the whole request. A proxy may hold the connection to a
// server that has ended.
const answerTimeout = 10 * time.Minute

// Client calls the API of one server as one user.
type Client struct {
	base             *url.URL
	token, userAgent string
	http             *http.Client
}

// New returns a client for the server at an address such as https://judge.example, with a user's token
// (ojc_...). The address must have TLS or be on this machine.
func New(server, token, userAgent string) (*Client, error) {
	base, err := url.Parse(strings.TrimSuffix(server, "/"))
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Hostname() == "" ||
		base.User != nil || base.RawQuery != "" {
		return nil, fmt.Errorf("%q is not the address of a server: give one such as https://judge.example", server)
	}
	if base.Path != "" && base.Path != "/" {
		return nil, fmt.Errorf("%q: an ojcheck server has no path: give %s", server, base.Scheme+"://"+base.Host)
	}
	if base.Scheme == "http" && !remote.IsLoopback(base.Hostname()) {
		return nil, fmt.Errorf("%s: the token would cross the network unencrypted: "+
			"give https://%s, or use a tunnel such as ssh -L", server, base.Host)
	}
	if token == "" {
		return nil, errors.New("a token is needed: create one on the page of your account, " +
			"and set OJCHECK_TOKEN or --token-file")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = answerTimeout
	return &Client{base, token, userAgent, &http.Client{
		Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // another server must not get the token
		},
	}}, nil
}

// Problem says why the server refuses a request, in the format of RFC 9457.
type Problem struct {
	Status int
	Title  string
	Detail string // what is wrong, and what to do
	Errors []struct{ Message, Location string }
}

func (p *Problem) Error() string {
	text := p.Detail
	if text == "" {
		text = fmt.Sprintf("the server answered %d %s", p.Status, p.Title)
	}
	for _, e := range p.Errors {
		text += fmt.Sprintf("\n  %s: %s", e.Location, e.Message)
	}
	return text
}

// send sends a request and returns the answer, whose body the caller closes. contentType is "" if there is no
// body.
func (c *Client) send(ctx context.Context, method, path string, query url.Values, body io.Reader, contentType string,
) (*http.Response, error) {
	address := *c.base
	address.Path, address.RawQuery = "/api/v1"+path, query.Encode()
	r, err := http.NewRequestWithContext(ctx, method, address.String(), body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("User-Agent", c.userAgent)
	r.Header.Set("Authorization", "Bearer "+c.token)
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
		r.Header.Set("Expect", "100-continue") // so that the server can refuse the request before it gets the body
	}
	answer, err := c.http.Do(r)
	if err != nil {
		if inner, ok := errors.AsType[*url.Error](err); ok {
			err = inner.Err // inner repeats the address
		}
		return nil, fmt.Errorf("%s: %w", c.base, err)
	}
	if answer.StatusCode >= 200 && answer.StatusCode < 300 {
		return answer, nil
	}
	defer answer.Body.Close()
	return nil, fmt.Errorf("%s: %w", c.base, refusal(answer))
}

// refusal returns the *Problem in the answer to a refused request, or another error if there is none.
func refusal(answer *http.Response) error {
	p := &Problem{Status: answer.StatusCode, Title: http.StatusText(answer.StatusCode)}
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if kind != "application/problem+json" || err != nil || json.Unmarshal(text, p) != nil {
		return fmt.Errorf("it answered %s, which is not an answer of an ojcheck server: is the address right?", answer.Status)
	}
	return p
}

// call sends a request and reads the JSON of the answer, at most 64 MiB. The parameters are those of send.
func call[T any](
	ctx context.Context, c *Client, method, path string, query url.Values, body io.Reader, contentType string,
) (T, error) {
	var content T
	answer, err := c.send(ctx, method, path, query, body, contentType)
	if err != nil {
		return content, err
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(io.LimitReader(answer.Body, 64<<20)).Decode(&content); err != nil {
		return content, fmt.Errorf("%s: its answer is not the JSON that was expected: %w", c.base, err)
	}
	return content, nil
}

// list returns the items of all pages of a list.
func list[T any](ctx context.Context, c *Client, path string) ([]T, error) {
	var all []T
	query := url.Values{"limit": {strconv.Itoa(PageSize)}}
	for {
		page, err := call[apitypes.List[T]](ctx, c, http.MethodGet, path, query, nil, "")
		if err != nil {
			return nil, err
		}
		all = append(all, page.Items...)
		if page.Next == "" || len(page.Items) == 0 {
			return all, nil
		}
		query.Set("cursor", page.Next)
	}
}
