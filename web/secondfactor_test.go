package web_test

import (
	"bytes"
	"context"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// codeAt returns the code of a secret at a time.
func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	webtest.Must(t, err)
	return code
}

var keyOnPage = regexp.MustCompile(`<code class="token">([A-Z2-7]{16,})</code>`)

// setUpSecondFactor signs rosa in and sets up her second factor. It uses the code of the previous 30 seconds, so that the
// current code is still unused.
func setUpSecondFactor(t *testing.T, in *webtest.Site) (secret, usedCode string) {
	t.Helper()
	in.SignIn("rosa")
	in.Post("/account/factor").WantRedirect("/account")
	page := in.Page("/account").Body
	match := keyOnPage.FindStringSubmatch(page)
	if match == nil {
		t.Fatalf("the page shows no key:\n%s", page)
	}
	if a := in.Do("GET", "/account/factor.png", ""); a.Status != http.StatusOK {
		t.Errorf("QR code: status %d", a.Status)
	} else if _, err := png.Decode(bytes.NewReader([]byte(a.Body))); err != nil {
		t.Errorf("QR code: %v", err)
	}
	in.Post("/account/factor/confirm", "code", "12345").WantStatus(http.StatusUnprocessableEntity, "a wrong code turns the second factor on")
	usedCode = codeAt(t, match[1], time.Now().Add(-30*time.Second))
	in.Post("/account/factor/confirm", "code", usedCode).WantRedirect("/account?done=factor")
	return match[1], usedCode
}

func TestSecondFactor(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	user := in.AddUser("rosa", true)
	before := in.NewClient(t).SignIn("rosa")
	secret, used := setUpSecondFactor(t, in)
	if before.IsSignedIn() {
		t.Error("a session without the second factor is still signed in")
	}
	if !in.IsSignedIn() {
		t.Error("the session that set the second factor up has ended")
	}

	// The password alone signs nobody in.
	client := in.NewClient(t)
	client.Post("/signin", "name", "rosa", "password", webtest.SomePassword, "next", "/accounts").WantRedirect("/signin/code?next=")
	if client.IsSignedIn() {
		t.Fatal("signed in without a code")
	}
	if page := client.Page("/signin/code").Text(); !strings.Contains(page, "six digits") {
		t.Errorf("the page asks for no code:\n%s", page)
	}
	next := codeAt(t, secret, time.Now())
	for name, code := range map[string]string{"with a letter": "x", "none": "", "of an hour ago": codeAt(t, secret, time.Now().Add(-time.Hour)), "used before": used} {
		if a := client.Post("/signin/code", "code", code); a.Status != http.StatusUnauthorized || client.IsSignedIn() {
			t.Errorf("code %s: status %d", name, a.Status)
		}
	}
	client.Post("/signin/code", "code", next, "next", "/accounts").WantRedirect("/accounts")
	if !client.IsSignedIn() {
		t.Error("the right code does not sign in")
	}
	other := in.NewClient(t)
	other.Post("/signin", "name", "rosa", "password", webtest.SomePassword)
	if a := other.Post("/signin/code", "code", next); a.Status != http.StatusUnauthorized || other.IsSignedIn() {
		t.Errorf("a code works twice: status %d", a.Status)
	}
	// If all sign-ins of the user are ended, a sign-in that waits for a code ends too.
	_, err := in.DB.EndSignIns(context.Background(), review.CommandLine, user.ID)
	webtest.Must(t, err)
	other.Post("/signin/code", "code", codeAt(t, secret, time.Now().Add(30*time.Second))).WantStatus(http.StatusBadRequest, "after all sessions ended")
}

// The limits for wrong passwords apply to wrong codes too.
func TestSecondFactorGuesses(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	in.AddUser("rosa", true)
	setUpSecondFactor(t, in)
	client := in.NewClient(t)
	client.Post("/signin", "name", "rosa", "password", webtest.SomePassword)
	for n := range 20 {
		if n == 5 { // a right password gives no further guesses at the code
			client.Post("/signin", "name", "rosa", "password", webtest.SomePassword)
		}
		if a := client.Post("/signin/code", "code", "000000"); a.Status == http.StatusTooManyRequests {
			if a.Header.Get("Retry-After") == "" || n < 3 || n > 10 {
				t.Errorf("refused after %d guesses, Retry-After %q", n, a.Header.Get("Retry-After"))
			}
			return
		}
	}
	t.Error("20 guesses are allowed")
}

func TestRemoveSecondFactor(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	in.AddUser("rosa", true)
	secret, _ := setUpSecondFactor(t, in)
	in.Post("/account/factor/remove", "code", "123").WantStatus(http.StatusUnprocessableEntity, "removed by a wrong code")
	in.Post("/account/factor/remove", "code", codeAt(t, secret, time.Now())).WantRedirect("/account?done=nofactor")
	client := in.NewClient(t).SignIn("rosa")
	if !client.IsSignedIn() {
		t.Error("the password alone does not sign in")
	}
}
