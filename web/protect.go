package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
)

// policy lets a page load what this server serves, and nothing else. Nothing
// inline runs, so a name in a contest that reached a page as markup, by some
// mistake, would still do nothing.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// protect wraps all routes in what guards them alike.
func (s *Server) protect(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.showError(w, r, &pageError{
			Status: http.StatusForbidden, Title: "Refused",
			Message: "This request came from another site, and nothing was changed.",
			Advice:  "Use the forms on the pages of ojcheck.",
		})
	}))
	return s.headers(s.recovering(s.loopbackOnly(crossOrigin.Handler(next))))
}

func (s *Server) headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// recovering turns a panic of a page into an error page and a line in the log.
func (s *Server) recovering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch p := recover(); p {
			case nil:
			case http.ErrAbortHandler:
				panic(p)
			default:
				s.showError(w, r, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// loopbackOnly refuses requests for names other than those of this machine
// alone (localhost, 127.0.0.1, [::1]), so that a hostile page cannot reach the
// server on the judge's machine by letting its own name point there.
func (s *Server) loopbackOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopback(hostname(r.Host)) {
			s.showError(w, r, &pageError{
				Status: http.StatusMisdirectedRequest, Title: "Not here",
				Message: "ojcheck does not answer under this name.",
				Advice:  "Open the address that ojcheck serve printed.",
			})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostname takes the port off a Host header, and the brackets off an IPv6
// address.
func hostname(hostport string) string {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}
