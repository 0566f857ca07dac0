package ccsclient

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// refuseOtherHosts returns a transport that refuses requests to hosts that are neither the judge system nor in
// Options.AllowHosts. Otherwise a judge system could make ojcheck read addresses that only this machine can
// reach.
func (c *Client) refuseOtherHosts(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if !c.isAllowed(r.URL) {
			return nil, requestOnlyError{i18n.Errorf(
				"the judge system refers to %s, which is another host: add --allow-host %s if you trust it",
				singleLine(r.URL.Scheme+"://"+r.URL.Host), singleLine(r.URL.Host))}
		}
		return next.RoundTrip(r)
	})
}

// isAllowed reports whether an address is on the judge system or on an allowed host. An https address of the
// judge system is allowed even if its base address is http.
func (c *Client) isAllowed(u *url.URL) bool {
	httpsBase := *c.base
	httpsBase.Scheme = "https"
	if sameOrigin(u, c.base) || sameOrigin(u, &httpsBase) {
		return true
	}
	return slices.ContainsFunc(c.options.AllowHosts, func(allowedHost string) bool {
		host, port, err := net.SplitHostPort(allowedHost)
		if err != nil { // allowedHost has no port
			host, port = strings.Trim(allowedHost, "[]"), defaultPorts[u.Scheme]
		}
		return strings.EqualFold(host, u.Hostname()) && port == portOf(u)
	})
}

var defaultPorts = map[string]string{"https": "443", "http": "80"}

func portOf(u *url.URL) string { return cmp.Or(u.Port(), defaultPorts[u.Scheme]) }

// checkAllowHosts returns an error unless each host is a name or an address, perhaps with a port.
func checkAllowHosts(hosts []string) error {
	for _, host := range hosts {
		u, err := url.Parse("http://" + host)
		if err != nil || u.Hostname() == "" || u.Host != host {
			return fmt.Errorf("--allow-host %q: give a host, such as files.example or 10.1.2.3:9000", host)
		}
	}
	return nil
}
