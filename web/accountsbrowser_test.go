package web

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/browsertest"
)

// TestAccountsInABrowser walks from the first link to a second reviewer, and
// looks at each page of accounts on each screen: nothing is wider than it, and
// axe finds nothing that keeps people out.
func TestAccountsInABrowser(t *testing.T) {
	t.Parallel()
	tab := browsertest.New(t)
	in := newInstallation(t)
	own := in.checked("Spring contest")
	members := fmt.Sprintf("/contests/%d/members", own.contest)
	j := judge{in.site, tab}
	open := func(path string) { j.Helper(); j.run(chromedp.Navigate(in.base+path), see("main h1")) }
	fill := func(form string, pairs ...string) {
		j.Helper()
		for i := 0; i+1 < len(pairs); i += 2 {
			j.run(chromedp.SendKeys(chromedp.CSS(fmt.Sprintf(`form[action="%s"] [name="%s"]`, form, pairs[i])), pairs[i+1]))
		}
		j.run(click(`form[action="` + form + `"] button:not([aria-label])`))
	}
	look := func(name string) {
		j.Helper()
		for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844}, {Width: 1440, Height: 900, Dark: true}, {Width: 390, Height: 844, Dark: true}} {
			j.run(browsertest.Emulate(screen))
			if over, err := chromedp.Run(tab, browsertest.HorizontalOverflow()); err != nil || over != 0 {
				t.Errorf("%s, %d wide: %d pixels too wide (%v)", name, screen.Width, over, err)
			}
			faults, err := browsertest.AccessibilityViolations(tab)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range faults {
				t.Errorf("%s, %+v: %v", name, screen, fault)
			}
			if dir := os.Getenv("OJCHECK_SCREENSHOTS"); dir != "" {
				png, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				file := fmt.Sprintf("%s-%d-dark=%v.png", name, screen.Width, screen.Dark)
				if err := os.WriteFile(filepath.Join(dir, file), png, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		j.run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}))
	}
	text := func(wanted ...string) { j.Helper(); mention(t, get[string](j, "document.body.innerText"), wanted...) }

	j.run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}),
		chromedp.Navigate(in.server.SignInLink(in.base)), see(`form[action="/signout"]`))
	open("/account")
	text("has no password")
	look("account-first")
	fill("/account/password", "password", somePassword, "again", somePassword)
	j.run(see(".done"))
	fill("/account/tokens", "label", "nightly export")
	j.run(see("code.token"))
	look("account-token")

	open("/accounts")
	fill("/accounts", "name", "Rosa Reviewer", "password", somePassword)
	j.run(see(".done"))
	fill("/accounts", "name", "rosa reviewer", "password", somePassword)
	j.run(see(".failure"))
	look("accounts")

	open(members)
	fill(members, "name", "nobody")
	j.run(see(".failure"))
	look("members-problem")
	open(members)
	j.run(chromedp.SendKeys(chromedp.CSS(`form.card [name="name"]`), "Rosa reviewer"), click("form.card button"), see(".done"))
	look("members")

	j.run(click(`form[action="/signout"] button`), see(`form[action="/signin"]`))
	open(fmt.Sprintf("/contests/%d", own.contest)) // as somebody has sent her
	fill("/signin", "name", "rosa reviewer", "password", "wrong horse battery")
	j.run(see(".failure"))
	look("signin")
	fill("/signin", "password", somePassword)
	j.run(see(`form[action="/signout"]`))
	j.at(fmt.Sprintf("/contests/%d", own.contest))
	if role, err := in.db.Role(t.Context(), 2, own.contest); err != nil || role != account.Reviewer {
		t.Errorf("Rosa is %q, %v", role, err)
	}
	look("contest-of-a-reviewer")
	open("/")
	look("contests-of-a-reviewer")
}
