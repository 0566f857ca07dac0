package web_test

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// withIssuer returns an installation with sign-in at an identity provider, and the provider.
func withIssuer(t *testing.T, change ...func(*auth.Methods)) (*webtest.Site, *webtest.Issuer) {
	t.Helper()
	issuer := webtest.NewIssuer(t)
	methods := auth.Methods{OIDC: &auth.OIDC{Issuer: issuer.URL, ClientID: webtest.ClientID, ClientSecret: webtest.ClientSecret, Title: "the university"}}
	for _, c := range change {
		c(&methods)
	}
	return webtest.NewSite(t, func(o *web.Options) { o.SignIn = methods }), issuer
}

// visit follows the redirects of a GET request as a browser does, and returns the last answer.
func visit(in *webtest.Site, address string) webtest.Answer {
	in.Helper()
	for range 10 {
		if strings.HasPrefix(address, "/") {
			address = in.Base + address
		}
		response, err := in.Client.Get(address)
		if err != nil {
			in.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode < 300 || response.StatusCode >= 400 {
			return webtest.Answer{T: in.T, Status: response.StatusCode, Header: response.Header, Body: address}
		}
		address = response.Header.Get("Location")
	}
	in.Fatal("more than 10 redirects")
	return webtest.Answer{}
}

func TestOIDC(t *testing.T) {
	t.Parallel()
	in, issuer := withIssuer(t)
	in.AddUser("rosa", true) // a local account, which nobody else may get by its name
	if page := in.Page("/signin").Text(); !strings.Contains(page, "Sign in with the university") {
		t.Errorf("the sign-in page offers no provider:\n%s", page)
	}

	issuer.SetPerson(map[string]any{"sub": "4711", "preferred_username": "rosa", "email": "rosa@example.org", "groups": []string{"students"}})
	if end := visit(in, "/signin/oidc?next=%2Faccount"); end.Status != http.StatusOK || end.Body != in.Base+"/account" {
		t.Fatalf("the sign-in ends at %s with status %d", end.Body, end.Status)
	}
	page := in.Page("/account").Text()
	if !strings.Contains(page, "rosa 2") {
		t.Errorf("the account of the other rosa is not called rosa 2:\n%s", page)
	}
	if got := in.Do("GET", "/accounts", "").Status; got != http.StatusForbidden {
		t.Errorf("page of administrators: status %d, want 403", got)
	}

	// The same person is the same account, whatever their name is now.
	issuer.SetPerson(map[string]any{"sub": "4711", "preferred_username": "rosa-married"})
	second := in.NewClient(t)
	visit(second, "/signin/oidc")
	if page := second.Page("/account").Text(); !strings.Contains(page, "rosa 2") {
		t.Errorf("a new name made a new account:\n%s", page)
	}

	// Signing out ends both sessions.
	if a := in.Post("/signout"); a.Status != http.StatusSeeOther || !strings.HasPrefix(a.Header.Get("Location"), issuer.URL+"/end?") {
		t.Errorf("signing out answers %d and leads to %s", a.Status, a.Header.Get("Location"))
	} else if end := visit(in, a.Header.Get("Location")); end.Body != in.Base+"/signin" {
		t.Errorf("signing out ends at %s", end.Body)
	}
	if ended := issuer.SignOuts(); len(ended) != 1 || ended[0].Get("id_token_hint") == "" {
		t.Errorf("the provider was told %v", ended)
	}
	if in.IsSignedIn() {
		t.Error("still signed in")
	}
	if policy := in.Page("/signin").Header.Get("Content-Security-Policy"); !strings.Contains(policy, "form-action 'self' "+issuer.URL) {
		t.Errorf("a browser may not follow the sign-out: %s", policy)
	}
}

// Whoever only begins a sign-in leaves a session that ends soon, and may begin few of them. The session of a user keeps its
// time, also if the user begins another sign-in.
func TestOIDCBegun(t *testing.T) {
	t.Parallel()
	in, _ := withIssuer(t)
	in.Client = in.NewClient(t).Client
	lifetimes := func() (shortest, longest time.Duration, sessions int) {
		t.Helper()
		var first, last time.Time
		webtest.Must(t, in.DB.Pool().QueryRow(t.Context(), "SELECT min(expiry), max(expiry), count(*) FROM sessions WHERE expiry > now()").Scan(&first, &last, &sessions))
		return time.Until(first), time.Until(last), sessions
	}
	visit(in, auth.OIDCStart)
	if shortest, _, _ := lifetimes(); shortest < time.Hour {
		t.Errorf("after the sign-in, the session lasts %s", shortest)
	}
	in.Do("GET", auth.OIDCStart, "")
	if shortest, _, _ := lifetimes(); shortest < time.Hour {
		t.Errorf("after another sign-in began, the session lasts %s", shortest)
	}
	in.Exec("DELETE FROM sessions")
	var answer webtest.Answer
	for range 2 * auth.AddressBurst {
		if answer = in.NewClient(t).Do("GET", auth.OIDCStart, ""); answer.Status != http.StatusSeeOther {
			break
		}
	}
	if answer.Status != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == "" {
		t.Errorf("after many sign-ins began: status %d, Retry-After %q, want 429", answer.Status, answer.Header.Get("Retry-After"))
	}
	if _, longest, sessions := lifetimes(); longest > time.Hour {
		t.Errorf("%d sessions last up to %s, want less than an hour", sessions, longest)
	}
}

// Nobody is signed in by an answer that is forged, replayed, out of date, or for another client or browser.
func TestOIDCRefuses(t *testing.T) {
	t.Parallel()
	in, issuer := withIssuer(t)
	for name, change := range map[string]func(claims map[string]any){
		"nonce of another sign-in": func(c map[string]any) { c["nonce"] = "another" },
		"no nonce":                 func(c map[string]any) { delete(c, "nonce") },
		"for another client":       func(c map[string]any) { c["aud"] = "mail" },
		"of another issuer":        func(c map[string]any) { c["iss"] = "https://evil.example" },
		"expired":                  func(c map[string]any) { c["exp"] = time.Now().Add(-2 * time.Minute).Unix() },
		"not valid yet":            func(c map[string]any) { c["nbf"] = time.Now().Add(time.Hour).Unix() },
	} {
		issuer.ChangeClaims(change)
		client := in.NewClient(t)
		if end := visit(client, "/signin/oidc"); end.Status != http.StatusBadGateway || client.IsSignedIn() {
			t.Errorf("%s: status %d, signed in: %v", name, end.Status, client.IsSignedIn())
		}
	}
	// A clock that is half a minute behind is all right.
	issuer.ChangeClaims(func(c map[string]any) { c["exp"] = time.Now().Add(-30 * time.Second).Unix() })
	if client := in.NewClient(t); visit(client, "/signin/oidc").Status != http.StatusOK || !client.IsSignedIn() {
		t.Error("a small difference of the clocks is refused")
	}
	issuer.ChangeClaims(nil)

	issuer.Refuse("access_denied")
	if client := in.NewClient(t); visit(client, "/signin/oidc").Status != http.StatusForbidden || client.IsSignedIn() {
		t.Error("a refusal of the provider signs in")
	}
	issuer.Refuse("")

	// The answer works only in the browser that asked, and once.
	victim := in.NewClient(t)
	if a := victim.Do("GET", "/signin/oidc/callback?code=x&state=y", ""); a.Status != http.StatusBadRequest || victim.IsSignedIn() {
		t.Errorf("an answer that nobody asked for: status %d", a.Status)
	}
	victim.Do("GET", "/signin/oidc/callback", "").WantStatus(http.StatusBadRequest, "an empty answer")
	start := victim.Do("GET", "/signin/oidc", "")
	response, err := victim.Client.Get(start.Header.Get("Location"))
	webtest.Must(t, err)
	response.Body.Close()
	answer := strings.TrimPrefix(response.Header.Get("Location"), in.Base)
	stranger := in.NewClient(t)
	if a := stranger.Do("GET", answer, ""); a.Status != http.StatusBadRequest || stranger.IsSignedIn() {
		t.Errorf("the answer to somebody else: status %d", a.Status)
	}
	victim.Do("GET", answer, "")
	if !victim.IsSignedIn() {
		t.Error("the answer to the browser that asked is refused")
	}
	victim.Do("GET", answer, "").WantStatus(http.StatusBadRequest, "the answer a second time")
}

// The provider may change its keys at any time.
func TestOIDCKeyRotation(t *testing.T) {
	t.Parallel()
	in, issuer := withIssuer(t)
	for range 3 {
		client := in.NewClient(t)
		if visit(client, "/signin/oidc"); !client.IsSignedIn() {
			t.Fatal("not signed in after the keys were changed")
		}
		issuer.RotateKeys()
	}
}

// Without its provider the server runs, and says what is wrong.
func TestOIDCWithoutProvider(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t, func(o *web.Options) {
		o.SignIn.OIDC = &auth.OIDC{Issuer: "http://127.0.0.1:1", ClientID: "ojcheck"}
	})
	if a := in.Do("GET", "/signin/oidc", ""); a.Status != http.StatusBadGateway || !strings.Contains(a.Text(), "could not be reached") {
		t.Errorf("status %d: %s", a.Status, a.Text())
	}
	none := webtest.NewSite(t)
	none.Do("GET", "/signin/oidc", "").WantStatus(http.StatusNotFound, "without a provider")
}

