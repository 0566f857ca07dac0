package intake

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// sample reads a recorded sample from a txtar or a folder. If the sample has a folder with a name
// that ends in .zip, sample packs the files of this folder into a zip of that name.
func sample(t testing.TB, name string) []testFile {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		archive = &txtar.Archive{}
		entries, err := os.ReadDir(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			content, err := os.ReadFile(filepath.Join("testdata", name, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			archive.Files = append(archive.Files, txtar.File{Name: e.Name(), Data: content})
		}
	}
	var files []testFile
	packed := map[string][]testFile{}
	for _, f := range archive.Files {
		if zip, inside, ok := strings.Cut(f.Name, ".zip/"); ok {
			packed[zip+".zip"] = append(packed[zip+".zip"], testFile{inside, string(f.Data)})
			continue
		}
		files = append(files, testFile{f.Name, string(f.Data)})
	}
	for name, inside := range packed {
		files = append(files, testFile{name, string(zipOf(t, inside))})
	}
	return files
}

// samples maps the recorded samples to their formats.
var samples = map[string]string{
	"ccs":            "ccs",
	"ccs-feed":       "ccs",
	"ccs-yaml":       "ccs",
	"codeforces":     "codeforces",
	"cms":            "cms",
	"cms-default":    "cms",
	"cms-info":       "cms",
	"dmoj":           "dmoj",
	"domjudge-files": "domjudge-files",
	"ejudge":         "ejudge",
	"hustoj":         "hustoj",
	"hydro":          "hydro",
	"hydro-cdp":      "hydro",
	"matcomoj":       "matcomoj",
	"qduoj":          "qduoj",
	"vnoj":           "vnoj",
	"yandex":         "yandex",

	// of courses
	"canvas":           "canvas",
	"github-classroom": "github-classroom",
	"gradescope":       "gradescope",
	"moodle":           "moodle",
}

// Byte order marks do not change the files in which a judge system describes the contest.
func TestByteOrderMarks(t *testing.T) {
	t.Parallel()
	for name, from := range samples {
		if name == "cms-default" { // its names do not say who submitted the programs
			continue
		}
		format, err := formatNamed(from)
		if err != nil {
			t.Fatal(err)
		}
		files := sample(t, name)
		plain := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "set", files))
		for i, f := range files {
			if format.mode != nil && format.mode(f.name) == modeRecord {
				files[i].content = bom + f.content
			}
		}
		marked := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "set", files))
		diff(t, name+": format", plain.Format, marked.Format)
		diff(t, name+": submissions", describeFully(plain.Submissions), describeFully(marked.Submissions))
		diff(t, name+": participants", plain.Participants, marked.Participants)
		diff(t, name+": skipped", skipLines(plain), skipLines(marked))
		diff(t, name+": about", plain.Metadata, marked.Metadata)
	}
}

// describeFully describes submissions with all facts from the system, one on each line.
func describeFully(submissions []contest.Submission) []string {
	out := describe(submissions)
	for i, s := range submissions {
		if s.Kind != contest.Official {
			out[i] += ", " + string(s.Kind)
		}
		if !s.Time.IsZero() {
			out[i] += ", " + s.Time.Format(time.RFC3339Nano)
		}
		if s.LanguageVersion != "" {
			out[i] += ", " + s.LanguageVersion
		}
		if s.SystemID != "" {
			out[i] += ", number " + s.SystemID
		}
		for _, j := range s.Judgements {
			out[i] += ", judged " + string(j.Verdict)
			if !j.Current {
				out[i] += " before"
			}
		}
	}
	return out
}

