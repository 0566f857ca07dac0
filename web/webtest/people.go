package webtest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
)

// cheapCost makes hashing quick in tests.
var cheapCost = account.Cost{Memory: 32, Passes: 1, Lanes: 1}

// SomePassword is the password of all users that tests add.
const SomePassword = "correct horse battery"

// NewClient returns the same site with another client, which is not signed in.
func (s *Site) NewClient(t *testing.T) *Site {
	t.Helper()
	jar, err := cookiejar.New(nil)
	Must(t, err)
	site, client := *s, *s.Client
	client.Jar = jar
	site.T, site.Client = t, &client
	return &site
}

// AddUser adds an account with SomePassword.
func (s *Site) AddUser(name string, administrator bool) account.User {
	s.Helper()
	hash, err := account.HashPassword(SomePassword, cheapCost)
	Must(s.T, err)
	u, err := s.DB.AddUser(context.Background(), review.CommandLine, name, hash, administrator)
	Must(s.T, err)
	return u
}

// AddMember adds an account with SomePassword and a role in a contest.
func (s *Site) AddMember(contestID int64, name string, role account.Role) account.User {
	s.Helper()
	u := s.AddUser(name, false)
	s.SetMember(contestID, u.ID, role)
	return u
}

// Post sends a form, as a browser does.
func (s *Site) Post(path string, pairs ...string) Answer {
	s.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	return s.Send(path, form.Encode())
}

// Send sends an encoded form, as a browser does.
func (s *Site) Send(path, form string) Answer {
	s.Helper()
	return s.Do("POST", path, form, "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
}

// SignIn signs in with SomePassword.
func (s *Site) SignIn(name string) *Site {
	s.Helper()
	if a := s.Post("/signin", "name", name, "password", SomePassword); a.Status != http.StatusSeeOther {
		s.Fatalf("sign-in of %q: status %d: %s", name, a.Status, a.Text())
	}
	return s
}

// SignInByLink signs in the administrator.
func (s *Site) SignInByLink() *Site {
	s.Helper()
	a := s.Do("GET", strings.TrimPrefix(s.Server.Auth.SignInLink(s.Base), s.Base), "")
	if a.Status != http.StatusSeeOther || a.Header.Get("Location") != "/" {
		s.Fatalf("sign-in: status %d to %q, want 303 to /", a.Status, a.Header.Get("Location"))
	}
	return s
}

// Cookie begins a session of a user and returns its cookie.
func (s *Site) Cookie(id int64) string {
	s.Helper()
	user, err := s.DB.User(context.Background(), id)
	Must(s.T, err)
	sessions := s.Server.Auth.Sessions
	ctx, err := sessions.Load(context.Background(), "")
	Must(s.T, err)
	Must(s.T, s.Server.Auth.Begin(ctx, user))
	token, _, err := sessions.Commit(ctx)
	Must(s.T, err)
	return sessions.Cookie.Name + "=" + token
}

// AddToken adds a token of a user.
func (s *Site) AddToken(id int64, scope account.Scope) (token string, t account.Token) {
	s.Helper()
	token, hash := account.NewToken()
	user, err := s.DB.User(context.Background(), id)
	Must(s.T, err)
	t, err = s.DB.AddToken(context.Background(), review.CommandLine, user, account.Token{
		Label: "for a test", Scope: scope, ExpiresAt: time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC),
	}, hash)
	Must(s.T, err)
	return token, t
}

// SetMember gives a user a role in a contest.
func (s *Site) SetMember(contestID, userID int64, role account.Role) {
	s.Helper()
	Must(s.T, s.DB.SetMember(context.Background(), review.CommandLine, contestID, userID, role))
}

// IsSignedIn reports whether the client is signed in.
func (s *Site) IsSignedIn() bool {
	s.Helper()
	return s.Do("GET", "/account", "").Status == http.StatusOK
}

// WantStatus asserts the status of an answer. what and args, as of fmt.Sprintf, say in the error what was asked for.
func (a Answer) WantStatus(want int, what string, args ...any) {
	a.Helper()
	if a.Status != want {
		a.Errorf("%s: status %d, want %d: %s", fmt.Sprintf(what, args...), a.Status, want, a.Text())
	}
}

// WantRedirect asserts that an answer redirects to an address with the prefix.
func (a Answer) WantRedirect(prefix string) {
	a.Helper()
	if to := a.Header.Get("Location"); a.Status != http.StatusSeeOther || !strings.HasPrefix(to, prefix) {
		a.Errorf("status %d to %q, want 303 to %s: %s", a.Status, to, prefix, a.Text())
	}
}
