package ccsclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// lockedBuffer is a log for several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

// options returns the options for a test server, without long waits.
func options(s *ccstest.Server) (Options, *lockedBuffer) {
	log := new(lockedBuffer)
	return Options{URL: s.URL, Wait: time.Millisecond, Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))}, log
}

func newClient(t *testing.T, o Options) *Client {
	t.Helper()
	client, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func open(t *testing.T, o Options) *Contest {
	t.Helper()
	c, err := newClient(t, o).Open(t.Context(), "regional26")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// openAt opens the contest of a test server.
func openAt(t *testing.T, s *ccstest.Server) *Contest {
	t.Helper()
	o, _ := options(s)
	return open(t, o)
}

// readContest reads a whole contest: the submissions with their files.
func readContest(ctx context.Context, c *Contest) (submissions []contest.Submission, skipped []contest.SkippedItem, err error) {
	m := ccs.NewModel()
	if err := c.Load(ctx, m); err != nil {
		return nil, nil, err
	}
	for _, id := range m.Submissions() {
		s, _ := m.Submission(id)
		files, missing, err := c.Files(ctx, s)
		if err != nil {
			return nil, nil, err
		}
		skipped = append(skipped, missing...)
		s.Submission.Files = files
		submissions = append(submissions, s.Submission)
	}
	return submissions, skipped, nil
}

// TestLoadContest reads a contest in all versions, as DOMjudge and others serve it, with and
// without faults. The result is always the same, and each archive is fetched once, or again
// after a fault.
func TestLoadContest(t *testing.T) {
	t.Parallel()
	want, _, err := readContest(t.Context(), openAt(t, ccstest.NewServer(t, ccstest.SmallContest())))
	if err != nil {
		t.Fatal(err)
	}
	if len(want) != 12 || len(want[8].Files) != 2 || want[8].Files[0].Path != "submissions/109/lib/notes.cpp" {
		t.Fatalf("read %+v, want 12 submissions, the ninth with two files", want)
	}
	faults := map[string]func(*ccstest.Server){
		"no faults": func(*ccstest.Server) {},
		"temporary faults": func(s *ccstest.Server) {
			s.Fail("submissions", 2, ccstest.Fault{Cut: true})
			s.Fail("teams", 3, ccstest.Fault{Status: http.StatusInternalServerError})
			s.Fail("judgements", 1, ccstest.Fault{Status: http.StatusBadGateway, Page: true})
			s.Fail("/105/files", 2, ccstest.Fault{Cut: true})
			s.Fail("/106/files", 1, ccstest.Fault{Status: http.StatusTooManyRequests, RetryAfter: "0"})
			s.Fail("problems", 1, ccstest.Fault{Delay: 20 * time.Millisecond})
		},
		"refused endpoints": func(s *ccstest.Server) {
			for _, path := range []string{"organizations", "accounts", "groups"} {
				s.Fail(path, -1, ccstest.Fault{Status: http.StatusForbidden})
			}
			s.Fail("state", -1, ccstest.Fault{Status: http.StatusNotFound})
		},
	}
	for _, version := range ccstest.Versions() {
		for _, domjudge := range []bool{false, true} {
			for fault, set := range faults {
				t.Run(fmt.Sprintf("%s, DOMjudge %t, %s", version, domjudge, fault), func(t *testing.T) {
					t.Parallel()
					scenario := ccstest.SmallContest()
					scenario.Version, scenario.DOMjudge = version, domjudge
					s := ccstest.NewServer(t, scenario)
					set(s)
					o, log := options(s)
					got, skipped, err := readContest(t.Context(), open(t, o))
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(want, got); diff != "" || len(skipped) > 0 {
						t.Errorf("submissions (-want +got):\n%s\nskipped: %v, want nothing", diff, skipped)
					}
					for id, n := range s.FileRequests() {
						tries := map[string]int{"105": 3, "106": 2}[id] // one more than the faults
						if fault != "temporary faults" || tries == 0 {
							tries = 1
						}
						if version < ccstest.V2022 && id == "101" {
							tries++ // Open checks that the account may read archives
						}
						if n != tries {
							t.Errorf("%s: %d requests for the archive, want %d", id, n, tries)
						}
					}
					if strings.Contains(log.String(), "WARN") {
						t.Errorf("the log has a warning, want none:\n%s", log)
					}
				})
			}
		}
	}
}

// TestRefused checks the errors of failed requests. A request is sent again only if another answer
// is possible.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		path     string
		fault    ccstest.Fault
		want     string
		requests int
		change   func(*Options) // nil for none
	}{
		{"401", "contests/regional26", ccstest.Fault{Status: 401}, "give a name and password, or a token", 1, nil},
		{"401 with a password", "contests/regional26", ccstest.Fault{Status: 401}, "are wrong", 1, func(o *Options) { o.User, o.Password = "me", "hunter2" }},
		{"403", "contests/regional26", ccstest.Fault{Status: 403}, "the account may not read this", 1, nil},
		{"404", "contests/regional26", ccstest.Fault{Status: 404}, `has no contest "regional26" that the account may see now; it has regional26`, 1, nil},
		{"a web page", "contests/regional26", ccstest.Fault{Page: true}, "ends in /api/v4", 1, nil},
		{"always 500", "contests/regional26", ccstest.Fault{Status: 500}, "has a problem; try again later", 6, nil},
		{"429 with a long wait", "contests/regional26", ccstest.Fault{Status: 429, RetryAfter: "4000"}, "asks to wait for 1h6m40s", 1, nil},
		{"always cut off", "contests/regional26", ccstest.Fault{Cut: true}, "breaks off", 6, nil},
		{"403 for the submissions", "submissions", ccstest.Fault{Status: 403}, "read the contest's submissions", 1, nil},
		{"404 for the submissions", "submissions", ccstest.Fault{Status: 404}, "read the contest's submissions", 1, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := ccstest.NewServer(t, ccstest.SmallContest())
			s.Fail(test.path, -1, test.fault)
			o, log := options(s)
			if test.change != nil {
				test.change(&o)
			}
			client := newClient(t, o)
			c, err := client.Open(t.Context(), "regional26")
			if err == nil {
				err = c.Load(t.Context(), ccs.NewModel())
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q does not say %q", err, test.want)
			}
			requests := 0
			for path, n := range s.Requests() {
				if strings.HasSuffix(path, test.path) {
					requests += n
				}
			}
			if requests != test.requests {
				t.Errorf("%d requests, want %d", requests, test.requests)
			}
			if err != nil && strings.Contains(err.Error()+log.String(), "hunter2") {
				t.Errorf("error or log shows the password: %v, %s", err, log)
			}
		})
	}
}

