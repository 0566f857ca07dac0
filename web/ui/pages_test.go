package ui_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// TestContestPages has the tests that only read pages of webtest's contest. They share a site.
func TestContestPages(t *testing.T) {
	t.Parallel()
	s := webtest.NewContestSite(t)
	for name, test := range map[string]func(*testing.T, *webtest.Site){
		"every page":             testEveryPage,
		"contests":               testContestsPage,
		"contest":                testContestPage,
		"check":                  testCheckPage,
		"check without result":   testCheckWithoutResult,
		"ranking by address":     testRankingByAddress,
		"links that sort":        testSortLinks,
		"histogram":              testHistogramOnThePage,
		"skipped":                testSkippedPages,
		"pair":                   testPairPage,
		"pair keeps its ranking": testPairKeepsItsRanking,
		"not found":              testNotFound,
		"help":                   testHelp,
		"glossary in the help":   testHelpGlossary,
		"search":                 testSearchForm,
		"form of a check":        testCheckForm,
		"clusters of old check":  testClustersOfAnOldCheck,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, s.Reader(t))
		})
	}
}

// Every page has the notice, one heading and a form to sign out, and no inline script or style, even with hostile
// names.
func testEveryPage(t *testing.T, s *webtest.Site) {
	for _, path := range []string{
		"/", "/contests/new", "/help", "/contests/1", "/contests/1?threshold=0.9", "/contests/1/checks", "/contests/1/settings", "/contests/1/log", "/log", "/contests/1/participants/1", "/checks/2", "/checks/3", "/checks/4", "/checks/2/skipped", "/checks/2/unlisted",
		"/checks/2?threshold=0&participant=" + url.QueryEscape(webtest.Hostile) + "&problem=" + url.QueryEscape(`"><script>`),
		"/pairs/1000", "/pairs/1000?view=diff", "/submissions/1/beside", "/submissions/1/beside?with=3", "/contests/new?contest=" + url.QueryEscape(webtest.Hostile) + "&layout=" + url.QueryEscape(webtest.Hostile),
	} {
		t.Run(path, func(t *testing.T) {
			a := s.Page(path)
			webtest.Mention(t, webtest.TextOf(a.One("footer", "class", "foot")), evidence.Notice, "in files they are in UTC", "ojcheck 9.8.7")
			a.One("h1")
			a.One("form", "action", "/signout", "method", "post")
			if got := a.Header.Get("Cache-Control"); !strings.Contains(got, "no-store") {
				t.Errorf("Cache-Control = %q, want no-store", got)
			}
			// Values of fields may have the character, since they are sent back.
			if strings.ContainsRune(a.Text(), '\u202e') {
				t.Error("a character that turns the direction of text is on the page")
			}
			// No inline script, style or handler, and no address of another site.
			a.Elements(func(n *html.Node) bool {
				if n.Data == "script" && (!strings.HasPrefix(webtest.Attribute(n, "src"), "/static/") || n.FirstChild != nil) || n.Data == "style" {
					t.Errorf("inline <%s>: %s", n.Data, webtest.TextOf(n))
				}
				for _, at := range n.Attr {
					if at.Key == "style" || strings.HasPrefix(at.Key, "on") ||
						(at.Key == "src" || at.Key == "href" || at.Key == "action") && !strings.HasPrefix(at.Val, "/") && !strings.HasPrefix(at.Val, "#") && !strings.HasPrefix(at.Val, "?") {
						t.Errorf("the page has <%s %s=%q>", n.Data, at.Key, at.Val)
					}
				}
				return false
			})
		})
	}
}

// The form of a check has each setting of a comparison, except those that need other contests.
func testCheckForm(t *testing.T, s *webtest.Site) {
	a := s.Page("/contests/1/checks")
	for _, f := range settings.FieldsOf(settings.Comparison{}) {
		if f.Name == "earlier" || f.Name == "against" {
			continue
		}
		if len(a.Elements(func(n *html.Node) bool { return webtest.Attribute(n, "name") == f.Name })) == 0 {
			t.Errorf("the form has no field %q: add it to comparisonSettings, in uploadform.templ", f.Name)
		}
	}
}

// The list of contests shows the counts of each contest, with labels for narrow screens.
func testContestsPage(t *testing.T, s *webtest.Site) {
	a := s.Page("/")
	row := a.One("tr", "data-row", "")
	webtest.Mention(t, webtest.TextOf(row), "<script>alert(1)</script>", "2 121 122")
	a.One("a", "href", "/contests/1")
	webtest.Mention(t, webtest.TextOf(a.One("a", "href", "/contests/new")), "New contest")
	var labels []string
	for _, cell := range a.All("td", "class", "num") {
		labels = append(labels, webtest.Attribute(cell, "data-before")+" "+webtest.TextOf(cell))
	}
	if diff := cmp.Diff([]string{"To review 61", "Problems 2", "Participants 121", "Submissions 122"}, labels); diff != "" {
		t.Errorf("a row on a narrow screen (-want +got):\n%s", diff)
	}
	spanish := s.Do("GET", "/", "", "Accept", "text/html", "Accept-Language", "es")
	if got := webtest.TextOf(spanish.One("td", "class", "role")); got != "administrador" {
		t.Errorf("the role in Spanish is %q", got)
	}
}

