package main

import (
	"bytes"
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/pgtest"
)

// A contest is imported, and once more after the judge system has judged a submission again or has another program for it. The
// second import corrects this submission, and adds nothing. So does a third one of what the first had.
var importedAgain = []struct {
	sample  string            // a sample of package intake; the name of the contest
	files   map[string][]byte // the input if package intake has no such sample
	args    string            // further arguments of import
	want    string            // what is stored
	changed string            // path of the file that changes
	newPath string            // "" to keep the path
	// The second import has new in place of old in the file. Without old, new is the whole file; without both, the file stays.
	old, new string
}{
	{sample: "canvas", want: "8 submissions of 7 participants for 2 problems", // also if the new program is late
		changed: "cs1-sum_submissions/leeann_4712_90003_Main-1.java", newPath: "cs1-sum_submissions/leeann_LATE_4712_90044_Main-2.java",
		new: "public class Main { public static void main(String[] args) { System.out.println(3); } }\n"},
	{sample: "ccs", want: "9 submissions of 5 participants for 2 problems", changed: "judgements.json",
		old: `"submission_id":"16","judgement_type_id":"CE"`, new: `"submission_id":"16","judgement_type_id":"AC"`},
	{sample: "ccs-feed", want: "2 submissions of 2 participants for 1 problem", changed: "event-feed",
		old: `"submission_id": "187", "judgement_type_id": "WA"`, new: `"submission_id": "187", "judgement_type_id": "AC"`},
	{sample: "ccs-yaml", want: "2 submissions of 2 participants for 2 problems", changed: "autumn/event-feed.ndjson",
		old: `"id":"2","submission_id":"2","judgement_type_id":"AC"`, new: `"id":"2","submission_id":"2","judgement_type_id":"CTE"`},
	{sample: "cms", want: "5 submissions of 2 participants for 2 problems", // another score in the name
		changed: "batch/bob/13.20240501T100300.0.0.batch.py", newPath: "batch/bob/13.20240501T100300.100.0.batch.py"},
	{sample: "cms-info", want: "5 submissions of 5 participants for 1 problem", changed: "13.batch.py", old: "print(1)", new: "print(2)"},
	{sample: "codeforces", want: "7 submissions of 6 participants for 2 problems", changed: "status.json",
		old: `"WRONG_ANSWER"`, new: `"OK"`},
	{sample: "dmoj", want: "3 submissions of 1 participant for 2 problems", changed: "submissions/info.json",
		old: `"result": "WA"`, new: `"result": "AC"`},
	{sample: "domjudge-files", want: "5 submissions of 3 participants for 2 problems",
		changed: "c2.s19.t9.p4.kt.0.A.kt", new: "fun main() { println(2) }\n"},
	{sample: "ejudge", want: "8 submissions of 4 participants for 2 problems", // the name of the folder has the time of the download
		changed: "contest_7_20240501180000/A/7-000000-Анна%20Белова-20240501100001.cpp",
		newPath: "contest_7_20240501190000/A/7-000000-Анна%20Белова-20240501100001.cpp", new: "int main() { return 3; }\n"},
	{sample: "github-classroom", want: "5 submissions of 4 participants for 2 problems",
		changed: "loop-2-submissions/loop-2-ann-lee/loop.py", new: "for i in range(10): print(i)\n"},
	{sample: "gradescope", want: "7 submissions of 7 participants for 1 problem",
		changed: "assignment_42_export/submission_900000005/sum.c", new: "int main(void) { return 5 - 2; }\n"},
	{sample: "hustoj", want: "5 submissions of 4 participants for 2 problems", changed: "logs-1017.txt",
		old: "bob:Problem1002:Runtime Error", new: "bob:Problem1002:Accepted"},
	{sample: "hydro", want: "8 submissions of 3 participants for 3 problems", // the name has the verdict
		changed: "U2_P1_R65f0a1000000000000000001_S2@0.cc.cc17o2", newPath: "U2_P1_R65f0a1000000000000000001_S1@100.cc.cc17o2"},
	{sample: "hydro-cdp", want: "7 submissions of 4 participants for 3 problems", changed: "U9_P3_R65f0a1600000000000000007_S1@100.c",
		newPath: "U9_P3_R65f0a1600000000000000007_S2@100.c"},
	{sample: "matcomoj", want: "5 submissions of 3 participants for 2 problems",
		changed: "submissions_Cup/B/1004_Compilation Error_a_B_B.cs", newPath: "submissions_Cup/B/1004_Accepted_a_B_B.cs"},
	{sample: "moodle", want: "10 submissions of 10 participants for 2 problems",
		changed: "CS1-Sum-77/Ann Lee_1003_assignsubmission_file/sum.cpp", newPath: "CS1-Sum-77/Ann Lee_1003_assignsubmission_file/better.cpp",
		new: "int main() { return 3; }\n"},
	{sample: "qduoj", want: "5 submissions of 4 participants for 3 problems",
		changed: "ann_A.txt", new: "#include <stdio.h>\nint main() { puts(\"YES\"); return 0; }\n"},
	{sample: "vnoj", want: "5 submissions of 2 participants for 2 problems", changed: "bob_b/vo20_sum.py", new: "print(4)\n"},
	{sample: "yandex", want: "6 submissions of 3 participants for 3 problems",
		changed: "submits/Акимов Сергей Вадимович-98418754/A-67430420-gcc_cpp20-WrongAnswer.cpp",
		newPath: "submits/Акимов Сергей Вадимович-98418754/A-67430420-gcc_cpp20-OK.cpp"},

	// These have no samples: a pattern, and formats of other plagiarism checkers.
	{sample: "pattern", args: "--layout {problem}/{id}_{verdict}_{participant}.{ext}", want: "2 submissions of 2 participants for 1 problem",
		files:   map[string][]byte{"A/1_WA_ann.py": []byte("print(1)\n"), "A/2_AC_bob.py": []byte("print(2)\n")},
		changed: "A/1_WA_ann.py", newPath: "A/1_AC_ann.py"},
	{sample: "compare50", args: "--from compare50", want: "2 submissions of 2 participants for 1 problem",
		files:   map[string][]byte{"ann.py": []byte("print(1)\n"), "bob/a.py": []byte("print(2)\n"), "bob/b.py": []byte("print(3)\n")},
		changed: "bob/b.py", new: "print(4)\n"},
	{sample: "dolos", want: "2 submissions of 2 participants for 1 problem", // Dodona writes such a table
		files: map[string][]byte{"ann.py": []byte("print(1)\n"), "bo.py": []byte("print(2)\n"),
			"info.csv": []byte("filename,full_name,status\nann.py,Ann Lund,correct\nbo.py,Bo Ek,wrong\n")},
		changed: "info.csv", old: "wrong", new: "correct"},
	{sample: "jplag", args: "--from jplag", want: "2 submissions of 2 participants for 1 problem",
		files:   map[string][]byte{"ann.py": []byte("print(1)\n"), "bob/01.py": []byte("print(2)\n"), "bob/02.py": []byte("print(3)\n")},
		changed: "bob/02.py", new: "print(4)\n"},
	{sample: "moss", args: "--from moss", want: "3 submissions of 2 participants for 2 problems",
		files: map[string][]byte{"one/ann/a.py": []byte("print(1)\n"), "one/bob/a.py": []byte("print(2)\n"), "one/bob/b.py": []byte("print(3)\n"),
			"two/ann/a.py": []byte("print(4)\n")},
		changed: "one/bob/b.py", new: "print(5)\n"},
}

func TestImportedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	samples, err := filepath.Glob("../../internal/intake/testdata/[a-z]*")
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for _, s := range samples {
		missing[strings.TrimSuffix(filepath.Base(s), ".txtar")] = true
	}
	delete(missing, "cms-default") // its names do not say who submitted the programs
	database := pgtest.New(t)
	openDB(t, database)
	for _, test := range importedAgain {
		delete(missing, test.sample)
		t.Run(test.sample, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), test.sample)
			files, err := test.files, error(nil)
			if files == nil {
				if files, err = sampleFiles(test.sample); err != nil {
					t.Fatal(err)
				}
			}
			if err := writeFiles(folder, files); err != nil {
				t.Fatal(err)
			}
			args := append([]string{"import", "--database-url", database, folder}, strings.Fields(test.args)...)
			importFolder := func(counts string) {
				t.Helper()
				want := `contest "` + test.sample + `": ` + counts + "; " + test.want + " are stored\n"
				if status, out, errs := runOjcheck(t, args...); status != exitDone || out != want {
					t.Errorf("status %d, %s%swant %s", status, out, errs, want)
				}
			}
			count, _, _ := strings.Cut(test.want, " of ")
			importFolder(count + " added, 0 corrected")
			content := files[test.changed]
			switch {
			case test.old != "":
				content = bytes.ReplaceAll(content, []byte(test.old), []byte(test.new))
			case test.new != "":
				content = []byte(test.new)
			}
			replace := func(path, newPath string, content []byte) {
				t.Helper()
				if err := errors.Join(os.Remove(filepath.Join(folder, path)), writeFiles(folder, map[string][]byte{newPath: content})); err != nil {
					t.Fatal(err)
				}
				importFolder("0 submissions added, 1 corrected")
			}
			newPath := cmp.Or(test.newPath, test.changed)
			replace(test.changed, newPath, content)
			replace(newPath, test.changed, files[test.changed])
		})
	}
	for name := range missing {
		t.Errorf("the sample %s is not imported: add it to importedAgain", name)
	}
}
