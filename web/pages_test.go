package web

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
	"github.com/ojcheck/ojcheck/internal/text"
)

// Every page keeps to the same rules, whatever it shows.
func TestEveryPage(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	for _, path := range []string{
		"/", "/contests/new", "/contests/1", "/contests/1?threshold=0.9", "/contests/1/checks", "/contests/1/settings", "/contests/1/log", "/log", "/contests/1/participants/1", "/checks/2", "/checks/3", "/checks/4", "/checks/2/skipped",
		"/checks/2?threshold=0&participant=" + url.QueryEscape(hostile) + "&problem=" + url.QueryEscape(`"><script>`),
		"/pairs/1000", "/pairs/1000?view=diff", "/contests/new?contest=" + url.QueryEscape(hostile) + "&layout=" + url.QueryEscape(hostile),
	} {
		t.Run(path, func(t *testing.T) {
			a := s.page(path)
			mention(t, textOf(a.one("footer", "class", "foot")), evidence.Notice, "ojcheck 9.8.7")
			a.one("h1")
			a.one("form", "action", "/signout", "method", "post")
			if got := a.header.Get("Cache-Control"); !strings.Contains(got, "no-store") {
				t.Errorf("Cache-Control = %q", got)
			}
			// Fields keep it, as they are sent back.
			if strings.ContainsRune(a.text(), '\u202e') {
				t.Error("a character that turns the direction of text is on the page")
			}
			// Nothing inline: no script, style or handler, and nothing from elsewhere.
			a.elements(func(n *html.Node) bool {
				if n.Data == "script" && (!strings.HasPrefix(attribute(n, "src"), "/static/") || n.FirstChild != nil) || n.Data == "style" {
					t.Errorf("inline <%s>: %s", n.Data, textOf(n))
				}
				for _, at := range n.Attr {
					if at.Key == "style" || strings.HasPrefix(at.Key, "on") ||
						(at.Key == "src" || at.Key == "href" || at.Key == "action") && !strings.HasPrefix(at.Val, "/") && !strings.HasPrefix(at.Val, "#") && !strings.HasPrefix(at.Val, "?") {
						t.Errorf("<%s %s=%q>", n.Data, at.Key, at.Val)
					}
				}
				return false
			})
		})
	}
}

func TestContestsPage(t *testing.T) {
	t.Parallel()
	store := newFakeStore()
	store.contests[0].Participants, store.contests[0].Checks = 1, 1
	s := newSignedIn(t, func(o *Options) { o.Store = store })
	a := s.page("/")
	row := a.one("tr", "data-row", "")
	mention(t, textOf(row), "<script>alert(1)</script>", "2", "93")
	a.one("a", "href", "/contests/1")
	mention(t, textOf(a.one("a", "href", "/contests/new")), "New contest")
	var labels []string
	for _, cell := range a.all("td", "class", "num") {
		labels = append(labels, textOf(cell)+" "+attribute(cell, "data-label"))
	}
	if diff := cmp.Diff([]string{"7 pairs wait for you", "2 problems", "1 participant", "93 submissions"}, labels); diff != "" {
		t.Errorf("a row on a narrow screen (-want +got):\n%s", diff)
	}
}

func TestUploadForm(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t, func(o *Options) {
		o.Formats = []Format{{"dir", "Folders", true}, {"hydro", "Hydro’s code zip", false}}
	})
	a := s.page("/contests/new")
	form := a.one("form", "action", "/uploads")
	if attribute(form, "method") != "post" || attribute(form, "enctype") != "multipart/form-data" {
		t.Error("the form does not send files")
	}
	mention(t, textOf(form), "up to 512 MiB", "Upload and check", "Format of the archive", "Recognise by itself", "Folders", "Hydro’s code zip", "Layout of folders")
	if got := attribute(a.one("input", "name", "threshold"), "value"); got != "0.5" {
		t.Errorf("threshold = %q, want 0.5", got)
	}

	// The form can be filled in by the address, as after a failure.
	a = s.page("/contests/new?contest=Finals&layout=participant/problem&from=hydro&language=cpp&verdicts=all&threshold=0.25&across_problems=1")
	if got := attribute(a.one("input", "name", "contest"), "value"); got != "Finals" {
		t.Errorf("contest = %q", got)
	}
	for _, value := range []string{"participant/problem", "cpp", "hydro"} {
		if len(a.all("option", "value", value)) != 1 {
			t.Errorf("%s is not one choice", value)
		}
	}
	if selected := a.all("option", "selected", ""); len(selected) != 4 {
		t.Errorf("%d options are selected, want 4", len(selected))
	}
}

