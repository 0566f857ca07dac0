package ui_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// Users can rename themselves, but not to an invalid name or the name of another account.
func TestOwnName(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	in.AddUser("anna", false)
	in.AddUser("bert", false)
	in.SignIn("anna")
	for name, want := range map[string]string{"BERT": "Another account has this name.", " ": "The name is empty.", "a\x07b": "not allowed"} {
		a := in.Post("/account/name", "name", name)
		a.WantStatus(http.StatusUnprocessableEntity, "%q", name)
		webtest.Mention(t, webtest.TextOf(a.One("p", "id", "problem")), want)
	}
	in.Post("/account/name", "name", "Anna B.").WantRedirect("/account?done=name")
	webtest.Mention(t, in.Page("/account?done=name").Text(), "Anna B.", "Your name is changed")
}

// A new password needs the old one, and ends the user's other sign-ins.
func TestOwnPassword(t *testing.T) {
	t.Parallel()
	const newPassword = "another horse battery"
	in := webtest.NewSite(t)
	in.AddUser("anna", false)
	otherBrowser := in.NewClient(t).SignIn("anna")
	in.SignIn("anna")
	for _, test := range []struct{ name, old, password, again, want string }{
		{"wrong old password", "wrong horse battery", newPassword, newPassword, "The current password is wrong"},
		{"no old password", "", newPassword, newPassword, "The current password is wrong"},
		{"too short", webtest.SomePassword, "short", "short", "fewer than 10"},
		{"too long", webtest.SomePassword, strings.Repeat("x", 2000), strings.Repeat("x", 2000), "longer than"},
		{"two different new passwords", webtest.SomePassword, newPassword, "another house battery", "do not match"},
	} {
		a := in.Post("/account/password", "old", test.old, "password", test.password, "again", test.again)
		a.WantStatus(http.StatusUnprocessableEntity, "%s", test.name)
		webtest.Mention(t, webtest.TextOf(a.One("p", "id", "problem")), test.want)
	}
	if !otherBrowser.IsSignedIn() {
		t.Error("a refused change ended a sign-in")
	}
	in.Post("/account/password", "old", webtest.SomePassword, "password", newPassword, "again", newPassword).WantRedirect("/account?done=password")
	if !in.IsSignedIn() || otherBrowser.IsSignedIn() {
		t.Errorf("signed in: this browser %v, the other %v; want only this one", in.IsSignedIn(), otherBrowser.IsSignedIn())
	}
	in.NewClient(t).Post("/signin", "name", "anna", "password", webtest.SomePassword).WantStatus(http.StatusUnauthorized, "the old password")
	in.NewClient(t).Post("/signin", "name", "anna", "password", newPassword).WantRedirect("/")
}

// Somebody at another person's browser cannot guess the old password without limit.
func TestOldPasswordIsLimited(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	in.AddUser("anna", false)
	in.SignIn("anna")
	var a webtest.Answer
	for range auth.AccountBurst + 1 {
		a = in.Post("/account/password", "old", "wrong horse battery", "password", "another horse battery", "again", "another horse battery")
	}
	webtest.Mention(t, a.Text(), "too many attempts")
}

// Signing out everywhere ends all sessions and revokes all tokens of the user.
func TestSignOutEverywhere(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	anna := in.AddUser("anna", false)
	token, _ := in.AddToken(anna.ID, account.ReadScope)
	elsewhere := in.NewClient(t).SignIn("anna")
	in.SignIn("anna").Post("/account/signout").WantRedirect("/signin")
	if in.IsSignedIn() || elsewhere.IsSignedIn() {
		t.Errorf("signed in: here %v, elsewhere %v; want neither", in.IsSignedIn(), elsewhere.IsSignedIn())
	}
	in.Do("GET", "/", "", "Authorization", "Bearer "+token).WantStatus(http.StatusUnauthorized, "with the token")
}

// endingStore is a store in which somebody signs a user out everywhere just before the user gets a token.
type endingStore struct{ *postgres.DB }

func (s endingStore) AddToken(ctx context.Context, by review.Person, u account.User, t account.Token, hash account.TokenHash) (account.Token, error) {
	if _, err := s.EndSignIns(ctx, by, u.ID); err != nil {
		return account.Token{}, err
	}
	return s.DB.AddToken(ctx, by, u, t, hash)
}

