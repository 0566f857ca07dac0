package web

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
)

func (s *site) search(parts ...sent) answer {
	s.Helper()
	body, contentType := multipartForm(s.T, parts)
	return s.do("POST", "/search", body, "Content-Type", contentType, "Sec-Fetch-Site", "same-origin")
}

const pasted = "int main() {\r\n\treturn \"<b>&amp;\" != 0;\r\n}\r\n"

func TestSearch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		parts []sent
		want  access.Search
		title string
	}{
		{"pasted", []sent{{"program", "", pasted}, {"file", "", ""}, {"language", "", "cpp"}, {"contest", "", ""}},
			access.Search{Program: []byte(pasted), Language: "cpp"}, "The pasted program"},
		{"file", []sent{{"program", "", " \r\n"}, {"file", "../a b.cpp", "int x;"}, {"language", "", ""}},
			access.Search{Name: "a b.cpp", Program: []byte("int x;")}, "a b.cpp"},
		{"one contest", []sent{{"program", "", pasted}, {"language", "", "cpp"}, {"contest", "", "1"}},
			access.Search{Program: []byte(pasted), Language: "cpp", Contest: 1, Within: []int64{1}}, "The pasted program"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newSignedIn(t)
			a := s.search(test.parts...)
			if a.status != http.StatusOK {
				t.Fatalf("status %d: %s", a.status, a.text())
			}
			if got := a.header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("the page may be kept: %q", got)
			}
			if diff := cmp.Diff([]access.Search{test.want}, s.searcher.seen()); diff != "" {
				t.Errorf("searches (-want +got):\n%s", diff)
			}
			mention(t, a.text(), test.title, "C++, 1,234 tokens: 2 programs of the archive with some of it.",
				"7 of 100 sampled passages are in so many programs")
			rows := a.all("tr", "data-row", "")
			if len(rows) != 2 {
				t.Fatalf("%d rows, want 2", len(rows))
			}
			mention(t, textOf(rows[0]), "<script>alert(1)</script>", "WA A/<script>", "95.0% 90.0% 1,001 3 2026-03-01", "also practice / team 7 , ", "/ team 8 and 1,198 more", "+1,200")
			mention(t, textOf(rows[1]), "team 7", "practice B 20.0% 10.0% 30 – – –")
			for path, want := range map[string]int{"/submissions/5": 1, "/submissions/7": 2, "/submissions/8": 1} {
				if links := a.all("a", "href", path); len(links) != want {
					t.Errorf("%d links to %s, want %d", len(links), path, want)
				}
			}
			if links := a.all("a", "href", "/contests/1"); len(links) != 2 {
				t.Errorf("%d links to the contest, want 2", len(links))
			}
			// The program is in the box again, byte for byte, with its language.
			if got := a.one("textarea", "name", "program").FirstChild.Data; got != strings.ReplaceAll(string(test.want.Program), "\r\n", "\n") {
				t.Errorf("the box holds %q", got)
			}
			selected := a.one("option", "selected", "", "value", "cpp")
			if textOf(selected) != "C++" {
				t.Errorf("the language %q is chosen", textOf(selected))
			}
		})
	}
}

func TestSearchForm(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	a := s.page("/search")
	a.one("form", "action", "/search", "method", "post")
	a.one("textarea", "name", "program")
	a.one("input", "type", "file")
	if got := textOf(a.one("a", "href", "/search")); got != "Search" {
		t.Errorf("the head leads to %q", got)
	}
	a.one("a", "aria-current", "true", "href", "/search")
	mention(t, a.text(), "Up to 512 KiB", "By file name", "<script>alert(1)</script>")
	if len(s.page("/").all("a", "aria-current", "true")) != 0 {
		t.Error("the list of contests says that it is the search")
	}
	if got := s.searcher.seen(); len(got) != 0 {
		t.Errorf("the form searches: %v", got)
	}
}

