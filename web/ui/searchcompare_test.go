package ui_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A program that a search has found is compared with the given one, without the name of its hidden participant.
func TestSearchCompare(t *testing.T) {
	t.Parallel()
	g, source := webtest.NewSearchSite(t)
	found := g.Pairs[0].Right
	g.AddUser("stranger", false)
	post := func(client *webtest.Site, id string, program string) webtest.Answer {
		body, contentType := webtest.MultipartForm(t, []webtest.Part{{"program", "", program}, {"language", "", "cpp"}, {"with", "", id}})
		return client.Do("POST", "/search/compare", body, "Content-Type", contentType, "Sec-Fetch-Site", "same-origin")
	}
	id := strconv.FormatInt(found.SubmissionID, 10)
	vic := g.NewClient(t).SignIn("vic")
	// A name in the given text is not masked: else the mask would tell the number of the name.
	a := post(vic, id, "// "+found.Participant+"\n"+source)
	if a.Status != http.StatusOK {
		t.Fatalf("status %d, want 200: %s", a.Status, a.Text())
	}
	webtest.Mention(t, a.Text(), "Searched program and "+blind.Labels{}.Participant(found.Number), "// "+found.Participant)
	if strings.Count(a.Body, found.Participant) != 1 || strings.Contains(a.Body, found.Path) {
		t.Errorf("the page has the name %q besides the given text, or the path %q", found.Participant, found.Path)
	}
	if marks := a.All("mark", "data-match", "1"); len(marks) < 2 {
		t.Errorf("%d marks of the first match, want one on each side", len(marks))
	}
	for name, test := range map[string]struct {
		client      *webtest.Site
		id, program string
		status      int
	}{
		"foreign contest": {g.NewClient(t).SignIn("stranger"), id, source, http.StatusNotFound},
		"unknown ID":      {vic, "999999999", source, http.StatusNotFound},
		"not a number":    {vic, "x", source, http.StatusNotFound},
		"no program":      {vic, id, "", http.StatusUnprocessableEntity},
	} {
		if a := post(test.client, test.id, test.program); a.Status != test.status || strings.Contains(a.Body, found.Participant) {
			t.Errorf("%s: status %d, want %d without the name of the hidden participant: %.300s", name, a.Status, test.status, a.Text())
		}
	}
}

// A known source that a search has found is compared with the given program.
func TestSearchCompareSource(t *testing.T) {
	t.Parallel()
	g, source := webtest.NewSearchSite(t)
	added := []contest.KnownSource{{ContestID: g.Check.ContestID, Kind: contest.Generated, Name: "the answer", File: contest.File{Path: "answer.cpp", Content: []byte(source)}}}
	webtest.Must(t, search.PrepareSource(t.Context(), &added[0], nil))
	ids, err := g.DB.AddSources(t.Context(), review.CommandLine, search.SourceSampleVersion, added)
	webtest.Must(t, err)
	g.AddUser("stranger", false)
	id := strconv.FormatInt(ids[0], 10)
	for viewer, status := range map[string]int{"vic": http.StatusOK, "stranger": http.StatusNotFound} {
		body, contentType := webtest.MultipartForm(t, []webtest.Part{{"program", "", source}, {"language", "", "cpp"}, {"source", "", id}})
		a := g.NewClient(t).SignIn(viewer).Do("POST", "/search/compare", body, "Content-Type", contentType, "Sec-Fetch-Site", "same-origin")
		if a.Status != status || strings.Contains(a.Body, "answer.cpp") != (status == http.StatusOK) {
			t.Errorf("%s: status %d, want %d: %.300s", viewer, a.Status, status, a.Text())
		}
		if marks := a.All("mark", "data-match", "1"); status == http.StatusOK && len(marks) < 2 {
			t.Errorf("%d marks of the first match, want one on each side", len(marks))
		}
	}
}

// The found program is shown beside the given one, on each screen.
func TestBrowserSearchCompare(t *testing.T) {
	t.Parallel()
	tab := browsertest.New(t)
	g, source := webtest.NewSearchSite(t)
	j := webtest.OpenBrowser(tab, g.Site)
	j.SignInByLink()
	j.Run(chromedp.Navigate(g.Base+"/search"), webtest.See(`.search textarea`))
	webtest.Eval[bool](j, `(document.querySelector("#program").value = `+strconv.Quote(source)+`, document.querySelector("[name=language]").value = "cpp", true)`)
	j.Run(webtest.Click(`form.upload button.main`), webtest.See(`.found`))
	j.WantFit("findings")
	j.Run(webtest.Click(`.found .beside`), webtest.See(`.panes`))
	j.WantFit("beside a finding")
	if n := webtest.Eval[int](j, `document.querySelectorAll("mark.match").length`); n == 0 {
		t.Error("nothing is marked")
	}
}