func TestNoContests(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t, func(o *Options) { o.Store = &fakeStore{} })
	a := s.page("/")
	mention(t, a.text(), "Nothing has been checked yet", "ojcheck check")
	if len(a.all("a", "href", "/contests/new")) == 0 {
		t.Error("no way to a new contest")
	}
}

func TestContestPage(t *testing.T) {
	t.Parallel()
	a := newSignedIn(t).page("/contests/1")
	rows := a.all("tr", "data-row", "")
	if len(rows) != topPairs+3 {
		t.Fatalf("%d rows, want %d pairs and 3 checks", len(rows), topPairs)
	}
	mention(t, textOf(rows[0]), "1 A C++ team 0", "1.000")
	rows = rows[topPairs:]
	mention(t, a.text(), "4 problems, 40 participants, 93 submissions, 3,120 pairs compared", "61 pairs from 0.5 on", "it is binary", "Too simple to judge pairs by: B (C++).")
	a.one("a", "href", "/checks/2/skipped")
	if got := len(a.all("th", "class", "path")); got != topSkipped {
		t.Errorf("%d skipped files, want %d", got, topSkipped)
	}
	mention(t, textOf(rows[0]), "failed", "the disk was full <script>")
	mention(t, textOf(rows[1]), "running")
	mention(t, textOf(rows[2]), "complete", "93", "3,120", "120", "700", "0.5", "1 min 23 s")
	if len(a.all("a", "href", "/checks/2")) < 2 {
		t.Error("neither the head nor the list leads to the check")
	}
	higher := newSignedIn(t).page("/contests/1?threshold=0.96&page=3")
	mention(t, higher.text(), "5 pairs from 0.96 on")
	if got := len(higher.all("td", "class", "suspicion")); got != 5 {
		t.Errorf("%d pairs from 0.96 on, want 5", got)
	}
	if len(higher.all("a", "href", "/checks/2?threshold=0.96")) == 0 {
		t.Error("the ranking is not opened with the same threshold")
	}
	one := newSignedIn(t).page("/contests/1?language=c%2B%2B&problem=B")
	mention(t, one.text(), "30 pairs from 0.5 on")
	one.one("option", "value", "B", "selected", "")
	if len(one.all("a", "href", "/checks/2?language=c%2B%2B&problem=B")) == 0 {
		t.Error("the ranking is not opened with the same problem and language")
	}
}

