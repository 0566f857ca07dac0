package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// From the first link to a second account, each page fits each screen, and axe finds no barrier.
func TestAccountsInABrowser(t *testing.T) {
	t.Parallel()
	tab := browsertest.New(t)
	in := webtest.NewSite(t)
	own := in.AddChecked("Spring contest")
	members := fmt.Sprintf("/contests/%d/members", own.Contest)
	j := webtest.Browser{Site: in, Ctx: tab}
	open := func(path string) { j.Helper(); j.Run(chromedp.Navigate(in.Base+path), webtest.See("main h1")) }
	fill := func(form string, pairs ...string) {
		j.Helper()
		for i := 0; i+1 < len(pairs); i += 2 {
			j.Run(chromedp.SendKeys(chromedp.CSS(fmt.Sprintf(`form[action="%s"] [name="%s"]`, form, pairs[i])), pairs[i+1]))
		}
		j.Run(webtest.Click(`form[action="` + form + `"] button:not([aria-label])`))
	}
	checkScreens := func(name string) {
		j.Helper()
		for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844}, {Width: 1440, Height: 900, Dark: true}, {Width: 390, Height: 844, Dark: true}} {
			j.Run(browsertest.Emulate(screen))
			if over, err := chromedp.Run(tab, browsertest.HorizontalOverflow()); err != nil || over != 0 {
				t.Errorf("%s, %d wide: %d pixels too wide (%v)", name, screen.Width, over, err)
			}
			violations, err := browsertest.AccessibilityViolations(tab)
			if err != nil {
				t.Fatal(err)
			}
			for _, violation := range violations {
				t.Errorf("%s, %+v: %v", name, screen, violation)
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
		j.Run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}))
	}
	text := func(wanted ...string) {
		j.Helper()
		webtest.Mention(t, webtest.Get[string](j, "document.body.innerText"), wanted...)
	}

	j.Run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}),
		chromedp.Navigate(in.Server.SignInLink(in.Base)), webtest.See(`form[action="/signout"]`))
	open("/account")
	text("has no password")
	checkScreens("account-first")
	fill("/account/password", "password", webtest.SomePassword, "again", webtest.SomePassword)
	j.Run(webtest.See(".done"))
	fill("/account/tokens", "label", "nightly export")
	j.Run(webtest.See("code.token"))
	checkScreens("account-token")

	open("/accounts")
	fill("/accounts", "name", "Rosa Reviewer", "password", webtest.SomePassword)
	j.Run(webtest.See(".done"))
	fill("/accounts", "name", "rosa reviewer", "password", webtest.SomePassword)
	j.Run(webtest.See(".failure"))
	checkScreens("accounts")

	open(members)
	fill(members, "name", "nobody")
	j.Run(webtest.See(".failure"))
	checkScreens("members-problem")
	open(members)
	j.Run(chromedp.SendKeys(chromedp.CSS(`form.card [name="name"]`), "Rosa reviewer"), webtest.Click("form.card button"), webtest.See(".done"))
	checkScreens("members")

	j.Run(webtest.Click(`form[action="/signout"] button`), webtest.See(`form[action="/signin"]`))
	open(fmt.Sprintf("/contests/%d", own.Contest)) // from a link that somebody has sent to Rosa
	fill("/signin", "name", "rosa reviewer", "password", "wrong horse battery")
	j.Run(webtest.See(".failure"))
	checkScreens("signin")
	fill("/signin", "password", webtest.SomePassword)
	j.Run(webtest.See(`form[action="/signout"]`))
	j.WantPage(fmt.Sprintf("/contests/%d", own.Contest))
	if roles, err := in.DB.Roles(t.Context(), 2); err != nil || roles[own.Contest] != account.Reviewer {
		t.Errorf("Rosa's role is %q, want reviewer: %v", roles[own.Contest], err)
	}
	checkScreens("contest-of-a-reviewer")
	open("/")
	checkScreens("contests-of-a-reviewer")
}