// If a system lists no contest, the user is asked for an account; with an account, the system may be loading. If it lists
// other contests, the error gives no advice about the address.
func TestMissingContest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, list, user    string
		want                string
		isLoading, isHidden bool
	}{
		{"no contest, no account", "[]", "", "give a name and password", false, false},
		{"no contest", "[]", "jury", "may lack the right", true, false},
		{"others", `[{"id": "a"}, {"id": "b"}]`, "", "now; it has a, b", false, true},
		{"loading", `[{"id": null}]`, "", "has not loaded", true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/api/contests" {
					http.NotFound(w, r)
					return
				}
				_, _ = io.WriteString(w, test.list)
			}))
			defer s.Close()
			client := newClient(t, Options{URL: s.URL + "/api", User: test.user, Password: test.user, Log: slog.New(slog.DiscardHandler)})
			_, err := client.Open(t.Context(), "nosuch")
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "/api/v4") {
				t.Errorf("error %v, want one with %q, and without advice about the address", err, test.want)
			}
			if errors.Is(err, ErrLoading) != test.isLoading || (status(err) == http.StatusNotFound) == test.isLoading {
				t.Errorf("error %v: want ErrLoading: %v, else the status 404", err, test.isLoading)
			}
			if brief := HideOtherContests(err); errors.Is(brief, ErrHidden) != test.isHidden || test.isHidden == (brief.Error() == err.Error()) || strings.Contains(brief.Error(), "it has") {
				t.Errorf("without other contests the error is %v", brief)
			}
			if errors.Is(err, ErrHidden) != test.isHidden {
				t.Errorf("error %v: want ErrHidden: %v", err, test.isHidden)
			}
		})
	}
}

