package intake

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// Small limits are within reach of a fuzzer.
var small = Limits{Entries: 50, File: 4 << 10, Unpacked: 64 << 10}

// readBytes reads an archive in memory; nil if it is not one.
func readBytes(t *testing.T, name string, archive []byte) *Result {
	t.Helper()
	g := newGatherer(context.Background(), selection{}, small)
	items, err := openArchive(name, bytes.NewReader(archive), int64(len(archive)), g.meter)
	if err != nil || items == nil {
		return nil
	}
	if err := g.readInput(context.Background(), items, "", name); err != nil {
		t.Fatal(err)
	}
	tree := g.finish()
	tree.name = "fuzz"
	held := 0
	for _, f := range tree.files {
		held += len(f.content)
		if int64(len(f.content)) > small.File {
			t.Errorf("%q has %d bytes", f.path, len(f.content))
		}
	}
	if int64(held) > small.Unpacked || len(tree.files) > small.Entries {
		t.Errorf("%d files of %d bytes are held", len(tree.files), held)
	}
	set := &Result{}
	if len(tree.files) > 0 {
		var layoutError *LayoutError
		set.Layout, set.Submissions, err = layout{}.apply(tree)
		if err != nil && !errors.As(err, &layoutError) {
			t.Errorf("layout: %v", err)
		}
	} else if tree.emptyError([]string{name}) == nil {
		t.Error("nothing was read, and no error")
	}
	set.Skipped = tree.sortedSkips()
	return set
}

// FuzzRead reads damaged archives of every kind.
func FuzzRead(f *testing.F) {
	files := treeOf("A/ann.cpp\nA/bob/01-WA.cpp\nA/bob/02-AC.java\nB/cy/Main.java\nnotes.txt")
	for _, archive := range [][]byte{zipOf(f, files), zipItems(f, nil), tarOf(f, files[:2]), gzipOf(f, tarOf(f, files)), zstdOf(f, tarOf(f, files))} {
		f.Add(archive)
		f.Add(archive[:len(archive)*2/3])
	}
	f.Fuzz(func(t *testing.T, archive []byte) {
		for _, name := range []string{"fuzz.zip", "fuzz.tar"} {
			set := readBytes(t, name, archive)
			if set == nil {
				continue
			}
			checkResult(t, set)
			for _, s := range set.Submissions {
				for _, file := range s.Files {
					if !utf8.ValidString(file.Path) || strings.HasPrefix(file.Path, "/") || hasElement(file.Path, "..") || strings.ContainsFunc(file.Path, func(r rune) bool { return r < ' ' }) {
						t.Errorf("bad path %q", file.Path)
					}
				}
			}
			for _, s := range set.Skipped {
				if !utf8.ValidString(s.Path) || s.Reason == "" {
					t.Errorf("bad skip %q: %q", s.Path, s.Reason)
				}
			}
			if d := cmp.Diff(set, readBytes(t, name, archive)); d != "" {
				t.Errorf("a second reading differs:\n%s", d)
			}
		}
	})
}

// FuzzLayout applies any layout to any paths: each file is in one submission or skipped,
// whatever their order.
func FuzzLayout(f *testing.F) {
	f.Add("", "A/ann.cpp\nA/bob.cpp\nB/ann.cpp")
	f.Add("", "x/A/ann/01-WA.cpp\nx/A/ann/02-AC.cpp\nx/A/bob/Main.java\nx/y.py")
	f.Add("", "ann/A.cpp\nann/B.cpp\nbob/A.cpp")
	f.Add(ParticipantProblem, "ann/A.cpp\nann/B/1.cpp\nann/B/2/x.cpp\nx.cpp")
	f.Add(ParticipantFiles, "ann.cpp\nann.py\nann/1.cpp")
	f.Add("{problem}/{participant}_{id}.{ext}", "A/ann_1.cpp\nA/ann_2.cpp\nA/bob_3.py\nx.cpp")
	f.Add(`(?P<participant>\w+)/(?P<time>\d+)/(?P<file>.*)`, "a/1/x.cpp\na/1/y.cpp\nb/2024/x.cpp")
	f.Add("", "A/ann.cpp\nA/ann.cpp/x.cpp\nA/bob.cpp")
	f.Fuzz(func(t *testing.T, text, paths string) {
		l, err := parseLayout(text)
		if err != nil {
			return
		}
		apply := func(names []string) *Result {
			g := newGatherer(context.Background(), selection{anyLanguage: l.pattern != nil}, small)
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
			if len(tree.files) == 0 {
				return nil
			}
			count := len(tree.files)
			skipped := len(tree.skipped)
			set := &Result{}
			set.Layout, set.Submissions, _ = l.apply(tree)
			set.Skipped = tree.sortedSkips()
			used := map[string]bool{}
			for _, s := range set.Submissions {
				for _, file := range s.Files {
					if used[file.Path] {
						t.Errorf("%q is in two submissions", file.Path)
					}
					used[file.Path] = true
				}
			}
			if got := len(used) + len(set.Skipped) - skipped; got != count {
				t.Errorf("%d files of %d are in a submission or skipped", got, count)
			}
			return set
		}
		names := strings.Split(paths, "\n")
		if len(names) > small.Entries {
			return
		}
		set := apply(names)
		if set == nil {
			return
		}
		checkResult(t, set)
		backwards := make([]string, len(names))
		for i, name := range names {
			backwards[len(names)-1-i] = name
		}
		if d := cmp.Diff(set, apply(backwards)); d != "" {
			t.Errorf("in another order:\n%s", d)
		}
	})
}
