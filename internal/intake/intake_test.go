package intake

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The contest has the name of the input, without the extension of a single file.
func TestContestName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		file bool
		want string
	}{
		{"logs-1042.txt", true, "logs-1042"},
		{"finals.v2", false, "finals.v2"},
		{".txt", true, ".txt"},
		{"one", true, "one"},
	} {
		dir := t.TempDir()
		input := filepath.Join(dir, tt.name)
		if tt.file {
			save(t, dir, tt.name, []byte("text"))
		} else if err := os.Mkdir(input, 0o777); err != nil {
			t.Fatal(err)
		}
		result, err := Read(t.Context(), []string{input}, Options{})
		if result == nil {
			t.Fatal(err)
		}
		if result.Name != tt.want {
			t.Errorf("%q, a file: %v, gives the name %q, want %q", tt.name, tt.file, result.Name, tt.want)
		}
	}
}

// Several paths are one contest: each is one problem, or has several problems.
func TestSeveralPaths(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	other := filepath.Join(dir, "other")
	if err := os.Mkdir(other, 0o777); err != nil {
		t.Fatal(err)
	}
	a := inputWriters["zip"](t, dir, "A", filesOf("A/ann.cpp\nA/bob.cpp"))
	b := inputWriters["folder"](t, dir, "B", filesOf("ann.cpp\nbob.cpp\nnotes.txt"))
	b2 := inputWriters["tar.gz"](t, other, "B", filesOf("cy.cpp\n../x.cpp"))
	bTwo := inputWriters["folder"](t, dir, "B-2", filesOf("dan.cpp\neve.cpp"))
	attempts := inputWriters["folder"](t, dir, "C", filesOf("ann/01-WA.cpp\nann/02-AC.cpp\nbob/01-AC.cpp"))
	days := inputWriters["zip"](t, dir, "days", filesOf("D/ann.cpp\nD/bob.cpp\nE/ann.cpp\nE/bob.cpp"))
	one := save(t, dir, "one.cpp", []byte("int one;"))
	two := save(t, dir, "two.cpp", []byte("int two;"))
	far := save(t, other, "far.cpp", []byte("int far;"))
	days2 := inputWriters["folder"](t, dir, "days2", filesOf("D/ann.cpp\nD/bob.cpp\nE/ann.cpp"))
	tests := []struct {
		name    string
		paths   []string
		result  string
		want    []string
		skipped []string
	}{
		{
			name:   "archives and folders, each a problem",
			paths:  []string{a, b + string(filepath.Separator), b2},
			result: "A",
			want: []string{
				"A/A/ann.cpp: ann at A, cpp, attempt 1",
				"A/A/bob.cpp: bob at A, cpp, attempt 1",
				"B-2/cy.cpp: cy at B-2, cpp, attempt 1",
				"B/ann.cpp: ann at B, cpp, attempt 1",
				"B/bob.cpp: bob at B, cpp, attempt 1",
			},
			skipped: []string{
				`B-2/../x.cpp: a path with ".." that leads out of the archive`,
				"B/notes.txt: " + reasonLanguage,
			},
		},
		{
			name:   "a name like the one that an earlier path got",
			paths:  []string{b, b2, bTwo},
			result: "B",
			want: []string{
				"B-2-2/dan.cpp: dan at B-2-2, cpp, attempt 1",
				"B-2-2/eve.cpp: eve at B-2-2, cpp, attempt 1",
				"B-2/cy.cpp: cy at B-2, cpp, attempt 1",
				"B/ann.cpp: ann at B, cpp, attempt 1",
				"B/bob.cpp: bob at B, cpp, attempt 1",
			},
			skipped: []string{
				`B-2/../x.cpp: a path with ".." that leads out of the archive`,
				"B/notes.txt: " + reasonLanguage,
			},
		},
		{
			name:   "parts of a contest that are packed in different ways",
			paths:  []string{attempts, days},
			result: "C",
			want: []string{
				"C/ann/01-WA.cpp: ann at C, cpp, attempt 1, WA",
				"C/ann/02-AC.cpp: ann at C, cpp, attempt 2, AC",
				"C/bob/01-AC.cpp: bob at C, cpp, attempt 1, AC",
				"days/D/ann.cpp: ann at D, cpp, attempt 1",
				"days/D/bob.cpp: bob at D, cpp, attempt 1",
				"days/E/ann.cpp: ann at E, cpp, attempt 1",
				"days/E/bob.cpp: bob at E, cpp, attempt 1",
			},
		},
		{
			name:   "files of a folder",
			paths:  []string{one, two},
			result: "001",
			want: []string{
				"001/one.cpp: one at 001, cpp, attempt 1",
				"001/two.cpp: two at 001, cpp, attempt 1",
			},
		},
		{
			name:   "files of two folders",
			paths:  []string{one, far},
			result: "001",
			want: []string{
				"001/far.cpp: far at 001, cpp, attempt 1",
				"001/one.cpp: one at 001, cpp, attempt 1",
			},
		},
		{
			name:   "files of the same names in the folders of problems",
			paths:  []string{filepath.Join(days2, "D/ann.cpp"), filepath.Join(days2, "D/bob.cpp"), filepath.Join(days2, "E/ann.cpp")},
			result: "days2",
			want: []string{
				"D/ann.cpp: ann at D, cpp, attempt 1",
				"D/bob.cpp: bob at D, cpp, attempt 1",
				"E/ann.cpp: ann at E, cpp, attempt 1",
			},
		},
		{
			name:   "a file and a folder",
			paths:  []string{one, b},
			result: "B",
			want: []string{
				"B/ann.cpp: ann at B, cpp, attempt 1",
				"B/bob.cpp: bob at B, cpp, attempt 1",
				"one.cpp: one at B, cpp, attempt 1",
			},
			skipped: []string{"B/notes.txt: " + reasonLanguage},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			result := readAll(t, Options{}, tt.paths...)
			checkResult(t, result)
			diff(t, "submissions", tt.want, describe(result.Submissions))
			diff(t, "skipped", tt.skipped, skipLines(result))
			diff(t, "name", tt.result, result.Name)
		})
	}
	if _, err := Read(t.Context(), []string{one, two, filepath.Join(other, "..", "one.cpp")}, Options{}); err == nil || !strings.Contains(err.Error(), "one.cpp is given twice") {
		t.Errorf("a file twice: error %v, want one that says so", err)
	}
}