// The form of a new contest offers all settings, and the address can fill it in.
func TestUploadForm(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t, func(o *web.Options) {
		o.Formats = []request.Format{{Name: "dir", Title: "Folders", HasFolders: true}, {Name: "hydro", Title: "Hydro’s code zip"}}
	})
	a := s.Page("/contests/new")
	form := a.One("form", "action", "/uploads")
	if webtest.Attribute(form, "method") != "post" || webtest.Attribute(form, "enctype") != "multipart/form-data" {
		t.Error("the form does not send files")
	}
	webtest.Mention(t, webtest.TextOf(form), "up to 512 MiB", "Upload", "Nothing is stored before you start the check.")
	if hidden := a.All("input", "type", "hidden"); len(hidden) != 0 {
		t.Errorf("the form has %d hidden settings, want none", len(hidden))
	}

	// The address fills in the form, as after a failure: the next page shows the settings.
	a = s.Page("/contests/new?contest=Finals&layout=participant/problem&from=hydro&language=cpp&verdicts=all&threshold=0.25&across_problems=1")
	if got := webtest.Attribute(a.One("input", "name", "contest"), "value"); got != "Finals" {
		t.Errorf("contest = %q, want Finals", got)
	}
	got := map[string]string{}
	for _, field := range a.All("input", "type", "hidden") {
		got[webtest.Attribute(field, "name")] = webtest.Attribute(field, "value")
	}
	if diff := cmp.Diff(map[string]string{"contest": "Finals", "layout": "participant/problem", "from": "hydro", "language": "cpp",
		"verdicts": "all", "threshold": "0.25", "across_problems": "true"}, got); diff != "" {
		t.Errorf("hidden settings (-want +got):\n%s", diff)
	}
}

// An empty list of contests says how to begin.
func TestNoContests(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	a := s.Page("/")
	webtest.Mention(t, a.Text(), "No contests yet", "ojcheck check", "Try the sample contest")
	a.One("a", "href", "/contests/new")
}

// The page of a contest shows the ranking of its newest check, and below it all checks and exports.
func testContestPage(t *testing.T, s *webtest.Site) {
	a := s.Page("/contests/1")
	rows := a.All("tr", "data-row", "")
	if len(rows) != request.PageSize {
		t.Fatalf("%d rows, want %d pairs", len(rows), request.PageSize)
	}
	webtest.Mention(t, webtest.TextOf(rows[0]), "1 A C++ team 0", "1.000")
	webtest.Mention(t, a.Text(), "4 problems, 40 participants, 93 submissions, 3,120 pairs compared, 700 skipped",
		"2 problems, 121 participants, 122 submissions; first imported", "Pairs 1–50 of 61",
		"Too simple to judge pairs by: B (C++).", "0 of 61 settled")
	rows = a.All("tr")
	rows = rows[len(rows)-3:] // the checks
	webtest.Mention(t, webtest.TextOf(rows[0]), "failed", "the disk was full <script>")
	webtest.Mention(t, webtest.TextOf(rows[1]), "running")
	if got := webtest.TextOf(rows[2]); !strings.HasPrefix(got, "2 ") {
		t.Errorf("the row of check 2 is %q, want it to begin with its number", got)
	}
	webtest.Mention(t, webtest.TextOf(rows[2]), "complete", "93", "3,120", "120", "700", "0.5", "–", "1 min 23 s")
	for _, path := range []string{
		"/checks/2/review", "/checks/2/skipped", "/checks/2", "/checks/3", "/contests/1/settings", "/contests/1/checks",
		"/contests/1/decisions.csv", "/checks/2/pairs.csv",
	} {
		if len(a.All("a", "href", path)) == 0 {
			t.Errorf("the page has no link to %s", path)
		}
	}
	a.One("form", "action", "/contests/1/bundle.html")
	// The filters lead to the same page, and everything else is as on the page of the check.
	a.One("form", "class", "filters", "action", "/contests/1")
	higher := s.Page("/contests/1?threshold=0.96&problem=A")
	webtest.Mention(t, higher.Text(), "Pairs 1–3 of 3", "Pairs are listed with a suspicion of at least 0.96; nothing limits how many of them are honest")
	higher.One("a", "href", "/checks/2/pairs.csv?problem=A&threshold=0.96")
	const listed = "with a suspicion of at least 0.5 and a chance of at most 0.03"
	rarer := s.Page("/contests/1?max_chance=0.03")
	webtest.Mention(t, rarer.Text(), "Pairs 1–4 of 4", "The list has 4 pairs "+listed+".", "Pairs are listed "+listed+". Honest pairs expected among them by chance: up to")
	if got := len(s.Page("/checks/2").All("a", "href", "/contests/1")); got != 0 {
		t.Errorf("the page of the newest check has %d links to the newest check, want none", got)
	}
	s.Page("/checks/4").One("a", "href", "/contests/1")
}

