package ui_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// Unknown formats, and a layout with a format without folders, are refused.
func TestCheckFormat(t *testing.T) {
	t.Parallel()
	s := request.Uploads{Formats: []request.Format{{Name: "dir", HasFolders: true}, {Name: "hydro"}}}
	for _, test := range []struct{ from, layout, want string }{
		{"", "", ""}, {"", "problem/participant", ""}, {"dir", "problem/participant", ""}, {"hydro", "", ""},
		{"bogus", "", `No format is called "bogus".`}, {"hydro", "problem/participant", "has no folders that a layout could explain"},
	} {
		err := s.CheckFormat(jobs.Upload{Settings: settings.Settings{Input: settings.Input{From: test.from, Layout: test.layout}}})
		page := new(httperr.Error)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("from %q, layout %q: got error %v, want none", test.from, test.layout, err)
		case test.want != "" && (!errors.As(err, &page) || page.Status != http.StatusBadRequest || !strings.Contains(page.Message.Error(), test.want) || page.Advice == nil):
			t.Errorf("from %q, layout %q: got error %v, want 400 with %q", test.from, test.layout, err, test.want)
		}
	}
}

// An upload reaches the checker with its settings and files, which are deleted after the check.
func TestUpload(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		parts []webtest.Part
		want  jobs.Upload // its paths are relative to the directory of the upload
	}{
		{
			name:  "archive alone",
			parts: []webtest.Part{{"file", "finals 2026.tar.gz", "archive"}},
			want: jobs.Upload{
				Contest: "finals 2026", Settings: settings.Settings{Comparison: settings.Comparison{Threshold: 0.5, MaxChance: 1}},
				Files: []jobs.UploadedFile{{Name: "finals 2026.tar.gz", Path: "contest/finals 2026.tar.gz", Size: 7}},
			},
		},
		{
			name: "all settings, before and after the files",
			parts: []webtest.Part{
				{"contest", "", "  World\x00 Finals  "}, {"layout", "", "participant/problem"}, {"from", "", "dir"}, {"threshold", "", "0.25"}, {"max_chance", "", "0"},
				{"file", "x.zip", "archive"}, {"base", "t.cpp", ""}, {"base", "t.cpp", "one"}, {"base", "t.cpp", "two"}, {"base", "empty.cpp", ""},
				{"language", "", "cpp"}, {"verdicts", "", "all"}, {"participants", "", "all"}, {"across_problems", "", "1"}, {"earlier", "", "1"}, {"no_templates", "", "1"},
			},
			want: jobs.Upload{
				Contest: "World  Finals", Settings: settings.Settings{
					Input:      settings.Input{From: "dir", Layout: "participant/problem", Language: "cpp"},
					Comparison: settings.Comparison{Verdicts: "all", Participants: "all", AcrossProblems: true, Earlier: true, NoTemplates: true, Threshold: 0.25},
				},
				Files: []jobs.UploadedFile{{Name: "x.zip", Path: "contest/x.zip", Size: 7}},
				Base:  []jobs.UploadedFile{{Name: "t.cpp", Path: "base/t.cpp", Size: 3}, {Name: "t.cpp", Path: "base/t-2.cpp", Size: 3}},
			},
		},
		{
			name:  "longest name, settings left to the checker",
			parts: []webtest.Part{{"file", "x.zip", "archive"}, {"contest", "", strings.Repeat("ж", 200)}, {"language", "", ""}, {"verdicts", "", ""}, {"participants", "", ""}},
			want: jobs.Upload{
				Contest: strings.Repeat("ж", 200), Settings: settings.Settings{Comparison: settings.Comparison{Threshold: 0.5, MaxChance: 1}},
				Files: []jobs.UploadedFile{{Name: "x.zip", Path: "contest/x.zip", Size: 7}},
			},
		},
		{
			name:  "hostile file name",
			parts: []webtest.Part{{"file", `..\..\<img src=x>.zip`, "archive"}, {"threshold", "", ""}},
			want: jobs.Upload{
				Contest: "<img src=x>", Settings: settings.Settings{Comparison: settings.Comparison{Threshold: 0.5, MaxChance: 1}},
				Files: []jobs.UploadedFile{{Name: "<img src=x>.zip", Path: "contest/<img src=x>.zip", Size: 7}},
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := webtest.NewSignedIn(t, func(o *web.Options) { o.TempDir, o.Formats = dir, []request.Format{{Name: "dir", HasFolders: true}} })
			onDisk := make(chan map[string]string, 1)
			s.Checker.OnCheck = func(context.Context, jobs.Upload, func(i18n.Text, int, int)) (int64, error) {
				onDisk <- webtest.Files(t, dir)
				return webtest.CheckID, nil
			}
			settings := slices.DeleteFunc(slices.Clone(test.parts), func(p webtest.Part) bool { return p[1] != "" })
			s.StartCheck(s.StartPreview(test.parts...), append(settings, webtest.Part{"kept", "", "base"})...)
			if stored := <-onDisk; len(stored) == 0 {
				t.Error("nothing is on the disk while the check runs")
			}
			got := s.Checker.Uploads()[0]
			relative := func(files []jobs.UploadedFile) []jobs.UploadedFile {
				files = slices.Clone(files) // the queue still reads its own
				for i, f := range files {
					inTemp, err := filepath.Rel(dir, f.Path)
					webtest.Must(t, err)
					_, files[i].Path, _ = strings.Cut(filepath.ToSlash(inTemp), "/")
				}
				return files
			}
			got.Files, got.Base = relative(got.Files), relative(got.Base)
			test.want.KeepFiles = true
			test.want.By = review.Person{ID: 1, Name: "administrator"}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("upload (-want +got):\n%s", diff)
			}
			s.Server.Close(t.Context())
			if left := webtest.Files(t, dir); len(left) > 0 {
				t.Errorf("files left after the check: %v, want none", left)
			}
		})
	}
}

