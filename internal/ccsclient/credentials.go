package ccsclient

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/jdx/go-netrc"
)

// withCredentials returns a transport that adds the credentials only to requests to the judge system. So
// neither a redirect nor an address in an answer can lead them to another server.
func (c *Client) withCredentials(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
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
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// baseTransport speaks only HTTP/1.1, because a Contest Data Server hangs if it sends several files over one
// HTTP/2 connection.
func baseTransport() *http.Transport {
	t := &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 15 * time.Second}).DialContext,
		Protocols:           new(http.Protocols),
		TLSHandshakeTimeout: 15 * time.Second,
		MaxIdleConnsPerHost: 8,
		IdleConnTimeout:     time.Minute,
	}
	t.Protocols.SetHTTP1(true)
	return t
}

// maxNetrcBytes bounds a netrc file.
const maxNetrcBytes = 1 << 20

// readNetrc returns the credentials for a host from a netrc file; "" for none.
func readNetrc(path, host string) (user, password string, err error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", "", nil
	}
	if err == nil {
		defer file.Close()
		user, password, err = findCredentials(file, host)
	}
	if err != nil {
		return "", "", fmt.Errorf("read the credentials in %s: %w", path, err)
	}
	return user, password, nil
}

// findCredentials returns the credentials for a host, or else the default credentials. It removes comments,
// because the netrc library misreads them. It recovers, because the library panics if a file ends within an
// entry.
func findCredentials(r io.Reader, host string) (user, password string, err error) {
	content, err := io.ReadAll(io.LimitReader(r, maxNetrcBytes+1))
	if err != nil {
		return "", "", err
	}
	if len(content) > maxNetrcBytes {
		return "", "", errors.New("it is too large")
	}
	defer func() {
		if recover() != nil {
			err = errors.New("it is not a netrc file")
		}
	}()
	var lines []byte
	for line := range bytes.Lines(content) {
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			lines = append(lines, line...)
		}
	}
	file, err := netrc.ParseString(string(lines))
	if err != nil {
		return "", "", err
	}
	machine := cmp.Or(file.Machine(host), file.Machine("default"))
	if machine == nil {
		return "", "", nil
	}
	return machine.Get("login"), machine.Get("password"), nil
}
