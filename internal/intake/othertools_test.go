package intake

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Folders have another meaning in each of the formats of JPlag, Moss and compare50.
func TestOtherTools(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, from, paths string
		want, skipped     []string
	}{
		{"jplag: folders and files", "jplag", "ann/Main.java\nann/lib/Graph.java\nbob/01.cpp\nbob/02.cpp\ncy.cpp",
			[]string{"set/ann: ann at set, java, attempt 1, 2 files", "set/bob: bob at set, cpp, attempt 1, 2 files", "set/cy.cpp: cy at set, cpp, attempt 1"}, nil},
		{"jplag: packed with its root", "jplag", "root/A/x.cpp\nroot/B/x.cpp",
			[]string{"set/root/A: A at set, cpp, attempt 1", "set/root/B: B at set, cpp, attempt 1"}, nil},
		{"jplag: names that differ in the extension", "jplag", "ann.cpp\nann.py\nbob.py\nread.me",
			[]string{"set/ann.cpp: ann.cpp at set, cpp, attempt 1", "set/ann.py: ann.py at set, python, attempt 1", "set/bob.py: bob at set, python, attempt 1"},
			[]string{"read.me: " + reasonLanguage}},
		{"moss: students", "moss", "ann/a.cpp\nann/src/b.cpp\nbob/01.cpp\nbob/02.cpp",
			[]string{"set/ann: ann at set, cpp, attempt 1, 2 files", "set/bob: bob at set, cpp, attempt 1, 2 files"}, nil},
		{"moss: problems and students", "moss", "A/ann/a.cpp\nA/ann/lib/b.cpp\nA/bob/a.cpp\nB/ann/a.cpp\nstray.cpp",
			[]string{"A/ann: ann at A, cpp, attempt 1, 2 files", "A/bob: bob at A, cpp, attempt 1", "B/ann: ann at B, cpp, attempt 1"},
			[]string{"stray.cpp: beside the problems' folders: it belongs to no problem"}},
		{"moss: one problem", "moss", "A/ann/a.cpp\nA/bob/a.cpp",
			[]string{"A/ann: ann at A, cpp, attempt 1", "A/bob: bob at A, cpp, attempt 1"}, nil},
		{"moss: a wrapper around problems", "moss", "x/A/ann/a.cpp\nx/A/bob/a.cpp\nx/B/ann/a.cpp",
			[]string{"x/A/ann: ann at A, cpp, attempt 1", "x/A/bob: bob at A, cpp, attempt 1", "x/B/ann: ann at B, cpp, attempt 1"}, nil},
		{"moss: files", "moss", "hw1/ann.cpp\nhw1/bob.cpp",
			[]string{"set/hw1/ann.cpp: ann at set, cpp, attempt 1", "set/hw1/bob.cpp: bob at set, cpp, attempt 1"}, nil},
		{"compare50: folders and files", "compare50", "ann/a.c\nann/b.c\nbob.c",
			[]string{"set/ann: ann at set, c, attempt 1, 2 files", "set/bob.c: bob at set, c, attempt 1"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for name, pack := range inputWriters {
				result := readAll(t, Options{Format: test.from}, pack(t, t.TempDir(), "set", filesOf(test.paths)))
				checkResult(t, result)
				diff(t, name, test.want, describe(result.Submissions))
				diff(t, name+", skipped", test.skipped, skipLines(result))
			}
		})
	}
}

// compare50 opens archives, and reads each of several paths as a submission.
func TestCompare50Archives(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := inputWriters["folder"](t, dir, "all", []testFile{{"ann.zip", string(zipOf(t, filesOf("a.c\nlib/b.c")))}, {"bob/a.c", "int b;"}, {"bob.zip", string(zipOf(t, filesOf("a.c")))}})
	want := []string{"all/ann.zip: ann at all, c, attempt 1, 2 files", "all/bob: bob at all, c, attempt 1", "all/bob.zip: bob.zip at all, c, attempt 1"}
	diff(t, "one path", want, describe(readAll(t, Options{Format: "compare50"}, folder).Submissions))

	single := save(t, dir, "cy.c", []byte("int cy;"))
	result := readAll(t, Options{Format: "compare50"}, filepath.Join(folder, "ann.zip"), filepath.Join(folder, "bob"), single)
	diff(t, "several paths", []string{"ann: ann at submissions, c, attempt 1, 2 files", "bob: bob at submissions, c, attempt 1", "cy.c: cy at submissions, c, attempt 1"}, describe(result.Submissions))
}