func TestSearchFails(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		parts  []sent
		search func(access.Search, int) (contest.Findings, error)
		status int
		text   string
	}{
		{"nothing given", []sent{{"program", "", " \r\n"}, {"language", "", "cpp"}}, nil, 422, "There is no program to search for. Paste one, or choose a file."},
		{"empty file", []sent{{"file", "a.cpp", ""}}, nil, 422, "There is no program to search for."},
		{"two given", []sent{{"program", "", pasted}, {"file", "a.cpp", "int x;"}}, nil, 422, "There are two programs"},
		{"no language", []sent{{"program", "", pasted}, {"language", "", ""}}, nil, 422, "Choose the language."},
		{"too large", []sent{{"file", "a.cpp", strings.Repeat("x", maxProgram+1)}}, nil, 422, "At most 512 KiB can be searched for."},
		{"much too large", []sent{{"file", "a.cpp", strings.Repeat("x", maxSearchForm)}}, nil, 413, "At most 512 KiB of a program"},
		{"another language", []sent{{"program", "", pasted}, {"language", "", "klingon"}}, nil, 400, `The form offers no "klingon".`},
		{"another contest", []sent{{"program", "", pasted}, {"language", "", "cpp"}, {"contest", "", "77"}}, nil, 400, "not there any more"},
		{"refused", []sent{{"program", "", pasted}, {"language", "", "cpp"}},
			func(access.Search, int) (contest.Findings, error) {
				return contest.Findings{}, &Failure{Message: "The archive is <b>empty</b>.", Advice: "Fill it."}
			}, 422, "The archive is <b>empty</b>. Fill it."},
		{"broken", []sent{{"program", "", pasted}, {"language", "", "cpp"}},
			func(access.Search, int) (contest.Findings, error) {
				return contest.Findings{}, errors.New("connection refused by 10.0.0.1")
			}, 500, "The page could not be made"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newSignedIn(t)
			s.searcher.search = test.search
			a := s.search(test.parts...)
			if a.status != test.status {
				t.Errorf("status %d, want %d", a.status, test.status)
			}
			mention(t, a.text(), test.text)
			if strings.Contains(a.body, "10.0.0.1") {
				t.Error("the page tells what only the log should")
			}
			if searched := len(s.searcher.seen()) > 0; searched != (test.search != nil) {
				t.Errorf("searched: %v", searched)
			}
			if a.status == 422 && test.parts[0].content == pasted {
				if got := a.one("textarea").FirstChild.Data; got != strings.ReplaceAll(pasted, "\r\n", "\n") {
					t.Errorf("the box holds %q: it has to be pasted again", got)
				}
			}
		})
	}
}

func TestSearchFindsNothing(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	s.searcher.search = func(access.Search, int) (contest.Findings, error) {
		return contest.Findings{Language: "java", Tokens: 1, Sampled: 3}, nil
	}
	a := s.search(sent{"program", "", pasted}, sent{"language", "", "java"})
	mention(t, a.text(), "Java, 1 token: nothing in the archive is like it.")
	if len(a.all("table")) != 0 {
		t.Error("an empty table")
	}
	s.searcher.search = func(_ access.Search, limit int) (contest.Findings, error) {
		return contest.Findings{Language: "java", Findings: make([]contest.Finding, limit), More: 5}, nil
	}
	a = s.search(sent{"program", "", pasted}, sent{"language", "", "java"})
	mention(t, a.text(), "the 20 programs of the archive that have most of it, of 25 that were looked at.")
}

// Other sites can neither search nor learn what is found.
func TestSearchFromAnotherSite(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	body, contentType := multipartForm(t, []sent{{"program", "", pasted}, {"language", "", "cpp"}})
	a := s.do("POST", "/search", body, "Content-Type", contentType, "Sec-Fetch-Site", "cross-site")
	if a.status != http.StatusForbidden || len(s.searcher.seen()) != 0 {
		t.Errorf("status %d, searches %v", a.status, s.searcher.seen())
	}
	if a := s.do("POST", "/search", "program=x", "Content-Type", "application/x-www-form-urlencoded"); a.status != http.StatusBadRequest {
		t.Errorf("another kind of form: status %d, want 400", a.status)
	}
}