// Whoever is signed out while asking for a token has to sign in again.
func TestTokenOfEndedSignIn(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t, func(o *web.Options) { o.Store = endingStore{o.Store.(*postgres.DB)} })
	in.AddUser("anna", false)
	in.SignIn("anna").Post("/account/tokens", "scope", "read", "days", "7").WantStatus(http.StatusUnauthorized, "after the end of the sign-in")
}

// A token is shown once, works in a script, and can be revoked by its owner only.
func TestTokensOnThePage(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	own := in.AddChecked("own")
	anna, bert := in.AddUser("anna", false), in.AddUser("bert", false)
	in.SetMember(own.Contest, anna.ID, account.Viewer)
	_, bertsToken := in.AddToken(bert.ID, account.ReadScope)
	in.SignIn("anna")
	for _, form := range [][]string{{"scope", "all", "days", "7"}, {"scope", "read", "days", "0"}, {"scope", "read", "days", "4000"}, {"scope", "read"}} {
		in.Post("/account/tokens", form...).WantStatus(http.StatusBadRequest, "%v", form)
	}
	a := in.Post("/account/tokens", "label", "nightly <export>", "scope", "read", "days", "7")
	token := webtest.TextOf(a.One("code", "class", "token"))
	webtest.Mention(t, a.Text(), "nightly <export>", "not shown again")
	if text := in.Page("/account").Text(); strings.Contains(text, token) {
		t.Error("the token is shown twice")
	}

	csv := "/checks/" + strconv.FormatInt(own.Check, 10) + "/pairs.csv"
	script := in.NewClient(t)
	export := script.Do("GET", csv, "", "Authorization", "bearer "+token)
	if export.Status != http.StatusOK || !strings.Contains(export.Body, "rank,problem") {
		t.Errorf("export with the token: status %d, want 200 with the pairs: %s", export.Status, export.Body)
	}
	tokens, err := in.DB.Tokens(t.Context(), anna.ID)
	if err != nil || len(tokens) != 1 {
		t.Fatalf("anna's tokens are %v, want 1: %v", tokens, err)
	}
	in.Post("/account/tokens/"+strconv.FormatInt(bertsToken.ID, 10)+"/revoke").WantStatus(http.StatusNotFound, "anna revokes bert's token")
	in.Post("/account/tokens/" + strconv.FormatInt(tokens[0].ID, 10) + "/revoke").WantRedirect("/account?done=revoked")
	answer := script.Do("GET", csv, "", "Authorization", "Bearer "+token)
	if answer.Status != http.StatusUnauthorized || !strings.HasPrefix(answer.Header.Get("WWW-Authenticate"), "Bearer") {
		t.Errorf("with a revoked token: status %d, WWW-Authenticate %q; want 401, Bearer",
			answer.Status, answer.Header.Get("WWW-Authenticate"))
	}
	if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/plain") {
		t.Errorf("a script gets %s, want text/plain", answer.Header.Get("Content-Type"))
	}
}

// If a request has a token, its cookie is ignored, and it may come from another site.
func TestTokenBesideCookie(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	boss := in.AddUser("boss", true)
	anna := in.AddUser("anna", false)
	token, _ := in.AddToken(anna.ID, account.WriteScope)
	cookie := in.Cookie(boss.ID)
	in.Do("GET", "/accounts", "", "Cookie", cookie, "Authorization", "Bearer "+token).WantStatus(http.StatusForbidden, "anna's token beside the cookie of an administrator")
	in.Do("POST", "/search", "", "Authorization", "Bearer "+token, "Origin", "https://elsewhere.example").WantStatus(http.StatusBadRequest, "an empty form")
	// Other credentials, such as those for a proxy, are ignored: the cookie decides.
	for _, credentials := range []string{"Basic YTpi", "Bearer eyJhbGciOi"} {
		in.Do("GET", "/accounts", "", "Cookie", cookie, "Authorization", credentials).WantStatus(http.StatusOK, "%s", credentials)
		a := in.Do("POST", "/signout", "", "Cookie", cookie, "Authorization", credentials, "Origin", "https://elsewhere.example")
		a.WantStatus(http.StatusForbidden, "%s, from another site", credentials)
	}
}