// Groups give roles at each sign-in, and take them away.
func TestOIDCGroups(t *testing.T) {
	t.Parallel()
	in, issuer := withIssuer(t, func(m *auth.Methods) {
		m.OIDC.Scopes = []string{"groups"}
		m.OIDC.Administrators = "staff"
		m.OIDC.Grants = []account.Grant{
			{Group: "jury", Role: account.Reviewer, Contest: "spring"}, {Group: "heads", Role: account.Chief, Contest: "spring"},
			{Group: "jury", Role: account.Viewer, Contest: "not stored yet"},
		}
	})
	in.AddUser("local", true) // so that the last administrator is somebody else
	contestID := in.AddChecked("spring").Contest
	for _, tt := range []struct {
		groups        any
		administrator bool
		role          account.Role
	}{
		{nil, false, account.NoRole},
		{[]string{"jury"}, false, account.Reviewer},
		{[]string{"heads", "jury"}, false, account.Chief},
		{"staff", true, account.NoRole},
		{[]string{"jury", "staff"}, true, account.Reviewer},
		{[]string{}, false, account.NoRole},
	} {
		issuer.SetPerson(map[string]any{"sub": "1", "name": "milan", "groups": tt.groups})
		visit(in.NewClient(t), "/signin/oidc")
		user, _, err := in.DB.UserByName(context.Background(), "milan")
		webtest.Must(t, err)
		roles, err := in.DB.Roles(context.Background(), user.ID)
		if err != nil || user.Administrator != tt.administrator || roles[contestID] != tt.role {
			t.Errorf("groups %v: administrator %v, role %q, error %v; want %v, %q", tt.groups, user.Administrator, roles[contestID], err, tt.administrator, tt.role)
		}
	}
}