// "Review" leads to the first pair that needs a review, or to the ranking if there is none.
func TestReviewLeadsToTheFirstPair(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("cid")
	check := ui.CheckPath(j.Check.ID)
	webtest.Mention(t, webtest.TextOf(j.Page(check).One("a", "href", check+"/review")), fmt.Sprintf("Review %d pairs", len(j.Pairs)))
	higher := j.Page(check + "?threshold=0.9")
	above := 0
	for _, p := range j.Pairs {
		if p.Suspicion >= 0.9 {
			above++
		}
	}
	webtest.Mention(t, webtest.TextOf(higher.One("a", "href", check+"/review?threshold=0.9")), fmt.Sprintf("Review %d pairs", above))
	webtest.Mention(t, webtest.TextOf(higher.One("p", "class", "progress-text")), fmt.Sprintf("Listed by the check: 0 of %d settled", len(j.Pairs)))
	if got, want := webtest.TextOf(j.Page(check).One("p", "class", "progress-text")), fmt.Sprintf("0 of %d settled", len(j.Pairs)); got != want {
		t.Errorf("the list of the check says %q, want %q", got, want)
	}
	j.Send(j.PairPath(1, "/decide?at=1"), "ruling=dismissed")
	if got, want := j.Do("GET", check+"/review", "").Header.Get("Location"), j.PairPath(2, "?at=1&state=mine"); got != want {
		t.Errorf("Review leads to %q, want %q", got, want)
	}
	a := j.Page(j.PairPath(2, "?at=1&state=mine"))
	webtest.Mention(t, a.Text(), fmt.Sprintf("1 of %d settled", len(j.Pairs)), "Decided by cid (you) 1")
	for rank := 2; rank <= len(j.Pairs); rank++ {
		j.Send(j.PairPath(rank, "/decide?at=1&state=mine"), "ruling=confirmed")
	}
	if got := j.Do("GET", check+"/review", "").Header.Get("Location"); got != check {
		t.Errorf("without pairs to review, Review leads to %q, want the ranking", got)
	}
	if links := j.Page(check).All("a", "href", check+"/review"); len(links) != 0 {
		t.Error("the page offers a review, although no pair needs one")
	}
}

// The page of a check shows the ranking with its scores, filters, exports and the check's settings.
func testCheckPage(t *testing.T, s *webtest.Site) {
	a := s.Page("/checks/2")
	webtest.Mention(t, a.Text(), "4 problems, 40 participants, 93 submissions, 3,120 pairs compared, 700 skipped",
		"Pairs 1–50 of 61", "Page 1 of 2",
		"Brainfuck: compared by general rules", "Too simple to judge pairs by: B (C++).",
		"B C++ 30 32 435 0.000 20 passages too simple to judge pairs by", "lexer 1", "ojcheck 9.8.7", "abc123", "10 tokens", "problem/participant")
	rows := a.All("tr", "data-row", "")
	if len(rows) != request.PageSize {
		t.Fatalf("%d rows, want %d", len(rows), request.PageSize)
	}
	webtest.Mention(t, webtest.TextOf(rows[0]), "1 A C++ team 0 AC 01-AC.cpp <script>alert(1)</script>", "Open 1.000 – 50.0% 87.5% 1,234 1,234 –")
	webtest.Mention(t, webtest.TextOf(rows[1]), "2 B C++ simple team 1", "0.992 0.01 49.6% 87.5% 1,234 1,244 7")
	if got := webtest.TextOf(a.All("a", "href", "/checks/2/skipped")[0]); got != "700 skipped" {
		t.Errorf("the link to the skipped files is %q, want 700 skipped", got)
	}
	a.One("a", "href", "/checks/2/pairs.csv")
	a.One("a", "href", "/checks/2/pairs.json")
	a.One("a", "href", "/checks/2/pairs.html")
	if got := webtest.TextOf(a.One("a", "rel", "next")); got != "Next" {
		t.Errorf("the link to the next page is %q, want Next", got)
	}
	for _, path := range []string{"/checks/2?problem=A", "/checks/2?problem=B", "/checks/2?page=2"} {
		a.One("a", "href", path)
	}
}

