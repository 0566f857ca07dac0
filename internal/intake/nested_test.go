package intake

import (
	"path"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// If the format says so, an archive inside an input is read like a folder. An archive inside such an
// archive is not read.
func TestNestedArchives(t *testing.T) {
	t.Parallel()
	inner := zipOf(t, []testFile{{"Main.java", "class Main {}"}, {"lib/notes", "some text"}, {"more.zip", string(zipOf(t, []testFile{{"deep.cpp", "int x;"}}))},
		{"../out.cpp", "int y;"}, {"/abs.cpp", "int z;"}})
	input := save(t, t.TempDir(), "contest.zip", zipOf(t, []testFile{
		{"submissions/7/files.zip", string(inner)}, {"submissions/8/files.zip", "no zip"}, {"submissions/9/files.zip", string(inner[:len(inner)/2])},
		{"submissions.json", "[]"}, {"logo.png", "png"}, {"readme.md", "read me"},
	}))
	modeOf := func(name string) readMode {
		switch {
		case path.Base(name) == "files.zip":
			return modeArchive
		case name == "submissions.json":
			return modeRecord
		case strings.HasPrefix(name, "submissions/"):
			return modeProgram
		case name == "logo.png":
			return modeIgnore
		}
		return modeByName
	}
	tree, err := gather(t.Context(), []string{input}, selection{mode: modeOf}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, f := range tree.files {
		if f.inputPath != f.path {
			t.Errorf("%s has the path %s in the input, want the same", f.path, f.inputPath)
		}
		files = append(files, f.path)
	}
	// submissions/9/files.zip is cut off: only its first files are read.
	diff(t, "files", []string{"submissions/7/files.zip/Main.java", "submissions/7/files.zip/lib/notes", "submissions/9/files.zip/Main.java", "submissions/9/files.zip/lib/notes"}, files)
	if len(tree.records) != 1 || tree.records[0].path != "submissions.json" || string(tree.records[0].content) != "[]" {
		t.Errorf("records %+v, want only submissions.json", tree.records)
	}
	var skipped []string
	for _, s := range tree.sortedSkips() {
		skipped = append(skipped, s.Path)
	}
	diff(t, "skipped", []string{"readme.md", "submissions/7/files.zip/../out.cpp", "submissions/7/files.zip//abs.cpp", "submissions/7/files.zip/more.zip",
		"submissions/8/files.zip", "submissions/9/files.zip"}, skipped[:min(6, len(skipped))])
}

// Unpack returns the program in an archive, and lists its other files as skipped.
func TestUnpack(t *testing.T) {
	t.Parallel()
	inner := zipOf(t, []testFile{{"b.cpp", "int b;"}, {"a.h", "int a;"}, {"data.in", "1 2"}, {"x/../../c.cpp", "int c;"}, {"empty.cpp", ""}})
	files, skipped, err := Unpack(t.Context(), inner, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "files", []contest.File{{Path: "a.h", Content: []byte("int a;")}, {Path: "b.cpp", Content: []byte("int b;")}}, files)
	diff(t, "skipped", []contest.SkippedItem{
		{Path: "data.in", Reason: i18n.Textf("beside the program, and in no known language")},
		{Path: "empty.cpp", Reason: i18n.Textf("empty")},
		{Path: "x/../../c.cpp", Reason: i18n.Textf(`a path with ".." that leads out of the archive`)},
	}, skipped)

	_, skipped, err = Unpack(t.Context(), []byte("PK no zip"), Limits{})
	if err != nil || len(skipped) != 1 {
		t.Errorf("not a zip: skipped %v, error %v; want one skipped item", skipped, err)
	}
	files, skipped, err = Unpack(t.Context(), zipOf(t, []testFile{{"big.cpp", strings.Repeat("x", 1000)}}), Limits{File: 10})
	if err != nil || len(files) != 0 || len(skipped) != 1 {
		t.Errorf("a file that is too large: files %v, skipped %v, error %v; want only one skipped item", files, skipped, err)
	}
}

// Each format has a title and a name of its own, by which it can be chosen.
func TestFormatsHaveNames(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for _, f := range Formats() {
		if f.Name == "" || f.Title == "" || seen[f.Name] {
			t.Errorf("format with the name %q and the title %q, want both set and the name unique", f.Name, f.Title)
		}
		seen[f.Name] = true
		if _, err := formatNamed(f.Name); err != nil {
			t.Error(err)
		}
	}
	_, err := Read(t.Context(), []string{t.TempDir()}, Options{Format: "nothing"})
	if err == nil || !strings.Contains(err.Error(), `no format is called "nothing"; known are dir`) {
		t.Errorf("an unknown format: error %v, want one that lists the known formats", err)
	}
}