func TestCheckPage(t *testing.T) {
	t.Parallel()
	a := newSignedIn(t).page("/checks/2")
	mention(t, a.text(), "4 problems, 40 participants, 93 submissions, 3,120 pairs compared, 700 skipped",
		"1–50 of 61 pairs", "Page 1 of 2",
		"Brainfuck: compared with general rules", "Too simple to judge pairs by: B (C++).",
		"B C++ 30 32 435 0.000 20 passages too simple to judge pairs by", "lexer 1", "ojcheck 9.8.7", "abc123", "10 tokens", "problem/participant")
	rows := a.all("tr", "data-row", "")
	if len(rows) != pageSize {
		t.Fatalf("%d rows, want %d", len(rows), pageSize)
	}
	mention(t, textOf(rows[0]), "1 A C++ team 0 AC 01-AC.cpp <script>alert(1)</script>", "Open 1.000 – 50.0% 87.5% 1,234 0 –")
	mention(t, textOf(rows[1]), "2 B C++ simple team 1", "0.992 99% 49.6% 87.5% 1,234 10 7")
	if got := textOf(a.all("a", "href", "/checks/2/skipped")[0]); got != "700 skipped" {
		t.Errorf("the head leads to %q", got)
	}
	a.one("a", "href", "/checks/2/pairs.csv")
	a.one("a", "href", "/checks/2/pairs.json")
	a.one("a", "href", "/checks/2/pairs.html")
	if got := textOf(a.one("a", "rel", "next")); got != "Next" {
		t.Errorf("next = %q", got)
	}
	for _, c := range []string{"/checks/2?problem=A", "/checks/2?problem=B", "/checks/2?page=2"} {
		a.one("a", "href", c)
	}
}

// A check that compared nothing must not look like one that found nothing.
func TestNothingCompared(t *testing.T) {
	t.Parallel()
	store := newFakeStore()
	store.pairs = nil
	for i := range store.checks {
		store.checks[i].Summary = contest.Summary{Submissions: 93, Participants: 1, Problems: 4, Skipped: 700}
	}
	a := newSignedIn(t, func(o *Options) { o.Store = store }).page("/checks/2")
	mention(t, textOf(a.one("div", "role", "alert")), "Nothing was compared: all submissions are of one participant", "Check the contest again")
	a.one("a", "href", "/contests/1/checks")
	if strings.Contains(a.text(), "No pair reaches") || len(a.all("figure")) > 0 || len(a.all("form", "class", "filters")) > 0 {
		t.Error("the page looks as if no pair were suspicious")
	}
	open := a.all("details", "open", "")
	if len(open) != 1 {
		t.Fatalf("%d details are open, want the parameters", len(open))
	}
	mention(t, textOf(open[0]), "problem/participant")
}

func TestIncompleteInput(t *testing.T) {
	t.Parallel()
	store := newFakeStore()
	for i := range store.checks {
		store.checks[i].Summary.Incomplete = []string{"finals.zip is cut off \u202e"}
	}
	a := newSignedIn(t, func(o *Options) { o.Store = store }).page("/checks/2")
	if got, want := textOf(a.one("p", "class", "failure")), "finals.zip is cut off [U+202E]."; got != want {
		t.Errorf("the page warns %q, want %q", got, want)
	}
	if n := strings.Count(a.text(), "is cut off"); n != 1 {
		t.Errorf("the page says it %d times", n)
	}
	mention(t, a.text(), "Brainfuck: compared with general rules") // the other notes stay
}

func TestCheckWithoutResult(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	running := s.page("/checks/3")
	mention(t, running.text(), "still running")
	mention(t, running.body, `<noscript><meta http-equiv="refresh" content="2"`)
	failed := s.page("/checks/4")
	mention(t, textOf(failed.one("div", "role", "alert")), "the disk was full", "Upload the contest again")
	for _, a := range []answer{running, failed} {
		if len(a.all("table")) > 0 || len(a.all("svg")) > 0 {
			t.Error("half a result is shown")
		}
	}
	for _, path := range []string{"/checks/3/pairs.csv", "/checks/4/pairs.html", "/checks/3/skipped"} {
		a := s.do("GET", path, "")
		if a.status != http.StatusConflict {
			t.Errorf("%s: status %d, want 409", path, a.status)
		}
		mention(t, a.text(), "has no result")
	}
}

