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

func behindProxy(o *web.Options) {
	o.Exposure = request.Exposure{
		BehindProxy: true, PublicURL: "https://judge.example",
		HasHost: func(host string) bool { return host == "judge.example" },
	}
}

// The client's address is the last value of X-Forwarded-For behind a proxy, and the sender's address otherwise.
func TestClient(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		proxy     bool
		forwarded []string
		want      string
	}{
		{"no proxy", false, nil, "192.0.2.1"},
		{"forged header without a proxy", false, []string{"198.51.100.7"}, "192.0.2.1"},
		{"header of the proxy", true, []string{"198.51.100.7"}, "198.51.100.7"},
		{"forged value before the proxy's value", true, []string{"203.0.113.9, 198.51.100.7"}, "198.51.100.7"},
		{"forged header before the proxy's header", true, []string{"203.0.113.9", "198.51.100.7"}, "198.51.100.7"},
		{"IPv4 address in IPv6 notation", true, []string{"::ffff:198.51.100.7"}, "198.51.100.7"},
		{"IPv6 address", true, []string{"2001:db8::7"}, "2001:db8::7"},
		{"proxy without the header", true, nil, "192.0.2.1"},
		{"proxy with an invalid header", true, []string{"unknown"}, "192.0.2.1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = "192.0.2.1:4711"
			r.Header["X-Forwarded-For"] = test.forwarded
			if got := (request.Exposure{BehindProxy: test.proxy}).Client(r).String(); got != test.want {
				t.Errorf("the client is %s, want %s", got, test.want)
			}
		})
	}
}

// Behind a proxy, the server redirects pages to TLS, refuses forms without TLS, and refuses other hosts. The status 401
// means that the request was accepted: nobody is signed in.
func TestBehindProxy(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t, behindProxy)
	tests := []struct {
		name, method, host, proto string
		wantStatus                int
		wantHSTS                  bool
	}{
		{"with TLS", "GET", "judge.example", "https", http.StatusUnauthorized, true},
		{"no X-Forwarded-Proto", "GET", "judge.example", "", http.StatusUnauthorized, false},
		{"without TLS", "GET", "judge.example", "http", http.StatusTemporaryRedirect, false},
		{"form without TLS", "POST", "judge.example", "http", http.StatusForbidden, false},
		{"forged X-Forwarded-Proto", "GET", "judge.example", "https, http", http.StatusTemporaryRedirect, false},
		{"another host", "GET", "evil.example", "https", http.StatusMisdirectedRequest, true},
		{"a loopback address", "GET", "127.0.0.1:8080", "https", http.StatusUnauthorized, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := s.Do(test.method, "/checks/2?page=3", "", "Host", test.host, "X-Forwarded-Proto", test.proto)
			if a.Status != test.wantStatus {
				t.Errorf("status %d, want %d", a.Status, test.wantStatus)
			}
			if got := a.Header.Get("Strict-Transport-Security") != ""; got != test.wantHSTS {
				t.Errorf("HSTS %v, want %v", got, test.wantHSTS)
			}
			const want = "https://judge.example/checks/2?page=3"
			if got := a.Header.Get("Location"); a.Status == http.StatusTemporaryRedirect && got != want {
				t.Errorf("redirect to %q, want %q", got, want)
			}
		})
	}

	link := strings.TrimPrefix(s.Server.Auth.SignInLink(s.Base), s.Base)
	a := s.Do("GET", link, "", "Host", "judge.example", "X-Forwarded-Proto", "https")
	webtest.Mention(t, a.Header.Get("Set-Cookie"), "; Secure", "; HttpOnly", "; SameSite=Lax")
}

// Behind a proxy that replaces the Host header, only Origin decides: forms of the public URL are accepted (401, since
// nobody is signed in), and forms of other sites are refused.
func TestOriginBehindProxy(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t, behindProxy)
	for origin, want := range map[string]int{"https://judge.example": http.StatusUnauthorized, "https://evil.example": http.StatusForbidden} {
		s.Do("POST", "/signout", "", "Host", "127.0.0.1:8080", "Origin", origin).WantStatus(want, "%s", origin)
	}
}

// Without a proxy, X-Forwarded-Proto is ignored: the session cookie is not Secure, and there is no HSTS.
func TestCookieWithoutTLS(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	a := s.Do("GET", strings.TrimPrefix(s.Server.Auth.SignInLink(s.Base), s.Base), "", "X-Forwarded-Proto", "https")
	if cookie := a.Header.Get("Set-Cookie"); cookie == "" || strings.Contains(cookie, "Secure") {
		t.Errorf("cookie %q: a browser would not send it back without TLS", cookie)
	}
	if a.Header.Get("Strict-Transport-Security") != "" {
		t.Error("HSTS without TLS")
	}
}
