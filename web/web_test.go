package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// publicRoutes lists the routes that need no sign-in. A new public route fails the test until it is added here.
var publicRoutes = map[string]bool{
	"POST /language": true,
	"GET /signin":    true, "POST /signin": true, "GET /signin/code": true, "POST /signin/code": true,
	"GET /signin/oidc": true, "GET /signin/oidc/callback": true,
	"GET /links/{token}": true, "POST /links/{token}": true, "POST /links/{token}/copy": true, // the secret of a link opens them
	"GET /api/v1/openapi.json": true, "GET /api/v1/openapi.yaml": true, // the same in all installations
}

// address returns a method and an address that match the pattern of a route.
func address(pattern string) (method, path string) {
	method, path, ok := strings.Cut(pattern, " ")
	if !ok {
		method, path = "GET", pattern+"nowhere"
	}
	return method, strings.NewReplacer("{$}", "", "{id}", "2", "{job}", "unknown", "{number}", "1").Replace(path)
}

// Without a sign-in, all routes except the public ones answer 401, name nobody, show no form and start no check.
func TestNothingIsServedWithoutSigningIn(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	for _, r := range s.Server.Routes() {
		t.Run(r.Pattern, func(t *testing.T) {
			if r.Policy.Public != publicRoutes[r.Pattern] {
				t.Fatalf("public = %v, want %v", r.Policy.Public, publicRoutes[r.Pattern])
			}
			if r.Policy.Public {
				return
			}
			method, path := address(r.Pattern)
			a := s.Do(method, path, "")
			a.WantStatus(http.StatusUnauthorized, "%s %s", method, path)
			if strings.Contains(a.Body, "team") || len(a.All("form")) > 0 {
				t.Errorf("%s %s shows names or a form:\n%s", method, path, a.Text())
			}
			if strings.HasPrefix(path, api.Root) {
				webtest.Mention(t, a.Body, "Authorization: Bearer")
				return
			}
			webtest.Mention(t, a.Text(), "one-time link", "ojcheck serve")
		})
	}
	if got := s.Checker.Uploads(); len(got) > 0 {
		t.Errorf("a check was started: %v", got)
	}
}

// A session cookie that the server did not make signs nobody in.
func TestForgedSessionIsRefused(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	s.Do("GET", "/", "", "Cookie", "ojcheck=forged").WantStatus(http.StatusUnauthorized, "a forged session")
}

// writing matches SQL statements that change the database.
var writing = regexp.MustCompile(`(?i)\b(insert|update|delete|copy|truncate)\b`)

// No GET or HEAD request writes to the database, except to the audit log, or starts a check.
func TestNoGETChangesAnything(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	s := webtest.NewContestSite(t)
	s.Statements.Take()
	for _, r := range s.Server.Routes() {
		_, path := address(r.Pattern)
		if strings.HasSuffix(path, "/live/events") { // waits for events for ever
			continue
		}
		for _, method := range []string{"GET", "HEAD"} {
			s.Do(method, path, "")
			for _, statement := range s.Statements.Take() {
				if writing.MatchString(statement) && !strings.Contains(statement, "audit_log") {
					t.Errorf("%s %s writes: %s", method, path, statement)
				}
			}
		}
	}
	if got := s.Checker.Uploads(); len(got) > 0 {
		t.Errorf("checks were started: %v", got)
	}
	s.Page("/") // still signed in
}

// A one-time link signs in once. Prefetching and guessing do not use a link up.
func TestLinkWorksOnce(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	link := strings.TrimPrefix(s.Server.Auth.SignInLink(s.Base+"/"), s.Base)

	// HEAD and prefetching do not use the link up.
	for _, headers := range [][]string{{"HEAD"}, {"GET", "Sec-Purpose", "prefetch;prerender"}} {
		s.Do(headers[0], link, "", headers[1:]...).WantStatus(http.StatusNoContent, "%v", headers)
	}
	a := s.Do("GET", link, "")
	if a.Status != http.StatusSeeOther || a.Header.Get("Location") != "/" {
		t.Fatalf("status %d to %q, want 303 to /", a.Status, a.Header.Get("Location"))
	}
	cookie := a.Header.Get("Set-Cookie")
	webtest.Mention(t, cookie, "HttpOnly", "SameSite=Lax", "Path=/")
	s.Page("/")
	s.Do("GET", "/signin", "").WantStatus(http.StatusSeeOther, "/signin when signed in")

	stranger := webtest.NewSite(t)
	stranger.Base = s.Base
	a = stranger.Do("GET", link, "")
	if a.Status != http.StatusGone || a.Header.Get("Set-Cookie") != "" {
		t.Errorf("second use: status %d, cookie %q, want 410 without a cookie", a.Status, a.Header.Get("Set-Cookie"))
	}
	webtest.Mention(t, a.Text(), "already used", "Start ojcheck serve again")
	stranger.Do("GET", "/signin?token=guessed", "").WantStatus(http.StatusGone, "guessed link")
	newLink := strings.TrimPrefix(s.Server.Auth.SignInLink(s.Base), s.Base)
	stranger.Do("GET", newLink, "").WantStatus(http.StatusSeeOther, "a new link")
}

