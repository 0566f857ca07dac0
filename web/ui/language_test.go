package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// wantLanguage checks in which language a page is.
func wantLanguage(t *testing.T, what string, a webtest.Answer, tag string) {
	t.Helper()
	vary := strings.Join(a.Header.Values("Vary"), ", ")
	if a.Header.Get("Content-Language") != tag || !strings.Contains(vary, "Accept-Language") || !strings.Contains(vary, "Cookie") {
		t.Errorf("%s: Content-Language %q, Vary %q; want %q, and Accept-Language and Cookie", what, a.Header.Get("Content-Language"), vary, tag)
	}
	a.One("html", "lang", tag)
}

// Pages are in the language of the account, else in the one that somebody chose in this browser, else in the one that the
// browser asks for. Error pages are too.
func TestLanguage(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	in.AddUser("anna", false)
	for i, l := range i18n.Languages {
		other := i18n.Languages[(i+1)%len(i18n.Languages)].Tag
		visitor := in.NewClient(t)
		get := func(path, browser string) webtest.Answer {
			t.Helper()
			return visitor.Do("GET", path, "", "Accept", "text/html", "Accept-Language", browser)
		}
		wantLanguage(t, "by browser", get("/signin", l.Tag+", "+other+";q=0.5"), l.Tag)
		wantLanguage(t, "a language that ojcheck does not speak", get("/signin", "tlh"), "en")
		page := get("/signin?next=/help", other)
		if got := webtest.TextOf(page.One("button", "name", "language", "value", l.Tag, "lang", l.Tag)); got != l.Name {
			t.Errorf("the page offers %s as %q, want %q", l.Tag, got, l.Name)
		}
		page.One("input", "name", "next", "value", "/signin?next=/help")
		visitor.Post("/language", "language", l.Tag, "next", "/signin?next=/help").WantRedirect("/signin?next=/help")
		wantLanguage(t, "chosen", get("/signin", other), l.Tag)
		wantLanguage(t, "a closed link", get("/links/"+strings.Repeat("A", 26), other), l.Tag)
		wantLanguage(t, "a refused sign-in", visitor.Post("/signin", "name", "anna", "password", "wrong horse battery"), l.Tag)

		visitor.SignIn("anna")
		visitor.Post("/account/language", "language", l.Tag).WantRedirect("/account?done=language")
		for what, path := range map[string]string{"by account": "/account", "no page": "/nothing", "refused": "/accounts"} {
			wantLanguage(t, what, get(path, other), l.Tag)
		}
		chosen := get("/account", other).One("option", "value", l.Tag, "lang", l.Tag, "selected", "")
		if got := webtest.TextOf(chosen); got != l.Name {
			t.Errorf("the account has the language %q, want %q", got, l.Name)
		}
		if a := get("/api/v1/nothing", l.Tag); !strings.Contains(a.Body, "There is no such operation.") {
			t.Errorf("the API does not answer in English: %s", a.Body)
		}
		visitor.Post("/account/language", "language", "").WantRedirect("/account?done=language")
		wantLanguage(t, "by browser again", get("/account", other), other)
	}
	in.SignIn("anna")
	for _, path := range []string{"/language", "/account/language"} {
		in.Post(path, "language", "tlh").WantStatus(http.StatusBadRequest, "%s: an unknown language", path)
	}
	in.Post("/language", "language", "en", "next", "https://example.com/").WantRedirect("/")
}
