package web

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/ojcheck/ojcheck/internal/access"
)

// site is a server with fakes behind it, and a client of it.
type site struct {
	*testing.T
	server   *Server
	tempDir  string
	checker  *fakeChecker
	searcher *fakeSearcher
	base     string
	client   *http.Client // does not follow redirects
	log      *safeBuffer
}

// safeBuffer is written by the server while the test reads it.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func newSite(t *testing.T, change ...func(*Options)) *site {
	t.Helper()
	s := &site{T: t, checker: new(fakeChecker), searcher: new(fakeSearcher), log: new(safeBuffer)}
	options := Options{
		Sources:     access.Sources{Store: newFakeStore(), Searcher: s.searcher, Evidence: fakeEvidence},
		Checker:     s.checker,
		Log:         slog.New(slog.NewTextHandler(s.log, nil)),
		ToolVersion: "9.8.7",
		Threshold:   threshold,
		TempDir:     t.TempDir(),
	}
	for _, c := range change {
		c(&options)
	}
	server, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	s.server, s.tempDir = server, options.TempDir
	listening := httptest.NewServer(server)
	s.base = listening.URL
	t.Cleanup(func() {
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		server.Close(ended)
		listening.Close()
	})
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.client = &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return s
}

// newSignedIn is a site whose client has signed in.
func newSignedIn(t *testing.T, change ...func(*Options)) *site {
	t.Helper()
	s := newSite(t, change...)
	a := s.do("GET", strings.TrimPrefix(s.server.SignInLink(s.base), s.base), "")
	if a.status != http.StatusSeeOther || a.header.Get("Location") != "/" {
		t.Fatalf("sign-in: %d to %q", a.status, a.header.Get("Location"))
	}
	return s
}

// answer is what the server said.
type answer struct {
	*testing.T
	status int
	header http.Header
	body   string
}

func (s *site) do(method, path, body string, headers ...string) answer {
	s.Helper()
	r, err := http.NewRequest(method, s.base+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return answer{s.T, response.StatusCode, response.Header, string(b)}
}

// page gets a page that must be there.
func (s *site) page(path string) answer {
	s.Helper()
	a := s.do("GET", path, "")
	if a.status != http.StatusOK {
		s.Fatalf("GET %s: status %d\n%s", path, a.status, a.text())
	}
	return a
}

// elements returns the elements of the page that is says are meant.
func (a answer) elements(is func(*html.Node) bool) []*html.Node {
	a.Helper()
	root, err := html.Parse(strings.NewReader(a.body))
	if err != nil {
		a.Fatal(err)
	}
	var found []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && is(n) {
			found = append(found, n)
		}
	}
	return found
}

// all returns the elements with the name, and with all given attributes:
// "class" followed by "x" asks for an element that has the class x among
// others, and any other name for exactly that value.
func (a answer) all(name string, attributes ...string) []*html.Node {
	a.Helper()
	return a.elements(func(n *html.Node) bool {
		if name != "" && n.Data != name {
			return false
		}
		for i := 0; i+1 < len(attributes); i += 2 {
			value, ok := lookup(n, attributes[i])
			if !ok {
				return false
			}
			if attributes[i] == "class" {
				if !strings.Contains(" "+value+" ", " "+attributes[i+1]+" ") {
					return false
				}
			} else if value != attributes[i+1] {
				return false
			}
		}
		return true
	})
}

// one returns the text of the only element with the name and attributes.
func (a answer) one(name string, attributes ...string) *html.Node {
	a.Helper()
	found := a.all(name, attributes...)
	if len(found) != 1 {
		a.Fatalf("%d elements %s %q, want 1, in\n%s", len(found), name, attributes, a.text())
	}
	return found[0]
}

// text is the page without its markup.
func (a answer) text() string {
	root, err := html.Parse(strings.NewReader(a.body))
	if err != nil {
		return a.body
	}
	return textOf(root)
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func lookup(n *html.Node, name string) (value string, ok bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func attribute(n *html.Node, name string) string {
	value, _ := lookup(n, name)
	return value
}

func mention(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, w := range wanted {
		if !strings.Contains(text, w) {
			t.Errorf("no %q in:\n%s", w, text)
		}
	}
}
