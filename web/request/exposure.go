package request

import (
	"net/http"
	"net/netip"
	"strings"
)

// Exposure describes how other machines reach the server. The zero value serves this machine only.
type Exposure struct {
	// HasHost reports whether a host name or an IP address, in lower case, is the
	// server's, beside those of this machine; nil for none.
	HasHost func(host string) bool
	// PublicURL is what browsers have before each path, such as
	// "https://judge.example"; "" where the server listens under it itself.
	PublicURL string
	// TLS says that the server speaks TLS itself.
	TLS bool
	// BehindProxy says that requests come from a reverse proxy, which speaks
	// TLS and tells of the client in X-Forwarded-For and X-Forwarded-Proto.
	BehindProxy bool
}

// Serves reports whether a host is this server. Others are refused, so that a hostile page cannot point its own
// name here.
func (rc Exposure) Serves(host string) bool {
	return IsLoopback(host) || rc.HasHost != nil && rc.HasHost(host)
}

// IsSecure reports whether browsers come by TLS.
func (rc Exposure) IsSecure() bool { return rc.TLS || rc.BehindProxy }

// forwarded returns what the proxy, and nobody before it, has put into a header
// that each hop adds to; "" where there is no proxy, or it says nothing.
func (rc Exposure) forwarded(r *http.Request, header string) string {
	values := r.Header.Values(header)
	if !rc.BehindProxy || len(values) == 0 {
		return ""
	}
	last := values[len(values)-1]
	return strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
}

// IsTLS reports whether a request is known to have come by TLS.
func (rc Exposure) IsTLS(r *http.Request) bool {
	return r.TLS != nil || strings.EqualFold(rc.forwarded(r, "X-Forwarded-Proto"), "https")
}

// IsPlainHTTP reports whether the proxy says that a request came without TLS.
func (rc Exposure) IsPlainHTTP(r *http.Request) bool {
	return strings.EqualFold(rc.forwarded(r, "X-Forwarded-Proto"), "http")
}

// Client returns the address of the client.
func (rc Exposure) Client(r *http.Request) netip.Addr {
	if address, err := netip.ParseAddr(rc.forwarded(r, "X-Forwarded-For")); err == nil {
		return address.Unmap().WithZone("")
	}
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{} // no connection of the network
	}
	return at.Addr().Unmap().WithZone("")
}

// IsLoopback reports whether a host name or address is that of this machine.
func IsLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}