// If at most one file in ten does not fit a format, the format is still detected, and the files
// that do not fit are listed. If more do not fit, the reason names the format. The error names it
// too, if the folders fit no layout.
func TestNearlyDetected(t *testing.T) {
	t.Parallel()
	const program = " = print(int(input()))\n"
	lines := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format+program, i)
		}
		return b.String()
	}
	matcom := lines("A/%02d_AC_ann_A.py", 10) + lines("B/2%d_WA_bob_B.py", 8)
	vnoj := lines("ann/p%d.py", 9) + lines("ann/$History/p1_%d.py", 9)
	qduoj := ""
	for _, p := range "ABCDEFGHI" {
		qduoj += "ann_" + string(p) + ".txt" + program + "bob_" + string(p) + ".txt" + program
	}
	few := lines("A/%d_AC_ann_A.py", 2) + lines("A/1%d_WA_bob_A.py", 2)
	for _, test := range []struct {
		name, tree, from, hint string
		listed                 int
	}{
		{"one stray in matcomoj", matcom + "A/readme.py" + program, "matcomoj", "", 1},
		{"one stray in vnoj", vnoj + "readme.py" + program, "vnoj", "", 1},
		{"one stray in qduoj", qduoj + "readme.md = how to\n", "qduoj", "", 1},
		{"too many strays in matcomoj", few + "A/x.py" + program + "A/y.py" + program, "dir", "it looks like the submissions of the Matcom Online Grader, except for 2 files: the format matcomoj reads it so", 0},
		{"too many strays in vnoj", "ann/p.py" + program + "ann/$History/p_1.py" + program + "bob/p.py" + program + "x.py" + program, "dir", "it looks like the contest data of VNOJ, except for 1 file: the format vnoj reads it so", 0},
		{"qduoj with words for problems", "ann_sum.txt" + program + "bob_sum.txt" + program + "ann_max.txt" + program, "dir", "it looks like QDUOJ's download, with long names of problems or short ones of users: the format qduoj reads it so", 0},
		{"qduoj with words for problems of many users", "ann_sum.txt" + program + "bob_sum.txt" + program + "cy_d_sum.txt" + program + "eve_x_max.txt" + program + "ann_max.txt" + program + "bob_max.txt" + program + "cy_d_max.txt" + program, "qduoj", "", 0},
		{"qduoj with underscores in problems", "ann_P_1.txt" + program + "bob_P_1.txt" + program + "ann_P_2.txt" + program, "qduoj", "", 0},
		{"texts called by first and last names", "ann_lee.txt" + program + "bob_lee.txt" + program + "cy_wu.txt" + program + "dan_wu.txt" + program, "dir", "it looks like QDUOJ's download, with long names", 0},
		{"qduoj with numbers in user names", "u_1_A.txt" + program + "u_2_A.txt" + program + "u_1_B.txt" + program, "qduoj", "", 0},
		{"qduoj with user names like problems", "u1_A.txt" + program + "u2_A.txt" + program, "dir", "it looks like QDUOJ's download, with long names", 0},
		{"too many strays in qduoj", "ann_A.txt" + program + "bob_A.txt" + program + "x.txt" + program, "dir", "it looks like QDUOJ's download, except for 1 file: the format qduoj reads it so", 0},
		{"one stray in canvas", lines("ann_1_2%02d_a.py", 5) + lines("bob_2_3%02d_a.py", 5) + "readme.py" + program, "canvas", "", 1},
		{"one stray in github-classroom", lines("a-submissions/a-u%d/a.py", 9) + "readme.py" + program, "github-classroom", "", 1},
		{"one stray in moodle", lines("Ann_%d_assignsubmission_file/a.py", 9) + "readme.py" + program, "moodle", "", 1},
		{"too many strays in canvas", "ann_1_2_a.py" + program + "bob_2_3_a.py" + program + "x.py" + program, "dir", "it looks like Canvas's download of submissions, except for 1 file: the format canvas reads it so", 0},
		{"too many strays in github-classroom", "a-submissions/a-u/a.py" + program + "a-submissions/a-v/a.py" + program + "a-submissions/w/a.py" + program, "dir", "it looks like GitHub Classroom's repositories, except for 1 file: the format github-classroom reads it so", 0},
		{"too many strays in moodle", "Ann_1_assignsubmission_file/a.py" + program + "Bob_2_assignsubmission_file/a.py" + program + "cy/a.py" + program, "dir", "it looks like Moodle's download of submissions, except for 1 file: the format moodle reads it so", 0},
		{"numbers of students", lines("A/202100%d.py", 9) + lines("B/202100%d.py", 9), "dir", "", 0},
		{"ejudge without its folder", lines("A/00000%d-ann.py", 5) + lines("A/00001%d-bob.py", 5), "dir", "it looks like ejudge's archive of runs without the folder around it: the format ejudge reads it so", 0},
		{"folders", "A/ann.py" + program + "A/bob.py" + program, "dir", "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			result, err := Read(t.Context(), []string{inputWriters["zip"](t, t.TempDir(), "cup", filesOf(strings.TrimSuffix(test.tree, "\n")))}, Options{})
			if result == nil {
				t.Fatal(err)
			}
			if result.Format != test.from || !strings.Contains(result.FormatReason.String(), test.hint) || (test.hint == "") == strings.Contains(result.FormatReason.String(), "looks like") {
				t.Errorf("detected as %s (%s), want %s with the hint %q", result.Format, result.FormatReason, test.from, test.hint)
			}
			if err != nil && (test.hint == "" || !strings.Contains(err.Error(), test.hint)) {
				t.Errorf("error %v, want one with the hint %q", err, test.hint)
			}
			if test.from != "dir" {
				diff(t, "number of skipped items", test.listed, len(result.Skipped))
			}
		})
	}
}

