// Package webtest starts a server with contests and accounts for tests: on fakes
// (Site), on a database (Installation), for a jury (JurySite), in a browser (Judge).
package webtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/ui"
)

// Site is a server with fakes behind it, and a client of it.
type Site struct {
	*testing.T
	Server   *web.Server
	TempDir  string
	Checker  *fakeChecker
	Searcher *fakeSearcher
	Base     string
	Client   *http.Client // does not follow redirects
	Log      *safeBuffer
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

func NewSite(t *testing.T, change ...func(*web.Options)) *Site {
	t.Helper()
	s := &Site{T: t, Checker: new(fakeChecker), Searcher: new(fakeSearcher), Log: new(safeBuffer)}
	options := web.Options{
		Sources:     access.Sources{Store: NewFakeStore(), Searcher: s.Searcher, Evidence: FakeEvidence},
		Checker:     s.Checker,
		Log:         slog.New(slog.NewTextHandler(s.Log, nil)),
		ToolVersion: "9.8.7",
		Threshold:   threshold,
		TempDir:     t.TempDir(),
	}
	for _, c := range change {
		c(&options)
	}
	server, err := web.New(options)
	if err != nil {
		t.Fatal(err)
	}
	s.Server, s.TempDir = server, options.TempDir
	listening := httptest.NewServer(server)
	s.Base = listening.URL
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
	s.Client = &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return s
}

// NewSignedIn is a site whose client has signed in.
func NewSignedIn(t *testing.T, change ...func(*web.Options)) *Site {
	t.Helper()
	s := NewSite(t, change...)
	a := s.Do("GET", strings.TrimPrefix(s.Server.SignInLink(s.Base), s.Base), "")
	if a.Status != http.StatusSeeOther || a.Header.Get("Location") != "/" {
		t.Fatalf("sign-in: %d to %q", a.Status, a.Header.Get("Location"))
	}
	return s
}

// Answer is what the server said.
type Answer struct {
	*testing.T
	Status int
	Header http.Header
	Body   string
}

func (s *Site) Do(method, path, body string, headers ...string) Answer {
	s.Helper()
	r, err := http.NewRequest(method, s.Base+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.Client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return Answer{s.T, response.StatusCode, response.Header, string(b)}
}

// Page gets a page that must be there.
func (s *Site) Page(path string) Answer {
	s.Helper()
	a := s.Do("GET", path, "")
	if a.Status != http.StatusOK {
		s.Fatalf("GET %s: status %d\n%s", path, a.Status, a.Text())
	}
	return a
}

// Elements returns the elements of the page that is says are meant.
func (a Answer) Elements(is func(*html.Node) bool) []*html.Node {
	a.Helper()
	root, err := html.Parse(strings.NewReader(a.Body))
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

// All returns the elements with the name, and with all given attributes:
// "class" followed by "x" asks for an element that has the class x among
// others, and any other name for exactly that value.
func (a Answer) All(name string, attributes ...string) []*html.Node {
	a.Helper()
	return a.Elements(func(n *html.Node) bool {
		if name != "" && n.Data != name {
			return false
		}
		for i := 0; i+1 < len(attributes); i += 2 {
			value, ok := Lookup(n, attributes[i])
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

// One returns the text of the only element with the name and attributes.
func (a Answer) One(name string, attributes ...string) *html.Node {
	a.Helper()
	found := a.All(name, attributes...)
	if len(found) != 1 {
		a.Fatalf("%d elements %s %q, want 1, in\n%s", len(found), name, attributes, a.Text())
	}
	return found[0]
}

// Text is the page without its markup.
func (a Answer) Text() string {
	root, err := html.Parse(strings.NewReader(a.Body))
	if err != nil {
		return a.Body
	}
	return TextOf(root)
}

func TextOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func Lookup(n *html.Node, name string) (value string, ok bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func Attribute(n *html.Node, name string) string {
	value, _ := Lookup(n, name)
	return value
}

func Mention(t *testing.T, words string, wanted ...string) {
	t.Helper()
	for _, w := range wanted {
		if !strings.Contains(words, w) {
			t.Errorf("no %q in:\n%s", w, words)
		}
	}
}

// Start uploads something and returns the address of its progress.
func (s *Site) Start() string {
	s.Helper()
	a := s.Upload(Sent{"file", "finals.zip", "archive"}, Sent{"contest", "", "Finals <b>"}, Sent{"layout", "", "participant/files"})
	if a.Status != http.StatusSeeOther {
		s.Fatalf("status %d: %s", a.Status, a.Text())
	}
	return a.Header.Get("Location")
}

// Events reads the events of an upload until the server ends the stream.
func (s *Site) Events(path string, each func(ui.ProgressEvent)) {
	s.Helper()
	response, err := s.Client.Get(s.Base + path + "/events")
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
		s.Fatalf("Content-Type = %q", got)
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			var e ui.ProgressEvent
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				s.Fatal(err)
			}
			each(e)
		}
	}
}

func (s *Site) Search(parts ...Sent) Answer {
	s.Helper()
	body, contentType := MultipartForm(s.T, parts)
	return s.Do("POST", "/search", body, "Content-Type", contentType, "Sec-Fetch-Site", "same-origin")
}

// Sent is one part of a form: its name, its file name, or "" for none, and its content.
type Sent [3]string

// MultipartForm writes a form as browsers do.
func MultipartForm(t *testing.T, parts []Sent) (body, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		var err error
		if p[1] == "" {
			err = w.WriteField(p[0], p[2])
		} else if part, e := w.CreateFormFile(p[0], p[1]); e != nil {
			err = e
		} else {
			_, err = part.Write([]byte(p[2]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

func (s *Site) Upload(parts ...Sent) Answer {
	s.Helper()
	body, contentType := MultipartForm(s.T, parts)
	return s.Do("POST", "/uploads", body, "Content-Type", contentType, "Sec-Fetch-Site", "same-origin")
}

// Files lists what lies below a directory.
func Files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		found[filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator)))] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Problem reads the problem details of an answer.
func (a Answer) Problem() (p struct {
	Title, Detail string
	Status        int
	Errors        []struct{ Message, Location string }
}) {
	a.Helper()
	if got := a.Header.Get("Content-Type"); got != "application/problem+json" {
		a.Errorf("status %d with the type %q: %.200s", a.Status, got, a.Body)
	}
	if err := json.Unmarshal([]byte(a.Body), &p); err != nil {
		a.Fatalf("%v: %.200s", err, a.Body)
	}
	if p.Status != a.Status || p.Title != http.StatusText(a.Status) || p.Detail == "" {
		a.Errorf("status %d: the problem is %+v", a.Status, p)
	}
	return p
}