// ReadFiles reads source files from single files and archives, and lists the others as skipped.
func TestReadFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	template := save(t, dir, "template.cpp", []byte("int t;"))
	library := inputWriters["zip"](t, dir, "library", filesOf("lib/b.h\nlib/a.cpp\nREADME\n.hidden.py"))
	tests := []struct {
		name    string
		paths   []string
		want    []string
		skipped []string
	}{
		{"one file", []string{template}, []string{"template.cpp"}, nil},
		{"one archive", []string{library}, []string{".hidden.py", "lib/a.cpp", "lib/b.h"}, []string{"README: " + reasonLanguage}},
		{
			"both",
			[]string{template, library},
			[]string{"library/.hidden.py", "library/lib/a.cpp", "library/lib/b.h", "template.cpp"},
			[]string{"library/README: " + reasonLanguage},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			files, skipped, err := ReadFiles(context.Background(), tt.paths, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, f := range files {
				names = append(names, f.Path)
				if len(f.Content) == 0 {
					t.Errorf("%s has no content", f.Path)
				}
			}
			diff(t, "files", tt.want, names)
			diff(t, "skipped", tt.skipped, skipLines(&Result{Skipped: skipped}))
		})
	}
	files, skipped, err := ReadFiles(context.Background(), []string{inputWriters["zip"](t, t.TempDir(), "x", filesOf("README"))}, Limits{})
	if err == nil || len(files) != 0 || len(skipped) != 1 {
		t.Errorf("an archive without source files: files %v, skipped %v, error %v; want an error and one skipped item", files, skipped, err)
	}
}

// Reading does not change a byte of a program.
func TestContent(t *testing.T) {
	t.Parallel()
	files := []testFile{
		{"A/bom.cpp", "\ufeffint x;\r\n"}, {"A/latin.cpp", "// na\xefve\nint x;"}, {"A/nul.cpp", "int x;" + strings.Repeat(" ", 20) + "\x00"},
	}
	for format, build := range inputWriters {
		result := readAll(t, Options{}, build(t, t.TempDir(), "cup", files))
		var got []testFile
		for _, s := range result.Submissions {
			got = append(got, testFile{s.Files[0].Path, string(s.Files[0].Content)})
		}
		if d := cmp.Diff(files, got, cmp.AllowUnexported(testFile{})); d != "" {
			t.Errorf("%s (-want +got):\n%s", format, d)
		}
	}
}

// The order of an archive's entries does not matter.
func TestOrder(t *testing.T) {
	t.Parallel()
	files := filesOf("A/ann/10.cpp\nA/ann/9.cpp\nA/bob/Main.java\nA/bob/G.java\nB/cy.cpp\nB/cy.py\nB/x.txt\nx.cpp\n../y.cpp")
	want := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "cup", files))
	for range files {
		files = append(files[1:], files[0])
		if d := cmp.Diff(want, readAll(t, Options{}, inputWriters["tar"](t, t.TempDir(), "cup", files))); d != "" {
			t.Errorf("another order (-want +got):\n%s", d)
		}
	}
}

// Files and folders that may not be read are skipped, and the others are read.
func TestUnreadableFolder(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("this user may read everything")
	}
	path := inputWriters["folder"](t, t.TempDir(), "cup", filesOf("A/ann.cpp\nA/bob.cpp\nA/cy.cpp\nB/dan.cpp"))
	for name, mode := range map[string]os.FileMode{"A/cy.cpp": 0, "B": 0} {
		if err := os.Chmod(filepath.Join(path, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(filepath.Join(path, "B"), 0o700)
	result := readAll(t, Options{}, path)
	diff(t, "submissions", honestLines, describe(result.Submissions))
	diff(t, "skipped", []string{"A/cy.cpp: it cannot be read: permission denied", "B: it cannot be read: permission denied"}, skipLines(result))
}

// BenchmarkRead measures reading a zip file of 5,000 programs.
func BenchmarkRead(b *testing.B) {
	var files []testFile
	for i := range 5000 { // names of many lengths, all different
		name := "A/team" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/182) + ".cpp"
		files = append(files, testFile{name, strings.Repeat(programOf(name), 20)})
	}
	path := inputWriters["zip"](b, b.TempDir(), "cup", files)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(context.Background(), []string{path}, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
