package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/alexedwards/scs/v2/memstore"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// open lists the routes that are served without signing in. A new public route
// fails the test until it is listed here too.
var open = map[string]bool{
	"GET /signin": true, "POST /signin": true,
	"GET /api/v1/openapi.json": true, "GET /api/v1/openapi.yaml": true, // the same everywhere
}

// address makes an address that the pattern matches.
func address(pattern string) (method, path string) {
	method, path, ok := strings.Cut(pattern, " ")
	if !ok {
		method, path = "GET", pattern+"nowhere"
	}
	return method, strings.NewReplacer("{$}", "", "{id}", "2", "{job}", "unknown", "{number}", "1").Replace(path)
}

func TestNothingIsServedWithoutSigningIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, r := range s.server.routes() {
		t.Run(r.pattern, func(t *testing.T) {
			if r.access.public != open[r.pattern] {
				t.Fatalf("public = %v, want %v", r.access.public, open[r.pattern])
			}
			if r.access.public {
				return
			}
			method, path := address(r.pattern)
			a := s.do(method, path, "")
			if a.status != http.StatusUnauthorized {
				t.Errorf("%s %s: status %d, want 401", method, path, a.status)
			}
			if strings.Contains(a.body, "team") || len(a.all("form")) > 0 {
				t.Errorf("%s %s shows something:\n%s", method, path, a.text())
			}
			if strings.HasPrefix(path, apiRoot) {
				mention(t, a.body, "Authorization: Bearer")
				return
			}
			mention(t, a.text(), "one-time link", "ojcheck serve")
		})
	}
	if got := s.checker.seen(); len(got) > 0 {
		t.Errorf("a check was started: %v", got)
	}
}

func TestForgedSessionIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if a := s.do("GET", "/", "", "Cookie", "ojcheck=forged"); a.status != http.StatusUnauthorized {
		t.Errorf("status %d, want 401", a.status)
	}
}

// countingStore counts what is written to the sessions.
type countingStore struct {
	scs.Store
	writes int
}

func (c *countingStore) Commit(token string, b []byte, expiry time.Time) error {
	c.writes++
	return c.Store.Commit(token, b, expiry)
}

func (c *countingStore) Delete(token string) error {
	c.writes++
	return c.Store.Delete(token)
}

// No GET changes anything: neither what the jury says, nor the sessions, nor what
// is being checked. The rest of the archive the access.Store interface lets nobody change.
func TestNoGETChangesAnything(t *testing.T) {
	t.Parallel()
	sessions := &countingStore{Store: memstore.NewWithCleanupInterval(0)}
	store := newFakeStore()
	s := newSignedIn(t, func(o *Options) { o.Sessions, o.Store = sessions, store })
	before := sessions.writes
	for _, r := range s.server.routes() {
		_, path := address(r.pattern)
		if strings.HasSuffix(path, "/live/events") { // which waits for news, and there are none
			continue
		}
		s.do("GET", path, "")
		s.do("HEAD", path, "")
	}
	if sessions.writes != before {
		t.Errorf("%d writes to the sessions", sessions.writes-before)
	}
	if store.writes > 0 {
		t.Errorf("%d writes to cases", store.writes)
	}
	if got := s.checker.seen(); len(got) > 0 {
		t.Errorf("checks were started: %v", got)
	}
	s.page("/") // still signed in
}

func TestLinkWorksOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	link := strings.TrimPrefix(s.server.SignInLink(s.base+"/"), s.base)

	// What only looks at the link leaves it alone.
	for _, headers := range [][]string{{"HEAD"}, {"GET", "Sec-Purpose", "prefetch;prerender"}} {
		if a := s.do(headers[0], link, "", headers[1:]...); a.status != http.StatusNoContent {
			t.Errorf("%v: status %d, want 204", headers, a.status)
		}
	}
	a := s.do("GET", link, "")
	if a.status != http.StatusSeeOther || a.header.Get("Location") != "/" {
		t.Fatalf("status %d to %q, want 303 to /", a.status, a.header.Get("Location"))
	}
	cookie := a.header.Get("Set-Cookie")
	mention(t, cookie, "HttpOnly", "SameSite=Lax", "Path=/")
	s.page("/")
	if a := s.do("GET", "/signin", ""); a.status != http.StatusSeeOther {
		t.Errorf("/signin when signed in: status %d, want 303", a.status)
	}

	stranger := newSite(t)
	stranger.base = s.base
	a = stranger.do("GET", link, "")
	if a.status != http.StatusGone || a.header.Get("Set-Cookie") != "" {
		t.Errorf("second use: status %d, cookie %q, want 410 without a cookie", a.status, a.header.Get("Set-Cookie"))
	}
	mention(t, a.text(), "was used", "Start ojcheck serve again")
	if a := stranger.do("GET", "/signin?token=guessed", ""); a.status != http.StatusGone {
		t.Errorf("guessed link: status %d, want 410", a.status)
	}
	// Another link is none the worse for it.
	other := strings.TrimPrefix(s.server.SignInLink(s.base), s.base)
	if a := stranger.do("GET", other, ""); a.status != http.StatusSeeOther {
		t.Errorf("another link: status %d, want 303", a.status)
	}
}

