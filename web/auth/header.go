package auth

import (
	"net/http"
	"net/netip"
	"slices"

	"github.com/ojcheck/ojcheck/internal/account"
)

// TrustedHeader is a header such as X-Remote-User. A proxy that signs people in sets the header to a person's name.
type TrustedHeader struct {
	Name string         // "" trusts no header
	From []netip.Prefix // addresses of the proxy; the header of other senders is ignored
}

// identity returns the person whom the proxy names.
func (h TrustedHeader) identity(r *http.Request) (id account.Identity, ok bool) {
	if h.Name == "" {
		return id, false
	}
	values := r.Header.Values(h.Name)
	sender, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || len(values) != 1 || values[0] == "" { // if there are two values, one is from the client
		return id, false
	}
	address := sender.Addr().Unmap().WithZone("")
	if !slices.ContainsFunc(h.From, func(p netip.Prefix) bool { return p.Contains(address) }) {
		return id, false
	}
	return account.Identity{Issuer: "header " + http.CanonicalHeaderKey(h.Name), Subject: values[0]}, true
}
