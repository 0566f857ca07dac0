package main

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"syscall"

	"github.com/ojcheck/ojcheck/internal/remote"
	"github.com/ojcheck/ojcheck/web/request"
)

// listenFlags say where to serve the pages, and how other machines reach them.
type listenFlags struct {
	Addr        string `setting:"" default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address to listen on (default 127.0.0.1:8080). Other machines can reach it only by TLS: --tls-cert and --tls-key, or --behind-proxy."`
	TLSCert     string `name:"tls-cert" setting:"" placeholder:"FILE" help:"TLS certificate with its chain, in PEM."`
	TLSKey      string `name:"tls-key" setting:"" placeholder:"FILE" help:"Key of the certificate, in PEM."`
	BehindProxy bool   `setting:"" help:"Trust the X-Forwarded-For and X-Forwarded-Proto headers. Only for an address that nothing but your reverse proxy with TLS can reach."`
	PublicURL   string `name:"public-url" setting:"" placeholder:"URL" help:"Address that people open, such as https://judge.example, if it is not --addr."`
}

// pageListener is a listener for the pages.
type pageListener struct {
	net.Listener
	exposure request.Exposure
	pagesURL string // the address that people open
}

// listen checks the flags and listens.
func (f listenFlags) listen() (*pageListener, error) {
	host, _, err := net.SplitHostPort(f.Addr)
	if err != nil {
		return nil, usageError{fmt.Sprintf("--addr %q: give it as host:port, such as 127.0.0.1:8080", f.Addr)}
	}
	switch {
	case (f.TLSCert == "") != (f.TLSKey == ""):
		return nil, usageError{"--tls-cert and --tls-key go together"}
	case f.BehindProxy && f.PublicURL == "":
		return nil, usageError{"--behind-proxy needs --public-url, the address that people open, such as https://judge.example"}
	case f.PublicURL != "" && !f.BehindProxy && f.TLSCert == "":
		return nil, usageError{"--public-url is for --behind-proxy, and for --tls-cert with --tls-key"}
	case !remote.IsLoopback(host) && !f.BehindProxy && f.TLSCert == "":
		return nil, usageError{fmt.Sprintf("--addr %q: passwords and names would cross the network unencrypted. "+
			"Give --tls-cert and --tls-key, or --behind-proxy and --public-url; or stay at 127.0.0.1 and use a tunnel such as ssh -L", f.Addr)}
	}
	publicURL, publicHost, err := parsePublicURL(f.PublicURL, false)
	if err != nil {
		return nil, err
	}
	var certificate tls.Certificate
	if f.TLSCert != "" {
		if certificate, err = tls.LoadX509KeyPair(f.TLSCert, f.TLSKey); err != nil {
			return nil, usageError{fmt.Sprintf("--tls-cert %s, --tls-key %s: %v", f.TLSCert, f.TLSKey, err)}
		}
	}
	l := &pageListener{pagesURL: publicURL, exposure: request.Exposure{
		BehindProxy: f.BehindProxy, PublicURL: publicURL, TLS: f.TLSCert != "",
		HasHost: func(host string) bool {
			return publicURL != "" && strings.EqualFold(host, publicHost) ||
				certificate.Leaf != nil && certificate.Leaf.VerifyHostname(host) == nil
		},
	}}
	l.Listener, err = net.Listen("tcp", f.Addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%w: another ojcheck may be serving there; choose another address with --addr", err)
	}
	if err != nil {
		return nil, err
	}
	address := l.Addr().String()
	if f.TLSCert == "" {
		l.pagesURL = cmp.Or(publicURL, "http://"+address)
		return l, nil
	}
	if publicURL == "" {
		name := nameFor(certificate.Leaf, host)
		if name == "" {
			l.Close()
			names := cmp.Or(strings.Join(certificate.Leaf.DNSNames, ", "), "it has none")
			return nil, usageError{fmt.Sprintf(
				"the certificate of --tls-cert is for no name that can be opened (%s); give --public-url", names)}
		}
		_, port, _ := net.SplitHostPort(address) // never fails for a listener
		l.pagesURL = "https://" + net.JoinHostPort(name, port)
	}
	l.Listener = tls.NewListener(l.Listener, &tls.Config{
		Certificates: []tls.Certificate{certificate},
		NextProtos:   []string{"h2", "http/1.1"},
	})
	return l, nil
}

// parsePublicURL reads a --public-url, which is "" or https:// and a host. If mayBeLocal is set, it may also be http:// and this
// machine.
func parsePublicURL(s string, mayBeLocal bool) (origin, host string, err error) {
	if s == "" {
		return "", "", nil
	}
	u, err := url.Parse(s)
	isLocal := err == nil && mayBeLocal && u.Scheme == "http" && remote.IsLoopback(u.Hostname())
	if err != nil || u.Scheme != "https" && !isLocal || u.Hostname() == "" || u.User != nil ||
		strings.TrimSuffix(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", "", usageError{fmt.Sprintf("--public-url %q: give https:// and a host, such as https://judge.example; "+
			"the pages cannot be served below a path", s)}
	}
	return u.Scheme + "://" + strings.TrimSuffix(strings.ToLower(u.Host), ":443"), u.Hostname(), nil
}

// nameFor returns a host for which browsers accept the certificate. It is the given host if possible, or else
// the first name of the certificate that is not a pattern, or else its first IP address, or else "".
func nameFor(certificate *x509.Certificate, host string) string {
	if host != "" && certificate.VerifyHostname(host) == nil {
		return host
	}
	for _, name := range certificate.DNSNames {
		if !strings.HasPrefix(name, "*") {
			return name
		}
	}
	for _, ip := range certificate.IPAddresses {
		return ip.String()
	}
	return ""
}
