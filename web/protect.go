package web

import (
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"

	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/remote"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// contentPolicy lets pages load files only from this server. A script in a name does not run, even if a page fails to escape it.
const contentPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// protect wraps all routes in the same protection.
func (s *Server) protect(next http.Handler) (http.Handler, error) {
	crossOrigin := http.NewCrossOriginProtection()
	if s.exposure.PublicURL != "" {
		// Without Sec-Fetch-Site, the protection compares Origin with the Host header, which some proxies replace.
		if err := crossOrigin.AddTrustedOrigin(s.exposure.PublicURL); err != nil {
			return nil, err
		}
	}
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.showError(w, r, httperr.New(http.StatusForbidden, "Refused",
			"This request came from another site, and nothing was changed.",
			"Use the forms on the pages of ojcheck."))
	}))
	withoutToken := admitLinkForms(crossOrigin.Handler(next))
	secured := s.refuseOtherHosts(s.redirectToTLS(auth.SplitByToken(next, withoutToken)))
	return s.limitBodies(s.addHeaders(s.recoverPanics(secured))), nil
}

// admitLinkForms lets older browsers send the forms on the pages of links. These pages send no referrer, so older browsers
// send "Origin: null" and no Sec-Fetch-Site, which the protection would refuse. The forms are safe, because another
// site does not know the secret in the address, and these pages use no session. The form for the language changes only
// a cookie.
func admitLinkForms(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isForm := strings.HasPrefix(r.URL.Path, request.LinkPath) || r.URL.Path == "/language"
		if isForm && r.Header.Get("Origin") == "null" && r.Header.Get("Sec-Fetch-Site") == "" {
			r = r.Clone(r.Context())
			r.Header.Del("Origin")
		}
		next.ServeHTTP(w, r)
	})
}

// limitBodies ends requests that arrive too slowly, and answers that nobody reads, because they would hold connections for ever,
// and large requests of clients who have not signed in, see request.TrustBody.
func (s *Server) limitBodies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, end := request.LimitAnswer(w, s.bodies)
		defer end()
		next.ServeHTTP(answer, request.LimitBody(w, r, s.bodies))
	})
}

func (s *Server) addHeaders(next http.Handler) http.Handler {
	policy := contentPolicy
	if origin := s.Auth.ProviderOrigin(); origin != "" { // the form that signs out leads to the provider
		policy = strings.Replace(policy, "form-action 'self'", "form-action 'self' "+origin, 1)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if strings.HasPrefix(r.URL.Path, request.LinkPath) {
			request.HideLink(h)
		}
		// localhost does not get this header, because browsers would apply it to the other servers of the machine, too.
		if s.exposure.IsTLS(r) && !remote.IsLoopback(hostname(r.Host)) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// recoverPanics turns a panic of a page into an error page and a line in the log.
func (s *Server) recoverPanics(next http.Handler) http.Handler {
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

// refuseOtherHosts refuses requests with a Host other than this machine and the names of the server.
func (s *Server) refuseOtherHosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.exposure.Serves(hostname(r.Host)) {
			s.showError(w, r, httperr.New(http.StatusMisdirectedRequest, "Unknown host", "ojcheck does not answer under this name.",
				"Open the address that ojcheck serve printed. A proxy must pass the Host header."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// redirectToTLS redirects GET and HEAD requests that reached the proxy without TLS, and refuses other such requests.
func (s *Server) redirectToTLS(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !s.exposure.IsPlainHTTP(r):
			next.ServeHTTP(w, r)
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
			http.Redirect(w, r, s.exposure.PublicURL+r.URL.RequestURI(), http.StatusTemporaryRedirect)
		default:
			s.showError(w, r, &httperr.Error{
				Status: http.StatusForbidden, Title: "Refused",
				Message: i18n.Errorf("This request came without TLS, and nothing was changed."),
				Advice:  i18n.Errorf("Open %s.", s.exposure.PublicURL),
			})
		}
	})
}

// hostname returns the host of a Host header, in lower case. It removes port, brackets and a dot at the end.
func hostname(hostport string) string {
	host := (&url.URL{Host: hostport}).Hostname()
	return strings.ToLower(strings.TrimSuffix(host, "."))
}