func TestRankingByAddress(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	tests := []struct {
		name, query string
		first       string // begin of the first row
		shown       string
	}{
		{"second page", "page=2", "51 A C++ team 50", "51–61 of 61 pairs"},
		{"lower threshold", "threshold=0", "1 A", "1–50 of 120 pairs"},
		{"higher threshold", "threshold=0.99", "1 A", "1–2 of 2 pairs"},
		{"one problem", "problem=B", "2 B C++ simple team 1", "1–30 of 30 pairs"},
		{"participant", "participant=team+11&threshold=0.9", "12 B C++ simple team 11", "1–1 of 1 pair"},
		{"sorted", "sort=matched_tokens&order=desc", "13 A C++ team 12", "1–50 of 61 pairs"},
		{"sorted the other way", "sort=rank&order=desc", "61 A C++ team 60", "1–50 of 61 pairs"},
		{"nonsense is left out", "page=-3&threshold=NaN&sort=;drop&order=up", "1 A", "1–50 of 61 pairs"},
		{"more nonsense", "page=99999999999999999999&threshold=7&sort=left", "1 A", "1–50 of 61 pairs"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a := s.page("/checks/2?" + test.query)
			mention(t, a.text(), test.shown)
			if got := textOf(a.all("tr", "data-row", "")[0]); !strings.HasPrefix(got, test.first) {
				t.Errorf("first row %q, want %q", got, test.first)
			}
		})
	}
	t.Run("below what is stored", func(t *testing.T) {
		mention(t, s.page("/checks/2?threshold=0.1").text(), "The threshold 0.1 is below 0.2, from which pairs are stored")
	})
	t.Run("nobody", func(t *testing.T) {
		a := s.page("/checks/2?participant=nobody")
		mention(t, a.text(), "No pair reaches a suspicion of 0.5 with these filters.")
		a.one("a", "href", "/checks/2?participant=nobody&threshold=0")
	})
	t.Run("a private template", func(t *testing.T) {
		store := newFakeStore()
		summary := &store.checks[len(store.checks)-1].Summary
		summary.PrivateTemplates, summary.PrivateCount = []contest.PrivateTemplate{{Left: "ann", Right: "ben", Tokens: 312}}, 1
		store.pairs[115].SharedTemplate, store.pairs[115].SharedTemplateScore = 312, 0.9
		private := newSignedIn(t, func(o *Options) { o.Store = store })
		a := private.page("/checks/2")
		mention(t, a.text(), "A template that few others have is shared by ann and ben (312 tokens); it is no part of the suspicion. Pairs by the template that they share",
			"Pairs below 0.2 were counted but not kept, except those marked template.")
		list := "/checks/2?order=desc&sort=shared_template_score&threshold=0"
		a.one("a", "href", list)
		if got := textOf(private.page(list).all("tr", "data-row", "")[0]); !strings.HasPrefix(got, "116 B C++ simple template team 115") {
			t.Errorf("first row %q", got)
		}
	})
	t.Run("with earlier contests", func(t *testing.T) {
		if len(s.page("/checks/2").all("select", "name", "sides")) > 0 {
			t.Error("a check that was compared with no earlier contest can be filtered by them")
		}
		store, shown := newFakeStore(), text.Visible(hostile)
		store.checks[len(store.checks)-1].Parameters.Against = []string{"Spring " + hostile}
		store.pairs[2].Right.Contest, store.pairs[2].Right.Problem = "Spring "+hostile, "Q"
		store.checks[len(store.checks)-1].Summary.Earlier = &contest.EarlierSummary{Contests: 1, Submissions: 3, Pairs: 1}
		against := newSignedIn(t, func(o *Options) { o.Store = store })
		a := against.page("/checks/2?sides=earlier")
		mention(t, a.text(), "1–1 of 1 pair", "earlier: Spring "+shown+", problem Q", "Compared with", "earlier contests: Spring "+shown,
			"pairs compared, and 1 pair with earlier contests found", "Suspicion of this contest's own pairs (3,120, those with earlier contests not among them).")
		mention(t, against.page("/contests/1").text(), "earlier: Spring "+shown)
		a.one("option", "value", "earlier")
		a.one("a", "href", "/checks/2/pairs.csv?sides=earlier")
		row := a.one("tr", "data-row", "")
		mention(t, textOf(row), "3 A C++ team 2")
		mention(t, against.page("/checks/2?sides=own").text(), "1–50 of 60 pairs")
		mention(t, against.page("/checks/2?sides=nonsense").text(), "1–50 of 61 pairs")
		pair := against.page("/pairs/1002?at=1&sides=earlier")
		mention(t, pair.text(), "earlier: Spring "+shown+", problem Q", "1 of 1 in the ranking",
			"The right program was handed in for an earlier contest: problem Q of Spring "+shown+".")
	})
	t.Run("nobody at all", func(t *testing.T) {
		store := newFakeStore()
		store.pairs = nil
		a := newSignedIn(t, func(o *Options) { o.Store = store }).page("/checks/2")
		mention(t, a.text(), "No pair reaches a suspicion of 0.5. Show all that were kept")
	})
	t.Run("beyond the last page", func(t *testing.T) {
		mention(t, s.page("/checks/2?page=9").text(), "This page of the list is empty")
	})
}