// A provider may send name and groups only from its userinfo endpoint. They must be of the person in the ID token.
func TestOIDCUserInfo(t *testing.T) {
	t.Parallel()
	in, issuer := withIssuer(t, func(m *auth.Methods) {
		m.OIDC.Scopes = []string{"groups"}
		m.OIDC.Administrators = "staff"
	})
	issuer.UseUserInfo()
	issuer.SetPerson(map[string]any{"sub": "1", "name": "milan", "groups": []string{"staff"}})
	if visit(in, "/signin/oidc"); !in.IsSignedIn() {
		t.Fatal("not signed in")
	}
	if user, _, err := in.DB.UserByName(t.Context(), "milan"); err != nil || !user.Administrator {
		t.Errorf("milan of the group staff: %+v, error %v", user, err)
	}
	issuer.ChangeClaims(func(c map[string]any) { c["sub"] = "2" })
	if client := in.NewClient(t); visit(client, "/signin/oidc").Status != http.StatusBadGateway || client.IsSignedIn() {
		t.Error("userinfo of another person signs in")
	}
	issuer.ChangeClaims(func(c map[string]any) { c["sub"], c["name"], c["groups"] = "2", "olga", "staff" })
	if client := in.NewClient(t); visit(client, "/signin/oidc").Status != http.StatusOK || !client.IsSignedIn() {
		t.Error("userinfo was asked although the ID token says enough")
	}
}

// A trusted header names a person only if it has one value and comes from the proxy.
func TestTrustedHeader(t *testing.T) {
	t.Parallel()
	trust := func(from string) *webtest.Site {
		return webtest.NewSite(t, func(o *web.Options) {
			o.SignIn.Header = auth.TrustedHeader{Name: "X-Remote-User", From: []netip.Prefix{netip.MustParsePrefix(from)}}
		})
	}
	proxied, other := trust("127.0.0.0/8"), trust("192.0.2.0/24")
	if a := proxied.Do("GET", "/account", "", "X-Remote-User", "rosa"); a.Status != http.StatusOK || !strings.Contains(a.Text(), "rosa") {
		t.Errorf("with the header of the proxy: status %d", a.Status)
	}
	for name, a := range map[string]webtest.Answer{
		"without the header":       proxied.Do("GET", "/account", ""),
		"with an empty value":      proxied.Do("GET", "/account", "", "X-Remote-User", ""),
		"from another address":     other.Do("GET", "/account", "", "X-Remote-User", "rosa"),
		"with X-Forwarded-For too": other.Do("GET", "/account", "", "X-Remote-User", "rosa", "X-Forwarded-For", "192.0.2.1"),
	} {
		a.WantStatus(http.StatusUnauthorized, "%s", name)
	}
	twice, err := http.NewRequest("GET", proxied.Base+"/account", nil)
	webtest.Must(t, err)
	twice.Header["X-Remote-User"] = []string{"milan", "rosa"}
	response, err := proxied.Client.Do(twice)
	webtest.Must(t, err)
	response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("with two values: status %d, want 401", response.StatusCode)
	}
	user, _, err := proxied.DB.UserByName(context.Background(), "rosa")
	if err != nil || user.Administrator {
		t.Fatalf("rosa is %+v, error %v", user, err)
	}
	proxied.AddUser("boss", true)
	_, err = proxied.DB.SetDisabled(context.Background(), review.CommandLine, user.ID, true)
	webtest.Must(t, err)
	proxied.Do("GET", "/account", "", "X-Remote-User", "rosa").WantStatus(http.StatusUnauthorized, "a disabled account")
}

func TestNoPasswords(t *testing.T) {
	t.Parallel()
	in, _ := withIssuer(t, func(m *auth.Methods) { m.NoPasswords = true })
	in.AddUser("rosa", true)
	if page := in.Page("/signin").Body; strings.Contains(page, `type="password"`) {
		t.Error("the sign-in page asks for a password")
	}
	if a := in.Post("/signin", "name", "rosa", "password", webtest.SomePassword); a.Status != http.StatusForbidden || in.IsSignedIn() {
		t.Errorf("a sign-in by password: status %d", a.Status)
	}
}