// Open returns a SourcesError if the account may read neither archives nor DOMjudge's endpoint
// source-code.
func TestSources(t *testing.T) {
	t.Parallel()
	for _, version := range []ccstest.Version{ccstest.V2020, ccstest.V2021, ccstest.V2023} {
		for _, test := range []struct {
			name     string
			user     ccstest.User
			domjudge bool
			ok       bool
		}{
			{"may read archives", ccstest.User{}, false, true},
			{"may not read archives", ccstest.User{NoFiles: true}, false, false},
			{"jury of DOMjudge", ccstest.User{NoFiles: true, SourceCode: true}, true, true},
			{"another account of DOMjudge", ccstest.User{NoFiles: true}, true, false},
		} {
			t.Run(fmt.Sprintf("%s/%s", version, test.name), func(t *testing.T) {
				t.Parallel()
				scenario := ccstest.SmallContest()
				scenario.Version, scenario.DOMjudge = version, test.domjudge
				test.user.Token = "abc"
				scenario.Users = []ccstest.User{test.user}
				o, _ := options(ccstest.NewServer(t, scenario))
				o.Token = "abc"
				client := newClient(t, o)
				c, err := client.Open(t.Context(), "regional26")
				sources := new(SourcesError)
				if errors.As(err, &sources) == test.ok || test.ok && err != nil {
					t.Fatalf("error %v, want sources readable: %t", err, test.ok)
				}
				if !test.ok {
					return
				}
				got, skipped, err := readContest(t.Context(), c)
				if err != nil || len(skipped) > 0 || len(got) != 12 {
					t.Fatalf("%d submissions, skipped %v, error %v; want 12 submissions and nothing skipped", len(got), skipped, err)
				}
				if want := scenario.Submissions[8].Files[1].Content; string(got[8].Files[0].Content) != want {
					t.Errorf("a source is %q, want %q", got[8].Files[0].Content, want)
				}
			})
		}
	}
}

// An account may read some submissions and not others. So after Open, only a refusal of the account ends the reading, and
// an endpoint source-code that fails for a while does not count as refused.
func TestSourceRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name                        string
		isOpenedEarly               bool // before the first submission
		fault                       ccstest.Fault
		isRefused, isAccountRefused bool
		want                        string
	}{
		{"403", false, ccstest.Fault{Status: 403}, false, false, "submission 101: the judge system does not let the account read them"},
		{"401", false, ccstest.Fault{Status: 401}, true, true, "are wrong"},
		{"403 for the first submission", true, ccstest.Fault{Status: 403}, true, false, "may not read the sources"},
		{"404 for the first submission", true, ccstest.Fault{Status: 404}, true, false, "may not read the sources"},
		{"a web page for the first submission", true, ccstest.Fault{Page: true}, true, false, "may not read the sources"},
		{"503 for the first submission", true, ccstest.Fault{Status: 503, RetryAfter: "7"}, false, false, "503"},
		{"cut off for the first submission", true, ccstest.Fault{Cut: true}, false, false, "breaks off"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			scenario := ccstest.SmallContest()
			first := scenario.Submissions[0]
			scenario.Version, scenario.DOMjudge, scenario.SparseAccess = ccstest.V2023, true, true
			if test.isOpenedEarly {
				scenario.Submissions, scenario.Judgements = nil, nil
			}
			scenario.Users = []ccstest.User{{Token: "abc", NoFiles: true, SourceCode: true}}
			server := ccstest.NewServer(t, scenario)
			o, _ := options(server)
			o.Token = "abc"
			c := open(t, o)
			if test.isOpenedEarly {
				server.AddSubmission(first)
			}
			server.Fail("/101/source-code", -1, test.fault)
			m := ccs.NewModel()
			if err := c.Load(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			s, _ := m.Submission("101")
			_, _, err := c.FilesOnce(t.Context(), s)
			if err == nil || !strings.Contains(err.Error(), test.want) ||
				errors.Is(err, ccs.ErrRefused) != test.isRefused || errors.Is(err, intake.ErrAccountRefused) != test.isAccountRefused {
				t.Errorf("error %v; want %q, ErrRefused: %t, ErrAccountRefused: %t", err, test.want, test.isRefused, test.isAccountRefused)
			}
			if wait := new(backoff.RetryAfterError); errors.As(err, &wait) != (test.fault.RetryAfter != "") {
				t.Errorf("error %v: its wait is %v, want %q", err, wait, test.fault.RetryAfter)
			}
		})
	}
}