// Invalid uploads are refused, leave no files and start no check.
func TestBadUploads(t *testing.T) {
	t.Parallel()
	many := []webtest.Part{{"file", "x.zip", "archive"}}
	for i := range request.MaxBaseFiles + 1 {
		many = append(many, webtest.Part{"base", fmt.Sprintf("%d.cpp", i), "x"})
	}
	tests := []struct {
		name   string
		parts  []webtest.Part
		status int
		words  string
	}{
		{"empty form", nil, 400, "No file was selected"},
		{"no file chosen", []webtest.Part{{"contest", "", "x"}}, 400, "No file was selected"},
		{"empty file", []webtest.Part{{"file", "x.zip", ""}}, 400, "x.zip is empty"},
		{"one of two is empty", []webtest.Part{{"file", "x.zip", "1"}, {"file", "y.zip", ""}}, 400, "y.zip is empty"},
		{"keep is 0", []webtest.Part{{"file", "x.zip", "1"}, {"keep", "", "0"}}, 400, "above 0"},
		{"threshold out of range", []webtest.Part{{"file", "x.zip", "1"}, {"threshold", "", "1.5"}}, 400, "from 0 to 1"},
		{"threshold is not a number", []webtest.Part{{"file", "x.zip", "1"}, {"threshold", "", "NaN"}}, 400, "from 0 to 1"},
		{"pairs by chance below 0", []webtest.Part{{"file", "x.zip", "1"}, {"max_chance", "", "-1"}}, 400, "0 or more"},
		{"chance is not a number", []webtest.Part{{"file", "x.zip", "1"}, {"max_chance", "", "Inf"}}, 400, "0 or more"},
		{"long name", []webtest.Part{{"file", "x.zip", "1"}, {"contest", "", strings.Repeat("ж", 201)}}, 400, "The name of the contest is longer than 200 characters"},
		{"unknown verdicts", []webtest.Part{{"file", "x.zip", "1"}, {"verdicts", "", "bogus"}}, 400, `"bogus" is not one of the choices`},
		{"unknown participants", []webtest.Part{{"file", "x.zip", "1"}, {"participants", "", "virtual"}}, 400, `"virtual" is not one of the choices`},
		{"unknown language", []webtest.Part{{"file", "x.zip", "1"}, {"language", "", "klingon"}}, 400, `"klingon" is not one of the choices`},
		{"long field", []webtest.Part{{"contest", "", strings.Repeat("x", request.MaxField+1)}}, 400, "too long"},
		{"file in an unknown field", []webtest.Part{{"other", "x.zip", "1"}}, 400, "not asked for"},
		{"two manifests", []webtest.Part{{"file", "x.zip", "1"}, {"manifest", "a.csv", "path"}, {"manifest", "b.csv", "path"}}, 400, "Two manifests"},
		{"too much base code", many, 400, "Send them as one .zip or .tar file"},
		{"too large", []webtest.Part{{"file", "x.zip", strings.Repeat("x", 1<<16)}}, 413, "larger than 60 KiB"},
		{"too large in a field", []webtest.Part{{"file", "x.zip", strings.Repeat("x", 60<<10)}, {"contest", "", "x"}}, 413, "ojcheck check"},
	}
	dir := t.TempDir()
	site := webtest.NewSignedIn(t, func(o *web.Options) { o.TempDir, o.MaxUpload = dir, 60<<10 })
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := *site
			s.T = t
			a := s.PostParts("/uploads", test.parts...)
			if a.Status != test.status {
				t.Errorf("status %d, want %d", a.Status, test.status)
			}
			webtest.Mention(t, a.Text(), test.words)
			if left := webtest.Files(t, dir); len(left) > 0 {
				t.Errorf("files left on the disk: %v, want none", left)
			}
			if len(s.Checker.Uploads()) > 0 || len(s.Checker.Previews()) > 0 {
				t.Error("the upload was read or checked")
			}
		})
	}
}