// The page of a check that compared nothing says so; it must not look as if no pair were suspicious.
func TestNothingCompared(t *testing.T) {
	t.Parallel()
	c := webtest.NewContents()
	c.Pairs, c.Summary = nil, contest.Summary{Submissions: 93, Participants: 1, Problems: 4, Skipped: 700}
	a := c.SignedIn(t).Page("/checks/2")
	webtest.Mention(t, webtest.TextOf(a.One("div", "role", "alert")), "Nothing was compared: all submissions are of one participant", "run a new check")
	if len(a.All("a", "href", "/contests/1/checks")) == 0 {
		t.Error("the page has no link to a new check")
	}
	if strings.Contains(a.Text(), "No pair reaches") || len(a.All("figure")) > 0 || len(a.All("form", "class", "filters")) > 0 {
		t.Error("the page looks as if no pair were suspicious")
	}
	open := a.All("details", "open", "")
	if len(open) != 1 {
		t.Fatalf("%d details are open, want only the parameters", len(open))
	}
	webtest.Mention(t, webtest.TextOf(open[0]), "problem/participant")
}

// The page of a check warns once if its input was incomplete. A new check does not mend that, but brings dropped pairs.
func TestIncompleteInput(t *testing.T) {
	t.Parallel()
	c := webtest.NewContents()
	c.Summary.Incomplete = []i18n.Text{i18n.Verbatim("finals.zip is cut off \u202e")}
	c.Summary.PairsDropped, c.Summary.HighestDropped = 3, 0.99
	a := c.SignedIn(t).Page("/checks/2")
	warnings := a.All("p", "class", "failure")
	if len(warnings) != 2 {
		t.Fatalf("%d warnings, want 2", len(warnings))
	}
	if got, want := webtest.TextOf(warnings[0]), "finals.zip is cut off [U+202E]."; got != want {
		t.Errorf("the page warns %q, want %q", got, want)
	}
	webtest.Mention(t, webtest.TextOf(warnings[1]), "3 pairs with a suspicion", "and run a new check. Run a new check")
	if n := strings.Count(a.Text(), "is cut off"); n != 1 {
		t.Errorf("the page has the warning %d times, want once", n)
	}
	webtest.Mention(t, a.Text(), "Brainfuck: compared by general rules") // the other notes stay
}

// A running or failed check shows its state, and has neither pairs nor exports.
func testCheckWithoutResult(t *testing.T, s *webtest.Site) {
	running := s.Page("/checks/3")
	webtest.Mention(t, running.Text(), "The check is running")
	webtest.Mention(t, running.Body, `<noscript><meta http-equiv="refresh" content="2"`)
	failed := s.Page("/checks/4")
	webtest.Mention(t, webtest.TextOf(failed.One("div", "role", "alert")), "the disk was full", "Run a new check")
	for _, a := range []webtest.Answer{running, failed} {
		if strings.Contains(a.Text(), "not the newest result") {
			t.Error("a check without a result calls itself an older result")
		}
		webtest.Mention(t, webtest.TextOf(a.One("p", "class", "hint")), "Last complete check")
		if len(a.All("table", "class", "ranking")) > 0 || len(a.All("svg")) > 0 {
			t.Error("a check without a result shows a ranking or a plot")
		}
	}
	for _, path := range []string{"/checks/3/pairs.csv", "/checks/4/pairs.html", "/checks/3/skipped"} {
		a := s.Do("GET", path, "")
		a.WantStatus(http.StatusConflict, "%s", path)
		webtest.Mention(t, a.Text(), "has no result")
	}
}

// The page of an older check says so before everything else, and its button to review is no main button.
func TestOlderCheck(t *testing.T) {
	t.Parallel()
	c := webtest.NewContents()
	c.States = []contest.CheckState{contest.Complete, contest.Complete}
	s := c.SignedIn(t)
	const notice = "This is not the newest result. Newest check"
	older, newest := s.Page("/checks/2"), s.Page("/checks/3")
	if got := webtest.TextOf(older.One("main")); !strings.HasPrefix(got, notice) {
		t.Errorf("the page of the older check begins %.80q, want %q", got, notice)
	}
	webtest.Mention(t, webtest.TextOf(older.One("h1")), "(check 2)")
	older.One("a", "class", "button", "data-key", "r")
	newest.One("a", "class", "button main", "data-key", "r")
	if strings.Contains(newest.Text(), notice) {
		t.Error("the page of the newest check calls itself older")
	}
}

// The page of a contest shows the state of its newest check if no check is complete, and names a newer check that runs or failed.
func TestContestWithoutResult(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		checks []contest.CheckState // the oldest first
		want   string
	}{
		{"failed", []contest.CheckState{contest.Failed}, "The check failed, so it has no result: the disk was full"},
		{"running", []contest.CheckState{contest.Running}, "The check is running. Its result appears here"},
		{"running after a complete one", []contest.CheckState{contest.Complete, contest.Running}, "A newer check is running."},
		{"failed after a complete one", []contest.CheckState{contest.Complete, contest.Failed}, "A newer check failed: the disk was full"},
	} {
		c := webtest.NewContents()
		c.States = test.checks
		a := c.SignedIn(t).Page("/contests/1")
		if !strings.Contains(a.Text(), test.want) {
			t.Errorf("%s: the page does not say %q", test.name, test.want)
		}
	}
}

