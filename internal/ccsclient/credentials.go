package ccsclient

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/jdx/go-netrc"
)

// authorized returns an HTTP client that brings the credentials to the server
// that they are for. They are added where a request leaves, so that neither a
// redirect nor an address in an answer can carry them elsewhere; the same host by
// http in place of https is elsewhere too.
func (c *Client) authorized(client *http.Client) *http.Client {
	var own http.Client
	if client != nil {
		own = *client
	}
	next := own.Transport
	if next == nil {
		next = transport()
	}
	own.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
		if c.hasCredentials && sameOrigin(r.URL, c.base) {
			r = r.Clone(r.Context())
			if c.options.Token != "" {
				r.Header.Set("Authorization", "Bearer "+c.options.Token)
			} else {
				r.SetBasicAuth(c.options.User, c.options.Password)
			}
		}
		return next.RoundTrip(r)
	})
	return &own
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func transport() *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 15 * time.Second}).DialContext,
		ForceAttemptHTTP2:   true,
		TLSHandshakeTimeout: 15 * time.Second,
		MaxIdleConnsPerHost: 8,
		IdleConnTimeout:     time.Minute,
	}
}

// netrcBytes bounds a netrc file.
const netrcBytes = 1 << 20

// readNetrc looks a host up in a netrc file; "" where the file, or the host in it,
// is not there.
func readNetrc(path, host string) (user, password string, err error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", "", nil
	}
	if err == nil && len(content) > netrcBytes {
		err = errors.New("it is too large")
	}
	if err == nil {
		user, password, err = findCredentials(string(content), host)
	}
	if err != nil {
		return "", "", fmt.Errorf("read the credentials in %s: %w", path, err)
	}
	return user, password, nil
}

// findCredentials finds the credentials for a host, or else the default ones. The library
// panics where a file ends in the middle, and loses count at comments.
func findCredentials(content, host string) (user, password string, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("it is no netrc file")
		}
	}()
	var lines []string
	for line := range strings.Lines(content) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			lines = append(lines, line)
		}
	}
	file, err := netrc.ParseString(strings.Join(lines, ""))
	if err != nil {
		return "", "", err
	}
	machine := cmp.Or(file.Machine(host), file.Machine("default"))
	if machine == nil {
		return "", "", nil
	}
	return machine.Get("login"), machine.Get("password"), nil
}
