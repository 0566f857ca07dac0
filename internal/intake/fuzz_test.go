package intake

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// smallLimits are limits that a fuzzer can reach.
var smallLimits = Limits{Entries: 50, File: 4 << 10, Unpacked: 64 << 10}

// readBytes reads an archive in memory. It returns nil if the bytes are no archive.
func readBytes(t *testing.T, name string, archive []byte) *Result {
	t.Helper()
	g := newGatherer(context.Background(), selection{}, smallLimits)
	items, err := openArchive(name, bytes.NewReader(archive), int64(len(archive)), g.meter)
	if err != nil || items == nil {
		return nil
	}
	if err := g.readInput(context.Background(), items, "", name); err != nil {
		t.Fatal(err)
	}
	tree := g.finish()
	tree.name = "fuzz"
	bytesRead := 0
	for _, f := range tree.files {
		bytesRead += len(f.content)
		if int64(len(f.content)) > smallLimits.File {
			t.Errorf("%q has %d bytes, more than the limit", f.path, len(f.content))
		}
	}
	if int64(bytesRead) > smallLimits.Unpacked || len(tree.files) > smallLimits.Entries {
		t.Errorf("%d files with %d bytes were read, more than the limits", len(tree.files), bytesRead)
	}
	result := &Result{}
	if len(tree.files) > 0 {
		result.Layout, result.Submissions, err = layout{}.apply(t.Context(), tree, false)
		if err != nil && !errors.As(err, new(*LayoutError)) && !errors.As(err, new(*Doubt)) {
			t.Errorf("error %v, want a LayoutError or a Doubt", err)
		}
	} else if tree.emptyError([]string{name}) == nil {
		t.Error("no file was read, and there is no error")
	}
	result.Skipped = tree.sortedSkips()
	return result
}

// FuzzRead reads damaged archives of every kind: limits hold, no path leads out of the archive, and
// a second reading gives the same result.
func FuzzRead(f *testing.F) {
	files := filesOf("A/ann.cpp\nA/bob/01-WA.cpp\nA/bob/02-AC.java\nB/cy/Main.java\nnotes.txt")
	for _, archive := range [][]byte{zipOf(f, files), zipItems(f, nil), tarOf(f, files[:2]), gzipOf(f, tarOf(f, files)), zstdOf(f, tarOf(f, files))} {
		f.Add(archive)
		f.Add(archive[:len(archive)*2/3])
	}
	f.Fuzz(func(t *testing.T, archive []byte) {
		for _, name := range []string{"fuzz.zip", "fuzz.tar"} {
			result := readBytes(t, name, archive)
			if result == nil {
				continue
			}
			checkResult(t, result)
			for _, s := range result.Submissions {
				for _, file := range s.Files {
					if !utf8.ValidString(file.Path) || strings.HasPrefix(file.Path, "/") || hasElement(file.Path, "..") || strings.ContainsFunc(file.Path, func(r rune) bool { return r < ' ' }) {
						t.Errorf("a path that leads out or cannot be shown: %q", file.Path)
					}
				}
			}
			for _, s := range result.Skipped {
				if !utf8.ValidString(s.Path) || s.Reason.IsZero() {
					t.Errorf("a skipped item without a reason, or with a path that is not UTF-8: %q: %q", s.Path, s.Reason)
				}
			}
			if d := cmp.Diff(result, readBytes(t, name, archive)); d != "" {
				t.Errorf("a second reading differs (-first +second):\n%s", d)
			}
		}
	})
}

// FuzzLayout applies any layout to any paths. Each file is in one submission or skipped, and the
// order of the files does not matter.
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
			tree := gatherNames(t, names, selection{anyLanguage: l.pattern != nil})
			if len(tree.files) == 0 {
				return nil
			}
			count, skipped := len(tree.files), len(tree.skipped)
			result := &Result{}
			result.Layout, result.Submissions, _ = l.apply(t.Context(), tree, false)
			result.Skipped = tree.sortedSkips()
			checkFiles(t, result, count+skipped)
			return result
		}
		names := strings.Split(paths, "\n")
		if len(names) > smallLimits.Entries {
			return
		}
		result := apply(names)
		if result == nil {
			return
		}
		checkResult(t, result)
		slices.Reverse(names)
		diff(t, "in the reverse order", result, apply(names))
	})
}

// gatherNames gathers files with the given names.
func gatherNames(t *testing.T, names []string, wanted selection) *tree {
	t.Helper()
	var list []entry
	for _, name := range names {
		list = append(list, stringEntry(name))
	}
	return gatherEntries(t, list, wanted)
}

func gatherEntries(t *testing.T, list []entry, wanted selection) *tree {
	t.Helper()
	g := newGatherer(t.Context(), wanted, smallLimits)
	err := g.readInput(t.Context(), func(yield func(entry, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
	}, "", "fuzz")
	if err != nil {
		t.Fatal(err)
	}
	tree := g.finish()
	tree.name = "fuzz"
	return tree
}

// checkFiles checks that each of count files is in one submission or skipped.
func checkFiles(t *testing.T, result *Result, count int) {
	t.Helper()
	used := map[string]bool{}
	for _, s := range result.Submissions {
		for _, file := range s.Files {
			if used[file.Path] {
				t.Errorf("%q is in two submissions", file.Path)
			}
			used[file.Path] = true
		}
	}
	if got := len(used) + len(result.Skipped); got != count {
		t.Errorf("%d of %d files are in a submission or skipped, want all", got, count)
	}
}