// The address selects and orders the pairs of the ranking. Invalid values become defaults.
func testRankingByAddress(t *testing.T, s *webtest.Site) {
	tests := []struct {
		name, query string
		first       string // beginning of the first row
		shown       string // the positions of the shown pairs
	}{
		{"second page", "page=2", "51 A C++ team 50", "Pairs 51–61 of 61"},
		{"lower threshold", "threshold=0", "1 A", "Pairs 1–50 of 120"},
		{"higher threshold", "threshold=0.99", "1 A", "Pairs 1–2 of 2"},
		{"one problem", "problem=B", "2 B C++ simple team 1", "Pairs 1–30 of 30"},
		{"participant", "participant=team+11&threshold=0.9", "12 B C++ simple team 11", "Pairs 1–1 of 1"},
		{"sorted by matched tokens", "sort=matched_tokens&order=desc", "13 A C++ team 12", "Pairs 1–50 of 61"},
		{"sorted by rank, reversed", "sort=rank&order=desc", "61 A C++ team 60", "Pairs 1–50 of 61"},
		{"invalid values", "page=-3&threshold=NaN&sort=;drop&order=up", "1 A", "Pairs 1–50 of 61"},
		{"more invalid values", "page=99999999999999999999&threshold=7&sort=left", "1 A", "Pairs 1–50 of 61"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a := s.Page("/checks/2?" + test.query)
			webtest.Mention(t, a.Text(), test.shown)
			if got := webtest.TextOf(a.All("tr", "data-row", "")[0]); !strings.HasPrefix(got, test.first) {
				t.Errorf("first row %q, want %q", got, test.first)
			}
		})
	}
	t.Run("a threshold below that of stored pairs", func(t *testing.T) {
		webtest.Mention(t, s.Page("/checks/2?threshold=0.1").Text(), "The threshold 0.1 is below 0.2, from which pairs are stored")
	})
	t.Run("an unknown participant", func(t *testing.T) {
		a := s.Page("/checks/2?participant=nobody")
		webtest.Mention(t, a.Text(), "No pairs with a suspicion of at least 0.5 with these filters. Without filters · Stored pairs with these filters")
		a.One("a", "href", "/checks/2?participant=nobody&threshold=0")
		stored := s.Page("/checks/2?participant=nobody&threshold=0")
		webtest.Mention(t, stored.Text(), "No pair has these filters. Without filters To compare two programs")
	})
	t.Run("a private template", func(t *testing.T) {
		c := webtest.NewContents()
		c.Summary.PrivateTemplates, c.Summary.PrivateCount = []contest.PrivateTemplate{{Left: "ann", Right: "ben", Tokens: 312}}, 1
		c.Pairs[115].SharedTemplate, c.Pairs[115].SharedTemplateScore = 312, 0.9
		private := c.SignedIn(t)
		a := private.Page("/checks/2")
		webtest.Mention(t, a.Text(), "A template that few others have is shared by ann and ben (312 tokens); it is no part of the suspicion. Sort pairs by shared template",
			"Pairs below 0.2 are counted but not stored, except those marked template.")
		list := "/checks/2?order=desc&sort=shared_template_score&threshold=0"
		a.One("a", "href", list)
		if got := webtest.TextOf(private.Page(list).All("tr", "data-row", "")[0]); !strings.HasPrefix(got, "116 B C++ simple template team 115") {
			t.Errorf("the first row is %q, want rank 116 with its template", got)
		}
	})
	t.Run("with earlier contests", func(t *testing.T) {
		if len(s.Page("/checks/2").All("select", "name", "sides")) > 0 {
			t.Error("a check that was compared with no earlier contest can be filtered by them")
		}
		c, shown := webtest.NewContents(), text.Visible(webtest.Hostile)
		c.Contests, c.Parameters.Against = []string{"Spring " + webtest.Hostile}, []string{"Spring " + webtest.Hostile}
		c.Pairs[2].Right.Contest, c.Pairs[2].Right.Problem = "Spring "+webtest.Hostile, "Q"
		c.Summary.Earlier = &contest.EarlierSummary{Contests: 1, Submissions: 3, Pairs: 1}
		against := c.SignedIn(t)
		a := against.Page("/checks/2?sides=earlier")
		webtest.Mention(t, a.Text(), "Pairs 1–1 of 1", "earlier: Spring "+shown+", problem Q", "Compared with", "earlier contests: Spring "+shown,
			"pairs compared, and 1 pair with earlier contests found", "Suspicion of 3,120 pairs within this contest.")
		webtest.Mention(t, against.Page("/contests/1").Text(), "earlier: Spring "+shown)
		a.One("option", "value", "earlier")
		a.One("a", "href", "/checks/2/pairs.csv?sides=earlier")
		row := a.One("tr", "data-row", "")
		webtest.Mention(t, webtest.TextOf(row), "3 A C++ team 2")
		webtest.Mention(t, against.Page("/checks/2?sides=own").Text(), "Pairs 1–50 of 60")
		webtest.Mention(t, against.Page("/checks/2?sides=nonsense").Text(), "Pairs 1–50 of 61")
		pair := against.Page("/pairs/1002?at=1&sides=earlier")
		webtest.Mention(t, pair.Text(), "earlier: Spring "+shown+", problem Q", "1 of 1 in the ranking", " from Spring "+shown+" earlier contest",
			"The right program was submitted to an earlier contest: problem Q of Spring "+shown+".")
	})
	t.Run("a check without pairs", func(t *testing.T) {
		c := webtest.NewContents()
		c.Pairs = nil
		a := c.SignedIn(t).Page("/checks/2")
		webtest.Mention(t, a.Text(), "No pairs with a suspicion of at least 0.5. Show all stored pairs")
	})
	t.Run("beyond the last page", func(t *testing.T) {
		webtest.Mention(t, s.Page("/checks/2?page=9").Text(), "This page of the list is empty")
	})
}

