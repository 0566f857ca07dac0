package ui_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/webtest"
)

const pasted = "int main() {\r\n\treturn \"<b>&amp;\" != 0;\r\n}\r\n"

// A search shows the findings with their contests, and the program again in its box.
func TestSearch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		parts []webtest.Part
		want  access.Search
		title string
	}{
		{"pasted", []webtest.Part{{"program", "", pasted}, {"file", "", ""}, {"language", "", "cpp"}, {"contest", "", ""}},
			access.Search{Program: []byte(pasted), Language: "cpp"}, "Pasted program"},
		{"pasted, without a language", []webtest.Part{{"program", "", pasted}, {"language", "", ""}},
			access.Search{Program: []byte(pasted)}, "Pasted program"},
		{"file", []webtest.Part{{"program", "", " \r\n"}, {"file", "../a b.cpp", "int x;"}, {"language", "", ""}},
			access.Search{Name: "a b.cpp", Program: []byte("int x;")}, "a b.cpp"},
		{"one contest", []webtest.Part{{"program", "", pasted}, {"language", "", "cpp"}, {"contest", "", "1"}},
			access.Search{Program: []byte(pasted), Language: "cpp", ContestID: 1, Contests: []int64{1}}, "Pasted program"},
	}
	site := webtest.NewContestSite(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := *site
			s.T = t
			before := len(s.Searcher.Searches())
			a := s.PostParts("/search", test.parts...)
			if a.Status != http.StatusOK {
				t.Fatalf("status %d, want 200: %s", a.Status, a.Text())
			}
			if got := a.Header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("Cache-Control is %q, want no-store", got)
			}
			if diff := cmp.Diff([]access.Search{test.want}, s.Searcher.Searches()[before:]); diff != "" {
				t.Errorf("searches (-want +got):\n%s", diff)
			}
			webtest.Mention(t, a.Text(), test.title, "C++, 1,234 tokens: 3 stored programs contain part of it.",
				"7 of 100 sampled passages are in so many programs", "Longest Hamming Submitted")
			rows := a.All("tr", "data-row", "")
			if len(rows) != 3 {
				t.Fatalf("%d rows, want 3", len(rows))
			}
			webtest.Mention(t, webtest.TextOf(rows[0]), "<script>alert(1)</script>", "WA A/<script>", "95.0% 90.0% 1,001 3 2026-03-01", "also practice / team 7 , ", "/ team 8 and 1,198 more", "+1,200", "and 1 more attempt")
			webtest.Mention(t, webtest.TextOf(rows[1]), "attempt 1 WA A/first.cpp", "50.0% 40.0% 200 – 2026-03-01")
			webtest.Mention(t, webtest.TextOf(rows[2]), "team 7", "practice B 20.0% 10.0% 30 – – –")
			for path, want := range map[string]int{"/submissions/4": 1, "/submissions/5": 1, "/submissions/7": 2, "/submissions/8": 1} {
				if links := a.All("a", "href", path); len(links) != want {
					t.Errorf("%d links to %s, want %d", len(links), path, want)
				}
			}
			if links := a.All("a", "href", "/contests/1"); len(links) != 3 {
				t.Errorf("%d links to the contest, want 3", len(links))
			}
			// The program is in the box again, byte for byte, with its language.
			if got := a.One("textarea", "name", "program").FirstChild.Data; got != strings.ReplaceAll(string(test.want.Program), "\r\n", "\n") {
				t.Errorf("the box has %q, want the program", got)
			}
			selected := a.One("option", "selected", "", "value", "cpp")
			if webtest.TextOf(selected) != "C++" {
				t.Errorf("the language %q is chosen, want C++", webtest.TextOf(selected))
			}
		})
	}
}