func TestSortLinks(t *testing.T) {
	t.Parallel()
	a := newSignedIn(t).page("/checks/2?problem=A&sort=similarity&order=desc&page=2&threshold=0.1")
	headers := map[string]*html.Node{}
	for _, th := range a.all("th", "scope", "col") {
		if attribute(th, "aria-sort") != "" {
			headers[textOf(th)] = th
		}
	}
	for title, want := range map[string]string{"#": "none", "Problem": "none", "Similarity": "descending", "Hamming": "none"} {
		if got := attribute(headers[title], "aria-sort"); got != want {
			t.Errorf("%s: aria-sort = %q, want %q", title, got, want)
		}
	}
	hrefs := map[string]string{
		"#":          "/checks/2?problem=A&threshold=0.1",
		"Similarity": "/checks/2?problem=A&sort=similarity&threshold=0.1",
		"Percentile": "/checks/2?order=desc&problem=A&sort=percentile&threshold=0.1",
		"Hamming":    "/checks/2?problem=A&sort=hamming&threshold=0.1",
		"Longest":    "/checks/2?order=desc&problem=A&sort=longest_match&threshold=0.1",
	}
	for title, want := range hrefs {
		if got := attribute(headers[title].FirstChild, "href"); got != want {
			t.Errorf("%s leads to %q, want %q", title, got, want)
		}
	}
}

func TestSkippedPages(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	for path, want := range map[string]int{"": 200, "?page=4": 100, "?page=77": 100, "?page=-1": 200, "?page=x": 200} {
		if got := len(s.page("/checks/2/skipped"+path).all("th", "class", "path")); got != want {
			t.Errorf("%q: %d files, want %d", path, got, want)
		}
	}
}

func TestPairPage(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	a := s.page("/pairs/1001?at=2")
	mention(t, textOf(a.one("h1")), "team 1 and <script>alert(1)</script>")
	mention(t, a.text(), "Problem B , C++, rank 2", "They are paired nowhere else.", "The contest’s data says nothing of where they sat.", "Left team 1 attempt 1, AC", "attempt 2, WA, 2026-", "0.992", "2 of 61 in the ranking", "apples", "pears")
	mention(t, textOf(a.one("p", "class", "explanation")),
		"87.5% of the left program's own code is found in the right one, and 50.0% of the right one's in the left.",
		"They share 80 passages of 10 tokens, 1 of them found with none of the other 38 participants of the contest in C++.",
		"The problem is too simple to judge pairs by: the typical program of B in C++ has 20 distinct passages")
	mention(t, s.page("/pairs/1002").text(), "It is more suspicious than 98.3% of the other 1,007 pairs of A in C++; the typical pair has a suspicion of 0.012.")
	if len(a.all("pre", "class", "chroma")) != 2 {
		t.Error("not two programs")
	}
	if got := attribute(a.one("a", "rel", "prev"), "href"); got != "/pairs/1000?at=1" {
		t.Errorf("previous = %q", got)
	}
	if got := attribute(a.one("a", "rel", "next"), "href"); got != "/pairs/1002?at=3" {
		t.Errorf("next = %q", got)
	}
	a.one("a", "href", "/pairs/1001?at=2&view=diff")
	diff := s.page("/pairs/1001?at=2&view=diff")
	if len(diff.all("section", "class", "diff")) != 1 || len(diff.all("section", "class", "evidence")) != 0 {
		t.Error("the second view is not the diff alone")
	}
	if got := attribute(diff.one("a", "rel", "next"), "href"); got != "/pairs/1002?at=3&view=diff" {
		t.Errorf("next in the diff = %q", got)
	}
}