// A system may list plain files in the place of an archive: all are read, whatever they begin with.
func TestPlainFiles(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"/a.py": "PK = 1\n", "/b.cpp": "int b;\n", "/c.zip": string(ccstest.Zip(ccstest.File{Name: "c.cpp", Content: "int c;\n"})),
		"/large": strings.Repeat("a", maxArchive/2+1),
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, files[r.URL.Path]) }))
	defer server.Close()
	client := newClient(t, Options{URL: server.URL, Log: slog.New(slog.DiscardHandler)})
	c := &Contest{ID: "regional26", client: client}
	for _, test := range []struct{ names, want string }{
		{"a.py", "submissions/1/a.py"},
		{"a.py b.cpp", "submissions/1/a.py submissions/1/b.cpp"},
		{"c.zip", "submissions/1/c.cpp"},
		{"a.py c.zip", "submissions/1/a.py; submissions/1/c.zip: an archive inside the input: unpack it, or check it on its own"},
		{"large large", "; submissions/1: its archive is larger than 64 MiB"},
	} {
		var s ccs.Submission
		s.SystemID, s.Path = "1", "submissions/1"
		for name := range strings.FieldsSeq(test.names) {
			s.Files = append(s.Files, ccs.FileRef{Href: server.URL + "/" + name, Filename: name})
		}
		read, skipped, err := c.Files(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, f := range read {
			paths = append(paths, f.Path)
		}
		got := strings.Join(paths, " ")
		for _, k := range skipped {
			got += "; " + k.Path + ": " + k.Reason.String()
		}
		if got != test.want {
			t.Errorf("%s: read %q, want %q", test.names, got, test.want)
		}
	}
}

// Before the first submission, a Contest Data Server does not say who may read sources. So the contest opens
// first, and the first submission shows whether the account may read them.
func TestSourcesBeforeTheContest(t *testing.T) {
	t.Parallel()
	for _, noFiles := range []bool{false, true} {
		t.Run(fmt.Sprintf("may not read archives: %t", noFiles), func(t *testing.T) {
			t.Parallel()
			scenario := ccstest.SmallContest()
			first := scenario.Submissions[0]
			scenario.SparseAccess, scenario.Submissions, scenario.Judgements = true, nil, nil
			scenario.Users = []ccstest.User{{Token: "abc", NoFiles: noFiles}}
			server := ccstest.NewServer(t, scenario)
			o, log := options(server)
			o.Token = "abc"
			c := open(t, o)
			if !strings.Contains(log.String(), "there is no submission yet") {
				t.Errorf("the log does not say that there is no submission yet: %s", log)
			}
			server.AddSubmission(first)
			got, _, err := readContest(t.Context(), c)
			if refused := errors.As(err, new(*SourcesError)); refused != noFiles || !noFiles && (err != nil || len(got) != 1) {
				t.Errorf("%d submissions and error %v; want a SourcesError: %t, else one submission", len(got), err, noFiles)
			}
		})
	}
}

// The contest opens if the first submission comes after the request for access and before that for submissions.
func TestSourcesWithTheFirstSubmission(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	first := scenario.Submissions[0]
	scenario.SparseAccess, scenario.Submissions, scenario.Judgements = true, nil, nil
	server := ccstest.NewServer(t, scenario)
	target, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var add sync.Once
	between := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: target.Scheme, Host: target.Host}) },
		ModifyResponse: func(r *http.Response) error {
			if strings.HasSuffix(r.Request.URL.Path, "/access") {
				add.Do(func() { server.AddSubmission(first) })
			}
			return nil
		},
	})
	defer between.Close()
	client := newClient(t, Options{URL: between.URL + target.Path})
	if _, err := client.Open(t.Context(), scenario.ID); err != nil {
		t.Errorf("the contest does not open: %v", err)
	}
}