// The form of a search is shown without a search.
func testSearchForm(t *testing.T, s *webtest.Site) {
	a := s.Page("/search")
	a.One("form", "action", "/search", "method", "post")
	a.One("textarea", "name", "program")
	a.One("input", "type", "file")
	if got := webtest.TextOf(a.One("a", "href", "/search")); got != "Search" {
		t.Errorf("the link in the header is %q, want Search", got)
	}
	a.One("a", "aria-current", "true", "href", "/search")
	webtest.Mention(t, a.Text(), "Up to 512 KiB", "Detect automatically", "<script>alert(1)</script>")
	if len(s.Page("/").All("a", "aria-current", "true")) != 0 {
		t.Error("on the list of contests, the link to the search is marked as current")
	}
	if got := s.Searcher.Searches(); len(got) != 0 {
		t.Errorf("showing the form starts the searches %v, want none", got)
	}
}

// A search that cannot be done says why, and keeps the pasted program in the form.
func TestSearchFails(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		parts  []webtest.Part
		search func(access.Search, int) (contest.Findings, error)
		status int
		text   string
	}{
		{"no program", []webtest.Part{{"program", "", " \r\n"}, {"language", "", "cpp"}}, nil, 422, "There is no program to search for. Paste one or choose a file."},
		{"empty file", []webtest.Part{{"file", "a.cpp", ""}}, nil, 422, "There is no program to search for."},
		{"two programs", []webtest.Part{{"program", "", pasted}, {"file", "a.cpp", "int x;"}}, nil, 422, "There are two programs"},
		{"too large", []webtest.Part{{"file", "a.cpp", strings.Repeat("x", request.MaxProgram+1)}}, nil, 422, "Shorten it to at most 512 KiB."},
		{"much too large", []webtest.Part{{"file", "a.cpp", strings.Repeat("x", request.MaxSearchForm)}}, nil, 413, "A program to search for may have at most 512 KiB"},
		{"unknown language", []webtest.Part{{"program", "", pasted}, {"language", "", "klingon"}}, nil, 400, `"klingon" is not one of the choices.`},
		{"unknown contest", []webtest.Part{{"program", "", pasted}, {"language", "", "cpp"}, {"contest", "", "77"}}, nil, 400, "no longer exists"},
		{"failure that the user can correct", []webtest.Part{{"program", "", pasted}, {"language", "", "cpp"}},
			func(access.Search, int) (contest.Findings, error) {
				return contest.Findings{}, &jobs.Failure{Message: i18n.Verbatim("The archive is <b>empty</b>."), Advice: i18n.Verbatim("Fill it.")}
			}, 422, "The archive is <b>empty</b>. Fill it."},
		{"fault of the server", []webtest.Part{{"program", "", pasted}, {"language", "", "cpp"}},
			func(access.Search, int) (contest.Findings, error) {
				return contest.Findings{}, errors.New("connection refused by 10.0.0.1")
			}, 500, "The page could not be shown"},
	}
	site := webtest.NewSignedIn(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := *site
			s.T = t
			s.Searcher.OnSearch = test.search
			before := len(s.Searcher.Searches())
			a := s.PostParts("/search", test.parts...)
			if a.Status != test.status {
				t.Errorf("status %d, want %d", a.Status, test.status)
			}
			webtest.Mention(t, a.Text(), test.text)
			if strings.Contains(a.Body, "10.0.0.1") {
				t.Error("the page has the address of the database, which belongs in the log")
			}
			if searched := len(s.Searcher.Searches()) > before; searched != (test.search != nil) {
				t.Errorf("searched: %v, want %v", searched, test.search != nil)
			}
			if a.Status == 422 && test.parts[0][2] == pasted {
				if got := a.One("textarea").FirstChild.Data; got != strings.ReplaceAll(pasted, "\r\n", "\n") {
					t.Errorf("the box has %q, want the pasted program", got)
				}
			}
		})
	}
}