func TestSignOut(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	session := func() string {
		r := httptest.NewRequest("GET", s.base, nil)
		cookies := s.client.Jar.Cookies(r.URL)
		if len(cookies) == 0 {
			return ""
		}
		return cookies[0].String()
	}
	old := session()
	if a := s.do("POST", "/signout", "", "Sec-Fetch-Site", "same-origin"); a.status != http.StatusSeeOther {
		t.Fatalf("status %d, want 303", a.status)
	}
	if got := session(); got != "" {
		t.Errorf("cookie %q is left", got)
	}
	if a := s.do("GET", "/", "", "Cookie", old); a.status != http.StatusUnauthorized {
		t.Errorf("the old cookie still works: status %d", a.status)
	}
}

func TestCrossSitePostsAreRefused(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	for _, r := range s.server.routes() {
		method, path := address(r.pattern)
		if method != "POST" {
			continue
		}
		for _, headers := range [][]string{
			{"Sec-Fetch-Site", "cross-site"},
			{"Sec-Fetch-Site", "same-site"},
			{"Origin", "http://evil.invalid"},
		} {
			a := s.do(method, path, "", headers...)
			if a.status != http.StatusForbidden {
				t.Errorf("%s %v: status %d, want 403", r.pattern, headers, a.status)
			}
			mention(t, a.text(), "nothing was changed")
		}
	}
	s.page("/") // not signed out
}

func TestHost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	tests := []struct {
		host string
		want int // 401 where the server knows the name and asks for a sign-in
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
			if a := s.do("GET", "/", "", "Host", test.host); a.status != test.want {
				t.Errorf("status %d, want %d", a.status, test.want)
			}
		})
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	for _, path := range []string{"/", "/checks/2", "/nowhere", "/signin?token=used", "/static/none.css"} {
		h := s.do("GET", path, "").header
		csp := h.Get("Content-Security-Policy")
		mention(t, csp, "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
		if strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", path, csp)
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

func TestAssets(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, address := range s.server.assets.addresses {
		a := s.do("GET", address, "")
		if a.status != http.StatusOK || a.body == "" {
			t.Errorf("%s: status %d, %d bytes", name, a.status, len(a.body))
		}
		mention(t, a.header.Get("Cache-Control"), "immutable")
	}
	kinds := map[string]string{"ojcheck.css": "text/css", "app.js": "text/javascript", "icon.svg": "image/svg+xml", "theme.css": "text/css", "evidence.js": "text/javascript"}
	for name, want := range kinds {
		if got := s.do("GET", s.server.assets.addresses[name], "").header.Get("Content-Type"); !strings.HasPrefix(got, want) {
			t.Errorf("%s is of type %q, want %q", name, got, want)
		}
	}
	if a := s.do("GET", "/static/", ""); a.status != http.StatusNotFound {
		t.Errorf("/static/: status %d, want 404", a.status)
	}
}

func TestNewNeedsItsParts(t *testing.T) {
	t.Parallel()
	if _, err := New(Options{}); err == nil {
		t.Error("no error")
	}
}

func TestPanicIsTold(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t, func(o *Options) { o.Store = panickingStore{o.Store} })
	a := s.do("GET", "/", "")
	if a.status != http.StatusInternalServerError || strings.Contains(a.body, "on purpose") {
		t.Errorf("status %d: %s", a.status, a.text())
	}
	mention(t, s.log.String(), "on purpose")
}

type panickingStore struct{ access.Store }

func (panickingStore) ContestsPage(context.Context, contest.ContestFilter, int, int) ([]contest.ContestEntry, int, error) {
	panic("on purpose")
}
