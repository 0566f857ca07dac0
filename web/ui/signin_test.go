package ui_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// Users sign in by name and password. Refusals do not tell whether an account exists.
func TestSignInByPassword(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	anna := in.AddUser("Anna", false)
	olaf := in.AddUser("Olaf", false)
	_, err := in.DB.AddUser(t.Context(), review.CommandLine, "by link", "", true)
	webtest.Must(t, err)
	_, err = in.DB.SetDisabled(t.Context(), review.CommandLine, olaf.ID, true)
	webtest.Must(t, err)

	var message string
	for _, test := range []struct{ name, user, password string }{
		{"wrong password", "Anna", "wrong horse battery"},
		{"no password", "Anna", ""},
		{"no account", "Nobody", webtest.SomePassword},
		{"no name", "", webtest.SomePassword},
		{"invalid name", "An\x00na", webtest.SomePassword},
		{"disabled account", "Olaf", webtest.SomePassword},
		{"account without password", "by link", ""},
		{"very long password", "Anna", strings.Repeat("x", 20_000)},
	} {
		c := in.NewClient(t)
		a := c.Post("/signin", "name", test.user, "password", test.password)
		if a.Status != http.StatusUnauthorized || a.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: status %d, cookie %q; want 401 without a cookie", test.name, a.Status, a.Header.Get("Set-Cookie"))
		}
		problem := webtest.TextOf(a.One("p", "id", "problem"))
		if message != "" && problem != message {
			t.Errorf("%s: the page says %q, want %q as for other refusals", test.name, problem, message)
		}
		message = problem
		if c.IsSignedIn() {
			t.Errorf("%s: signed in, want a refusal", test.name)
		}
	}

	a := in.Post("/signin", "name", " anna", "password", webtest.SomePassword, "next", "/search?x=1")
	a.WantRedirect("/search?x=1")
	webtest.Mention(t, a.Header.Get("Set-Cookie"), "HttpOnly", "SameSite=Lax")
	if !in.IsSignedIn() {
		t.Fatal("not signed in")
	}
	in.Do("GET", "/signin?next=/search", "").WantRedirect("/search")
	words := in.Page("/account").Text()
	webtest.Mention(t, words, "Anna", "Current password")

	_, err = in.DB.SetDisabled(t.Context(), review.CommandLine, anna.ID, true)
	webtest.Must(t, err)
	if in.IsSignedIn() {
		t.Error("still signed in, although the account is disabled")
	}
}

// A sign-in makes a new session token, so that a token planted in the browser before it is useless.
func TestSignInRenewsTheSession(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	in.AddUser("anna", false)
	in.AddUser("bert", false)
	cookie := func() string {
		t.Helper()
		u, err := url.Parse(in.Base)
		webtest.Must(t, err)
		return in.Client.Jar.Cookies(u)[0].String()
	}
	in.SignIn("anna")
	old := cookie()
	in.SignIn("bert")
	if cookie() == old {
		t.Error("the session has the same token")
	}
	in.NewClient(t).Do("GET", "/account", "", "Cookie", old).WantStatus(http.StatusUnauthorized, "the old cookie")
}

// Attempts to sign in are limited for an account and for an address.
func TestSignInIsLimited(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	in.AddUser("anna", false)
	in.AddUser("bert", false)
	for range auth.GuessBurst {
		in.Post("/signin", "name", "anna", "password", "wrong").WantStatus(http.StatusUnauthorized, "wrong password")
	}
	a := in.Post("/signin", "name", "anna", "password", webtest.SomePassword)
	if a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" {
		t.Errorf("too many attempts at one account: status %d, Retry-After %q; want 429 with a time", a.Status, a.Header.Get("Retry-After"))
	}
	webtest.Mention(t, a.Text(), "too many attempts", "Try again in")
	in.SignIn("bert")
	for i := range auth.AddressBurst {
		a = in.NewClient(t).Post("/signin", "name", fmt.Sprint("nobody", i), "password", "wrong")
	}
	a.WantStatus(http.StatusTooManyRequests, "too many attempts from one address")
}

// A jury of 50 behind one address signs in at once.
func TestJurySignsIn(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	var jury sync.WaitGroup
	for i := range 50 {
		name := fmt.Sprint("juror ", i)
		in.AddUser(name, false)
		c := in.NewClient(t)
		jury.Go(func() {
			c.Post("/signin", "name", name, "password", webtest.SomePassword).WantStatus(http.StatusSeeOther, "%s", name)
		})
	}
	jury.Wait()
}

// A sign-in replaces the hash of a password that was hashed at another cost, lower or higher.
func TestPasswordIsHashedAgain(t *testing.T) {
	t.Parallel()
	for _, cost := range []account.Cost{{Memory: 64, Passes: 2, Lanes: 1}, {Memory: 8, Passes: 1, Lanes: 1}} {
		testPasswordIsHashedAgain(t, cost)
	}
}