// numberedTree returns a tree of five programs in files with numbered names.
func numberedTree(format string) string {
	var lines []string
	for i := range 5 {
		lines = append(lines, fmt.Sprintf(format, i+1)+"print(int(input()))")
	}
	return strings.Join(lines, "\n")
}

// Each sample is detected only by its own format, every format with detection has a sample, and
// no format detects folders that no system wrote.
func TestDetection(t *testing.T) {
	t.Parallel()
	trees := map[string][]testFile{}
	wants := map[string]string{}
	for name, from := range samples {
		trees[name], wants[name] = sample(t, name), from
	}
	for name, paths := range map[string]string{
		"manifest": "submissions.csv = path,participant,problem\nann.cpp\nbob.cpp",
		"dolos":    "info.csv = filename,label\nann.cpp\nbob.cpp",
	} {
		trees[name], wants[name] = filesOf(paths), name
	}
	trees["test programs"] = nil
	err := filepath.WalkDir("../../testdata/submissions", func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(p)
		trees["test programs"] = append(trees["test programs"], testFile{filepath.ToSlash(strings.TrimPrefix(p, "../../testdata/submissions/")), string(content)})
		return err
	})
	if err != nil || len(trees["test programs"]) < 100 {
		t.Fatalf("read %d test programs, error %v; want 100 or more", len(trees["test programs"]), err)
	}
	for name, paths := range map[string]string{
		"problems and participants":               "A/ann.cpp\nA/bob.py\nB/ann.cpp",
		"participants and problems":               "ann/A.cpp\nann/B.cpp\nbob/A.cpp",
		"attempts":                                "A/ann/01-WA.cpp\nA/ann/02-AC.cpp\nA/bob/01-AC.cpp",
		"one problem":                             "ann.cpp\nbob.cpp\ncy/Main.java\ncy/Graph.java",
		"numbers and names":                       "12.ann.cpp\n13.bob.cpp\n14.cy.cpp\n15.dan.cpp",
		"attempts by number":                      "1.ann.cpp\n2.ann.cpp\n1.bob.cpp\n2.bob.cpp",
		"a folder called History":                 "ann/History/A_1.cpp\nann/A.cpp",
		"a problem called $History":               "$History/ann.cpp\n$History/bob.cpp",
		"verdicts without the problem":            "A/1_AC_ann.cpp\nA/2_WA_bob.cpp",
		"verdicts in another folder":              "all/1_AC_ann_A.cpp\nall/2_WA_bob_A.cpp",
		"verdicts beside other names":             "A/1_AC_ann_A.cpp\nA/bob.cpp",
		"texts with the problem first":            "A_ann.txt = print(int(input()))\nA_bob.txt = print(int(input()))",
		"texts that are not programs":             "ann_A.txt = hello\nbob_A.txt = world",
		"texts of participants":                   "ann.txt = print(int(input()))\nbob.txt = print(int(input()))",
		"a log of something else":                 "logs-1001.txt = 12:00:Problem with the printer: solved",
		"a program with the name of a log":        "logs-1001.txt = print(int(input()))",
		"one name of Hydro among others":          "U1_P1_R65f0a1200000000000000002.cpp\nann.cpp\nbob.cpp",
		"names of Hydro with short records":       "U1_P1_R65f0a1.cpp\nU2_P1_R65f0a2.cpp",
		"numbered exercises":                      numberedTree("student_%02d.txt = "),
		"numbered homework":                       numberedTree("hw_%d.txt = "),
		"texts of one user":                       "ann_A.txt = print(int(input()))\nann_B.txt = print(int(input()))",
		"texts of users without a common problem": "ann_A.txt = print(int(input()))\nbob_B.txt = print(int(input()))",
		"no files":                                "",

		"people with years":                      "ann-2024/A-1-cpp-OK.cpp\nbob-2024/A-2-cpp-OK.cpp",
		"Yandex's names without verdicts":        "ann-98418754/A-67430420-gcc.cpp\nbob-98418755/A-67430421-gcc.cpp",
		"numbers of six digits":                  "000001.cpp\n000002.cpp\n000003.cpp",
		"numbers and times":                      "A/000001-ann-20240501100000.cpp\nA/000002-bob-20240501100000.cpp",
		"a folder like ejudge's":                 "contest_7/A/ann.cpp\ncontest_7/A/bob.cpp",
		"contest, submission and team":           "c2.s15.t7.cpp\nc2.s16.t8.cpp",
		"submissions and other data":             "submissions/info.json = {}\nsubmissions/1.cpp\nsubmissions/2.cpp",
		"an empty event feed":                    "event-feed = \nann.cpp\nbob.cpp",
		"names of Canvas of one user":            "ann_1_2_a.cpp\nann_1_3_b.cpp",
		"a user and a problem in numbers":        "ann_1_100_A.cpp\nbob_1_101_A.cpp\nann_2_102_B.cpp",
		"equal numbers of files":                 "red_1_1_A.cpp\nblue_2_1_A.cpp",
		"a name of Moodle among others":          "Ann Lee_1_assignsubmission_file/a.cpp\nbob/a.cpp\ncy/a.cpp",
		"names of Moodle without the plugin":     "Ann Lee_1_file/a.cpp\nBob_2_file/a.cpp",
		"Gradescope's table without folders":     "submission_metadata.yml = a:\nann.cpp\nbob.cpp",
		"Gradescope's folders without the table": "submission_1/a.cpp\nsubmission_2/a.cpp",
		"Gradescope's table in a submission":     "submission_1/submission_metadata.yml = x:\n  :submitters:\nsubmission_1/a.cpp",
		"one repository of Classroom":            "sum-submissions/sum-ann/a.cpp\nsum-submissions/sum-ann/b.cpp",
		"repositories of several assignments":    "sum-submissions/sum-ann/a.cpp\nsum-submissions/sum-bob/a.cpp\nsum-submissions/max-cy/a.cpp",
		"files in a folder of submissions":       "sum-submissions/sum-ann.cpp\nsum-submissions/sum-bob.cpp",
	} {
		trees[name] = filesOf(paths)
	}
	hasSample := map[string]bool{}
	for name, files := range trees {
		for _, kind := range []string{"folder", "zip", "tar.gz"} {
			all := append(slices.Clip(files), testFile{".DS_Store", "x"}, testFile{"participants.csv", "participant,seat\nann,3\n"})
			l, err := listFiles(t.Context(), []string{inputWriters[kind](t, t.TempDir(), "cup", all)}, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var detected []string
			for _, f := range allFormats {
				if f.detect == nil {
					continue
				}
				if reason, _ := f.detect(l); !reason.IsZero() {
					detected = append(detected, f.name)
					hasSample[f.name] = true
				}
			}
			want := []string{wants[name]}
			switch {
			case wants[name] == "":
				want = nil
			case name == "hydro-cdp": // also a contest package: allFormats has Hydro before it
				want = append(want, "ccs")
			}
			if !slices.Equal(detected, want) {
				t.Errorf("%s as a %s: detected by %q, want %q", name, kind, detected, want)
			}
		}
	}
	for _, f := range allFormats {
		if f.detect != nil && !hasSample[f.name] {
			t.Errorf("the format %s detects none of the samples: add one to testdata and to samples", f.name)
		}
	}
}