// Each root of JPlag is a problem.
func TestJPlagRoots(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	result := readAll(t, Options{Format: "jplag"}, inputWriters["folder"](t, dir, "A", filesOf("ann/x.cpp\nbob.cpp")), inputWriters["zip"](t, dir, "B", filesOf("ann/x.cpp\nann/y.cpp")))
	diff(t, "submissions", []string{"A/ann: ann at A, cpp, attempt 1", "A/bob.cpp: bob at A, cpp, attempt 1", "B/ann: ann at B, cpp, attempt 1, 2 files"}, describe(result.Submissions))
}

// FuzzOtherTools reads any paths as the folders of other tools. Each file is in one submission or
// skipped, and the order of the files does not matter.
func FuzzOtherTools(f *testing.F) {
	f.Add("ann/Main.java\nann/lib/Graph.java\nbob.cpp\nbob.py")
	f.Add("x/A/ann/a.cpp\nx/A/bob/a.cpp\nstray.cpp\nx/B/ann.cpp")
	f.Add("ann.zip\nann/a.c\nann.zip/b.c")
	f.Fuzz(func(t *testing.T, paths string) {
		names := strings.Split(paths, "\n")
		if len(names) > smallLimits.Entries {
			return
		}
		for _, from := range []string{"jplag", "moss", "compare50"} {
			format, err := formatNamed(from)
			if err != nil {
				t.Fatal(err)
			}
			read := func(names []string) *Result {
				tree := gatherNames(t, names, selection{mode: format.mode})
				count, skipped := len(tree.files), len(tree.skipped)
				result := &Result{}
				if err := result.readAs(format, tree, true); err != nil && len(result.Submissions) > 0 {
					t.Errorf("%s: error %v beside submissions", from, err)
				}
				result.Skipped = tree.sortedSkips()
				checkFiles(t, result, count+skipped)
				return result
			}
			result := read(names)
			checkResult(t, result)
			slices.Reverse(names)
			diff(t, from+", in the reverse order", result, read(names))
		}
	})
}

// A table is read as Dodona writes it: all cells are quoted, two students and two exercises have the
// same name, and a student without a submission has an empty file.
func TestDolos(t *testing.T) {
	t.Parallel()
	const head = `"filename","id","username","last_name","first_name","full_name","email","labels","status","submission_id","name_en","name_nl","exercise_id","created_at"` + "\n"
	quoted := func(cells string) string { return `"` + strings.ReplaceAll(cells, "|", `","`) + "\"\n" }
	table := head +
		quoted("sums/Ann Lund.py|1|al|Lund|Ann|Ann Lund|ann@example.org|group 1|correct|901|Sums|Sommen|71|2019-07-23 17:12:33 +0200") +
		quoted("sums/Ann Lund-1.py|2|al2|Lund|Ann|Ann Lund|a2@example.org|group 2|wrong|902|Sums|Sommen|71|2019-07-23 15:12:34 UTC") +
		quoted("sums-1/Bo.py|3|bo|Ek|Bo|Bo Ek|bo@example.org||compilation error|903|Sums|Nog sommen|72|2019-07-24 10:00:00 +0200") +
		quoted("graphs/Bo.py|3|bo|Ek|Bo|Bo Ek|bo@example.org||time limit exceeded|904||Grafen|73|2019-07-24 11:00:00 +0200") +
		quoted("graphs/Cy.py|4|cy|By|Cy|Cy By|cy@example.org|||||Grafen|73|")
	files := append(filesOf("sums/Ann Lund.py\nsums/Ann Lund-1.py\nsums-1/Bo.py\ngraphs/Bo.py"), testFile{"graphs/Cy.py", ""}, testFile{"info.csv", table})
	result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "course", files))
	diff(t, "format", "dolos", result.Format)
	diff(t, "reason", `info.csv has a column "filename"`, result.FormatReason.String())
	diff(t, "submissions", []string{
		"graphs/Bo.py: Bo Ek at Grafen, python, attempt 1, TIME_LIMIT_EXCEEDED",
		"sums-1/Bo.py: Bo Ek at 72, python, attempt 1, CE",
		"sums/Ann Lund-1.py: Ann Lund (2) at 71, python, attempt 1, WRONG",
		"sums/Ann Lund.py: Ann Lund (1) at 71, python, attempt 1, AC",
	}, describe(result.Submissions))
	diff(t, "skipped", []string{"graphs/Cy.py: empty", "graphs/Cy.py: info.csv, line 6: it is not in the input, or was not read"}, skipLines(result))
	diff(t, "problems", []contest.Problem{{Name: "71", Title: "Sums", SystemID: "71"}, {Name: "72", Title: "Sums", SystemID: "72"}, {Name: "Grafen", Title: "Grafen", SystemID: "73"}}, result.Metadata.Problems)
	diff(t, "participants", []contest.Participant{{Name: "Ann Lund (1)", Site: "group 1"}, {Name: "Ann Lund (2)", Site: "group 2"}}, result.Participants)
	diff(t, "id and time", "901 2019-07-23 15:12:33 +0000 UTC", fmt.Sprint(result.Submissions[3].SystemID, " ", result.Submissions[3].Time))
}

