package main

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

// Another contest under the name of a stored one is refused, with advice.
func TestUploadAnother(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), pgtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	a := &archive{DB: db}
	u := input.Uploads{Checker: check.Checker{Store: a}, Archive: a}
	for i, id := range []string{"wf14", "wf15"} {
		file := filepath.Join(t.TempDir(), "contest.zip")
		packed, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		w := zip.NewWriter(packed)
		for name, content := range map[string]string{
			"contest.json":        `{"id":"` + id + `"}`,
			"problems.json":       `[{"id":"p","label":"A"}]`,
			"teams.json":          `[{"id":"t","name":"ann"}]`,
			"submissions.json":    `[{"id":"1","problem_id":"p","team_id":"t","language_id":"cpp","contest_time":"0:01:00"}]`,
			"submissions/1/a.cpp": "int main() { return 0; }\n",
		} {
			part, err := w.Create(name)
			if err == nil {
				_, err = io.WriteString(part, content)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.Close(), packed.Close()); err != nil {
			t.Fatal(err)
		}
		var stages []string
		_, err = u.Import(t.Context(), jobs.Upload{Contest: "contest", Files: []jobs.UploadedFile{{Name: "contest.zip", Path: file}}},
			func(stage string, _, _ int) { stages = append(stages, stage) })
		if len(stages) < 2 || !strings.HasPrefix(stages[1], "reading it as a contest package of the ICPC Contest API (") {
			t.Errorf("%s: its format is not reported before it begins: %q", id, stages)
		}
		failure := new(jobs.Failure)
		if i == 0 && err != nil || i == 1 && (!errors.As(err, &failure) || !strings.Contains(failure.Message, "is another one") || failure.Advice == "") {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// A submission that comes by itself is stored in its language, with its ID returned,
// and refused where the language is unknown.
func TestImportOneByOne(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), pgtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	a := &archive{DB: db}
	u := input.Uploads{Checker: check.Checker{Store: a}, Archive: a}
	for _, test := range []struct {
		name, file, version, want string
	}{
		{"by the file", "a.cpp", "", "cpp"},
		{"by the judge system's name", "a", "Python 3.12", "python"},
		{"by nothing", "a", "", ""},
	} {
		list := []contest.Submission{{Problem: "A", Participant: test.name, Kind: contest.Official, Path: "submissions/" + test.name, Attempt: 1, LanguageVersion: test.version,
			Files: []contest.File{{Path: "submissions/" + test.name + "/" + test.file, Content: []byte("x = 1\n")}}}}
		_, err := u.Import(t.Context(), jobs.Upload{Contest: "finals", Submissions: list}, func(string, int, int) {})
		if failure := new(jobs.Failure); test.want == "" {
			if !errors.As(err, &failure) || failure.Advice == "" {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if err != nil || list[0].ID == 0 || list[0].Language != test.want {
			t.Errorf("%s: %v, %+v", test.name, err, list[0])
		}
	}
}