// An upload that is no form, or breaks off, is refused and leaves no files.
func TestUploadThatIsNoForm(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	s := webtest.NewSignedIn(t)
	body, contentType := webtest.MultipartForm(t, []webtest.Part{{"file", "x.zip", strings.Repeat("x", 1000)}})
	boundary := strings.TrimPrefix(contentType, "multipart/form-data; boundary=")
	for name, request := range map[string][]string{
		"no form":            {"hello", "text/plain"},
		"broken off":         {body[:500], contentType},
		"empty":              {"", contentType},
		"no colon":           {strings.Replace(body, "Content-Disposition:", "Content-Disposition", 1), contentType},
		"no header":          {"--" + boundary + "\r\nx\r\n", contentType},
		"a NUL in a header":  {strings.Replace(body, "Content-Type:", "Content\x00Type:", 1), contentType},
		"a very long header": {strings.Replace(body, "Content-Type:", strings.Repeat("x", 20<<20)+":", 1), contentType},
	} {
		for _, path := range []string{"/uploads", "/search", "/api/v1/checks"} {
			a := s.Do("POST", path, request[0], "Content-Type", request[1])
			if a.Status < 400 || a.Status >= 500 {
				t.Errorf("%s, to %s: status %d, want a refusal of the request", name, path, a.Status)
			}
		}
	}
	if left := webtest.Files(t, s.TempDir); len(left) > 0 {
		t.Errorf("files left on the disk: %v, want none", left)
	}
}

// If an upload cannot be stored, the log says so.
func TestUploadWithoutRoom(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t, func(o *web.Options) { o.TempDir = filepath.Join(o.TempDir, "gone") })
	a := s.PostParts("/uploads", webtest.Part{"file", "x.zip", "archive"})
	if a.Status != http.StatusInternalServerError {
		t.Errorf("status %d, want 500", a.Status)
	}
	webtest.Mention(t, s.Log.String(), "make room for the upload")
}

// A sent file name becomes one path element without control characters, of limited length, with its extension.
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
		if got := request.SafeName(sent); got != want {
			t.Errorf("SafeName(%q) = %q, want %q", sent, got, want)
		}
	}
}

// Every safe name is a valid path element, and proposes a contest name.
func FuzzSafeName(f *testing.F) {
	for _, seed := range []string{"finals.zip", "../x", `..\x`, "\xff.zip", ". .", " /. ", strings.Repeat("ж", 100) + ".tar.gz"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		name := request.SafeName(sent)
		if name == "" || len(name) > request.MaxName || name != filepath.Base(name) || strings.HasPrefix(name, ".") || request.OneLine(name) != name {
			t.Errorf("SafeName(%q) = %q, want one printable path element of at most %d bytes that does not begin with a dot", sent, name, request.MaxName)
		}
		if request.ContestName(name) == "" {
			t.Errorf("no contest name for %q", name)
		}
	})
}