// The summary says how many programs were found, and the page lists all of them.
func TestSearchSummary(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	s.Searcher.OnSearch = func(access.Search, int) (contest.Findings, error) {
		return contest.Findings{Language: "java", Tokens: 1, Sampled: 3}, nil
	}
	a := s.PostParts("/search", webtest.Part{"program", "", pasted}, webtest.Part{"language", "", "java"})
	webtest.Mention(t, a.Text(), "Java, 1 token: no stored program is like it.")
	if len(a.All("table")) != 0 {
		t.Error("the page has a table without findings")
	}
	s.Searcher.OnSearch = func(_ access.Search, limit int) (contest.Findings, error) {
		if limit != 0 {
			t.Errorf("the page searches for at most %d programs, want no limit", limit)
		}
		return contest.Findings{Language: "java", Findings: make([]contest.Finding, 80)}, nil
	}
	a = s.PostParts("/search", webtest.Part{"program", "", pasted}, webtest.Part{"language", "", "java"})
	webtest.Mention(t, a.Text(), "80 stored programs contain part of it.")
	if rows := a.All("tr", "data-row", ""); len(rows) != 80 {
		t.Errorf("the page lists %d programs, want 80", len(rows))
	}
}

// That more programs share parts is said only if the user can search in fewer contests.
func TestSearchNarrower(t *testing.T) {
	t.Parallel()
	s := webtest.NewContestSite(t)
	s.Searcher.OnSearch = func(access.Search, int) (contest.Findings, error) {
		return contest.Findings{Language: "java", Findings: make([]contest.Finding, 80), SharedOmitted: true}, nil
	}
	isSaid := func(contestID string) bool {
		a := s.PostParts("/search", webtest.Part{"program", "", pasted}, webtest.Part{"language", "", "java"}, webtest.Part{"contest", "", contestID})
		return strings.Contains(a.Text(), "More programs share parts with this one than a search compares.")
	}
	if isSaid("") {
		t.Error("it is said although there is only one contest")
	}
	s.AddBlind()
	if !isSaid("") {
		t.Error("it is not said after a search in all contests")
	}
	if isSaid("1") {
		t.Error("it is said after a search in one contest")
	}
}

// If a hidden participant has the same program, the other participant is hidden too, and nothing leads to their submission.
func TestSearchBesideAHiddenParticipant(t *testing.T) {
	t.Parallel()
	s := webtest.NewContestSite(t)
	s.Searcher.OnSearch = func(access.Search, int) (contest.Findings, error) {
		return contest.Findings{Language: "cpp", Findings: []contest.Finding{{
			Side: contest.Side{SubmissionID: 30, ContestID: webtest.ContestID, Participant: "greta", Number: 3, Path: "A/greta.cpp"}, SameCount: 1,
			SameProgram: []contest.Side{{SubmissionID: 31, ContestID: webtest.ContestID + 1, Participant: "hal", Number: 6, Hidden: true}},
		}}}, nil
	}
	a := s.PostParts("/search", webtest.Part{"program", "", pasted}, webtest.Part{"language", "", "cpp"})
	webtest.Mention(t, a.Text(), "Somebody", "Participant 6")
	a.One("a", "href", "/submissions/31")
	if rows := a.All("tr", "data-row", ""); len(rows) > 0 {
		t.Error("a click on the row of a hidden participant opens the submission of another one")
	}
	if strings.Contains(a.Body, "greta") || strings.Contains(a.Body, "/submissions/30") || strings.Contains(a.Body, `value="30"`) {
		t.Errorf("the page leads to a hidden submission: %s", a.Body)
	}
	api := s.Do("POST", "/api/v1/search", `{"text":"int main() {}","language":"cpp"}`, "Content-Type", "application/json")
	if !strings.Contains(api.Body, `"submission_id":0`) || strings.Contains(api.Body, `"submission_id":30`) || !strings.Contains(api.Body, `"submission_id":31`) {
		t.Errorf("the API has the ID of a hidden submission: %s", api.Body)
	}
}

// Pages of other sites cannot search.
func TestSearchFromAnotherSite(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	body, contentType := webtest.MultipartForm(t, []webtest.Part{{"program", "", pasted}, {"language", "", "cpp"}})
	a := s.Do("POST", "/search", body, "Content-Type", contentType, "Sec-Fetch-Site", "cross-site")
	if a.Status != http.StatusForbidden || len(s.Searcher.Searches()) != 0 {
		t.Errorf("status %d, searches %v; want 403 and none", a.Status, s.Searcher.Searches())
	}
	s.Do("POST", "/search", "program=x", "Content-Type", "application/x-www-form-urlencoded").WantStatus(http.StatusBadRequest, "another kind of form")
}
