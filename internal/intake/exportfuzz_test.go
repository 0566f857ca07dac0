package intake

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// exportNames has a function for each format. The function gives a file the name that the format
// gives to a submission with the number n.
var exportNames = map[string]func(n int, name string) string{
	"cms":            func(n int, name string) string { return fmt.Sprintf("sum/ann/%d.20240501T100200.1.0.%s", n, name) },
	"codeforces":     func(n int, name string) string { return fmt.Sprintf("%d.%s", n, name) },
	"dmoj":           func(n int, name string) string { return fmt.Sprintf("submissions/%d.%s", n, name) },
	"domjudge-files": func(n int, name string) string { return fmt.Sprintf("c2.s%d.t7.p3.cpp.0.%s", n, name) },
	"ejudge": func(n int, name string) string {
		return fmt.Sprintf("contest_7_20240501180000/A/7-%06d-%s-20240501100000.cpp", n+100, name)
	},
	"yandex":   func(n int, name string) string { return fmt.Sprintf("ann-98418754/A-6743%04d-gcc-OK.%s", n, name) },
	"hydro":    func(n int, name string) string { return fmt.Sprintf("U2_P1_R%024x_S1@1.%s", n, name) },
	"matcomoj": func(n int, name string) string { return fmt.Sprintf("A/%d_AC_ann_A.%s", n, name) },
	"qduoj":    func(n int, name string) string { return fmt.Sprintf("ann%s_A%d.txt", name, n) },
	"vnoj":     func(n int, name string) string { return fmt.Sprintf("ann/$History/A_%d.%s", n, name) },
	"hustoj":   func(n int, name string) string { return fmt.Sprintf("logs-%d.txt", n) },

	// of courses
	"canvas":           func(n int, name string) string { return fmt.Sprintf("sum/eve_%d_%d_%s", n, n, name) },
	"github-classroom": func(n int, name string) string { return fmt.Sprintf("sum-submissions/sum-eve%d/%s", n, name) },
	"gradescope":       func(n int, name string) string { return fmt.Sprintf("sum/submission_%d/%s", n, name) },
	"moodle":           func(n int, name string) string { return fmt.Sprintf("sum/Eve_%d_assignsubmission_file/%s", n, name) },
}

// Hostile files in a sample do not change its honest submissions, and all skipped files are
// listed with a reason.
func TestExportHostile(t *testing.T) {
	t.Parallel()
	for i, test := range exportTests {
		from := samples[test.name]
		for j, hostile := range hostileZips(t) {
			if testing.Short() && (i+j)%4 != 0 {
				continue // still all formats, and all kinds of hostile files
			}
			t.Run(test.name+"/"+hostile.name, func(t *testing.T) {
				t.Parallel()
				var items []zipItem
				for _, f := range sample(t, test.name) {
					items = append(items, zipItem{name: f.name, content: f.content})
				}
				for i, item := range hostile.items {
					items = append(items, item)
					if at := strings.LastIndexAny(item.name, `/\`); at < 0 || !strings.HasPrefix(item.name, "A/") {
						item.name += exportNames[from](i, "x.cpp") // the name of a submission after a path that leads out
					} else {
						item.name = exportNames[from](1000+i, item.name[at+1:])
					}
					items = append(items, item)
				}
				result := readAll(t, Options{Format: from, Limits: hostile.limits}, save(t, t.TempDir(), "cup.zip", zipItems(t, items)))
				checkResult(t, result)
				got := describeFully(result.Submissions)
				for _, want := range test.submissions {
					path, _, _ := strings.Cut(want, ": ")
					if !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, path+": ") }) {
						t.Errorf("submission %s is missing", path)
					}
				}
				if len(result.Skipped) == 0 {
					t.Error("nothing was skipped")
				}
				for _, s := range result.Skipped {
					if s.Reason.IsZero() || !utf8.ValidString(s.Path) {
						t.Errorf("a skipped item has no reason, or its path is not UTF-8: %+v", s)
					}
				}
			})
		}
	}
}

// If a sample is cut anywhere, missing submissions are reported as skipped.
func TestExportTruncated(t *testing.T) {
	t.Parallel()
	cuts := 60
	if testing.Short() {
		cuts = 12
	}
	for _, test := range exportTests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			whole := tarOf(t, sample(t, test.name))
			for cut := 1; cut < len(whole); cut += max(1, len(whole)/cuts) {
				result, err := Read(context.Background(), []string{save(t, t.TempDir(), "cup.tar", whole[:cut])}, Options{Format: samples[test.name]})
				if result == nil {
					t.Fatalf("cut at %d: no Result, error %v", cut, err)
				}
				checkResult(t, result)
				if len(result.Submissions) < len(test.submissions) && len(result.Skipped) == 0 {
					t.Errorf("cut at %d: submissions are missing, and no item says so", cut)
				}
			}
		})
	}
}

// FuzzExports reads arbitrary files as the export of a system. Each file is in one submission or
// skipped, and the order of the files does not matter.
func FuzzExports(f *testing.F) {
	formats := slices.DeleteFunc(slices.Clone(allFormats), func(format *format) bool { return exportNames[format.name] == nil })
	for _, test := range exportTests {
		var names, contents []string
		for _, file := range sample(f, test.name) {
			names = append(names, file.name)
			contents = append(contents, file.content)
		}
		for which := range formats {
			f.Add(uint8(which), strings.Join(names, "\n"), strings.Join(contents, "\x00"))
		}
	}
	f.Add(uint8(0), "A/ann.cpp\nA/ann.cpp/x.cpp\nU2_P1_R65f0a1000000000000000001.c\nx/U2_P1_R65f0a1000000000000000001.c", "int x;\x00\x00#include <x>\n")
	f.Fuzz(func(t *testing.T, which uint8, paths, texts string) {
		format := formats[int(which)%len(formats)]
		names, contents := strings.Split(paths, "\n"), strings.Split(texts, "\x00")
		if len(names) > smallLimits.Entries {
			return
		}
		var files []entry
		for i, name := range names {
			files = append(files, entry{name: name, open: func() (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader(contents[i%len(contents)])), nil
			}})
		}
		read := func() *Result {
			tree := gatherEntries(t, files, selection{mode: format.mode})
			count, used := len(tree.files), 0
			isFile := map[string]bool{}
			for _, f := range tree.files {
				isFile[f.path] = true
			}
			before := len(tree.skipped)
			result := &Result{}
			result.readAs(format, tree, false)
			for _, s := range tree.skipped[before:] {
				if isFile[s.Path] {
					used++
				}
			}
			result.Skipped = tree.sortedSkips()
			for _, s := range result.Submissions {
				used += len(s.Files)
			}
			if format.name != "hustoj" && used != count { // a log of HUSTOJ is not a submission
				t.Errorf("%s: %d of %d files are in a submission or skipped, want all", format.name, used, count)
			}
			return result
		}
		result := read()
		checkResult(t, result)
		duplicates := slices.ContainsFunc(result.Skipped, func(s contest.SkippedItem) bool { return strings.HasPrefix(s.Reason.String(), "a second file") })
		if duplicates {
			return // the order decides which file is the first
		}
		slices.Reverse(files)
		if again := read(); !reflect.DeepEqual(result, again) { // cmp would take a third of the time
			if d := cmp.Diff(result, again); d != "" {
				t.Errorf("%s: the reverse order gives another result (-first +reverse):\n%s", format.name, d)
			}
		}
	})
}
