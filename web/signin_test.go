package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
)

func TestSignInByPassword(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	anna := in.user("Anna", false)
	out := in.user("Olaf", false)
	if _, err := in.db.AddUser(t.Context(), review.CommandLine, "by link", "", true); err != nil {
		t.Fatal(err)
	}
	if _, err := in.db.SetDisabled(t.Context(), review.CommandLine, out.ID, true); err != nil {
		t.Fatal(err)
	}

	var told string
	for _, test := range []struct{ name, user, password string }{
		{"wrong password", "Anna", "wrong horse battery"},
		{"no password", "Anna", ""},
		{"no account", "Nobody", somePassword},
		{"no name", "", somePassword},
		{"not a name", "An\x00na", somePassword},
		{"disabled", "Olaf", somePassword},
		{"one without password", "by link", ""},
		{"endless password", "Anna", strings.Repeat("x", 20_000)},
	} {
		c := in.as(t)
		a := c.post("/signin", "name", test.user, "password", test.password)
		if a.status != http.StatusUnauthorized || a.header.Get("Set-Cookie") != "" {
			t.Errorf("%s: status %d, cookie %q", test.name, a.status, a.header.Get("Set-Cookie"))
		}
		problem := textOf(a.one("p", "id", "problem"))
		if told != "" && problem != told {
			t.Errorf("%s: the page says %q, and elsewhere %q: so it tells who has an account", test.name, problem, told)
		}
		told = problem
		if c.signedInNow() {
			t.Errorf("%s: signed in", test.name)
		}
	}

	a := in.post("/signin", "name", " anna", "password", somePassword, "next", "/search?x=1")
	a.leads("/search?x=1")
	mention(t, a.header.Get("Set-Cookie"), "HttpOnly", "SameSite=Lax")
	if !in.signedInNow() {
		t.Fatal("not signed in")
	}
	in.do("GET", "/signin?next=/search", "").leads("/search")
	text := in.page("/account").text()
	mention(t, text, "Anna", "Old password")

	if _, err := in.db.SetDisabled(t.Context(), review.CommandLine, anna.ID, true); err != nil {
		t.Fatal(err)
	}
	if in.signedInNow() {
		t.Error("disabled, and yet in")
	}
}

// A session that began before the sign-in, perhaps planted by somebody else, is
// not the one that is signed in.
func TestSignInRenewsTheSession(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.user("anna", false)
	in.user("bert", false)
	cookie := func() string {
		t.Helper()
		u, err := url.Parse(in.base)
		if err != nil {
			t.Fatal(err)
		}
		return in.client.Jar.Cookies(u)[0].String()
	}
	in.signIn("anna")
	old := cookie()
	in.signIn("bert")
	if cookie() == old {
		t.Error("the session has the same token")
	}
	if a := in.as(t).do("GET", "/account", "", "Cookie", old); a.status != http.StatusUnauthorized {
		t.Errorf("the old cookie: status %d", a.status)
	}
}

func TestSignInIsLimited(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.user("anna", false)
	in.user("bert", false)
	for range guessBurst {
		if a := in.post("/signin", "name", "anna", "password", "wrong"); a.status != http.StatusUnauthorized {
			t.Fatalf("status %d", a.status)
		}
	}
	a := in.post("/signin", "name", "anna", "password", somePassword)
	if a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" {
		t.Errorf("status %d, retry after %q", a.status, a.header.Get("Retry-After"))
	}
	mention(t, a.text(), "too many attempts", "Try again in")
	in.signIn("bert")
	for i := range addressBurst {
		a = in.as(t).post("/signin", "name", fmt.Sprint("nobody", i), "password", "wrong")
	}
	if a.status != http.StatusTooManyRequests {
		t.Errorf("status %d", a.status)
	}
}

func TestPasswordIsHashedAnew(t *testing.T) {
	t.Parallel()
	dear := account.Cost{Memory: 64, Passes: 2, Lanes: 1}
	in := newInstallation(t, func(o *Options) { o.PasswordCost = dear })
	in.user("anna", false) // at less
	in.signIn("anna")
	_, kept, err := in.db.UserByName(context.Background(), "anna")
	if err != nil {
		t.Fatal(err)
	}
	if ok, outdated := account.VerifyPassword(somePassword, kept, dear); !ok || outdated {
		t.Errorf("ok %v, outdated %v: %s", ok, outdated, kept)
	}
	if !in.signedInNow() {
		t.Error("signed out by it")
	}
}

func TestLinkSignsInTheFirstAdministrator(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.do("GET", strings.TrimPrefix(in.server.SignInLink(in.base), in.base), "").leads("/")
	mention(t, in.page("/account").text(), "administrator", "has no password")
	in.post("/account/name", "name", "Boss").leads("/account?done=name")
	in.post("/account/password", "password", somePassword, "again", somePassword).leads("/account?done=password")

	other := in.as(t).signIn("boss")
	// The next link is the same account's, and needs no old password.
	again := in.as(t)
	again.do("GET", strings.TrimPrefix(in.server.SignInLink(in.base), in.base), "").leads("/")
	again.post("/account/password", "password", "another horse battery", "again", "another horse battery").leads("/account?done=password")
	if other.signedInNow() {
		t.Error("the sign-in with the old password goes on")
	}
	users, err := in.db.Users(t.Context())
	if err != nil || len(users) != 1 || users[0].Name != "Boss" {
		t.Errorf("users are %v, %v", users, err)
	}
}

func TestAskToSignIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const browser = "text/html,application/xhtml+xml;q=0.9"
	s.do("GET", "/checks/2?page=3&sort=rank", "", "Accept", browser).leads("/signin?next=%2Fchecks%2F2%3Fpage%3D3%26sort%3Drank")
	if a := s.do("GET", "/", "", "Accept", browser); a.header.Get("Location") != "/signin" {
		t.Errorf("the first page leads to %q", a.header.Get("Location"))
	}
	for _, headers := range [][]string{{"POST", "Accept", browser}, {"GET", "Accept", "*/*"}, {"GET", "Accept", "text/event-stream"}} {
		if a := s.do(headers[0], "/search", "", headers[1:]...); a.status != http.StatusUnauthorized {
			t.Errorf("%v: status %d, want 401", headers, a.status)
		}
	}
}

func TestLocalPath(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, next, want string }{
		{"page", "/contests/3", "/contests/3"},
		{"with a query", "/checks/2?page=3&sort=rank", "/checks/2?page=3&sort=rank"},
		{"none", "", "/"},
		{"another site", "https://evil.example/", "/"},
		{"another site, by the same scheme", "//evil.example/", "/"},
		{"another site, by a browser's leniency", `/\evil.example/`, "/"},
		{"another site, hidden", "/%2Fevil.example/", "/"},
		{"a tab within", "/\t/evil.example", "/"},
		{"script", "javascript:alert(1)", "/"},
		{"relative", "contests/3", "/"},
		{"the form itself", "/signin?next=/", "/"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := localPath(test.next); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
