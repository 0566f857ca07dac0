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

	"github.com/ojcheck/ojcheck/web/request"
)

// listenFlags say where the pages are served, and how other machines reach them.
type listenFlags struct {
	Addr        string `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address to listen on (default 127.0.0.1:8080). Other machines can reach it only by TLS: --tls-cert and --tls-key, or --behind-proxy."`
	TLSCert     string `name:"tls-cert" placeholder:"FILE" help:"TLS certificate with its chain, in PEM."`
	TLSKey      string `name:"tls-key" placeholder:"FILE" help:"Key of the certificate, in PEM."`
	BehindProxy bool   `help:"Only a reverse proxy with TLS reaches the address; its X-Forwarded-For and X-Forwarded-Proto headers are trusted."`
	PublicURL   string `name:"public-url" placeholder:"URL" help:"Address that people open, such as https://judge.example, if it is not --addr."`
}

// listening is a listener for the pages.
type listening struct {
	net.Listener
	reach request.Exposure
	base  string // the address that people open
}

// listen checks the flags and listens.
func (f listenFlags) listen() (*listening, error) {
	host, _, err := net.SplitHostPort(f.Addr)
	if err != nil {
		return nil, usageError{fmt.Sprintf("--addr %q: give it as host:port, such as 127.0.0.1:8080", f.Addr)}
	}
	l := &listening{}
	switch {
	case (f.TLSCert == "") != (f.TLSKey == ""):
		return nil, usageError{"--tls-cert and --tls-key go together"}
	case f.BehindProxy && f.PublicURL == "":
		return nil, usageError{"--behind-proxy needs --public-url, the address that people open, such as https://judge.example"}
	case f.PublicURL != "" && !f.BehindProxy && f.TLSCert == "":
		return nil, usageError{"--public-url is for --behind-proxy, and for --tls-cert with --tls-key"}
	case !isThisMachine(host) && !f.BehindProxy && f.TLSCert == "":
		return nil, usageError{fmt.Sprintf("--addr %q: passwords and names would cross the network for all to read. "+
			"Give --tls-cert and --tls-key, or --behind-proxy and --public-url; or stay at 127.0.0.1 and use a tunnel such as ssh -L", f.Addr)}
	}
	l.reach.BehindProxy = f.BehindProxy
	public, publicHost, err := parsePublicURL(f.PublicURL)
	if err != nil {
		return nil, err
	}
	l.reach.PublicURL = public
	var certificate *tls.Certificate
	if f.TLSCert != "" {
		loaded, err := tls.LoadX509KeyPair(f.TLSCert, f.TLSKey)
		if err != nil {
			return nil, fmt.Errorf("--tls-cert %s, --tls-key %s: %w", f.TLSCert, f.TLSKey, err)
		}
		certificate, l.reach.TLS = &loaded, true
	}
	l.reach.HasHost = func(host string) bool {
		return public != "" && strings.EqualFold(host, publicHost) ||
			certificate != nil && certificate.Leaf.VerifyHostname(host) == nil
	}
	if l.Listener, err = listenAt(f.Addr); err != nil {
		return nil, err
	}
	switch at := l.Addr().String(); {
	case public != "":
		l.base = public
	case certificate != nil:
		name := nameFor(certificate.Leaf, host)
		if name == "" {
			l.Close()
			return nil, usageError{fmt.Sprintf("the certificate of --tls-cert is for no name that can be opened (%s); give --public-url", cmp.Or(strings.Join(certificate.Leaf.DNSNames, ", "), "it has none"))}
		}
		_, port, _ := net.SplitHostPort(at) // of the listener, which is well-formed
		l.base = "https://" + net.JoinHostPort(name, port)
	default:
		l.base = "http://" + at
	}
	if certificate != nil {
		l.Listener = tls.NewListener(l.Listener, &tls.Config{
			Certificates: []tls.Certificate{*certificate},
			NextProtos:   []string{"h2", "http/1.1"},
		})
	}
	return l, nil
}

func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// parsePublicURL reads a --public-url, which is an origin by https; "" is none.
func parsePublicURL(s string) (origin, host string, err error) {
	if s == "" {
		return "", "", nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil ||
		strings.TrimSuffix(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", "", usageError{fmt.Sprintf("--public-url %q: give https:// and a host, such as https://judge.example; the pages cannot be served below a path", s)}
	}
	return "https://" + strings.TrimSuffix(strings.ToLower(u.Host), ":443"), u.Hostname(), nil
}

// nameFor returns a name for which a browser accepts the certificate: host if that is
// one, or else the first that is not a pattern; "" for none.
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

func listenAt(addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%w: another ojcheck may be serving there; choose another address with --addr", err)
	}
	return listener, err
}
