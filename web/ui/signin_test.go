package ui_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

func TestSignInByPassword(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	anna := in.User("Anna", false)
	out := in.User("Olaf", false)
	if _, err := in.DB.AddUser(t.Context(), review.CommandLine, "by link", "", true); err != nil {
		t.Fatal(err)
	}
	if _, err := in.DB.SetDisabled(t.Context(), review.CommandLine, out.ID, true); err != nil {
		t.Fatal(err)
	}

	var message string
	for _, test := range []struct{ name, user, password string }{
		{"wrong password", "Anna", "wrong horse battery"},
		{"no password", "Anna", ""},
		{"no account", "Nobody", webtest.SomePassword},
		{"no name", "", webtest.SomePassword},
		{"not a name", "An\x00na", webtest.SomePassword},
		{"disabled", "Olaf", webtest.SomePassword},
		{"one without password", "by link", ""},
		{"endless password", "Anna", strings.Repeat("x", 20_000)},
	} {
		c := in.As(t)
		a := c.Post("/signin", "name", test.user, "password", test.password)
		if a.Status != http.StatusUnauthorized || a.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: status %d, cookie %q", test.name, a.Status, a.Header.Get("Set-Cookie"))
		}
		problem := webtest.TextOf(a.One("p", "id", "problem"))
		if message != "" && problem != message {
			t.Errorf("%s: the page says %q, and elsewhere %q: so it tells who has an account", test.name, problem, message)
		}
		message = problem
		if c.SignedInNow() {
			t.Errorf("%s: signed in", test.name)
		}
	}

	a := in.Post("/signin", "name", " anna", "password", webtest.SomePassword, "next", "/search?x=1")
	a.Leads("/search?x=1")
	webtest.Mention(t, a.Header.Get("Set-Cookie"), "HttpOnly", "SameSite=Lax")
	if !in.SignedInNow() {
		t.Fatal("not signed in")
	}
	in.Do("GET", "/signin?next=/search", "").Leads("/search")
	words := in.Page("/account").Text()
	webtest.Mention(t, words, "Anna", "Old password")

	if _, err := in.DB.SetDisabled(t.Context(), review.CommandLine, anna.ID, true); err != nil {
		t.Fatal(err)
	}
	if in.SignedInNow() {
		t.Error("disabled, and yet in")
	}
}

// A session that began before the sign-in, perhaps planted by somebody else, is
// not the one that is signed in.
func TestSignInRenewsTheSession(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	in.User("anna", false)
	in.User("bert", false)
	cookie := func() string {
		t.Helper()
		u, err := url.Parse(in.Base)
		if err != nil {
			t.Fatal(err)
		}
		return in.Client.Jar.Cookies(u)[0].String()
	}
	in.SignIn("anna")
	old := cookie()
	in.SignIn("bert")
	if cookie() == old {
		t.Error("the session has the same token")
	}
	if a := in.As(t).Do("GET", "/account", "", "Cookie", old); a.Status != http.StatusUnauthorized {
		t.Errorf("the old cookie: status %d", a.Status)
	}
}

func TestSignInIsLimited(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	in.User("anna", false)
	in.User("bert", false)
	for range auth.GuessBurst {
		if a := in.Post("/signin", "name", "anna", "password", "wrong"); a.Status != http.StatusUnauthorized {
			t.Fatalf("status %d", a.Status)
		}
	}
	a := in.Post("/signin", "name", "anna", "password", webtest.SomePassword)
	if a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" {
		t.Errorf("status %d, retry after %q", a.Status, a.Header.Get("Retry-After"))
	}
	webtest.Mention(t, a.Text(), "too many attempts", "Try again in")
	in.SignIn("bert")
	for i := range auth.AddressBurst {
		a = in.As(t).Post("/signin", "name", fmt.Sprint("nobody", i), "password", "wrong")
	}
	if a.Status != http.StatusTooManyRequests {
		t.Errorf("status %d", a.Status)
	}
}

func TestPasswordIsHashedAnew(t *testing.T) {
	t.Parallel()
	dear := account.Cost{Memory: 64, Passes: 2, Lanes: 1}
	in := webtest.NewInstallation(t, func(o *web.Options) { o.PasswordCost = dear })
	in.User("anna", false) // at less
	in.SignIn("anna")
	_, hash, err := in.DB.UserByName(context.Background(), "anna")
	if err != nil {
		t.Fatal(err)
	}
	if ok, outdated := account.VerifyPassword(webtest.SomePassword, hash, dear); !ok || outdated {
		t.Errorf("ok %v, outdated %v: %s", ok, outdated, hash)
	}
	if !in.SignedInNow() {
		t.Error("signed out by it")
	}
}

func TestLinkSignsInTheFirstAdministrator(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	in.Do("GET", strings.TrimPrefix(in.Server.SignInLink(in.Base), in.Base), "").Leads("/")
	webtest.Mention(t, in.Page("/account").Text(), "administrator", "has no password")
	in.Post("/account/name", "name", "Boss").Leads("/account?done=name")
	in.Post("/account/password", "password", webtest.SomePassword, "again", webtest.SomePassword).Leads("/account?done=password")

	other := in.As(t).SignIn("boss")
	// The next link is the same account's, and needs no old password.
	again := in.As(t)
	again.Do("GET", strings.TrimPrefix(in.Server.SignInLink(in.Base), in.Base), "").Leads("/")
	again.Post("/account/password", "password", "another horse battery", "again", "another horse battery").Leads("/account?done=password")
	if other.SignedInNow() {
		t.Error("the sign-in with the old password goes on")
	}
	users, err := in.DB.Users(t.Context())
	if err != nil || len(users) != 1 || users[0].Name != "Boss" {
		t.Errorf("users are %v, %v", users, err)
	}
}

func TestAskToSignIn(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	const browser = "text/html,application/xhtml+xml;q=0.9"
	s.Do("GET", "/checks/2?page=3&sort=rank", "", "Accept", browser).Leads("/signin?next=%2Fchecks%2F2%3Fpage%3D3%26sort%3Drank")
	if a := s.Do("GET", "/", "", "Accept", browser); a.Header.Get("Location") != "/signin" {
		t.Errorf("the first page leads to %q", a.Header.Get("Location"))
	}
	for _, headers := range [][]string{{"POST", "Accept", browser}, {"GET", "Accept", "*/*"}, {"GET", "Accept", "text/event-stream"}} {
		if a := s.Do(headers[0], "/search", "", headers[1:]...); a.Status != http.StatusUnauthorized {
			t.Errorf("%v: status %d, want 401", headers, a.Status)
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
			if got := ui.LocalPath(test.next); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