// If the files of a submission cannot be read, the submission is listed as skipped, and the others
// are read.
func TestFaultyFiles(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.Submissions = scenario.Submissions[:7]
	for i, change := range []func(*ccstest.Submission){
		func(s *ccstest.Submission) { s.Hash = "00000000000000000000000000000000" },
		func(s *ccstest.Submission) { s.Archive = []byte("Rar!\x1a\x07 and so on") },
		func(s *ccstest.Submission) { s.Archive = ccstest.Zip() },
		func(s *ccstest.Submission) {
			s.Archive = ccstest.Zip(ccstest.File{Name: "../../etc/passwd", Content: "root"}, ccstest.File{Name: "a.cpp", Content: "int a;\n"})
		},
		func(*ccstest.Submission) {}, // the server answers 404 for its archive
		func(s *ccstest.Submission) { s.Files[0].Name = "Łódź, final (2).cpp" },
	} {
		change(&scenario.Submissions[i])
	}
	s := ccstest.NewServer(t, scenario)
	s.Fail("/105/files", -1, ccstest.Fault{Status: 404})
	got, skipped, err := readContest(t.Context(), openAt(t, s))
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, s := range got {
		for _, f := range s.Files {
			paths = append(paths, f.Path)
		}
	}
	if diff := cmp.Diff([]string{"submissions/104/a.cpp", "submissions/106/Łódź, final (2).cpp", "submissions/107/A.cpp"}, paths); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	var reasons []string
	for _, k := range skipped {
		reasons = append(reasons, k.Path+": "+k.Reason.String())
	}
	if n := s.FileRequests()["101"]; n != 2 {
		t.Errorf("an archive whose MD5 differs was fetched %d times, want twice", n)
	}
	for i, want := range []string{"submissions/101: its archive has the MD5 ", "submissions/102: not a zip", "submissions/103: its archive holds no files",
		"submissions/104/../../etc/passwd: a path with", "submissions/105: the judge system has no files of it"} {
		if i >= len(reasons) || !strings.HasPrefix(reasons[i], want) {
			t.Fatalf("skipped %q, want %q", reasons, want)
		}
	}
	// An archive that is cut off after its first file can be fetched again.
	whole := ccstest.Zip(ccstest.File{Name: "a.cpp", Content: "int a;\n"}, ccstest.File{Name: "b.cpp", Content: "int b;\n"})
	scenario.Submissions = scenario.Submissions[6:]
	scenario.Submissions[0].Archive = whole[:bytes.LastIndex(whole, []byte("PK\x03\x04"))]
	_, _, err = readContest(t.Context(), openAt(t, ccstest.NewServer(t, scenario)))
	if want := "get the files of submission 107: its archive is cut off"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// The client finds credentials in options, netrc and address, and sends them only to their server.
func TestCredentials(t *testing.T) {
	t.Parallel()
	netrc := filepath.Join(t.TempDir(), "netrc")
	content := "# of the jury\nmachine example.org\n  login x\n  password y\nmachine 127.0.0.1 login jury password from-netrc\n"
	if err := os.WriteFile(netrc, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	user := ccstest.User{Name: "jury", Password: "from-netrc", Token: "abc"}
	for _, test := range []struct {
		name string
		set  func(*Options)
		ok   bool
	}{
		{"no credentials", func(*Options) {}, false},
		{"name and password", func(o *Options) { o.User, o.Password = "jury", "from-netrc" }, true},
		{"token", func(o *Options) { o.Token = "abc" }, true},
		{"wrong token", func(o *Options) { o.Token = "abd" }, false},
		{"netrc file", func(o *Options) { o.Netrc = netrc }, true},
		{"missing netrc file", func(o *Options) { o.Netrc = netrc + "x" }, false},
		{"name and password in the address", func(o *Options) { o.URL = strings.Replace(o.URL, "://", "://jury:from-netrc@", 1) }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			otherMux := http.NewServeMux()
			elsewhere := httptest.NewServer(otherMux)
			defer elsewhere.Close()
			var mu sync.Mutex
			var authorizations []string
			packed := ccstest.Zip(ccstest.File{Name: "x.cpp", Content: "int x;\n"})
			otherMux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				defer mu.Unlock()
				authorizations = append(authorizations, r.Header.Get("Authorization"))
				w.Write(packed)
			})
			scenario := ccstest.SmallContest()
			scenario.Version = ccstest.V2021 // no hashes
			scenario.Users = []ccstest.User{user}
			s := newServerWithFilesAt(t, scenario, elsewhere)
			o, _ := options(s)
			o.AllowHosts = []string{strings.TrimPrefix(elsewhere.URL, "http://")}
			test.set(&o)
			client := newClient(t, o)
			if strings.Contains(client.URL(), "netrc") {
				t.Errorf("the address contains the password: %s", client.URL())
			}
			c, err := client.Open(t.Context(), "regional26")
			if (err == nil) != test.ok {
				t.Fatalf("error %v, want success: %t", err, test.ok)
			}
			if !test.ok {
				return
			}
			got, _, err := readContest(t.Context(), c)
			if err != nil || len(got) != 12 {
				t.Fatalf("%d submissions and error %v, want 12 submissions", len(got), err)
			}
			mu.Lock()
			defer mu.Unlock()
			if diff := cmp.Diff([]string{"", ""}, authorizations); diff != "" {
				t.Errorf("another server got credentials (-want +got):\n%s", diff)
			}
			if s.AnonymousRequests() > 0 {
				t.Errorf("%d requests had no credentials, want none", s.AnonymousRequests())
			}
		})
	}
}

