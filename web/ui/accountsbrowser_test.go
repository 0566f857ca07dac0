package ui_test

import (
	"fmt"
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
	j := webtest.OpenBrowser(tab, in, "status of 401", "status of 422")
	open := func(path string) { j.Helper(); j.Run(chromedp.Navigate(in.Base+path), webtest.See("main h1")) }
	fill := func(form string, pairs ...string) {
		j.Helper()
		for i := 0; i+1 < len(pairs); i += 2 {
			j.Run(chromedp.SendKeys(chromedp.CSS(fmt.Sprintf(`form[action="%s"] [name="%s"]`, form, pairs[i])), pairs[i+1]))
		}
		j.Run(webtest.Click(`form[action="` + form + `"] button:not([aria-label])`))
	}
	text := func(wanted ...string) {
		j.Helper()
		webtest.Mention(t, webtest.Eval[string](j, "document.body.innerText"), wanted...)
	}

	j.SignInByLink()
	open("/account")
	text("has no password")
	j.WantFit("account-first")
	fill("/account/password", "password", webtest.SomePassword, "again", webtest.SomePassword)
	j.Run(webtest.See(".done"))
	fill("/account/tokens", "label", "nightly export")
	j.Run(webtest.See("code.token"))
	j.WantFit("account-token")

	open("/accounts")
	fill("/accounts", "name", "Rosa Reviewer", "password", webtest.SomePassword)
	j.Run(webtest.See(".done"))
	fill("/accounts", "name", "rosa reviewer", "password", webtest.SomePassword)
	j.Run(webtest.See(".failure"))
	j.WantFit("accounts")

	open(members)
	fill(members, "name", "nobody")
	j.Run(webtest.See(".failure"))
	j.WantFit("members-problem")
	open(members)
	j.Run(chromedp.SendKeys(chromedp.CSS(`form.card [name="name"]`), "Rosa reviewer"), webtest.Click("form.card button"), webtest.See(".done"))
	j.WantFit("members")

	j.Run(webtest.Click(`form[action="/signout"] button`), webtest.See(`form[action="/signin"]`))
	open(fmt.Sprintf("/contests/%d", own.Contest)) // from a link that somebody has sent to Rosa
	fill("/signin", "name", "rosa reviewer", "password", "wrong horse battery")
	j.Run(webtest.See(".failure"))
	j.WantFit("signin")
	fill("/signin", "password", webtest.SomePassword)
	j.Run(webtest.See(`form[action="/signout"]`))
	j.WantPage(fmt.Sprintf("/contests/%d", own.Contest))
	if roles, err := in.DB.Roles(t.Context(), 2); err != nil || roles[own.Contest] != account.Reviewer {
		t.Errorf("Rosa's role is %q, want reviewer: %v", roles[own.Contest], err)
	}
	j.WantFit("contest-of-a-reviewer")
	open("/")
	j.WantFit("contests-of-a-reviewer")
}