// The heads of the columns link to the sorted ranking, with the same filters.
func testSortLinks(t *testing.T, s *webtest.Site) {
	a := s.Page("/checks/2?problem=A&sort=similarity&order=desc&page=2&threshold=0.1")
	headers := map[string]*html.Node{}
	for _, th := range a.All("th", "scope", "col") {
		if webtest.Attribute(th, "aria-sort") != "" {
			headers[webtest.TextOf(th)] = th
		}
	}
	for title, want := range map[string]string{"#": "none", "Problem": "none", "Similarity": "descending", "Hamming": "none"} {
		if got := webtest.Attribute(headers[title], "aria-sort"); got != want {
			t.Errorf("%s: aria-sort = %q, want %q", title, got, want)
		}
	}
	hrefs := map[string]string{
		"#":          "/checks/2?problem=A&threshold=0.1",
		"Similarity": "/checks/2?problem=A&sort=similarity&threshold=0.1",
		"Chance":     "/checks/2?problem=A&sort=chance&threshold=0.1",
		"Hamming":    "/checks/2?problem=A&sort=hamming&threshold=0.1",
		"Longest":    "/checks/2?order=desc&problem=A&sort=longest_match&threshold=0.1",
	}
	for title, want := range hrefs {
		if got := webtest.Attribute(headers[title].FirstChild, "href"); got != want {
			t.Errorf("%s leads to %q, want %q", title, got, want)
		}
	}
}

// The list of skipped files names each reason once, with its first files, and the others folded. It has pages; an invalid page
// is replaced by the first or the last.
func testSkippedPages(t *testing.T, s *webtest.Site) {
	for path, want := range map[string]int{"": 200, "?page=4": 100, "?page=77": 100, "?page=-1": 200, "?page=x": 200} {
		a := s.Page("/checks/2/skipped" + path)
		reason := webtest.TextOf(a.One("th", "scope", "row"))
		shown, folded, _ := strings.Cut(reason, fmt.Sprintf("and %d more", want-3))
		if n := strings.Count(shown, ".bin"); n != 3 || strings.Count(folded, ".bin") != want-n {
			t.Errorf("%q: %d files before %d others, want 3 of %d:\n%s", path, n, strings.Count(folded, ".bin"), want, reason)
		}
	}
}

// The page of a pair shows both programs, explains the suspicion, and links to the neighbours in the ranking.
func testPairPage(t *testing.T, s *webtest.Site) {
	a := s.Page("/pairs/1001?at=2")
	webtest.Mention(t, webtest.TextOf(a.One("h1")), "team 1 and <script>alert(1)</script>")
	webtest.Mention(t, a.Text(), "Problem B , C++", "Rank 2", "Left team 1 attempt 1, AC", "attempt 2, WA, 2026-", "0.992", "2 of 61 in the ranking", "apples", "pears")
	webtest.Mention(t, webtest.TextOf(a.One("p", "class", "explanation")),
		"87.5% of the left program's own code is also in the right one, and 50.0% the other way round.",
		"They share 80 passages of 10 tokens; 1 of them occurs in no other C++ program of the contest (38 other participants).",
		"The problem is too simple to judge pairs by: the typical program of B in C++ has 20 distinct passages")
	webtest.Mention(t, s.Page("/pairs/1002").Text(), "It is more suspicious than 98.3% of the other 1,007 pairs of A in C++; the typical pair has a suspicion of 0.012.")
	if len(a.All("pre", "class", "chroma")) != 2 {
		t.Error("the page does not show two programs")
	}
	if got := webtest.Attribute(a.One("a", "rel", "prev"), "href"); got != "/pairs/1000?at=1" {
		t.Errorf("previous = %q, want the pair of rank 1", got)
	}
	if got := webtest.Attribute(a.One("a", "rel", "next"), "href"); got != "/pairs/1002?at=3" {
		t.Errorf("next = %q, want the pair of rank 3", got)
	}
	a.One("a", "href", "/pairs/1001?at=2&view=diff")
	diff := s.Page("/pairs/1001?at=2&view=diff")
	if len(diff.All("section", "class", "diff")) != 1 || len(diff.All("div", "class", "panes")) != 0 {
		t.Error("the second view is not the diff alone")
	}
	if got := webtest.Attribute(diff.One("a", "rel", "next"), "href"); got != "/pairs/1002?at=3&view=diff" {
		t.Errorf("the next pair of the diff is %q, want the pair of rank 3 as diff", got)
	}
}

