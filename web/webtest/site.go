// Package webtest starts servers for tests, with a database, contests and accounts. In a Site, functions of the test stand
// in for checks and searches; a JurySite is for juries; a Browser and a JuryBrowser open their pages.
package webtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/ui"
)

// Site is a server on a database of its own, and a client of it. Tests say what checks and searches return.
type Site struct {
	*testing.T
	DB         *postgres.DB
	Statements *SQLRecorder
	Server     *web.Server
	TempDir    string
	Checker    *fakeChecker
	Searcher   *fakeSearcher
	Base       string
	Client     *http.Client // does not follow redirects
	Log        *safeBuffer
}

// safeBuffer is a buffer that the server writes while the test reads it.
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

// database is an archive that collects its statements.
type database struct {
	*postgres.DB
	statements *SQLRecorder
}

func openDatabase(ctx context.Context, url string) (database, error) {
	statements := new(SQLRecorder)
	db, err := postgres.OpenTraced(ctx, url, statements)
	return database{db, statements}, err
}

var openReused = pgtest.Reused(openDatabase)

// NewSite starts a server on an empty database. Each change may replace parts of its options.
func NewSite(t *testing.T, change ...func(*web.Options)) *Site {
	t.Helper()
	return newSite(t, openReused(t), change...)
}

// NewSiteOn is NewSite on the database at an address.
func NewSiteOn(t *testing.T, url string, change ...func(*web.Options)) *Site {
	t.Helper()
	db, err := openDatabase(t.Context(), url)
	Must(t, err)
	t.Cleanup(db.Close)
	return newSite(t, db, change...)
}

func newSite(t *testing.T, opened database, change ...func(*web.Options)) *Site {
	t.Helper()
	db := opened.DB
	s := &Site{T: t, DB: db, Statements: opened.statements, Checker: new(fakeChecker), Searcher: new(fakeSearcher), Log: new(safeBuffer)}
	s.Statements.Take() // those of an earlier test
	options := web.Options{
		Parts:        access.Parts{Store: db, Searcher: s.Searcher, Evidence: FakeEvidence},
		Jobs:         db,
		Sessions:     db.WebSessions(),
		PasswordCost: cheapCost,
		Checker:      s.Checker,
		Log:          slog.New(slog.NewTextHandler(s.Log, nil)),
		ToolVersion:  "9.8.7",
		Defaults:     contest.Parameters{Threshold: threshold, MaxChance: 1},
		TempDir:      t.TempDir(),
	}
	for _, apply := range change {
		apply(&options)
	}
	server, err := web.New(options)
	Must(t, err)
	Must(t, server.Jobs.Resume(t.Context()))
	s.Server, s.TempDir = server, options.TempDir
	httpServer := httptest.NewServer(server)
	s.Base = httpServer.URL
	t.Cleanup(func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		server.Close(ctx) // without waiting for jobs: ctx has ended
		httpServer.Close()
	})
	jar, err := cookiejar.New(nil)
	Must(t, err)
	s.Client = httpServer.Client() // with connections of its own, which no other server of a test closes
	s.Client.Jar, s.Client.CheckRedirect = jar, func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return s
}

// NewSignedIn returns a NewSite with the administrator signed in.
func NewSignedIn(t *testing.T, change ...func(*web.Options)) *Site {
	t.Helper()
	return NewSite(t, change...).SignInByLink()
}

// Reader returns the site for a test that shares it with others: without its database, and with a client that only reads.
func (s *Site) Reader(t *testing.T) *Site {
	site, client := *s, *s.Client
	site.T, site.DB, site.Client = t, nil, &client
	client.Transport = readerTransport{s.Client.Transport}
	return &site
}

// readerTransport refuses requests that may change something.
type readerTransport struct{ http.RoundTripper }

func (t readerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet {
		return nil, errors.New("tests that share a site only read: use a new site")
	}
	return t.RoundTripper.RoundTrip(r)
}

// Answer is a response of the server.
type Answer struct {
	*testing.T
	Status int
	Header http.Header
	Body   string
}

// Do sends a request. In headers, each name is followed by its value.
func (s *Site) Do(method, path, body string, headers ...string) Answer {
	s.Helper()
	r, err := http.NewRequest(method, s.Base+path, strings.NewReader(body))
	Must(s.T, err)
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.Client.Do(r)
	Must(s.T, err)
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	Must(s.T, err)
	return Answer{s.T, response.StatusCode, response.Header, string(b)}
}

// Page gets a page. The test fails unless the status is 200.
func (s *Site) Page(path string) Answer {
	s.Helper()
	a := s.Do("GET", path, "")
	if a.Status != http.StatusOK {
		s.Fatalf("GET %s: status %d\n%s", path, a.Status, a.Text())
	}
	return a
}

func (a Answer) Elements(match func(*html.Node) bool) []*html.Node {
	a.Helper()
	root, err := html.Parse(strings.NewReader(a.Body))
	Must(a.T, err)
	var found []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && match(n) {
			found = append(found, n)
		}
	}
	return found
}

