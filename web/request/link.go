package request

import (
	"net/http"
	"net/url"
	"strings"
)

// LinkPath begins the addresses of links to a case. A secret follows.
const LinkPath = "/links/"

// HideLink keeps the address of a link out of search engines and of the requests that its page makes.
func HideLink(h http.Header) {
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
}

// LoggedPath returns the path of a request as the log may have it: without the secret of a link.
func LoggedPath(r *http.Request) string {
	if strings.HasPrefix(r.URL.Path, LinkPath) {
		return LinkPath + "…"
	}
	return r.URL.Path
}

// IsLocal reports whether only programs on the server's own machine can open addresses of [Exposure.Base].
func (e Exposure) IsLocal(r *http.Request) bool {
	base, err := url.Parse(e.Base(r))
	return err == nil && IsLoopback(base.Hostname())
}

// Base returns the address of the server as the client knows it, such as "https://judge.example".
func (e Exposure) Base(r *http.Request) string {
	switch {
	case e.PublicURL != "":
		return strings.TrimSuffix(e.PublicURL, "/")
	case e.IsTLS(r):
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
