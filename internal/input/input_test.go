package input_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

var openReused = pgtest.Reused(postgres.Open)

// newUploads returns an input.Uploads with an empty archive.
func newUploads(t *testing.T) input.Uploads {
	t.Helper()
	db := openReused(t)
	return input.Uploads{Checker: check.Checker{Store: db}, SetBlindOfNewContest: db.SetBlindOfNewContest}
}

func noReport(i18n.Text, int, int) {}

// folder returns a new folder with a program in each of the files.
func folder(t *testing.T, paths ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, path := range paths {
		path = filepath.Join(dir, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("int main() { int a, b; cin >> a >> b; cout << a + b; return 0; }\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestUploadConflict tests that an upload is refused if another contest with the same name is stored, or another submission
// with the same path.
func TestUploadConflict(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	for _, test := range []struct{ contest, id, team, program, want string }{
		{"with an ID", "wf14", "ann", "int main() { return 0; }\n", ""},
		{"with an ID", "wf15", "ann", "int main() { return 0; }\n", "a different contest"},
		{"without an ID", "", "ann", "int main() { return 0; }\n", ""},
		{"without an ID", "", "bob", "int main() { return 1; }\n", "of another participant for A, but is now another program, of bob for A"},
	} {
		file := filepath.Join(t.TempDir(), "contest.zip")
		packed := ccstest.Zip(
			ccstest.File{Name: "contest.json", Content: `{"id":"` + test.id + `"}`},
			ccstest.File{Name: "problems.json", Content: `[{"id":"p","label":"A"}]`},
			ccstest.File{Name: "teams.json", Content: `[{"id":"` + test.team + `","name":"` + test.team + `"}]`},
			ccstest.File{Name: "submissions.json", Content: `[{"id":"1","problem_id":"p","team_id":"` + test.team + `","language_id":"cpp","contest_time":"0:01:00"}]`},
			ccstest.File{Name: "submissions/1/a.cpp", Content: test.program})
		if err := os.WriteFile(file, packed, 0o666); err != nil {
			t.Fatal(err)
		}
		var stages []string
		_, err := u.Import(t.Context(), jobs.Upload{Contest: test.contest, Files: []jobs.UploadedFile{{Name: "contest.zip", Path: file}}},
			func(stage i18n.Text, _, _ int) { stages = append(stages, stage.String()) })
		if len(stages) < 2 || !strings.HasPrefix(stages[1], "reading it as a contest package of the ICPC Contest API (") {
			t.Errorf("%v: the second stage does not name the format: %q", test, stages)
		}
		failure := new(jobs.Failure)
		if test.want == "" && err != nil || test.want != "" && (!errors.As(err, &failure) || !strings.Contains(failure.Message.String(), test.want)) {
			t.Errorf("%v: got error %v", test, err)
		}
	}
}

// TestImportIncomplete tests that an import of an archive that is cut off stores what can be read, and fails.
func TestImportIncomplete(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	var packed bytes.Buffer
	w := tar.NewWriter(&packed)
	for _, name := range []string{"A/ann.cpp", "A/bob.cpp"} {
		const program = "int main() { return 0; }\n"
		if err := w.WriteHeader(&tar.Header{Name: name, Size: int64(len(program)), Mode: 0o644}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, program); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "contest.tar")
	if err := errors.Join(w.Flush(), os.WriteFile(file, packed.Bytes(), 0o666)); err != nil { // without the end of a tar
		t.Fatal(err)
	}
	id, err := u.Import(t.Context(), jobs.Upload{Contest: "contest", Files: []jobs.UploadedFile{{Name: "contest.tar", Path: file}}},
		noReport)
	failure, ok := errors.AsType[*jobs.Failure](err)
	if !ok || !strings.HasPrefix(failure.Message.String(), "Only a part of the input was read: contest.tar: ") || failure.Advice.IsZero() || len(failure.Skipped) == 0 {
		t.Errorf("got error %+v, want a failure with advice", err)
	}
	if c, err := u.Checker.Store.Contest(t.Context(), id); err != nil || c.Submissions != 2 {
		t.Errorf("%d submissions are stored, %v; want 2", c.Submissions, err)
	}
}

// TestImportOneByOne tests that an import of a single submission gives it a language and an ID, and
// that it refuses a submission in an unknown language.
func TestImportOneByOne(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	for _, test := range []struct {
		name, file, version, want string
	}{
		{"language from the file name", "a.cpp", "", "cpp"},
		{"language from the judge system", "a", "Python 3.12", "python"},
		{"unknown language", "a", "", ""},
	} {
		list := []contest.Submission{{Problem: "A", Participant: test.name, Kind: contest.Official, Path: "submissions/" + test.name, Attempt: 1, LanguageVersion: test.version,
			Files: []contest.File{{Path: "submissions/" + test.name + "/" + test.file, Content: []byte("x = 1\n")}}}}
		_, err := u.Import(t.Context(), jobs.Upload{Contest: "finals", Submissions: list}, noReport)
		if test.want == "" {
			if failure, ok := errors.AsType[*jobs.Failure](err); !ok || failure.Advice.IsZero() {
				t.Errorf("%s: got error %v, want a failure with advice", test.name, err)
			}
			continue
		}
		if err != nil || list[0].ID == 0 || list[0].Language != test.want {
			t.Errorf("%s: got %+v, %v; want an ID and the language %q", test.name, list[0], err, test.want)
		}
	}
}

// A program in UTF-16 that is sent without an archive is stored in UTF-8, and a notebook as its code.
func TestImportDecoded(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	for _, tt := range []struct{ name, content, language, want string }{
		{"a.py", "\xff\xfex\x00=\x001\x00", "python", "x=1"},
		{"a.ipynb", `{"cells": [{"cell_type": "code", "source": "x <- 1"}], "metadata": {"language_info": {"name": "R"}}}`, "r", "# cell 1\nx <- 1\n"},
		{"b.ipynb", "{}", "", "b.ipynb: a notebook without code"},
	} {
		list := []contest.Submission{{Problem: "A", Participant: "ann", Kind: contest.Official, Path: "submissions/" + tt.name, Attempt: contest.NextAttempt,
			Files: []contest.File{{Path: "submissions/" + tt.name, Content: []byte(tt.content)}}}}
		id, err := u.Import(t.Context(), jobs.Upload{Contest: "finals", Submissions: list}, noReport)
		got, language := fmt.Sprint(err), ""
		if err == nil {
			stored, _, err := u.Checker.Store.StoredSubmissions(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range stored {
				if s.ID == list[0].ID {
					got, language = string(s.Files[0].Content), s.Language
				}
			}
		}
		if got != tt.want || language != tt.language {
			t.Errorf("%s: stored %q in %q, want %q in %q", tt.name, got, language, tt.want, tt.language)
		}
	}
}

// TestShowNames tests that a new contest is blind unless the upload sets ShowNames, and that a
// further upload does not change whether the contest is blind. An upload that failed, or was cancelled, decides nothing.
func TestShowNames(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	for _, test := range []struct {
		contest   string
		fails     bool
		showNames bool
		blind     bool
	}{{"spring", false, false, true}, {"spring", false, true, true}, {"autumn", false, true, false}, {"autumn", false, false, false},
		{"winter", true, true, false}, {"winter", false, false, true}, {"summer", true, false, true}, {"summer", false, true, false}} {
		list := []contest.Submission{{Problem: "A", Participant: "ann", Kind: contest.Official, Path: "A/ann.cpp", Attempt: 1,
			Files: []contest.File{{Path: "A/ann.cpp", Content: []byte("int main() {}\n")}}}}
		if test.fails {
			list[0].Kind = "nobody"
		}
		id, err := u.Import(t.Context(), jobs.Upload{Contest: test.contest, Submissions: list, ShowNames: test.showNames}, noReport)
		if test.fails && err != nil {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if c, err := u.Checker.Store.(*postgres.DB).Contest(t.Context(), id); err != nil || c.Blind != test.blind {
			t.Errorf("%s, ShowNames %t: blind is %t, %v; want %t", test.contest, test.showNames, c.Blind, err, test.blind)
		}
	}
}

// An upload to a stored contest that was deleted meanwhile stores nothing, also if there is another contest of this name now.
func TestDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	db := u.Checker.Store.(*postgres.DB)
	upload := func(target int64) jobs.Upload {
		list := []contest.Submission{{Problem: "A", Participant: "ann", Kind: contest.Official, Path: "A/ann.cpp", Attempt: 1,
			Files: []contest.File{{Path: "A/ann.cpp", Content: fmt.Appendf(nil, "int main() { return %d; }\n", target)}}}}
		return jobs.Upload{Contest: "finals", TargetContestID: target, Submissions: list, ShowNames: true}
	}
	first, err := u.Import(t.Context(), upload(0), noReport)
	if err == nil {
		_, err = u.Import(t.Context(), upload(first), noReport)
	}
	if err == nil {
		err = db.DeleteContest(t.Context(), review.CommandLine, first)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range []string{"deleted", "created again"} {
		_, err := u.Import(t.Context(), upload(first), noReport)
		failure, ok := errors.AsType[*jobs.Failure](err)
		if !ok || failure.Message.String() != `The contest "finals" was deleted meanwhile.` || failure.Advice.IsZero() {
			t.Errorf("%s: got error %v, want a failure that says so, with advice", state, err)
		}
		switch c, err := db.ContestByName(t.Context(), "finals"); {
		case state == "created again" && (err != nil || c.Submissions != 1):
			t.Errorf("the new contest has %d submissions, %v; want 1", c.Submissions, err)
		case state == "deleted" && !errors.Is(err, contest.ErrNotFound):
			t.Errorf("the deleted contest is stored again: %+v, %v", c, err)
		case state == "deleted":
			if _, err := u.Import(t.Context(), upload(0), noReport); err != nil { // by an administrator
				t.Fatal(err)
			}
		}
	}
}

// erasingStore is a store in which the programs of each contest are erased while a check begins.
type erasingStore struct{ *postgres.DB }

func (s erasingStore) BeginCheck(ctx context.Context, by review.Person, c contest.Check, submissionIDs []int64, base []contest.File) (contest.Run, error) {
	if _, err := s.ErasePrograms(ctx, by, c.ContestID); err != nil {
		return nil, err
	}
	return s.DB.BeginCheck(ctx, by, c, submissionIDs, base)
}

// A check does not begin if programs were erased since it read them, and says so.
func TestErasedMeanwhile(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	list := []contest.Submission{{Problem: "A", Participant: "ann", Kind: contest.Official, Path: "A/ann.cpp", Attempt: 1,
		Files: []contest.File{{Path: "A/ann.cpp", Content: []byte("int main() {}\n")}}}}
	id, err := u.Import(t.Context(), jobs.Upload{Contest: "finals", Submissions: list}, noReport)
	if err != nil {
		t.Fatal(err)
	}
	u.Checker.Store = erasingStore{u.Checker.Store.(*postgres.DB)}
	_, err = u.Check(t.Context(), jobs.Upload{Contest: "finals", StoredContestID: id, TargetContestID: id}, noReport)
	failure, ok := errors.AsType[*jobs.Failure](err)
	if !ok || failure.Message.String() != string(contest.ErasedReason) || failure.Advice.IsZero() {
		t.Errorf("got error %v, want a failure that says so, with advice", err)
	}
}

// TestFailures tests that an error comes with advice if the user can correct it.
func TestFailures(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	dir := folder(t, "ann/A.cpp", "ann/B.cpp", "ben/A.cpp", "ben/B.cpp", "cat/A.cpp", "cat/B.cpp")
	page := filepath.Join(t.TempDir(), "page.zip")
	if err := os.WriteFile(page, []byte("<html>Sign in</html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, path, message, layout string }{
		{"missing file", filepath.Join(dir, "none.zip"), "there is no file or folder", ""},
		{"folder with another layout", dir, "", "participant/problem"},
		{"web page called zip", page, "it is a web page and not an archive", ""},
	} {
		_, err := u.Check(t.Context(), jobs.Upload{Contest: "x", Files: []jobs.UploadedFile{{Name: "x", Path: test.path}}}, noReport)
		if f := new(jobs.Failure); !errors.As(err, &f) || !strings.Contains(f.Message.String(), test.message) || f.Layout != test.layout || f.Advice.IsZero() {
			t.Errorf("%s: got %+v; want a failure with %q, the layout %q and advice", test.name, err, test.message, test.layout)
		} else if wantDiscard := test.path == page; strings.HasPrefix(f.Advice.String(), "Discard") != wantDiscard {
			t.Errorf("%s: the advice is %q; to discard the upload: want %t", test.name, f.Advice, wantDiscard)
		}
	}
}

// An upload with an ambiguous layout is stored only with Yes. Its preview has what was read and the doubt, with Yes too.
func TestDoubtfulUpload(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	dir := t.TempDir()
	for i, who := range []string{"ann", "bob", "cy"} {
		for j, problem := range []string{"A", "B"} {
			name := filepath.Join(dir, fmt.Sprintf("%d%d_AC_%s_%s.py", 1+i, j, who, problem))
			if err := os.WriteFile(name, []byte("print("+who+")\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	upload := jobs.Upload{Contest: "finals", Files: []jobs.UploadedFile{{Name: "finals", Path: dir}}}
	for range 2 {
		p, err := u.Preview(t.Context(), upload, noReport)
		if err != nil || p.Submissions != 6 || p.Doubt.Layout != "{id}_{verdict}_{participant}_{problem}.{ext}" {
			t.Errorf("preview: %+v, %v; want 6 submissions and a doubt with a layout", p, err)
		}
		_, err = u.Import(t.Context(), upload, noReport)
		failure := new(jobs.Failure)
		if refused := errors.As(err, &failure) && failure.Doubtful && !failure.Advice.IsZero() && failure.Layout == p.Doubt.Layout; refused == upload.Yes {
			t.Errorf("import with Yes %v: %v", upload.Yes, err)
		}
		upload.Yes = true
	}
}

// A single submission can be previewed and checked only if the contest has others.
func TestLateUpload(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	upload := func(name string) jobs.Upload {
		return jobs.Upload{Contest: "finals", Files: []jobs.UploadedFile{{Name: name, Path: name}}}
	}
	contestDir, late := folder(t, "A/ann.cpp", "A/ben.cpp"), folder(t, "A/cat.cpp")
	if _, err := u.Preview(t.Context(), upload(late), noReport); !errors.As(err, new(*jobs.Failure)) {
		t.Errorf("preview of the only submission of a contest: error %v, want a failure", err)
	}
	if _, err := u.Check(t.Context(), upload(contestDir), noReport); err != nil {
		t.Fatal(err)
	}
	if p, err := u.Preview(t.Context(), upload(late), noReport); err != nil || p.Submissions != 1 {
		t.Errorf("preview of a late submission: %+v, %v; want 1 submission", p, err)
	}
	id, err := u.Check(t.Context(), upload(late), noReport)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := u.Checker.Store.(*postgres.DB).Check(t.Context(), id)
	if err != nil || stored.Summary.Submissions != 3 {
		t.Errorf("the check with a late submission: %+v, %v; want 3 submissions", stored.Summary, err)
	}
}

// A new check of a stored contest counts the base code of the last check, other base code, or none.
func TestStoredBase(t *testing.T) {
	t.Parallel()
	u := newUploads(t)
	dir := folder(t, "finals/A/ann.cpp", "finals/A/ben.cpp", "old.cpp", "new.cpp", "newer.cpp")
	file := func(name string) jobs.UploadedFile {
		return jobs.UploadedFile{Name: name, Path: filepath.Join(dir, name)}
	}
	id, err := u.Check(t.Context(), jobs.Upload{
		Contest: "finals", Files: []jobs.UploadedFile{file("finals")}, Base: []jobs.UploadedFile{file("old.cpp")},
	}, noReport)
	if err != nil {
		t.Fatal(err)
	}
	db := u.Checker.Store.(*postgres.DB)
	first, err := db.Check(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		upload jobs.Upload
		want   string
	}{
		{"that of the last check", jobs.Upload{}, "old.cpp"},
		{"other", jobs.Upload{Base: []jobs.UploadedFile{file("new.cpp")}}, "new.cpp"},
		{"other, and the last is dropped", jobs.Upload{Base: []jobs.UploadedFile{file("newer.cpp")}, NoBase: true}, "newer.cpp"},
		{"none", jobs.Upload{NoBase: true}, ""},
		{"still none", jobs.Upload{}, ""},
	} {
		test.upload.Contest, test.upload.StoredContestID = "finals", first.ContestID
		id, err := u.Check(t.Context(), test.upload, noReport)
		if err != nil {
			t.Fatal(err)
		}
		c, err := db.Check(t.Context(), id)
		files, err2 := db.Base(t.Context(), id)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range files {
			names = append(names, f.Path)
		}
		if got := strings.Join(names, " "); got != test.want || strings.Join(c.Parameters.Base, " ") != test.want {
			t.Errorf("%s: base code %q, with the names %q; want %q", test.name, got, c.Parameters.Base, test.want)
		}
	}
	_, err = u.Check(t.Context(), jobs.Upload{Contest: "finals", StoredContestID: first.ContestID, Base: []jobs.UploadedFile{file("none.zip")}}, noReport)
	if f, ok := errors.AsType[*jobs.Failure](err); !ok || f.Advice.String() != "Select other files of base code." {
		t.Errorf("base code that cannot be read: %+v, want a failure with advice on base code", err)
	}
}
