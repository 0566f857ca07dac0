package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/webtest"
)

func proxied(o *web.Options) {
	o.Exposure = request.Exposure{
		BehindProxy: true, PublicURL: "https://judge.example",
		HasHost: func(host string) bool { return host == "judge.example" },
	}
}

func TestClient(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		proxy     bool
		forwarded []string
		want      string
	}{
		{"no proxy", false, nil, "192.0.2.1"},
		{"no proxy, yet it says so", false, []string{"198.51.100.7"}, "192.0.2.1"},
		{"proxy", true, []string{"198.51.100.7"}, "198.51.100.7"},
		{"what the client claims", true, []string{"203.0.113.9, 198.51.100.7"}, "198.51.100.7"},
		{"what the client claims, in a line of its own", true, []string{"203.0.113.9", "198.51.100.7"}, "198.51.100.7"},
		{"IPv4 within IPv6", true, []string{"::ffff:198.51.100.7"}, "198.51.100.7"},
		{"IPv6", true, []string{"2001:db8::7"}, "2001:db8::7"},
		{"proxy that says nothing", true, nil, "192.0.2.1"},
		{"proxy that says nonsense", true, []string{"unknown"}, "192.0.2.1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = "192.0.2.1:4711"
			r.Header["X-Forwarded-For"] = test.forwarded
			if got := (request.Exposure{BehindProxy: test.proxy}).Client(r).String(); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

func TestBehindProxy(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t, proxied)
	tests := []struct {
		name, method, host, proto string
		status                    int
		hsts                      bool
	}{
		{"by TLS", "GET", "judge.example", "https", http.StatusUnauthorized, true},
		{"the proxy does not say", "GET", "judge.example", "", http.StatusUnauthorized, false},
		{"without TLS", "GET", "judge.example", "http", http.StatusTemporaryRedirect, false},
		{"sent without TLS", "POST", "judge.example", "http", http.StatusForbidden, false},
		{"the client claims TLS", "GET", "judge.example", "https, http", http.StatusTemporaryRedirect, false},
		{"another name", "GET", "evil.example", "https", http.StatusMisdirectedRequest, true},
		{"this machine's name", "GET", "127.0.0.1:8080", "https", http.StatusUnauthorized, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := s.Do(test.method, "/checks/2?page=3", "", "Host", test.host, "X-Forwarded-Proto", test.proto)
			if a.Status != test.status {
				t.Errorf("status %d, want %d", a.Status, test.status)
			}
			if got := a.Header.Get("Strict-Transport-Security") != ""; got != test.hsts {
				t.Errorf("HSTS %v, want %v", got, test.hsts)
			}
			if to := a.Header.Get("Location"); a.Status == http.StatusTemporaryRedirect && to != "https://judge.example/checks/2?page=3" {
				t.Errorf("it leads to %q", to)
			}
		})
	}

	link := strings.TrimPrefix(s.Server.SignInLink(s.Base), s.Base)
	a := s.Do("GET", link, "", "Host", "judge.example", "X-Forwarded-Proto", "https")
	webtest.Mention(t, a.Header.Get("Set-Cookie"), "; Secure", "; HttpOnly", "; SameSite=Lax")
}

// Behind a proxy that replaces the Host header, with a browser that sends only Origin:
// the page's own forms are accepted, and those of other sites refused.
func TestOriginBehindProxy(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t, proxied)
	for origin, want := range map[string]int{"https://judge.example": http.StatusUnauthorized, "https://evil.example": http.StatusForbidden} {
		if a := s.Do("POST", "/signout", "", "Host", "127.0.0.1:8080", "Origin", origin); a.Status != want {
			t.Errorf("%s: status %d, want %d", origin, a.Status, want)
		}
	}
}

func TestPlainCookie(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	a := s.Do("GET", strings.TrimPrefix(s.Server.SignInLink(s.Base), s.Base), "", "X-Forwarded-Proto", "https")
	if cookie := a.Header.Get("Set-Cookie"); cookie == "" || strings.Contains(cookie, "Secure") {
		t.Errorf("cookie %q: a browser would not send it back without TLS", cookie)
	}
	if a.Header.Get("Strict-Transport-Security") != "" {
		t.Error("HSTS without TLS")
	}
}