// The links of a pair lead to its neighbours in the ranking that it was opened from, and back to its row.
func testPairKeepsItsRanking(t *testing.T, s *webtest.Site) {
	// Walk from the first to the last pair of a filtered, sorted list, and back.
	const filter = "/checks/2?order=desc&problem=B&sort=matched_tokens&threshold=0.9"
	first := webtest.Attribute(s.Page(filter).All("a", "class", "name")[0], "href")
	var walk []string
	next := first
	for next != "" && len(walk) < 100 {
		a := s.Page(next)
		walk = append(walk, next)
		id, _, _ := strings.Cut(strings.TrimPrefix(next, "/pairs/"), "?")
		if got, want := webtest.Attribute(a.One("a", "data-key", "u"), "href"), filter+"#pair-"+id; got != want {
			t.Fatalf("the link to the ranking is %q, want %q", got, want)
		}
		next = ""
		if links := a.All("a", "rel", "next"); len(links) == 1 {
			next = webtest.Attribute(links[0], "href")
		}
	}
	if len(walk) != 6 {
		t.Errorf("the links lead to %d pairs, want 6: %q", len(walk), walk)
	}
	for i := len(walk) - 1; i > 0; i-- {
		if got := webtest.Attribute(s.Page(walk[i]).One("a", "rel", "prev"), "href"); got != walk[i-1] {
			t.Errorf("previous of %q = %q, want %q", walk[i], got, walk[i-1])
		}
	}
	// A pair of the second page leads back to that page.
	if got := webtest.Attribute(s.Page("/pairs/1054").One("a", "data-key", "u"), "href"); got != "/checks/2?page=2#pair-1054" {
		t.Errorf("the link to the ranking is %q, want its second page", got)
	}
	// With a position that is not the pair's, the pair is shown without neighbours.
	a := s.Page("/pairs/1000?at=7")
	if len(a.All("a", "rel", "next")) != 0 {
		t.Error("the page links to a neighbour, although the position is not the pair's")
	}
}

// Unknown and invalid addresses get 404.
func testNotFound(t *testing.T, s *webtest.Site) {
	for _, path := range []string{
		"/nowhere", "/contests/99", "/contests/x", "/contests/-1", "/contests/1e3", "/checks/99", "/checks/99/pairs.csv",
		"/checks/2/pairs.xml", "/pairs/5", "/pairs/99999999999999999999", "/uploads/unknown", "/uploads/unknown/events", "/signout", "/%00",
	} {
		a := s.Do("GET", path, "")
		a.WantStatus(http.StatusNotFound, "%s", path)
		a.One("h1")
	}
}

// Faults of the server are logged; the page does not show their details.
func TestErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		err    error
		status int
		text   string
		logged bool
	}{
		{"database lost", errors.New("connection refused by 10.0.0.1"), 500, "The page could not be shown", true},
		{"disk full", fmt.Errorf("write: %w", syscall.ENOSPC), 507, "Free some space", true},
		{"gone", fmt.Errorf("contests: %w", contest.ErrNotFound), 404, "nothing at this address", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := webtest.NewSignedIn(t, func(o *web.Options) { o.Store = brokenStore{o.Store, test.err} })
			a := s.Do("GET", "/", "")
			if a.Status != test.status {
				t.Errorf("status %d, want %d", a.Status, test.status)
			}
			webtest.Mention(t, a.Text(), test.text)
			if strings.Contains(a.Body, "10.0.0.1") {
				t.Error("the page has the address of the database, which belongs in the log")
			}
			if logged := strings.Contains(s.Log.String(), test.err.Error()); logged != test.logged {
				t.Errorf("logged = %v, want %v: %s", logged, test.logged, s.Log)
			}
		})
	}
}

type brokenStore struct {
	access.Store
	err error
}

func (b brokenStore) ContestsPage(context.Context, contest.ContestFilter, int, int) ([]contest.ContestEntry, int, error) {
	return nil, 0, b.err
}

