package web_test

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
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/webtest"
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
	s := webtest.NewSite(t)
	for _, r := range s.Server.Routes() {
		t.Run(r.Pattern, func(t *testing.T) {
			if r.Policy.Public != open[r.Pattern] {
				t.Fatalf("public = %v, want %v", r.Policy.Public, open[r.Pattern])
			}
			if r.Policy.Public {
				return
			}
			method, path := address(r.Pattern)
			a := s.Do(method, path, "")
			if a.Status != http.StatusUnauthorized {
				t.Errorf("%s %s: status %d, want 401", method, path, a.Status)
			}
			if strings.Contains(a.Body, "team") || len(a.All("form")) > 0 {
				t.Errorf("%s %s shows something:\n%s", method, path, a.Text())
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

func TestForgedSessionIsRefused(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	if a := s.Do("GET", "/", "", "Cookie", "ojcheck=forged"); a.Status != http.StatusUnauthorized {
		t.Errorf("status %d, want 401", a.Status)
	}
}

// countingStore counts the writes to the sessions.
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

// No GET changes the decisions or the sessions, or starts a check. The access.Store
// interface has no writes for the rest of the archive.
func TestNoGETChangesAnything(t *testing.T) {
	t.Parallel()
	sessions := &countingStore{Store: memstore.NewWithCleanupInterval(0)}
	store := webtest.NewFakeStore()
	s := webtest.NewSignedIn(t, func(o *web.Options) { o.Sessions, o.Store = sessions, store })
	before := sessions.writes
	for _, r := range s.Server.Routes() {
		_, path := address(r.Pattern)
		if strings.HasSuffix(path, "/live/events") { // waits for news that never come
			continue
		}
		s.Do("GET", path, "")
		s.Do("HEAD", path, "")
	}
	if sessions.writes != before {
		t.Errorf("%d writes to the sessions", sessions.writes-before)
	}
	if store.Writes > 0 {
		t.Errorf("%d writes to cases", store.Writes)
	}
	if got := s.Checker.Uploads(); len(got) > 0 {
		t.Errorf("checks were started: %v", got)
	}
	s.Page("/") // still signed in
}

func TestLinkWorksOnce(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	link := strings.TrimPrefix(s.Server.SignInLink(s.Base+"/"), s.Base)

	// HEAD and prefetching do not use the link up.
	for _, headers := range [][]string{{"HEAD"}, {"GET", "Sec-Purpose", "prefetch;prerender"}} {
		if a := s.Do(headers[0], link, "", headers[1:]...); a.Status != http.StatusNoContent {
			t.Errorf("%v: status %d, want 204", headers, a.Status)
		}
	}
	a := s.Do("GET", link, "")
	if a.Status != http.StatusSeeOther || a.Header.Get("Location") != "/" {
		t.Fatalf("status %d to %q, want 303 to /", a.Status, a.Header.Get("Location"))
	}
	cookie := a.Header.Get("Set-Cookie")
	webtest.Mention(t, cookie, "HttpOnly", "SameSite=Lax", "Path=/")
	s.Page("/")
	if a := s.Do("GET", "/signin", ""); a.Status != http.StatusSeeOther {
		t.Errorf("/signin when signed in: status %d, want 303", a.Status)
	}

	stranger := webtest.NewSite(t)
	stranger.Base = s.Base
	a = stranger.Do("GET", link, "")
	if a.Status != http.StatusGone || a.Header.Get("Set-Cookie") != "" {
		t.Errorf("second use: status %d, cookie %q, want 410 without a cookie", a.Status, a.Header.Get("Set-Cookie"))
	}
	webtest.Mention(t, a.Text(), "was used", "Start ojcheck serve again")
	if a := stranger.Do("GET", "/signin?token=guessed", ""); a.Status != http.StatusGone {
		t.Errorf("guessed link: status %d, want 410", a.Status)
	}
	// A guessed link does not invalidate another one.
	other := strings.TrimPrefix(s.Server.SignInLink(s.Base), s.Base)
	if a := stranger.Do("GET", other, ""); a.Status != http.StatusSeeOther {
		t.Errorf("another link: status %d, want 303", a.Status)
	}
}

func TestSignOut(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	session := func() string {
		r := httptest.NewRequest("GET", s.Base, nil)
		cookies := s.Client.Jar.Cookies(r.URL)
		if len(cookies) == 0 {
			return ""
		}
		return cookies[0].String()
	}
	old := session()
	if a := s.Do("POST", "/signout", "", "Sec-Fetch-Site", "same-origin"); a.Status != http.StatusSeeOther {
		t.Fatalf("status %d, want 303", a.Status)
	}
	if got := session(); got != "" {
		t.Errorf("cookie %q is left", got)
	}
	if a := s.Do("GET", "/", "", "Cookie", old); a.Status != http.StatusUnauthorized {
		t.Errorf("the old cookie still works: status %d", a.Status)
	}
}

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
			if a.Status != http.StatusForbidden {
				t.Errorf("%s %v: status %d, want 403", r.Pattern, headers, a.Status)
			}
			webtest.Mention(t, a.Text(), "nothing was changed")
		}
	}
	s.Page("/") // not signed out
}

func TestHost(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
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
			if a := s.Do("GET", "/", "", "Host", test.host); a.Status != test.want {
				t.Errorf("status %d, want %d", a.Status, test.want)
			}
		})
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	for _, path := range []string{"/", "/checks/2", "/nowhere", "/signin?token=used", "/static/none.css"} {
		h := s.Do("GET", path, "").Header
		csp := h.Get("Content-Security-Policy")
		webtest.Mention(t, csp, "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
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
	s := webtest.NewSite(t)
	for name, address := range s.Server.Assets() {
		a := s.Do("GET", address, "")
		if a.Status != http.StatusOK || a.Body == "" {
			t.Errorf("%s: status %d, %d bytes", name, a.Status, len(a.Body))
		}
		webtest.Mention(t, a.Header.Get("Cache-Control"), "immutable")
	}
	kinds := map[string]string{"ojcheck.css": "text/css", "app.js": "text/javascript", "icon.svg": "image/svg+xml", "theme.css": "text/css", "evidence.js": "text/javascript"}
	for name, want := range kinds {
		if got := s.Do("GET", s.Server.Assets()[name], "").Header.Get("Content-Type"); !strings.HasPrefix(got, want) {
			t.Errorf("%s is of type %q, want %q", name, got, want)
		}
	}
	if a := s.Do("GET", "/static/", ""); a.Status != http.StatusNotFound {
		t.Errorf("/static/: status %d, want 404", a.Status)
	}
}

func TestNewRequiresOptions(t *testing.T) {
	t.Parallel()
	if _, err := web.New(web.Options{}); err == nil {
		t.Error("no error")
	}
}

func TestPanicIsLogged(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t, func(o *web.Options) { o.Store = panickingStore{o.Store} })
	a := s.Do("GET", "/", "")
	if a.Status != http.StatusInternalServerError || strings.Contains(a.Body, "on purpose") {
		t.Errorf("status %d: %s", a.Status, a.Text())
	}
	webtest.Mention(t, s.Log.String(), "on purpose")
}

type panickingStore struct{ access.Store }

func (panickingStore) ContestsPage(context.Context, contest.ContestFilter, int, int) ([]contest.ContestEntry, int, error) {
	panic("on purpose")
}
