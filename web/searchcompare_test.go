package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/search"
)

// realSearcher searches a real archive.
type realSearcher struct {
	*search.Finder
	inspector *inspect.Inspector
}

func (s realSearcher) request(given access.Search) search.Request {
	r := search.Request{File: contest.File{Path: given.Name, Content: given.Program}, Language: given.Language, Distance: search.DefaultDistance}
	r.Scope.Within = given.Within
	return r
}

func (s realSearcher) Search(ctx context.Context, given access.Search, _ int) (contest.Findings, error) {
	return s.Finder.Search(ctx, s.request(given))
}

func (s realSearcher) Open(ctx context.Context, given access.Search, found contest.Side, names *blind.Masker) (evidence.View, error) {
	return s.inspector.Found(ctx, s.request(given), found, names)
}

// newSearchSite is a jury's installation that searches its own archive, and the
// source of the left program of its first pair.
func newSearchSite(t *testing.T) (*jurySite, string) {
	t.Helper()
	p := check.Defaults()
	g := newJurySite(t, func(o *Options) {
		db := o.Store.(*postgres.DB)
		o.Searcher = realSearcher{&search.Finder{Archive: db, ShingleLength: p.ShingleLength, MinMatch: p.MinMatch}, inspect.New(db)}
	})
	files, err := g.db.Files(t.Context(), g.pairs[0].Left.SubmissionID)
	if err != nil {
		t.Fatal(err)
	}
	return g, string(files[0].Content)
}

func TestSearchCompare(t *testing.T) {
	t.Parallel()
	g, source := newSearchSite(t)
	found := g.pairs[0].Right
	g.user("stranger", false)
	post := func(as *installation, id string, program string) answer {
		body, contentType := multipartForm(t, []sent{{"program", "", program}, {"language", "", "cpp"}, {"with", "", id}})
		return as.do("POST", "/search/compare", body, "Content-Type", contentType, "Sec-Fetch-Site", "same-origin")
	}
	id := strconv.FormatInt(found.SubmissionID, 10)
	vic := g.as(t).signIn("vic")
	// A name in the text that was given is no question whose number is whose.
	a := post(vic, id, "// "+found.Participant+"\n"+source)
	if a.status != http.StatusOK {
		t.Fatalf("status %d: %s", a.status, a.text())
	}
	mention(t, a.text(), "The given program and that of "+blind.Label(found.Number), "// "+found.Participant)
	if strings.Count(a.body, found.Participant) != 1 || strings.Contains(a.body, found.Path) {
		t.Errorf("the page tells of %q, %q", found.Participant, found.Path)
	}
	if marks := a.all("mark", "data-match", "1"); len(marks) < 2 {
		t.Errorf("%d marks of the first match", len(marks))
	}
	for name, test := range map[string]struct {
		as          *installation
		id, program string
		status      int
	}{
		"foreign contest": {g.as(t).signIn("stranger"), id, source, http.StatusNotFound},
		"not there":       {vic, "999999999", source, http.StatusNotFound},
		"no number":       {vic, "x", source, http.StatusNotFound},
		"no program":      {vic, id, "", http.StatusUnprocessableEntity},
	} {
		if a := post(test.as, test.id, test.program); a.status != test.status || strings.Contains(a.body, found.Participant) {
			t.Errorf("%s: status %d, want %d: %.300s", name, a.status, test.status, a.text())
		}
	}
}

// What was found is put beside what was searched for, on any screen.
func TestBrowserSearchCompare(t *testing.T) {
	t.Parallel()
	ctx := browsertest.New(t)
	g, source := newSearchSite(t)
	j := judge{g.site, ctx}
	complaints := browsertest.ConsoleErrors(t, ctx)
	j.run(chromedp.Navigate(g.server.SignInLink(g.base)), see(`form[action="/signout"]`))
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
			if over := get[int](j, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s is %d pixels wider than a screen of %d", where, over, screen.Width)
			}
		}
		j.run(browsertest.Emulate(screen), chromedp.Navigate(g.base+"/search"), see(`.search textarea`))
		get[bool](j, `(document.querySelector("#program").value = `+strconv.Quote(source)+`, document.querySelector("[name=language]").value = "cpp", true)`)
		j.run(click(`form.upload button.main`), see(`.found`))
		fits("what was found")
		j.run(click(`.found .beside`), see(`.panes`))
		fits("both programs")
		if n := get[int](j, `document.querySelectorAll("mark.match").length`); n == 0 {
			t.Error("nothing is marked")
		}
	}
	for _, complaint := range complaints() {
		t.Errorf("the browser complains: %s", complaint)
	}
}