// Signing out deletes the cookie in the browser and ends the session on the server.
func TestSignOut(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	cookie := func() string {
		r := httptest.NewRequest("GET", s.Base, nil)
		cookies := s.Client.Jar.Cookies(r.URL)
		if len(cookies) == 0 {
			return ""
		}
		return cookies[0].String()
	}
	oldCookie := cookie()
	if a := s.Do("POST", "/signout", "", "Sec-Fetch-Site", "same-origin"); a.Status != http.StatusSeeOther {
		t.Fatalf("status %d, want 303", a.Status)
	}
	if got := cookie(); got != "" {
		t.Errorf("the browser still has the cookie %q", got)
	}
	s.Do("GET", "/", "", "Cookie", oldCookie).WantStatus(http.StatusUnauthorized, "with the old cookie")
}

// No POST is accepted from a page of another site, whichever header shows the site.
func TestCrossSitePostsAreRefused(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	for _, r := range s.Server.Routes() {
		method, path := address(r.Pattern)
		if method != "POST" {
			continue
		}
		for _, headers := range [][]string{
			{"Sec-Fetch-Site", "cross-site"},
			{"Sec-Fetch-Site", "same-site"},
			{"Origin", "http://evil.invalid"},
		} {
			a := s.Do(method, path, "", headers...)
			a.WantStatus(http.StatusForbidden, "%s %v", r.Pattern, headers)
			webtest.Mention(t, a.Text(), "nothing was changed")
		}
	}
	s.Page("/") // not signed out
}

// The server accepts only names and addresses of this machine in the Host header.
func TestHost(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	tests := []struct {
		host string
		want int // 401 if the server accepts the host and asks for a sign-in
	}{
		{"localhost:8080", http.StatusUnauthorized},
		{"LOCALHOST", http.StatusUnauthorized},
		{"127.0.0.1", http.StatusUnauthorized},
		{"127.8.8.8:1", http.StatusUnauthorized},
		{"[::1]:8080", http.StatusUnauthorized},
		{"localhost.:8080", http.StatusUnauthorized},
		{"evil.invalid", http.StatusMisdirectedRequest},
		{"127.0.0.1.evil.invalid:8080", http.StatusMisdirectedRequest},
		{"localhost.evil.invalid", http.StatusMisdirectedRequest},
		{"192.168.1.1:8080", http.StatusMisdirectedRequest},
	}
	for _, test := range tests {
		t.Run(test.host, func(t *testing.T) {
			if a := s.Do("GET", "/", "", "Host", test.host); a.Status != test.want {
				t.Errorf("status %d, want %d", a.Status, test.want)
			}
		})
	}
}

// All answers, including those with an error, have the headers that protect browsers.
func TestHeaders(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	for _, path := range []string{"/", "/checks/2", "/nowhere", "/signin?token=used", "/static/missing.css"} {
		h := s.Do("GET", path, "").Header
		csp := h.Get("Content-Security-Policy")
		webtest.Mention(t, csp, "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
		if strings.Contains(csp, "unsafe") {
			t.Errorf("%s: the policy %q allows something unsafe", path, csp)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff",
			"Referrer-Policy":        "same-origin",
			"Cache-Control":          "no-store",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s = %q, want %q", path, name, got, want)
			}
		}
	}
}

// All static files are served, with their media types, and may be cached for ever.
func TestAssets(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	for name, address := range s.Server.Assets() {
		a := s.Do("GET", address, "")
		if a.Status != http.StatusOK || a.Body == "" {
			t.Errorf("%s: status %d with %d bytes, want 200 with content", name, a.Status, len(a.Body))
		}
		webtest.Mention(t, a.Header.Get("Cache-Control"), "immutable")
	}
	types := map[string]string{"ojcheck.css": "text/css", "app.js": "text/javascript", "icon.svg": "image/svg+xml", "theme.css": "text/css", "evidence.js": "text/javascript"}
	for name, want := range types {
		if got := s.Do("GET", s.Server.Assets()[name], "").Header.Get("Content-Type"); !strings.HasPrefix(got, want) {
			t.Errorf("%s is of type %q, want %q", name, got, want)
		}
	}
	s.Do("GET", "/static/", "").WantStatus(http.StatusNotFound, "/static/")
}

// New refuses options without the required parts.
func TestNewRequiresOptions(t *testing.T) {
	t.Parallel()
	if _, err := web.New(web.Options{}); err == nil {
		t.Error("New without a store and a checker returns no error")
	}
}

// A panic of a page becomes an error page; only the log has its message.
func TestPanicIsLogged(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t, func(o *web.Options) { o.Store = panickingStore{o.Store} })
	a := s.Do("GET", "/", "")
	if a.Status != http.StatusInternalServerError || strings.Contains(a.Body, "on purpose") {
		t.Errorf("status %d, want 500 without the message of the panic: %s", a.Status, a.Text())
	}
	webtest.Mention(t, s.Log.String(), "on purpose")
}

type panickingStore struct{ access.Store }

func (panickingStore) ContestsPage(context.Context, contest.ContestFilter, int, int) ([]contest.ContestEntry, int, error) {
	panic("on purpose")
}