func testPasswordIsHashedAgain(t *testing.T, cost account.Cost) {
	t.Helper()
	in := webtest.NewSite(t, func(o *web.Options) { o.PasswordCost = cost })
	in.AddUser("anna", false) // hashed at another cost
	in.SignIn("anna")
	_, hash, err := in.DB.UserByName(context.Background(), "anna")
	webtest.Must(t, err)
	if ok, outdated := account.VerifyPassword(webtest.SomePassword, hash, cost); !ok || outdated {
		t.Errorf("the hash is valid %v, outdated %v; want true, false: %s", ok, outdated, hash)
	}
	if !in.IsSignedIn() {
		t.Error("the new hash ended the session")
	}
}

// One-time links sign in the same administrator until this one has a password. Then the link is for another account, which can
// set a new password of the first one, and the log says so.
func TestLinkSignsInAnAdministrator(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	in.Do("GET", strings.TrimPrefix(in.Server.Auth.SignInLink(in.Base), in.Base), "").WantRedirect("/")
	in.Do("GET", strings.TrimPrefix(in.Server.Auth.SignInLink(in.Base), in.Base), "").WantRedirect("/")
	webtest.Mention(t, in.Page("/account").Text(), "administrator", "has no password")
	in.Post("/account/name", "name", "Boss").WantRedirect("/account?done=name")
	in.Post("/account/password", "password", webtest.SomePassword, "again", webtest.SomePassword).WantRedirect("/account?done=password")

	passwordClient := in.NewClient(t).SignIn("boss")
	linkClient := in.NewClient(t)
	linkClient.Do("GET", strings.TrimPrefix(in.Server.Auth.SignInLink(in.Base), in.Base), "").WantRedirect("/")
	webtest.Mention(t, linkClient.Page("/log").Text(), "administrator Signed in by the one-time link of the server", "Boss Set the password of Boss")
	users, err := in.DB.Users(t.Context())
	if err != nil || len(users) != 2 || users[1].Name != "Boss" {
		t.Fatalf("users are %v, want administrator and Boss: %v", users, err)
	}
	linkClient.Post(fmt.Sprintf("/accounts/%d/password", users[1].ID), "password", "another horse battery", "again", "another horse battery")
	if passwordClient.IsSignedIn() {
		t.Error("the sign-in with the old password has not ended")
	}
}

// A browser is redirected to the sign-in form, which leads back to the requested page. Scripts get 401.
func TestAskToSignIn(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	const browser = "text/html,application/xhtml+xml;q=0.9"
	s.Do("GET", "/checks/2?page=3&sort=rank", "", "Accept", browser).WantRedirect("/signin?next=%2Fchecks%2F2%3Fpage%3D3%26sort%3Drank")
	if a := s.Do("GET", "/", "", "Accept", browser); a.Header.Get("Location") != "/signin" {
		t.Errorf("/ redirects to %q, want /signin", a.Header.Get("Location"))
	}
	for _, headers := range [][]string{{"POST", "Accept", browser}, {"GET", "Accept", "*/*"}, {"GET", "Accept", "text/event-stream"}} {
		s.Do(headers[0], "/search", "", headers[1:]...).WantStatus(http.StatusUnauthorized, "%v", headers)
	}
}

// After the sign-in, no address of another site is opened, however it is written.
func TestLocalPath(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, next, want string }{
		{"page", "/contests/3", "/contests/3"},
		{"with a query", "/checks/2?page=3&sort=rank", "/checks/2?page=3&sort=rank"},
		{"no page", "", "/"},
		{"another site", "https://evil.example/", "/"},
		{"another site, by the same scheme", "//evil.example/", "/"},
		{"another site, with a backslash that browsers read as a slash", `/\evil.example/`, "/"},
		{"another site, with an escaped slash", "/%2Fevil.example/", "/"},
		{"another site, with a tab that browsers drop", "/\t/evil.example", "/"},
		{"script", "javascript:alert(1)", "/"},
		{"relative", "contests/3", "/"},
		{"the form itself", "/signin?next=/", "/"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := ui.LocalPath(test.next); got != test.want {
				t.Errorf("%q leads to %q, want %q", test.next, got, test.want)
			}
		})
	}
}

// An error page leads whoever has not signed in to the sign-in.
func TestErrorLeadsToSignIn(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	for name, test := range map[string]struct {
		client *webtest.Site
		want   string
	}{
		"signed in": {s, "/"}, "not signed in": {s.NewClient(t), "/signin"},
	} {
		page := test.client.Do("GET", "/signin?token=used", "")
		links := page.Elements(func(n *html.Node) bool { return n.Data == "a" && n.Parent.Parent.Data == "section" })
		if len(links) != 1 || webtest.Attribute(links[0], "href") != test.want {
			t.Errorf("%s: the page %q has the links %v, want one to %s", name, page.Text(), links, test.want)
		}
	}
}