// If the address redirects to another server, the error names that server, which gets no request.
// With AllowHosts that server gets one request, but no credentials.
func TestRedirected(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.Users = []ccstest.User{{Token: "abc"}}
	target := ccstest.NewServer(t, scenario)
	origin := strings.TrimSuffix(target.URL, "/api/")
	host := strings.TrimPrefix(origin, "http://")
	redirecting := ccstest.NewServer(t, scenario)
	redirecting.Fail("contests", -1, ccstest.Fault{Location: target.URL + "contests"})
	for _, test := range []struct {
		allow    []string
		want     string
		requests int
	}{
		{nil, "refers to " + origin + ", which is another host: add --allow-host " + host, 0},
		{[]string{"files.example", "127.0.0.1", "127.0.0.1:1"}, "which is another host", 0},
		{[]string{host}, "redirects to " + origin + ", which gets no credentials; give that address", 1},
	} {
		o, _ := options(redirecting)
		o.Token, o.AllowHosts = "abc", test.allow
		client := newClient(t, o)
		if _, err := client.Contests(t.Context()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("allowed %q: error %v does not say %q", test.allow, err, test.want)
		}
		if target.AnonymousRequests() != test.requests {
			t.Errorf("allowed %q: the target of the redirect got %d requests, want %d", test.allow, target.AnonymousRequests(), test.requests)
		}
	}
	for _, bad := range []string{"", "http://files.example", "files.example/", "a b"} {
		o, _ := options(redirecting)
		o.AllowHosts = []string{bad}
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), "--allow-host") {
			t.Errorf("--allow-host %q: error %v, want one that names the flag", bad, err)
		}
	}
}

// newServerWithFilesAt starts a judge system that has some files at another server. For submission 103 it gives the address
// there; requests for the files of submission 104 are redirected.
func newServerWithFilesAt(t *testing.T, scenario ccstest.Scenario, elsewhere *httptest.Server) *ccstest.Server {
	scenario.Href = func(id string) string {
		if id == "103" {
			return elsewhere.URL + "/103.zip"
		}
		return "contests/regional26/submissions/" + id + "/files"
	}
	s := ccstest.NewServer(t, scenario)
	s.Fail("104/files", -1, ccstest.Fault{Location: elsewhere.URL + "/moved.zip"})
	return s
}

