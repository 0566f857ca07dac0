package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// What an upload says of its format is refused at once where it cannot be meant.
func TestCheckFormat(t *testing.T) {
	t.Parallel()
	s := uploads{Formats: []Format{{Name: "dir", HasFolders: true}, {Name: "hydro"}}}
	for _, test := range []struct{ from, layout, want string }{
		{"", "", ""}, {"", "problem/participant", ""}, {"dir", "problem/participant", ""}, {"hydro", "", ""},
		{"bogus", "", `No format is called "bogus".`}, {"hydro", "problem/participant", "does not go together with the format hydro"},
	} {
		err := s.checkFormat(Upload{Settings: settings.Settings{Input: settings.Input{From: test.from, Layout: test.layout}}})
		page := new(httperr.Error)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%+v: %v", test, err)
		case test.want != "" && (!errors.As(err, &page) || page.Status != http.StatusBadRequest || !strings.Contains(page.Message, test.want) || page.Advice == ""):
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// sent is one part of a form.
type sent struct{ name, file, content string }

// multipartForm writes a form as browsers do.
func multipartForm(t *testing.T, parts []sent) (body, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		var err error
		if p.file == "" {
			err = w.WriteField(p.name, p.content)
		} else if part, e := w.CreateFormFile(p.name, p.file); e != nil {
			err = e
		} else {
			_, err = part.Write([]byte(p.content))
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

func (s *site) upload(parts ...sent) answer {
	s.Helper()
	body, contentType := multipartForm(s.T, parts)
	return s.do("POST", "/uploads", body, "Content-Type", contentType, "Sec-Fetch-Site", "same-origin")
}

// files lists what lies below a directory.
func files(t *testing.T, dir string) map[string]string {
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

func TestUpload(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		parts []sent
		want  Upload // its paths are below a directory of the upload's own
	}{
		{
			name:  "archive alone",
			parts: []sent{{"file", "finals 2026.tar.gz", "archive"}},
			want: Upload{
				Contest: "finals 2026", Settings: settings.Settings{Comparison: settings.Comparison{Threshold: 0.5}},
				Files: []UploadedFile{{Name: "finals 2026.tar.gz", Path: "contest/1/finals 2026.tar.gz", Size: 7}},
			},
		},
		{
			name: "all settings, before and after the files",
			parts: []sent{
				{"contest", "", "  World\x00 Finals  "}, {"layout", "", "participant/problem"}, {"from", "", "dir"}, {"threshold", "", "0.25"},
				{"file", "x.zip", "archive"}, {"base", "t.cpp", "one"}, {"base", "t.cpp", "two"}, {"base", "empty.cpp", ""},
				{"language", "", "cpp"}, {"verdicts", "", "all"}, {"participants", "", "all"}, {"across_problems", "", "1"}, {"earlier", "", "1"}, {"no_templates", "", "1"},
			},
			want: Upload{
				Contest: "World  Finals", Settings: settings.Settings{
					Input:      settings.Input{From: "dir", Layout: "participant/problem", Language: "cpp"},
					Comparison: settings.Comparison{Verdicts: "all", Participants: "all", AcrossProblems: true, Earlier: true, NoTemplates: true, Threshold: 0.25},
				},
				Files: []UploadedFile{{Name: "x.zip", Path: "contest/1/x.zip", Size: 7}},
				Base:  []UploadedFile{{Name: "t.cpp", Path: "base/1/t.cpp", Size: 3}, {Name: "t.cpp", Path: "base/2/t.cpp", Size: 3}},
			},
		},
		{
			name:  "longest name, settings left to the checker",
			parts: []sent{{"file", "x.zip", "archive"}, {"contest", "", strings.Repeat("ж", 200)}, {"language", "", ""}, {"verdicts", "", ""}, {"participants", "", ""}},
			want: Upload{
				Contest: strings.Repeat("ж", 200), Settings: settings.Settings{Comparison: settings.Comparison{Threshold: 0.5}},
				Files: []UploadedFile{{Name: "x.zip", Path: "contest/1/x.zip", Size: 7}},
			},
		},
		{
			name:  "hostile file name",
			parts: []sent{{"file", `..\..\<img src=x>.zip`, "archive"}, {"threshold", "", ""}},
			want: Upload{
				Contest: "<img src=x>", Settings: settings.Settings{Comparison: settings.Comparison{Threshold: 0.5}},
				Files: []UploadedFile{{Name: "<img src=x>.zip", Path: "contest/1/<img src=x>.zip", Size: 7}},
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := newSignedIn(t, func(o *Options) { o.TempDir, o.Formats = dir, []Format{{Name: "dir", HasFolders: true}} })
			onDisk := make(chan map[string]string, 1)
			s.checker.check = func(context.Context, Upload, func(string, int, int)) (int64, error) {
				onDisk <- files(t, dir)
				return checkID, nil
			}
			a := s.upload(test.parts...)
			if a.status != http.StatusSeeOther || !strings.HasPrefix(a.header.Get("Location"), "/uploads/") {
				t.Fatalf("status %d to %q: %s", a.status, a.header.Get("Location"), a.text())
			}
			if stored := <-onDisk; len(stored) == 0 {
				t.Error("nothing is on the disk while the check runs")
			}
			got := s.checker.seen()[0]
			relative := func(f *UploadedFile) {
				inTemp, err := filepath.Rel(dir, f.Path)
				if err != nil {
					t.Fatal(err)
				}
				_, f.Path, _ = strings.Cut(filepath.ToSlash(inTemp), "/")
			}
			for i := range got.Files {
				relative(&got.Files[i])
			}
			for i := range got.Base {
				relative(&got.Base[i])
			}
			test.want.By = review.Person{ID: fakeAdministrator.ID, Name: fakeAdministrator.Name}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("upload (-want +got):\n%s", diff)
			}
			s.server.Close(t.Context())
			if left := files(t, dir); len(left) > 0 {
				t.Errorf("left after the check: %v", left)
			}
		})
	}
}

func TestBadUploads(t *testing.T) {
	t.Parallel()
	many := []sent{{"file", "x.zip", "archive"}}
	for i := range maxBaseFiles + 1 {
		many = append(many, sent{"base", fmt.Sprintf("%d.cpp", i), "x"})
	}
	tests := []struct {
		name   string
		parts  []sent
		status int
		text   string
	}{
		{"nothing", nil, 400, "No archive was chosen"},
		{"no file chosen", []sent{{"contest", "", "x"}}, 400, "No archive was chosen"},
		{"empty file", []sent{{"file", "x.zip", ""}}, 400, "x.zip is empty"},
		{"one of two is empty", []sent{{"file", "x.zip", "1"}, {"file", "y.zip", ""}}, 400, "y.zip is empty"},
		{"keep of nothing", []sent{{"file", "x.zip", "1"}, {"keep", "", "0"}}, 400, "above 0"},
		{"threshold out of range", []sent{{"file", "x.zip", "1"}, {"threshold", "", "1.5"}}, 400, "from 0 to 1"},
		{"threshold is no number", []sent{{"file", "x.zip", "1"}, {"threshold", "", "NaN"}}, 400, "from 0 to 1"},
		{"long name", []sent{{"file", "x.zip", "1"}, {"contest", "", strings.Repeat("ж", 201)}}, 400, "The name of the contest is longer than 200 characters"},
		{"unknown verdicts", []sent{{"file", "x.zip", "1"}, {"verdicts", "", "bogus"}}, 400, `offers no "bogus"`},
		{"unknown participants", []sent{{"file", "x.zip", "1"}, {"participants", "", "virtual"}}, 400, `offers no "virtual"`},
		{"unknown language", []sent{{"file", "x.zip", "1"}, {"language", "", "klingon"}}, 400, `offers no "klingon"`},
		{"long field", []sent{{"contest", "", strings.Repeat("x", maxField+1)}}, 400, "too long"},
		{"unknown file", []sent{{"other", "x.zip", "1"}}, 400, "not asked for"},
		{"too much base code", many, 400, "Send them as one archive"},
		{"too large", []sent{{"file", "x.zip", strings.Repeat("x", 1<<16)}}, 413, "larger than 60 KiB"},
		{"too large in a field", []sent{{"file", "x.zip", strings.Repeat("x", 60<<10)}, {"contest", "", "x"}}, 413, "ojcheck check"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := newSignedIn(t, func(o *Options) { o.TempDir, o.MaxUpload = dir, 60<<10 })
			a := s.upload(test.parts...)
			if a.status != test.status {
				t.Errorf("status %d, want %d", a.status, test.status)
			}
			mention(t, a.text(), test.text)
			if left := files(t, dir); len(left) > 0 {
				t.Errorf("left on the disk: %v", left)
			}
			if got := s.checker.seen(); len(got) > 0 {
				t.Error("a check was started")
			}
		})
	}
}

func TestUploadThatIsNoForm(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	body, contentType := multipartForm(t, []sent{{"file", "x.zip", strings.Repeat("x", 1000)}})
	for name, request := range map[string][]string{
		"no form":    {"hello", "text/plain"},
		"broken off": {body[:500], contentType},
		"empty":      {"", contentType},
	} {
		a := s.do("POST", "/uploads", request[0], "Content-Type", request[1])
		if a.status != http.StatusBadRequest {
			t.Errorf("%s: status %d, want 400", name, a.status)
		}
	}
	if left := files(t, s.tempDir); len(left) > 0 {
		t.Errorf("left on the disk: %v", left)
	}
}

func TestUploadWithoutRoom(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t, func(o *Options) { o.TempDir = filepath.Join(o.TempDir, "gone") })
	a := s.upload(sent{"file", "x.zip", "archive"})
	if a.status != http.StatusInternalServerError {
		t.Errorf("status %d, want 500", a.status)
	}
	mention(t, s.log.String(), "make room for the upload")
}

func TestSafeName(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"finals.zip":                          "finals.zip",
		"../../etc/passwd":                    "passwd",
		`C:\contests\finals.zip`:              "finals.zip",
		"..":                                  "upload",
		"":                                    "upload",
		"/":                                   "upload",
		"...hidden.zip":                       "hidden.zip",
		"a\x00b\nc.zip":                       "a b c.zip",
		"evil\u202egpj.zip":                   "evil gpj.zip",
		"\xff\xfe.zip":                        "zip",
		"Финал «2026» 🏆.zip":                  "Финал «2026» 🏆.zip",
		strings.Repeat("ж", 300) + ".tar.zst": strings.Repeat("ж", 56) + ".tar.zst",
		"x." + strings.Repeat("y", 300):       "x." + strings.Repeat("y", 118),
	}
	for sent, want := range tests {
		if got := safeName(sent); got != want {
			t.Errorf("safeName(%q) = %q, want %q", sent, got, want)
		}
	}
}

func FuzzSafeName(f *testing.F) {
	for _, seed := range []string{"finals.zip", "../x", `..\x`, "\xff.zip", ". .", " /. ", strings.Repeat("ж", 100) + ".tar.gz"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		name := safeName(sent)
		if name == "" || len(name) > maxName || name != filepath.Base(name) || strings.HasPrefix(name, ".") || oneLine(name) != name {
			t.Errorf("safeName(%q) = %q", sent, name)
		}
		if contestName(name) == "" {
			t.Errorf("no contest name for %q", name)
		}
	})
}
