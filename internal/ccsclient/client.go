// Package ccsclient reads contests from judge systems over the ICPC Contest API (https://ccs-specs.icpc.io),
// versions 2020-03 to 2026-01, and follows their event feeds. Package ccs interprets the answers.
//
// The client retries requests that may succeed later (get.go). If a feed breaks or falls silent, the client
// continues after the last complete line (feed.go). It does not trust the server: it limits bodies and lines,
// and package intake unpacks archives. It sends credentials only to the judge system, even after a redirect
// (credentials.go).
package ccsclient

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ojcheck/ojcheck/internal/remote"
)

// Options are the settings of a Client.
type Options struct {
	URL string // base address of the API, or an address below it, such as that of a contest
	// User and Password are for HTTP Basic authentication, Token is a bearer token. If User and
	// Token are "", the client uses the credentials in URL, or else those for the host in the file Netrc.
	User, Password, Token string
	Netrc                 string // path of a netrc file; "" for none
	// AllowHosts are other hosts that redirects and addresses of files may lead to, as "host" or "host:port".
	AllowHosts []string
	// Pin is the hexadecimal SHA-256 of the only certificate that the client accepts. With "", the client
	// verifies certificates as usual.
	Pin string

	Log       *slog.Logger // nil for none
	UserAgent string       // "ojcheck" if ""

	Tries   int           // maximum number of tries of a request; 6 if 0
	Wait    time.Duration // before the second try, then doubled each time; 500 ms if 0
	Silence time.Duration // after which a feed counts as broken; 240 s if 0
}

// The defaults, and two limits that no option changes. Judge systems send a newline after 120 s of silence in a feed.
const (
	defaultTries   = 6
	defaultWait    = 500 * time.Millisecond
	maxWait        = 30 * time.Second
	defaultSilence = 2 * 120 * time.Second
	requestTimeout = 3 * time.Minute // for one try of a request, except the feed
)

// Client sends requests to one server. It is safe for concurrent use.
type Client struct {
	base           *url.URL // ends in a slash
	contest        string   // ID of the contest in the address; "" for none
	options        Options
	http           *http.Client
	log            *slog.Logger
	hasCredentials bool
	hasAnswered    atomic.Bool // the server has answered a request
}

// New returns a client. It sends no request yet.
func New(o Options) (*Client, error) {
	base, contest, err := parseAddress(o.URL)
	if err != nil {
		return nil, err
	}
	if user := base.User; user != nil && o.User == "" && o.Token == "" {
		o.User = user.Username()
		o.Password, _ = user.Password()
	}
	base.User = nil
	if o.User != "" && o.Token != "" {
		return nil, errors.New("both a user name and a token are given: give one of them")
	}
	if o.User == "" && o.Token == "" && o.Netrc != "" {
		if o.User, o.Password, err = readNetrc(o.Netrc, base.Hostname()); err != nil {
			return nil, err
		}
	}
	if err := checkAllowHosts(o.AllowHosts); err != nil {
		return nil, err
	}
	o.UserAgent = cmp.Or(o.UserAgent, "ojcheck")
	o.Tries = cmp.Or(o.Tries, defaultTries)
	o.Wait = cmp.Or(o.Wait, defaultWait)
	o.Silence = cmp.Or(o.Silence, defaultSilence)
	c := &Client{
		base: base, contest: contest, options: o, log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)),
		hasCredentials: o.User != "" || o.Token != "",
	}
	transport, err := c.newTransport()
	if err != nil {
		return nil, err
	}
	c.http = &http.Client{Transport: c.refuseOtherHosts(c.withCredentials(transport))}
	if c.hasCredentials && base.Scheme == "http" && !remote.IsLoopback(base.Hostname()) {
		c.log.Warn("others in the network can read the credentials: use https if the judge system has it", "address", c.URL())
	}
	return c, nil
}

// URL returns the base address, without credentials.
func (c *Client) URL() string { return c.base.String() }

// ContestID returns the ID of the contest in the address; "" for none.
func (c *Client) ContestID() string { return c.contest }

// parseAddress splits an address into the base address and the ID of a contest, which may be "". For example,
// https://host/api/v4/contests/nwerc/teams has the base https://host/api/v4/ and the contest nwerc. The base
// ends in a slash, because relative references replace what follows the last slash (RFC 3986).
func parseAddress(text string) (base *url.URL, contest string, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, "", errors.New("no address is given: give that of the judge system's API, such as https://host/api/v4")
	}
	base, err = url.Parse(text)
	if err != nil { // err quotes the address, which may contain a password
		return nil, "", errors.New("the address of the judge system cannot be read: give one such as https://host/api/v4")
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Hostname() == "" {
		return nil, "", errors.New("the address of a judge system begins with https:// or http://, and a host: give one such as https://host/api/v4")
	}
	base.RawQuery, base.Fragment, base.RawFragment = "", "", ""
	path := base.EscapedPath()
	if before, after, ok := strings.Cut(path+"/", "/contests/"); ok {
		path = before
		id, _, _ := strings.Cut(after, "/")
		if contest, err = url.PathUnescape(id); err != nil {
			return nil, "", fmt.Errorf("%q is not the ID of a contest", id)
		}
	}
	path = strings.TrimRight(path, "/") + "/"
	if base.Path, err = url.PathUnescape(path); err != nil {
		return nil, "", fmt.Errorf("%q is not the path of an address", path)
	}
	base.RawPath = path
	return base, contest, nil
}

// resolvePath returns the address of a path below the base.
func (c *Client) resolvePath(elements ...string) *url.URL {
	u := *c.base
	escaped := make([]string, len(elements))
	for i, e := range elements {
		escaped[i] = url.PathEscape(e)
	}
	u.Path += strings.Join(elements, "/")
	u.RawPath += strings.Join(escaped, "/")
	return &u
}

// sameOrigin reports whether two addresses have the same origin (RFC 6454).
func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && portOf(a) == portOf(b)
}
