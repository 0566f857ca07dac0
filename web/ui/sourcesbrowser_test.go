package ui_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// sourcesBrowser is a jury's browser with pages that must fit each screen.
type sourcesBrowser struct{ webtest.JuryBrowser }

// A chief judge adds known sources, checks again, sees who is near them, and opens the pair that they explain.
func TestBrowserKnownSources(t *testing.T) {
	t.Parallel()
	tab := browsertest.New(t)
	site, answer := webtest.NewKnownSourceSite(t)
	site.EndBlindReview(site.Check.ContestID)
	b := sourcesBrowser{webtest.OpenJuryBrowser(tab, site)}
	dir := t.TempDir()
	var files []string
	for _, file := range [][2]string{{"answer.cpp", answer}, {"other.cpp", checktest.Program(8, 25)}} {
		path := filepath.Join(dir, file[0])
		webtest.Must(t, os.WriteFile(path, []byte(file[1]), 0o600))
		files = append(files, path)
	}
	page := fmt.Sprintf("/contests/%d", b.Jury.Check.ContestID)
	b.SignInAs("cid")
	b.Run(chromedp.Navigate(b.Base+page), webtest.See(".ranking"))
	if got := b.Text(".tabs"); strings.Contains(got, "Near known sources") {
		t.Errorf("a check without sources has the list %q", got)
	}
	b.Run(webtest.Click(`a[href="`+page+`/sources"]`), webtest.See(`input[name="file"]`),
		chromedp.SetUploadFiles(chromedp.CSS(`input[name="file"]`), files),
		chromedp.SendKeys(chromedp.CSS(`input[name="name"]`), "model, <today>"),
		chromedp.SendKeys(chromedp.CSS(`input[name="url"]`), "https://judge.example/"+strings.Repeat("long/", 20)),
		webtest.Click(`form[enctype] button.main`), webtest.See(".done"))
	if got := b.Text(".sources tbody"); !strings.Contains(got, "model, <today> (answer.cpp)") || !strings.Contains(got, "model, <today> (other.cpp)") {
		t.Fatalf("the list has %q", got)
	}
	b.WantFit("sources")
	for _, width := range []int64{1440, 1024} {
		b.Run(browsertest.Emulate(browsertest.Screen{Width: width, Height: 900}))
		if broken := webtest.Eval[[]string](b.Browser, brokenWords+`(".sources tbody th")`); len(broken) > 0 {
			t.Errorf("at %d, lines end inside of %q", width, broken)
		}
		if height := webtest.Eval[int](b.Browser, `document.querySelector(".sources summary").offsetHeight`); height > 30 {
			t.Errorf("at %d, the button to delete is %d pixels high, want one line", width, height)
		}
	}
	// The pages of the settings have their tabs in one place.
	wantTabsAtOnePlace := func(path string, ends ...string) {
		at := ""
		for _, end := range ends {
			b.Run(chromedp.Navigate(b.Base+path+end), webtest.See("nav.tabs"))
			place := webtest.Eval[string](b.Browser, `((box) => Math.round(box.left) + " " + Math.round(box.top))(document.querySelector("nav.tabs").getBoundingClientRect())`)
			if at = cmp.Or(at, place); place != at {
				t.Errorf("the tabs of %s%s are at %s, want %s", path, end, place, at)
			}
		}
	}
	wantTabsAtOnePlace(page, "/settings", "/members", "/sources", "/follow", "/checks", "/log")
	b.Run(chromedp.Navigate(b.Base+page+"/sources"), webtest.See(".sources"))
	b.Run(webtest.Click(`.sources tbody a`), webtest.See(`.pane`))
	if got := b.Text("main"); !strings.Contains(got, "answer.cpp") || !strings.Contains(got, "long long f7(") {
		t.Errorf("the page of the source shows %.300q", got)
	}
	b.WantFit("source")

	b.Run(chromedp.Navigate(b.Base+page+"/checks"), webtest.See("main"), webtest.Click(`form[action="`+page+`/checks"] button.main`), webtest.See(".ranking"))
	checks, err := b.Jury.DB.Checks(t.Context(), b.Jury.Check.ContestID)
	webtest.Must(t, err)
	wantTabsAtOnePlace(ui.CheckPath(checks[0].ID), "", "/participants", "/clusters", "/unlisted", "/near")
	b.Run(webtest.See("table.near"))
	rows := b.Text("table.near tbody")
	for _, want := range []string{"zed", "zoe", "1 of the 2 generated answers"} {
		if !strings.Contains(rows, want) {
			t.Errorf("the programs near sources are %q, want %q", rows, want)
		}
	}
	b.WantFit("near")
	b.Run(webtest.Click(`table.near tbody a`), webtest.See(`.evidence mark`))
	if got := b.Text("main"); !strings.Contains(got, "model, <today> (answer.cpp) (generated)") {
		t.Errorf("the comparison shows %.300q", got)
	}
	b.WantFit("beside")

	// The pair that the answer explains is hidden by the filter, and alone in the other one.
	b.Run(chromedp.Navigate(b.Base+page+"?sources=unexplained"), webtest.See(".filters"))
	if got := b.Text("#pairs"); strings.Contains(got, "zed") {
		t.Errorf("the pairs that are not explained are %q", got)
	}
	b.Run(chromedp.Navigate(b.Base+page), webtest.See(`select[name="sources"]`))
	webtest.Eval[bool](b.Browser, `((s) => (s.value = "explained", s.form.requestSubmit(), true))(document.querySelector("select[name=sources]"))`)
	if _, err := chromedp.Run(b.Ctx, chromedp.Poll[bool](`location.search.includes("sources=explained") && document.querySelectorAll(".ranking tbody tr").length === 1`)); err != nil {
		t.Fatalf("the explained pairs: %v: %s", err, b.Text("#pairs"))
	}
	if got := b.Text(".ranking tbody"); !strings.Contains(got, "explained") {
		t.Errorf("the row is not marked: %q", got)
	}
	b.WantFit("ranking")
	b.Run(webtest.Click(`.ranking thead a[href*="sort=suspicion_without"]`), webtest.See(`th[aria-sort="descending"] a[href*="suspicion_without"]`))
	b.Run(webtest.Click(`.ranking tbody .name`), webtest.See(".decide"))
	if got := webtest.Eval[string](b.Browser, `document.querySelector("main").textContent`); !strings.Contains(got, "Explained by a known source") {
		t.Errorf("the pair shows %.300q", got)
	}
	cid, _, err := b.Jury.DB.UserByName(t.Context(), "cid")
	webtest.Must(t, err)
	for _, language := range []string{"ru", ""} { // Russian is the longest
		webtest.Must(t, b.Jury.DB.SetLanguage(t.Context(), cid.ID, language))
		for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844}} {
			b.Run(browsertest.Emulate(screen), chromedp.Reload(), webtest.See(".decide"))
			want := map[int64]float64{1440: .65, 390: .5}[screen.Width]
			if share := webtest.Eval[float64](b.Browser, `Math.min(...[...document.querySelectorAll(".pane")].map((box) => box.clientHeight)) / innerHeight`); share < want {
				t.Errorf("in %q at %d, the code of the explained pair takes %.3f of the height, want %v", language, screen.Width, share, want)
			}
		}
		b.WantFit("explained" + language)
	}

	// The source is deleted after a confirmation; the check keeps its copy.
	b.Run(chromedp.Navigate(b.Base+page+"/sources"), webtest.See(".sources"), webtest.Click(".sources summary"), webtest.Click(".sources details[open] button"), webtest.See(".done"))
	if got := b.Text(".sources tbody"); strings.Contains(got, "answer.cpp") {
		t.Errorf("after the deletion the list has %q", got)
	}
	if kept, err := b.Jury.DB.CheckSources(t.Context(), checks[0].ID); err != nil || len(kept) != 2 || kept[0].Kind != contest.Generated {
		t.Errorf("check %s has the sources %+v, %v", ui.CheckPath(checks[0].ID), kept, err)
	}
}