func TestPairKeepsItsRanking(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	// Walk from the first to the last pair of a filtered, sorted list, and back.
	const filter = "/checks/2?order=desc&problem=B&sort=matched_tokens&threshold=0.9"
	first := attribute(s.page(filter).all("a", "class", "name")[0], "href")
	var walk []string
	next := first
	for next != "" && len(walk) < 100 {
		a := s.page(next)
		walk = append(walk, next)
		id, _, _ := strings.Cut(strings.TrimPrefix(next, "/pairs/"), "?")
		if got, want := attribute(a.one("a", "data-key", "u"), "href"), filter+"#pair-"+id; got != want {
			t.Fatalf("back leads to %q, want %q", got, want)
		}
		next = ""
		if links := a.all("a", "rel", "next"); len(links) == 1 {
			next = attribute(links[0], "href")
		}
	}
	if len(walk) != 6 {
		t.Errorf("%d pairs on the way, want 6: %q", len(walk), walk)
	}
	for i := len(walk) - 1; i > 0; i-- {
		if got := attribute(s.page(walk[i]).one("a", "rel", "prev"), "href"); got != walk[i-1] {
			t.Errorf("previous of %q = %q, want %q", walk[i], got, walk[i-1])
		}
	}
	// A pair of the second page leads back to that page.
	if got := attribute(s.page("/pairs/1054").one("a", "data-key", "u"), "href"); got != "/checks/2?page=2#pair-1054" {
		t.Errorf("back leads to %q", got)
	}
	// An address of one's own making: the pair is shown, without neighbours.
	a := s.page("/pairs/1000?at=7")
	if len(a.all("a", "rel", "next")) != 0 {
		t.Error("a neighbour for a place that is not the pair's")
	}
}

func TestNotFound(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	for _, path := range []string{
		"/nowhere", "/contests/99", "/contests/x", "/contests/-1", "/contests/1e3", "/checks/99", "/checks/99/pairs.csv",
		"/checks/2/pairs.xml", "/pairs/5", "/pairs/99999999999999999999", "/uploads/unknown", "/uploads/unknown/events", "/signout", "/%00",
	} {
		a := s.do("GET", path, "")
		if a.status != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", path, a.status)
		}
		a.one("h1")
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		err    error
		status int
		text   string
		logged bool
	}{
		{"database lost", errors.New("connection refused by 10.0.0.1"), 500, "The page could not be made", true},
		{"disk full", fmt.Errorf("write: %w", syscall.ENOSPC), 507, "Free some space", true},
		{"gone", fmt.Errorf("contests: %w", contest.ErrNotFound), 404, "not in the archive", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newSignedIn(t, func(o *Options) { o.Store = brokenStore{o.Store, test.err} })
			a := s.do("GET", "/", "")
			if a.status != test.status {
				t.Errorf("status %d, want %d", a.status, test.status)
			}
			mention(t, a.text(), test.text)
			if strings.Contains(a.body, "10.0.0.1") {
				t.Error("the page tells what only the log should")
			}
			if logged := strings.Contains(s.log.String(), test.err.Error()); logged != test.logged {
				t.Errorf("logged = %v, want %v: %s", logged, test.logged, s.log)
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
