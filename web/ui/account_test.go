package ui_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/webtest"
)

func TestOwnName(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	in.User("anna", false)
	in.User("bert", false)
	in.SignIn("anna")
	for name, want := range map[string]string{"BERT": "There is an account of this name already.", " ": "The name is empty.", "a\x07b": "cannot have"} {
		a := in.Post("/account/name", "name", name)
		if a.Status != http.StatusUnprocessableEntity {
			t.Errorf("%q: status %d", name, a.Status)
		}
		webtest.Mention(t, webtest.TextOf(a.One("p", "id", "problem")), want)
	}
	in.Post("/account/name", "name", "Anna B.").Leads("/account?done=name")
	webtest.Mention(t, in.Page("/account?done=name").Text(), "Anna B.", "Your name is changed")
}

func TestOwnPassword(t *testing.T) {
	t.Parallel()
	const other = "another horse battery"
	in := webtest.NewInstallation(t)
	in.User("anna", false)
	elsewhere := in.As(t).SignIn("anna")
	in.SignIn("anna")
	for _, test := range []struct{ name, old, password, again, want string }{
		{"wrong old one", "wrong horse battery", other, other, "The old password is wrong"},
		{"no old one", "", other, other, "The old password is wrong"},
		{"too short", webtest.SomePassword, "short", "short", "fewer than 10"},
		{"too long", webtest.SomePassword, strings.Repeat("x", 2000), strings.Repeat("x", 2000), "longer than"},
		{"two new ones", webtest.SomePassword, other, "another house battery", "not the same"},
	} {
		a := in.Post("/account/password", "old", test.old, "password", test.password, "again", test.again)
		if a.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d", test.name, a.Status)
		}
		webtest.Mention(t, webtest.TextOf(a.One("p", "id", "problem")), test.want)
	}
	if !elsewhere.SignedInNow() {
		t.Error("a refused change ended a sign-in")
	}
	in.Post("/account/password", "old", webtest.SomePassword, "password", other, "again", other).Leads("/account?done=password")
	if !in.SignedInNow() || elsewhere.SignedInNow() {
		t.Errorf("signed in: here %v, elsewhere %v; want here alone", in.SignedInNow(), elsewhere.SignedInNow())
	}
	if a := in.As(t).Post("/signin", "name", "anna", "password", webtest.SomePassword); a.Status != http.StatusUnauthorized {
		t.Errorf("the old password: status %d", a.Status)
	}
	in.As(t).Post("/signin", "name", "anna", "password", other).Leads("/")
}

// Somebody at another person's browser cannot guess the old password without limit.
func TestOldPasswordIsLimited(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	in.User("anna", false)
	in.SignIn("anna")
	var a webtest.Answer
	for range auth.AccountBurst + 1 {
		a = in.Post("/account/password", "old", "wrong horse battery", "password", "another horse battery", "again", "another horse battery")
	}
	webtest.Mention(t, a.Text(), "too many attempts")
}

func TestSignOutEverywhere(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	anna := in.User("anna", false)
	token, _ := in.Token(anna.ID, account.ReadScope)
	elsewhere := in.As(t).SignIn("anna")
	in.SignIn("anna").Post("/account/signout").Leads("/signin")
	if in.SignedInNow() || elsewhere.SignedInNow() {
		t.Errorf("signed in: here %v, elsewhere %v", in.SignedInNow(), elsewhere.SignedInNow())
	}
	if a := in.Do("GET", "/", "", "Authorization", "Bearer "+token); a.Status != http.StatusUnauthorized {
		t.Errorf("the token has not ended: status %d", a.Status)
	}
}

func TestTokensOnThePage(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	own := in.Checked("own")
	anna, bert := in.User("anna", false), in.User("bert", false)
	in.Member(own.Contest, anna.ID, account.Viewer)
	_, berts := in.Token(bert.ID, account.ReadScope)
	in.SignIn("anna")
	for _, form := range [][]string{{"scope", "all", "days", "7"}, {"scope", "read", "days", "0"}, {"scope", "read", "days", "4000"}, {"scope", "read"}} {
		if a := in.Post("/account/tokens", form...); a.Status != http.StatusBadRequest {
			t.Errorf("%v: status %d", form, a.Status)
		}
	}
	a := in.Post("/account/tokens", "label", "nightly <export>", "scope", "read", "days", "7")
	token := webtest.TextOf(a.One("code", "class", "token"))
	webtest.Mention(t, a.Text(), "nightly <export>", "not shown again")
	if text := in.Page("/account").Text(); strings.Contains(text, token) {
		t.Error("the token is shown twice")
	}

	csv := "/checks/" + strconv.FormatInt(own.Check, 10) + "/pairs.csv"
	script := in.As(t)
	export := script.Do("GET", csv, "", "Authorization", "bearer "+token)
	if export.Status != http.StatusOK || !strings.Contains(export.Body, "rank,problem") {
		t.Errorf("export: status %d: %s", export.Status, export.Body)
	}
	tokens, err := in.DB.Tokens(t.Context(), anna.ID)
	if err != nil || len(tokens) != 1 {
		t.Fatalf("tokens are %v, %v", tokens, err)
	}
	if a := in.Post("/account/tokens/" + strconv.FormatInt(berts.ID, 10) + "/revoke"); a.Status != http.StatusNotFound {
		t.Errorf("anna revokes bert's token: status %d", a.Status)
	}
	in.Post("/account/tokens/" + strconv.FormatInt(tokens[0].ID, 10) + "/revoke").Leads("/account?done=revoked")
	answer := script.Do("GET", csv, "", "Authorization", "Bearer "+token)
	if answer.Status != http.StatusUnauthorized || !strings.HasPrefix(answer.Header.Get("WWW-Authenticate"), "Bearer") {
		t.Errorf("revoked: status %d, %q", answer.Status, answer.Header.Get("WWW-Authenticate"))
	}
	if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/plain") {
		t.Errorf("a script gets %s", answer.Header.Get("Content-Type"))
	}
}

// With a token, a cookie does not count, and the checks against requests of other
// sites do not apply.
func TestTokenBesideCookie(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	boss := in.User("boss", true)
	anna := in.User("anna", false)
	token, _ := in.Token(anna.ID, account.WriteScope)
	cookie := in.Cookie(boss.ID)
	if a := in.Do("GET", "/accounts", "", "Cookie", cookie, "Authorization", "Bearer "+token); a.Status != http.StatusForbidden {
		t.Errorf("status %d: the cookie counts", a.Status)
	}
	if a := in.Do("POST", "/search", "", "Authorization", "Bearer "+token, "Origin", "https://elsewhere.example"); a.Status != http.StatusBadRequest {
		t.Errorf("status %d, want that the form is wrong: %s", a.Status, a.Body)
	}
	// A token of another kind is for somebody else, such as a proxy.
	for _, other := range []string{"Basic YTpi", "Bearer eyJhbGciOi"} {
		if a := in.Do("GET", "/accounts", "", "Cookie", cookie, "Authorization", other); a.Status != http.StatusOK {
			t.Errorf("%s: status %d", other, a.Status)
		}
		a := in.Do("POST", "/signout", "", "Cookie", cookie, "Authorization", other, "Origin", "https://elsewhere.example")
		if a.Status != http.StatusForbidden {
			t.Errorf("%s, from another site: status %d", other, a.Status)
		}
	}
}