// Files at other hosts are not fetched, whether an address or a redirect names them. Their
// submissions are listed as skipped.
func TestFilesElsewhere(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	defer elsewhere.Close()
	scenario := ccstest.SmallContest()
	s := newServerWithFilesAt(t, scenario, elsewhere)
	_, skipped, err := readContest(t.Context(), openAt(t, s))
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, item := range skipped {
		if strings.Contains(item.Reason.String(), "--allow-host "+strings.TrimPrefix(elsewhere.URL, "http://")) {
			refused++
		}
	}
	if refused != 2 || requests.Load() != 0 {
		t.Errorf("%d submissions are refused, want 2, and the other host got %d requests, want none: %v", refused, requests.Load(), skipped)
	}
}

// New finds the base and the contest in an address. Its errors quote no password.
func TestAddress(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, base, contest string }{
		{"https://host/api/v4", "https://host/api/v4/", ""},
		{" https://host/api/v4/ ", "https://host/api/v4/", ""},
		{"https://host", "https://host/", ""},
		{"https://host/api/v4/contests/nwerc18", "https://host/api/v4/", "nwerc18"},
		{"https://host/api/contests/nwerc18/teams?strict=1#x", "https://host/api/", "nwerc18"},
		{"https://host/api/contests/", "https://host/api/", ""},
		{"https://host/api/contests", "https://host/api/", ""},
		{"http://host:8080/contests/a%2Fb/", "http://host:8080/", "a/b"},
		{"https://me:secret@host/api", "https://host/api/", ""},
		{"host/api", "", ""},
		{"ftp://host/api", "", ""},
		{"https://me:secret@/api", "", ""},
		{"me:secret@host/api", "", ""},
		{"https://me:sec ret@host:port/", "", ""},
		{"", "", ""},
	} {
		client, err := New(Options{URL: test.text})
		if test.base == "" {
			if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "sec ret") {
				t.Errorf("%q: error %v, want one that quotes no password", test.text, err)
			}
			continue
		}
		if err != nil || client.URL() != test.base || client.ContestID() != test.contest {
			t.Errorf("%q: base %q, contest %q, error %v; want %q and %q", test.text, client.URL(), client.ContestID(), err, test.base, test.contest)
		}
		if u := client.resolvePath("contests", "a/b", "..", "teams").String(); !strings.HasPrefix(u, test.base+"contests/a%2Fb/") {
			t.Errorf("an ID with slashes or dots changes the path: %s", u)
		}
	}
}

// If a server cannot be reached, the error says why, without retries.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	redirecting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := closed.URL
		if strings.HasPrefix(r.URL.Path, "/secure/") {
			to = secure.URL
		}
		http.Redirect(w, r, to+"/contests", http.StatusFound)
	}))
	t.Cleanup(redirecting.Close)
	allowed := []string{strings.TrimPrefix(closed.URL, "http://"), strings.TrimPrefix(secure.URL, "https://")}
	for _, test := range []struct{ name, url, want string }{
		{"nothing listens behind a redirect", redirecting.URL, "nothing answers at " + closed.URL},
		{"self-signed certificate behind a redirect", redirecting.URL + "/secure", "the certificate of " + secure.URL + " is not trusted"},
		{"pin behind a redirect", redirecting.URL + "/secure", "or give the address of that server and --pin "},
		{"pin", secure.URL, "or give --pin "},
		{"nothing listens", closed.URL, "nothing answers at "},
		{"no such host", "https://contest.invalid/api", "there is no host contest.invalid"},
		{"self-signed certificate", secure.URL, "SSL_CERT_FILE"},
		{"no TLS", strings.Replace(plain.URL, "http:", "https:", 1), "does not speak https"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			client := newClient(t, Options{URL: test.url, Wait: time.Hour, AllowHosts: allowed})
			if _, err := client.Contests(t.Context()); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q does not say %q", err, test.want)
			}
		})
	}
}

// The client waits as long as the server asks: its own wait would be an hour.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	s.Fail("contests", 2, ccstest.Fault{Status: http.StatusServiceUnavailable, RetryAfter: "0"})
	client := newClient(t, Options{URL: s.URL, Wait: time.Hour})
	if list, err := client.Contests(t.Context()); err != nil || len(list) != 1 || list[0].Name != "Regional 2026" {
		t.Errorf("contests %v and error %v, want Regional 2026", list, err)
	}
	// If that is very long, the client gives up, and whoever tries again waits for five minutes.
	s.Fail("contests", 1, ccstest.Fault{Status: http.StatusTooManyRequests, RetryAfter: "600"})
	_, err := client.Contests(t.Context())
	if wait, ok := errors.AsType[*backoff.RetryAfterError](err); !ok || wait.Duration != maxRetryAfter || !errors.Is(err, ccs.ErrBusy) {
		t.Errorf("error %v with the wait %v, want %v", err, wait, maxRetryAfter)
	}
}

