package ui_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/web/webtest"
)

func TestSearchCompare(t *testing.T) {
	t.Parallel()
	g, source := webtest.NewSearchSite(t)
	found := g.Pairs[0].Right
	g.User("stranger", false)
	post := func(as *webtest.Installation, id string, program string) webtest.Answer {
		body, contentType := webtest.MultipartForm(t, []webtest.Sent{{"program", "", program}, {"language", "", "cpp"}, {"with", "", id}})
		return as.Do("POST", "/search/compare", body, "Content-Type", contentType, "Sec-Fetch-Site", "same-origin")
	}
	id := strconv.FormatInt(found.SubmissionID, 10)
	vic := g.As(t).SignIn("vic")
	// A name in the text that was given is no question whose number is whose.
	a := post(vic, id, "// "+found.Participant+"\n"+source)
	if a.Status != http.StatusOK {
		t.Fatalf("status %d: %s", a.Status, a.Text())
	}
	webtest.Mention(t, a.Text(), "The given program and that of "+blind.Label(found.Number), "// "+found.Participant)
	if strings.Count(a.Body, found.Participant) != 1 || strings.Contains(a.Body, found.Path) {
		t.Errorf("the page tells of %q, %q", found.Participant, found.Path)
	}
	if marks := a.All("mark", "data-match", "1"); len(marks) < 2 {
		t.Errorf("%d marks of the first match", len(marks))
	}
	for name, test := range map[string]struct {
		as          *webtest.Installation
		id, program string
		status      int
	}{
		"foreign contest": {g.As(t).SignIn("stranger"), id, source, http.StatusNotFound},
		"not there":       {vic, "999999999", source, http.StatusNotFound},
		"no number":       {vic, "x", source, http.StatusNotFound},
		"no program":      {vic, id, "", http.StatusUnprocessableEntity},
	} {
		if a := post(test.as, test.id, test.program); a.Status != test.status || strings.Contains(a.Body, found.Participant) {
			t.Errorf("%s: status %d, want %d: %.300s", name, a.Status, test.status, a.Text())
		}
	}
}

// What was found is put beside what was searched for, on any screen.
func TestBrowserSearchCompare(t *testing.T) {
	t.Parallel()
	ctx := browsertest.New(t)
	g, source := webtest.NewSearchSite(t)
	j := webtest.Judge{Site: g.Site, Ctx: ctx}
	complaints := browsertest.ConsoleErrors(t, ctx)
	j.Run(chromedp.Navigate(g.Server.SignInLink(g.Base)), webtest.See(`form[action="/signout"]`))
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
		fits := func(where string) {
			t.Helper()
			faults, err := browsertest.AccessibilityViolations(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range faults {
				t.Errorf("%s at %d: %v", where, screen.Width, fault)
			}
			if over := webtest.Get[int](j, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s is %d pixels wider than a screen of %d", where, over, screen.Width)
			}
		}
		j.Run(browsertest.Emulate(screen), chromedp.Navigate(g.Base+"/search"), webtest.See(`.search textarea`))
		webtest.Get[bool](j, `(document.querySelector("#program").value = `+strconv.Quote(source)+`, document.querySelector("[name=language]").value = "cpp", true)`)
		j.Run(webtest.Click(`form.upload button.main`), webtest.See(`.found`))
		fits("what was found")
		j.Run(webtest.Click(`.found .beside`), webtest.See(`.panes`))
		fits("both programs")
		if n := webtest.Get[int](j, `document.querySelectorAll("mark.match").length`); n == 0 {
			t.Error("nothing is marked")
		}
	}
	for _, complaint := range complaints() {
		t.Errorf("the browser complains: %s", complaint)
	}
}