// Undecided pairs with an erased program do not wait for a review: nobody counts them or is led to them.
func TestReviewSkipsErasedPrograms(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("cid")
	check := ui.CheckPath(j.Check.ID)
	review, sample := check+"/review", "?sample=2&seed=7"
	j.Follow(j.Do("GET", review, ""), j.PairPath(1, "?at=1&state=mine"))
	erase := func(condition string) {
		t.Helper()
		j.Exec("DELETE FROM submission_files WHERE submission_id "+condition, j.Pairs[0].Left.SubmissionID)
	}
	erase("= $1")
	var left []contest.Pair
	for _, p := range j.Pairs {
		if p.Left.SubmissionID != j.Pairs[0].Left.SubmissionID && p.Right.SubmissionID != j.Pairs[0].Left.SubmissionID {
			left = append(left, p)
		}
	}
	webtest.Mention(t, webtest.TextOf(j.Page(check).One("a", "href", review)), fmt.Sprintf("Review %d pairs", len(left)))
	j.Follow(j.Do("GET", review, ""), j.PairPath(left[0].Rank, "?at=1&state=mine"))
	webtest.Mention(t, j.Page(check).Text(), fmt.Sprintf("0 of %d settled", len(left)))
	last := len(left) - 1 // after it, the review goes on from the top of the ranking, where pairs have an erased program
	j.Follow(j.Send(j.PairPath(left[last].Rank, "")+"/decide", fmt.Sprintf("decision=confirmed&at=%d", left[last].Rank)),
		j.PairPath(left[0].Rank, fmt.Sprintf("?at=%d", left[0].Rank)))
	if len(j.Page(check+sample).All("a", "href", review+sample)) == 0 {
		t.Error("the sample is not offered for review")
	}
	erase("IS DISTINCT FROM $1")
	if got := j.Do("GET", review, "").Header.Get("Location"); got != check {
		t.Errorf("without programs the review leads to %q, want the check", got)
	}
	if len(j.Page(check).All("a", "href", review)) > 0 {
		t.Error("without programs, the check offers a review")
	}
	page := j.Page(check + sample)
	if webtest.Mention(t, page.Text(), "A program was erased, because a person asked for that"); len(page.All("a", "href", review+sample)) > 0 {
		t.Error("without programs, the sample is offered for review")
	}
}

// The page of a pair stays after its programs were erased: for an appeal, with scores, facts about both sides and decisions.
func TestPairOfErasedPrograms(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("cid")
	j.Send(j.PairPath(1, "/decide"), "ruling=confirmed&note=by+hand")
	_, err := j.DB.ErasePrograms(t.Context(), j.Person("cid"), j.Check.ContestID)
	webtest.Must(t, err)
	for _, view := range []string{"", "?view=diff", "?view=tokens"} {
		page := j.Page(j.PairPath(1, view))
		webtest.Mention(t, page.Text(), "A program was erased", "Scores, decisions and the log are still there.",
			"Ruled: confirmed by cid", "by hand", "passages of 10 tokens", "Longest match")
		for _, missing := range []string{"view=diff", "id=\"matches\""} {
			if strings.Contains(page.Body, missing) {
				t.Errorf("the page %q has %s, which needs the programs", view, missing)
			}
		}
	}
	for _, copy := range []string{"", "?redact=left"} {
		webtest.Mention(t, j.Page(j.PairPath(1, "/bundle.html"+copy)).Text(), "A program was erased", "passages of 10 tokens", "Longest match", "Confirmed by the jury")
	}
	j.Send(j.PairPath(1, "/appeal"), "grounds=Mine+alone")

	// Only the appealed pair waits for a review.
	j.SignInAs("ann")
	check := ui.CheckPath(j.Check.ID)
	webtest.Mention(t, j.Page(check).Text(), "Review 1 pair", "0 of 1 settled")
	j.Follow(j.Do("GET", check+"/review", ""), j.PairPath(1, "?at=1&state=mine"))
	queue := contest.ReviewQueue{User: j.Users["ann"].ID}
	contests, _, err := j.DB.ContestsPage(t.Context(), contest.ContestFilter{Queue: queue}, 0, 0)
	if err != nil || contests[0].PairsToReview != 1 {
		t.Errorf("the list of contests is %+v, %v; want 1 pair to review", contests, err)
	}
	cluster := j.Pairs[0].Cluster
	if _, toReview, err := j.DB.ClusterStates(t.Context(), j.Check.ID, []int{cluster}, queue, contest.Seal{}); err != nil || toReview[cluster] != 1 {
		t.Errorf("in the cluster of the pair, %d pairs wait for a review, %v; want 1", toReview[cluster], err)
	}
	j.Send(j.PairPath(1, "/decide"), "decision=dismissed")
	webtest.Mention(t, j.Page(j.PairPath(1, "")).Text(), "Reopened after an appeal", "Mine alone", "Dismissed by ann")
}