// The end of the context ends the wait between two tries.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	s.Fail("contests", -1, ccstest.Fault{Status: http.StatusServiceUnavailable})
	client := newClient(t, Options{URL: s.URL, Wait: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := client.Contests(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// A netrc file that does not end is refused.
func TestEndlessNetrc(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("NO /dev/zero: an endless file was NOT tested")
	}
	if _, _, err := readNetrc("/dev/zero", "host"); err == nil || !strings.Contains(err.Error(), "it is too large") {
		t.Errorf("error %v, want that the file is too large", err)
	}
}

// FuzzNetrc checks that no netrc file makes findCredentials panic or hang.
func FuzzNetrc(f *testing.F) {
	f.Add("machine example.org login a password b")
	f.Add("machine")
	f.Add("default login a\n# c\npassword")
	f.Add("machine example.org\nmacdef init\ncd /pub\n\n")
	f.Fuzz(func(t *testing.T, content string) {
		_, _, _ = findCredentials(strings.NewReader(content), "example.org")
	})
}

// FuzzAddress checks that the contest of an address is below its base.
func FuzzAddress(f *testing.F) {
	f.Add("https://host/api/v4/contests/x")
	f.Add("http://[::1]:80/%2f")
	f.Fuzz(func(t *testing.T, text string) {
		base, contest, err := parseAddress(text)
		if err != nil {
			return
		}
		if !strings.HasSuffix(base.EscapedPath(), "/") {
			t.Errorf("%q: the base address %s does not end in a slash", text, base)
		}
		c := &Client{base: base}
		if u := c.resolvePath("contests", contest); !sameOrigin(u, base) || !strings.HasPrefix(u.EscapedPath(), base.EscapedPath()) {
			t.Errorf("%q: the contest is at %s, the base is %s", text, u, base)
		}
	})
}

// FuzzAnswers reads a contest from a server that answers anything. Credentials stay with that
// server, and paths of files stay below their submission.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"id":"a","version":"2023-06","endpoints":[{"type":"submissions","properties":["files"]}]}`), []byte(`[{"id":"a","files":[{"href":"x"}],"filename":"a.c","source":"aW50"}]`))
	f.Add([]byte(`[]`), ccstest.Zip(ccstest.File{Name: "a.c", Content: "int a;"}))
	f.Add([]byte(`{"endpoints":null}`), []byte(`[{"id":"..","problem_id":"x"}]`))
	f.Fuzz(func(t *testing.T, object, list []byte) {
		answers := roundTripper(func(r *http.Request) (*http.Response, error) {
			if !strings.HasPrefix(r.URL.String(), "https://host/") && r.Header.Get("Authorization") != "" {
				t.Errorf("%s got credentials", r.URL)
			}
			body := list
			switch r.URL.Path {
			case "/api/", "/api/contests/c", "/api/contests/c/access":
				body = object
			}
			return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(body)), Request: r}, nil
		})
		client := newClient(t, Options{URL: "https://host/api", Token: "abc", Tries: 1})
		client.http.Transport = client.refuseOtherHosts(client.withCredentials(answers))
		_, _ = client.Contests(t.Context())
		c, err := client.Open(t.Context(), "c")
		if err != nil {
			return
		}
		submissions, skipped, err := readContest(t.Context(), c)
		for _, s := range submissions {
			for _, f := range s.Files {
				if !strings.HasPrefix(f.Path, s.Path+"/") || strings.Contains(f.Path, "/../") {
					t.Errorf("submission %q has the file %q, want one below its path", s.Path, f.Path)
				}
			}
			if err == nil && len(s.Files) == 0 && len(skipped) == 0 {
				t.Errorf("submission %q has no files and no reason", s.Path)
			}
		}
	})
}
