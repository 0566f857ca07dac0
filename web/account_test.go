package web

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
)

func TestOwnName(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.user("anna", false)
	in.user("bert", false)
	in.signIn("anna")
	for name, want := range map[string]string{"BERT": "There is an account of this name already.", " ": "The name is empty.", "a\x07b": "cannot have"} {
		a := in.post("/account/name", "name", name)
		if a.status != http.StatusUnprocessableEntity {
			t.Errorf("%q: status %d", name, a.status)
		}
		mention(t, textOf(a.one("p", "id", "problem")), want)
	}
	in.post("/account/name", "name", "Anna B.").leads("/account?done=name")
	mention(t, in.page("/account?done=name").text(), "Anna B.", "Your name is changed")
}

func TestOwnPassword(t *testing.T) {
	t.Parallel()
	const other = "another horse battery"
	in := newInstallation(t)
	in.user("anna", false)
	elsewhere := in.as(t).signIn("anna")
	in.signIn("anna")
	for _, test := range []struct{ name, old, password, again, want string }{
		{"wrong old one", "wrong horse battery", other, other, "The old password is wrong"},
		{"no old one", "", other, other, "The old password is wrong"},
		{"too short", somePassword, "short", "short", "fewer than 10"},
		{"too long", somePassword, strings.Repeat("x", 2000), strings.Repeat("x", 2000), "longer than"},
		{"two of them", somePassword, other, "another house battery", "not the same"},
	} {
		a := in.post("/account/password", "old", test.old, "password", test.password, "again", test.again)
		if a.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d", test.name, a.status)
		}
		mention(t, textOf(a.one("p", "id", "problem")), test.want)
	}
	if !elsewhere.signedInNow() {
		t.Error("what was refused ended a sign-in")
	}
	in.post("/account/password", "old", somePassword, "password", other, "again", other).leads("/account?done=password")
	if !in.signedInNow() || elsewhere.signedInNow() {
		t.Errorf("signed in: here %v, elsewhere %v; want here alone", in.signedInNow(), elsewhere.signedInNow())
	}
	if a := in.as(t).post("/signin", "name", "anna", "password", somePassword); a.status != http.StatusUnauthorized {
		t.Errorf("the old password: status %d", a.status)
	}
	in.as(t).post("/signin", "name", "anna", "password", other).leads("/")
}

// Whoever finds a browser signed in cannot guess at the old password for ever.
func TestOldPasswordIsLimited(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.user("anna", false)
	in.signIn("anna")
	var a answer
	for range accountBurst + 1 {
		a = in.post("/account/password", "old", "wrong horse battery", "password", "another horse battery", "again", "another horse battery")
	}
	mention(t, a.text(), "too many attempts")
}

func TestSignOutEverywhere(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	anna := in.user("anna", false)
	token, _ := in.token(anna.ID, account.ReadScope)
	elsewhere := in.as(t).signIn("anna")
	in.signIn("anna").post("/account/signout").leads("/signin")
	if in.signedInNow() || elsewhere.signedInNow() {
		t.Errorf("signed in: here %v, elsewhere %v", in.signedInNow(), elsewhere.signedInNow())
	}
	if a := in.do("GET", "/", "", "Authorization", "Bearer "+token); a.status != http.StatusUnauthorized {
		t.Errorf("the token has not ended: status %d", a.status)
	}
}

func TestTokensOnThePage(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	own := in.checked("own")
	anna, bert := in.user("anna", false), in.user("bert", false)
	in.member(own.contest, anna.ID, account.Viewer)
	_, berts := in.token(bert.ID, account.ReadScope)
	in.signIn("anna")
	for _, form := range [][]string{{"scope", "all", "days", "7"}, {"scope", "read", "days", "0"}, {"scope", "read", "days", "4000"}, {"scope", "read"}} {
		if a := in.post("/account/tokens", form...); a.status != http.StatusBadRequest {
			t.Errorf("%v: status %d", form, a.status)
		}
	}
	a := in.post("/account/tokens", "label", "nightly <export>", "scope", "read", "days", "7")
	token := textOf(a.one("code", "class", "token"))
	mention(t, a.text(), "nightly <export>", "not shown again")
	if text := in.page("/account").text(); strings.Contains(text, token) {
		t.Error("the token is shown twice")
	}

	csv := "/checks/" + strconv.FormatInt(own.check, 10) + "/pairs.csv"
	script := in.as(t)
	export := script.do("GET", csv, "", "Authorization", "bearer "+token)
	if export.status != http.StatusOK || !strings.Contains(export.body, "rank,problem") {
		t.Errorf("export: status %d: %s", export.status, export.body)
	}
	tokens, err := in.db.Tokens(t.Context(), anna.ID)
	if err != nil || len(tokens) != 1 {
		t.Fatalf("tokens are %v, %v", tokens, err)
	}
	if a := in.post("/account/tokens/" + strconv.FormatInt(berts.ID, 10) + "/revoke"); a.status != http.StatusNotFound {
		t.Errorf("anna revokes bert's token: status %d", a.status)
	}
	in.post("/account/tokens/" + strconv.FormatInt(tokens[0].ID, 10) + "/revoke").leads("/account?done=revoked")
	refused := script.do("GET", csv, "", "Authorization", "Bearer "+token)
	if refused.status != http.StatusUnauthorized || !strings.HasPrefix(refused.header.Get("WWW-Authenticate"), "Bearer") {
		t.Errorf("revoked: status %d, %q", refused.status, refused.header.Get("WWW-Authenticate"))
	}
	if !strings.HasPrefix(refused.header.Get("Content-Type"), "text/plain") {
		t.Errorf("a script is told by %s", refused.header.Get("Content-Type"))
	}
}

// A token stands for itself: neither does a cookie beside it count, nor is it
// kept from writing by what keeps other sites' pages from it.
func TestTokenBesideCookie(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	boss := in.user("boss", true)
	anna := in.user("anna", false)
	token, _ := in.token(anna.ID, account.WriteScope)
	cookie := in.cookie(boss.ID)
	if a := in.do("GET", "/accounts", "", "Cookie", cookie, "Authorization", "Bearer "+token); a.status != http.StatusForbidden {
		t.Errorf("status %d: the cookie counts", a.status)
	}
	if a := in.do("POST", "/search", "", "Authorization", "Bearer "+token, "Origin", "https://elsewhere.example"); a.status != http.StatusBadRequest {
		t.Errorf("status %d, want that the form is wrong: %s", a.status, a.body)
	}
	// What is no token of ours belongs to somebody before us, such as a proxy.
	for _, other := range []string{"Basic YTpi", "Bearer eyJhbGciOi"} {
		if a := in.do("GET", "/accounts", "", "Cookie", cookie, "Authorization", other); a.status != http.StatusOK {
			t.Errorf("%s: status %d", other, a.status)
		}
		a := in.do("POST", "/signout", "", "Cookie", cookie, "Authorization", other, "Origin", "https://elsewhere.example")
		if a.status != http.StatusForbidden {
			t.Errorf("%s, from another site: status %d", other, a.status)
		}
	}
}
