package intake

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The formats of JPlag, Moss and compare50 give folders another meaning.
func TestPeers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, from, paths string
		want, skipped     []string
	}{
		{"jplag: folders and files", "jplag", "ann/Main.java\nann/lib/Graph.java\nbob/01.cpp\nbob/02.cpp\ncy.cpp",
			[]string{"ann: ann at set, java, attempt 1, 2 files", "bob: bob at set, cpp, attempt 1, 2 files", "cy.cpp: cy at set, cpp, attempt 1"}, nil},
		{"jplag: packed with its root", "jplag", "root/A/x.cpp\nroot/B/x.cpp",
			[]string{"root/A: A at set, cpp, attempt 1", "root/B: B at set, cpp, attempt 1"}, nil},
		{"jplag: names that differ in the extension", "jplag", "ann.cpp\nann.py\nbob.py\nread.me",
			[]string{"ann.cpp: ann.cpp at set, cpp, attempt 1", "ann.py: ann.py at set, python, attempt 1", "bob.py: bob at set, python, attempt 1"},
			[]string{"read.me: " + reasonLanguage}},
		{"moss: students", "moss", "ann/a.cpp\nann/src/b.cpp\nbob/01.cpp\nbob/02.cpp",
			[]string{"ann: ann at set, cpp, attempt 1, 2 files", "bob: bob at set, cpp, attempt 1, 2 files"}, nil},
		{"moss: problems and students", "moss", "A/ann/a.cpp\nA/ann/lib/b.cpp\nA/bob/a.cpp\nB/ann/a.cpp\nstray.cpp",
			[]string{"A/ann: ann at A, cpp, attempt 1, 2 files", "A/bob: bob at A, cpp, attempt 1", "B/ann: ann at B, cpp, attempt 1"},
			[]string{"stray.cpp: beside the problems' folders: it belongs to no problem"}},
		{"moss: one problem", "moss", "A/ann/a.cpp\nA/bob/a.cpp",
			[]string{"A/ann: ann at A, cpp, attempt 1", "A/bob: bob at A, cpp, attempt 1"}, nil},
		{"moss: a wrapper around problems", "moss", "x/A/ann/a.cpp\nx/A/bob/a.cpp\nx/B/ann/a.cpp",
			[]string{"x/A/ann: ann at A, cpp, attempt 1", "x/A/bob: bob at A, cpp, attempt 1", "x/B/ann: ann at B, cpp, attempt 1"}, nil},
		{"moss: files", "moss", "hw1/ann.cpp\nhw1/bob.cpp",
			[]string{"hw1/ann.cpp: ann at set, cpp, attempt 1", "hw1/bob.cpp: bob at set, cpp, attempt 1"}, nil},
		{"compare50: folders and files", "compare50", "ann/a.c\nann/b.c\nbob.c",
			[]string{"ann: ann at set, c, attempt 1, 2 files", "bob.c: bob at set, c, attempt 1"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for name, pack := range formats {
				set := readAll(t, Options{Format: test.from}, pack(t, t.TempDir(), "set", treeOf(test.paths)))
				checkResult(t, set)
				diff(t, name, test.want, lines(set.Submissions))
				diff(t, name+", skipped", test.skipped, skips(set))
			}
		})
	}
}

// compare50 opens archives, and reads each of several paths as a submission.
func TestCompare50Archives(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := formats["folder"](t, dir, "all", []tFile{{"ann.zip", string(zipOf(t, treeOf("a.c\nlib/b.c")))}, {"bob/a.c", "int b;"}, {"bob.zip", string(zipOf(t, treeOf("a.c")))}})
	want := []string{"ann.zip: ann at all, c, attempt 1, 2 files", "bob: bob at all, c, attempt 1", "bob.zip: bob.zip at all, c, attempt 1"}
	diff(t, "one path", want, lines(readAll(t, Options{Format: "compare50"}, folder).Submissions))

	single := save(t, dir, "cy.c", []byte("int cy;"))
	set := readAll(t, Options{Format: "compare50"}, filepath.Join(folder, "ann.zip"), filepath.Join(folder, "bob"), single)
	diff(t, "several", []string{"ann: ann at submissions, c, attempt 1, 2 files", "bob: bob at submissions, c, attempt 1", "cy.c: cy at submissions, c, attempt 1"}, lines(set.Submissions))
}

// Each root of JPlag is a problem.
func TestJPlagRoots(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	set := readAll(t, Options{Format: "jplag"}, formats["folder"](t, dir, "A", treeOf("ann/x.cpp\nbob.cpp")), formats["zip"](t, dir, "B", treeOf("ann/x.cpp\nann/y.cpp")))
	diff(t, "submissions", []string{"A/ann: ann at A, cpp, attempt 1", "A/bob.cpp: bob at A, cpp, attempt 1", "B/ann: ann at B, cpp, attempt 1, 2 files"}, lines(set.Submissions))
}

// FuzzPeers reads any paths as the folders of other tools: each file is in one submission or
// skipped, whatever their order.
func FuzzPeers(f *testing.F) {
	f.Add("ann/Main.java\nann/lib/Graph.java\nbob.cpp\nbob.py")
	f.Add("x/A/ann/a.cpp\nx/A/bob/a.cpp\nstray.cpp\nx/B/ann.cpp")
	f.Add("ann.zip\nann/a.c\nann.zip/b.c")
	f.Fuzz(func(t *testing.T, paths string) {
		names := strings.Split(paths, "\n")
		if len(names) > small.Entries {
			return
		}
		for _, from := range []string{"jplag", "moss", "compare50"} {
			format, err := formatNamed(from)
			if err != nil {
				t.Fatal(err)
			}
			read := func(names []string) *Result {
				g := newGatherer(context.Background(), selection{mode: format.mode}, small)
				err := g.readInput(context.Background(), func(yield func(entry, error) bool) {
					for _, name := range names {
						if !yield(stringEntry(name), nil) {
							return
						}
					}
				}, "", "fuzz")
				if err != nil {
					t.Fatal(err)
				}
				tree := g.finish()
				tree.name = "fuzz"
				count, skipped := len(tree.files), len(tree.skipped)
				set := &Result{}
				if err := set.readAs(format, tree); err != nil && len(set.Submissions) > 0 {
					t.Errorf("%s: %v", from, err)
				}
				set.Skipped = tree.sortedSkips()
				used := map[string]bool{}
				for _, s := range set.Submissions {
					for _, file := range s.Files {
						used[file.Path] = true
					}
				}
				if got := len(used) + len(set.Skipped) - skipped; got != count {
					t.Errorf("%s: %d files of %d are in a submission or skipped", from, got, count)
				}
				return set
			}
			set := read(names)
			checkResult(t, set)
			backwards := slices.Clone(names)
			slices.Reverse(backwards)
			diff(t, from+", in another order", set, read(backwards))
		}
	})
}