// In a table without names, participants have their usernames, or the names of their files.
func TestDolosWithoutNames(t *testing.T) {
	t.Parallel()
	for table, want := range map[string][]string{
		"filename,id,username\n1.py,1,ann\n2.py,2,bo\n": {"1.py: ann at week1, python, attempt 1", "2.py: bo at week1, python, attempt 1"},
		"filename,id,full_name\n1.py,1,\n2.py,2,\n":     {"1.py: 1 at week1, python, attempt 1", "2.py: 2 at week1, python, attempt 1"},
	} {
		files := append(filesOf("1.py\n2.py"), testFile{"info.csv", table})
		result := readAll(t, Options{Format: "dolos"}, inputWriters["folder"](t, t.TempDir(), "week1", files))
		diff(t, "submissions", want, describe(result.Submissions))
	}
}

// A name that is too long only with its ID is refused, at the file that the table lists.
func TestDolosLongName(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("n", maxFactBytes)
	files := append(filesOf("1.py\n2.py\n3.py"), testFile{"info.csv", "filename,id,full_name\n1.py,1," + name + "\n2.py,2," + name + "\n3.py,3,ann\n"})
	result := readAll(t, Options{Format: "dolos"}, inputWriters["folder"](t, t.TempDir(), "week1", files))
	diff(t, "submissions", []string{"3.py: ann at week1, python, attempt 1"}, describe(result.Submissions))
	diff(t, "skipped", []string{
		"1.py: info.csv, line 2: the name of the participant is longer than 1,000 bytes",
		"2.py: info.csv, line 3: the name of the participant is longer than 1,000 bytes",
	}, skipLines(result))
}

// The smallest table of Dolos lists only files. A file marked as ignored is a template, not a
// submission.
func TestDolosTemplate(t *testing.T) {
	t.Parallel()
	table := "filename,label,ignored,grade\nalice.js,teacher,,7\nbob.js,,false,8\ntemplate.js,,true,\n"
	files := append(filesOf("alice.js\nbob.js\ntemplate.js"), testFile{"info.csv", table})
	result := readAll(t, Options{Format: "dolos"}, inputWriters["folder"](t, t.TempDir(), "week1", files))
	diff(t, "submissions", []string{"alice.js: alice at week1, javascript, attempt 1", "bob.js: bob at week1, javascript, attempt 1"}, describe(result.Submissions))
	diff(t, "skipped", []string{
		"info.csv: column 4 was not read: it is none of filename, full_name, id, username, status, submission_id, name_en, name_nl, exercise_id, created_at, label, labels, ignored",
		"template.js: info.csv, line 4: a template, which Dolos ignores: give it as base code",
	}, skipLines(result))
	if _, err := Read(t.Context(), []string{inputWriters["zip"](t, t.TempDir(), "none", filesOf("a.js"))}, Options{Format: "dolos"}); err == nil || !strings.Contains(err.Error(), "no table info.csv") {
		t.Errorf("without a table: error %v, want one that names info.csv", err)
	}
}
