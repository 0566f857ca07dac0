package ccsclient

import (
	"cmp"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/ojcheck/ojcheck/internal/intake"
)

// Options say which server to ask, as whom, and how patiently.
type Options struct {
	// URL is the base address of the API, with or without the slash at its end,
	// or the address of something below it, such as a contest.
	URL string
	// User and Password are for HTTP Basic authentication, Token is for a bearer.
	// Where there are none of them, those in the URL count, or else those that the
	// file Netrc has for the host.
	User, Password, Token string
	Netrc                 string // path of a netrc file; "" for none

	HTTPClient *http.Client  // nil for one of its own; its Transport is wrapped
	Log        *slog.Logger  // nil for none
	Limits     intake.Limits // of the files of one submission
	UserAgent  string        // what the server's log says of who asked; "ojcheck" where it is ""

	Tries   int           // of each request, at most; 6 where it is 0
	Wait    time.Duration // before the second try, doubled before each further one; 500 ms where it is 0
	Silence time.Duration // after which a feed without a byte is taken for broken; 240 s where it is 0
	Clock   Clock         // for the waits of the feed; nil for the real one
}

// The defaults. Systems send a newline through a feed that is silent for 120 s.
const (
	defaultTries   = 6
	defaultWait    = 500 * time.Millisecond
	maxWait        = 30 * time.Second
	defaultSilence = 2 * 120 * time.Second
	requestTimeout = 3 * time.Minute // for one try of one request, the feed's apart
)

// Clock waits.
type Clock interface {
	// After sends once the duration has passed.
	After(time.Duration) <-chan time.Time
}

type realClock struct{}

func (realClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// Client asks one server. It is safe for concurrent use.
type Client struct {
	base           *url.URL // ends in a slash
	contest        string   // ID that the address named; "" for none
	options        Options
	http           *http.Client
	log            *slog.Logger
	hasCredentials bool        // credentials are sent
	reached        atomic.Bool // the server has answered
}

// New returns a client. It asks nothing yet.
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
		return nil, errors.New("a user name and a token are given: give one of them")
	}
	if o.User == "" && o.Token == "" && o.Netrc != "" {
		if o.User, o.Password, err = readNetrc(o.Netrc, base.Hostname()); err != nil {
			return nil, err
		}
	}
	o.UserAgent = cmp.Or(o.UserAgent, "ojcheck")
	o.Tries = cmp.Or(o.Tries, defaultTries)
	o.Wait = cmp.Or(o.Wait, defaultWait)
	o.Silence = cmp.Or(o.Silence, defaultSilence)
	if o.Clock == nil {
		o.Clock = realClock{}
	}
	c := &Client{base: base, contest: contest, options: o, log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)), hasCredentials: o.User != "" || o.Token != ""}
	c.http = c.authorized(o.HTTPClient)
	if ip := net.ParseIP(base.Hostname()); c.hasCredentials && base.Scheme == "http" && base.Hostname() != "localhost" && !ip.IsLoopback() {
		c.log.Warn("the credentials are sent where others in the network can read them: give the address with https, if the contest system has one", "address", c.URL())
	}
	return c, nil
}

// URL is the base address, without credentials.
func (c *Client) URL() string { return c.base.String() }

// ContestID is the contest that the address named beside the server; "" where it
// named none.
func (c *Client) ContestID() string { return c.contest }