// All returns the elements with a tag name ("" for any) and all given attributes. In attributes, each name is followed
// by its value; the value of "class" is one of the element's classes.
func (a Answer) All(name string, attributes ...string) []*html.Node {
	a.Helper()
	return a.Elements(func(n *html.Node) bool {
		matches := name == "" || n.Data == name
		for i := 0; i+1 < len(attributes); i += 2 {
			value, ok := Lookup(n, attributes[i])
			isClass := attributes[i] == "class" && slices.Contains(strings.Fields(value), attributes[i+1])
			matches = matches && ok && (isClass || value == attributes[i+1])
		}
		return matches
	})
}

// One returns the only element that All returns. The test fails if there are none or several.
func (a Answer) One(name string, attributes ...string) *html.Node {
	a.Helper()
	found := a.All(name, attributes...)
	if len(found) != 1 {
		a.Fatalf("%d elements %s %q, want 1, in\n%s", len(found), name, attributes, a.Text())
	}
	return found[0]
}

// Text returns the page without its markup.
func (a Answer) Text() string {
	root, err := html.Parse(strings.NewReader(a.Body))
	if err != nil {
		return a.Body
	}
	return TextOf(root)
}

// TextOf returns the text of an element, with single spaces.
func TextOf(n *html.Node) string {
	var words []string
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			words = append(words, strings.Fields(d.Data)...)
		}
	}
	return strings.Join(words, " ")
}

// Lookup returns the value of an attribute; ok is false if the element does not have it.
func Lookup(n *html.Node, name string) (value string, ok bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// Attribute returns the value of an attribute; "" if the element does not have it.
func Attribute(n *html.Node, name string) string {
	value, _ := Lookup(n, name)
	return value
}

// Mention checks that a text contains all parts.
func Mention(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in:\n%s", part, text)
		}
	}
}

// StartUpload uploads a file, starts its check and returns the address of the progress page.
func (s *Site) StartUpload() string {
	s.Helper()
	return s.StartCheck(s.StartPreview(Part{"file", "finals.zip", "archive"}), Part{"contest", "", "Finals <b>"},
		Part{"layout", "", "participant/files"})
}

// StartPreview sends the form of an upload, waits until the upload was read, and returns the address of its page.
func (s *Site) StartPreview(parts ...Part) string {
	s.Helper()
	a := s.PostParts("/uploads", parts...)
	if a.Status != http.StatusSeeOther {
		s.Fatalf("upload: status %d, want 303: %s", a.Status, a.Text())
	}
	path := a.Header.Get("Location")
	s.Events(path, func(ui.ProgressEvent) {})
	return path
}

// StartCheck sends the form that checks an upload, and returns the address of the progress page.
func (s *Site) StartCheck(upload string, parts ...Part) string {
	s.Helper()
	a := s.PostParts(upload, append(parts, Part{"do", "", "check"})...)
	if a.Status != http.StatusSeeOther {
		s.Fatalf("check of an upload: status %d, want 303: %s", a.Status, a.Text())
	}
	return a.Header.Get("Location")
}

// Events reads the events of an upload until the server ends the stream.
func (s *Site) Events(path string, each func(ui.ProgressEvent)) {
	s.Helper()
	response, err := s.Client.Get(s.Base + path + "/events")
	Must(s.T, err)
	defer response.Body.Close()
	if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
		s.Fatalf("%s/events: Content-Type %q, want text/event-stream", path, got)
	}
	if got := response.Header.Get("X-Accel-Buffering"); got != "no" {
		s.Fatalf("%s/events: X-Accel-Buffering %q, want no: nginx would send the events at the end", path, got)
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			var e ui.ProgressEvent
			Must(s.T, json.Unmarshal([]byte(data), &e))
			each(e)
		}
	}
}

// PostParts sends a form with files, as a browser does.
func (s *Site) PostParts(path string, parts ...Part) Answer {
	s.Helper()
	body, contentType := MultipartForm(s.T, parts)
	return s.Do("POST", path, body, "Content-Type", contentType, "Sec-Fetch-Site", "same-origin")
}

// Part is one part of a form: its name, its file name ("" for none) and its content.
type Part [3]string

// MultipartForm writes a form as browsers do.
func MultipartForm(t *testing.T, parts []Part) (body, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		create := w.CreateFormField
		if p[1] != "" {
			create = func(name string) (io.Writer, error) { return w.CreateFormFile(name, p[1]) }
		}
		content, err := create(p[0])
		Must(t, err)
		_, err = io.WriteString(content, p[2])
		Must(t, err)
	}
	Must(t, w.Close())
	return b.String(), w.FormDataContentType()
}

// Files returns the contents of all files below a directory, by path.
func Files(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	root := os.DirFS(dir)
	Must(t, fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, path)
		files[path] = string(content)
		return err
	}))
	return files
}

// Problem reads the problem details (RFC 9457) of an answer: what is wrong with the request.
func (a Answer) Problem() (p struct {
	Title, Detail string
	Status        int
	Errors        []struct{ Message, Location string }
}) {
	a.Helper()
	if got := a.Header.Get("Content-Type"); got != "application/problem+json" {
		a.Errorf("status %d with the type %q, want application/problem+json: %.200s", a.Status, got, a.Body)
	}
	if err := json.Unmarshal([]byte(a.Body), &p); err != nil {
		a.Fatalf("%v: %.200s", err, a.Body)
	}
	if p.Status != a.Status || p.Title != http.StatusText(a.Status) || p.Detail == "" {
		a.Errorf("status %d: the problem is %+v, want this status, its text as title, and a detail", a.Status, p)
	}
	return p
}

// Must fails the test if err is not nil.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
