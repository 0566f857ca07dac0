package intake

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// parseHydroName reads Hydro's file names, and refuses others.
func TestHydroName(t *testing.T) {
	t.Parallel()
	const rid = "65f0a1200000000000010002"
	tests := []struct{ name, want string }{ // user, problem, verdict, language and version; "" for no match
		{"U2_P10_R" + rid + "_S1@100.cc.cc17o2", "2 10 AC cpp cc.cc17o2"},
		{"U2_P10_R" + rid + "_S1@100.c", "2 10 AC c c"},
		{"U2_P10_R" + rid + "_S2@33.3.py.py3", "2 10 WA python py.py3"},
		{"U2_P10_R" + rid + ".kt.jvm", "2 10  kotlin kt.jvm"},
		{"U2_P10_R" + rid + "_S7@0.c.cpp", "2 10 CE cpp "},
		{"U2_P10_R" + rid + "_S0@0.main.v2.py", "2 10  python "},
		{"U2_P10_R" + rid + "_S31@0.zip", "2 10 FE  "},
		{"U-1_P10_R" + rid + "_S30@-5._", "-1 10 IGN  "},
		{"cup/deep/U2_P10_R" + rid + "_S1@1.rs", "2 10 AC rust rs"},
		{"U2_P10_R" + rid + "_S1@1.a.zip/src/main.go", "2 10 AC  "},
		{"U2_P10_R65f0a12000000000000100.c", ""},
		{"U2_P10_R" + strings.ToUpper(rid) + ".c", ""},
		{"U2_P10_R" + rid, ""},
		{"xU2_P10_R" + rid + ".c", ""},
		{"U2_P10_R" + rid + "_S1.c", ""},
		{"", ""},
	}
	for _, tt := range tests {
		n, ok := parseHydroName(tt.name)
		got := ""
		if ok {
			l, version := n.language()
			id := ""
			if l != nil {
				id = l.ID
			}
			got = fmt.Sprintf("%s %s %s %s %s", n.user, n.problem, n.verdict, id, version)
			if n.record != rid || n.time() != time.Date(2024, 3, 12, 18, 38, 24, 0, time.UTC) || n.number() != "65538" {
				t.Errorf("%s: record %s, time %s, number %s; want those of the record ID", tt.name, n.record, n.time(), n.number())
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Formats of names read them, and refuse others.
func TestNameFormats(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		format nameFormat
		names  map[string]string // number, verdict, participant, user, problem, language; "" for no match
	}{
		{matcomojNames, map[string]string{
			"A/1_Accepted_team_A.cpp":                    "1 Accepted team  A ",
			"x/B2/7_wrong answer_a_b_c_B2.py":            "7 wrong answer a_b_c  B2 ",
			"A/7_Wrong_Answer_a_b_A.py":                  "7 Wrong_Answer a_b  A ",
			"A/7_memory_limit_exceeded_a_A.py":           "7 memory_limit_exceeded a  A ",
			"A/7_AC_Error_404_A.py":                      "7 AC Error_404  A ",
			"A/7_Compilation Error_A_A_A.py":             "7 Compilation Error A_A  A ",
			"A/7_Accepted__A.py":                         "",
			"A/7__team_A.py":                             "",
			"B/7_Accepted_team_A.py":                     "",
			"7_Accepted_team_A.py":                       "",
			"A/Accepted_team_A.py":                       "",
			"A/1_Accepted_team_a.py":                     "",
			"A/1_Accepted_team_A":                        "",
			"A/99999999999999999999_Accepted_team_A.cpp": "",
		}},
		{yandexNames, map[string]string{
			"submits/Акимов Сергей-98418754/A-67430420-gcc_cpp20-WrongAnswer.cpp": "67430420 WrongAnswer Акимов Сергей 98418754 A gcc_cpp20",
			"open-2018-24-68706200/sum-2-68204692-pypy3-7-3-OK.py":                "68204692 OK open-2018-24 68706200 sum-2 pypy3-7-3",
			"ann-98418754/A-67430420-OK.cpp":                                      "", // no compiler
			"ann/A-67430420-gcc-OK.cpp":                                           "",
			"A-67430420-gcc-OK.cpp":                                               "",
			"ann-98418754/A-gcc-OK.cpp":                                           "",
			"ann-98418754/A-67430420-gcc-OK":                                      "",
			"-98418754/A-67430420-gcc-OK.cpp":                                     "",
		}},
		{domjudgeNames, map[string]string{
			"c2.s15.t7.p3.cpp.0.hello.cpp":           "15  t7  p3 cpp",
			"submissions/c2.s15.t7.p3.cpp.1.lib.h":   "15  t7  p3 cpp",
			"c2.s15.t7.p3.cpp.hello.cpp":             "",
			"c2.s15.t7.p3.0.hello.cpp":               "",
			"c2.s15.tann.p3.cpp.0.hello.cpp":         "",
			"c2.s15.t7.p3.cpp.0.":                    "",
			"xc2.s15.t7.p3.cpp.0.hello.cpp":          "",
			"c2.s15.t7.p3.cpp.0.hello/Main.java":     "",
			"c2.s99999999999999999999.t7.p3.c.0.x.c": "",
		}},
	} {
		for name, want := range test.names {
			got := ""
			if p, ok := test.format.parse(name); ok {
				got = strings.Join([]string{p.id, p.verdict, p.participant, p.user, p.problem, p.language}, " ")
			}
			if got != want {
				t.Errorf("%s: %s: got %q, want %q", test.format.name, name, got, want)
			}
		}
	}
}

// parseVnojName reads the file names of VNOJ, and refuses others.
func TestVnojName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"ann/A.cpp":                   "ann A ",
		"cup/ann/A.cpp":               "ann A ",
		"ann/$History/a_b_12.cpp":     "ann a_b 12",
		"cup/ann/$History/a_1.py":     "ann a 1",
		"ann/$History/A.cpp":          "",
		"$History/a_1.cpp":            "",
		"$History/$History/a_1.cpp":   "",
		"ann/$History/$History/a.cpp": "",
		"A.cpp":                       "",
		"ann/A":                       "",
	} {
		got := ""
		if s, ok := parseVnojName(name); ok {
			got = fmt.Sprintf("%s %s %s", s.participant, s.problem, s.id)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// cutCmsInfo removes the comment that CMS puts before a program, and returns its facts.
func TestCmsInfo(t *testing.T) {
	t.Parallel()
	block := "/**\n* user:  ann\n* fname: A\n* lname: B\n* task:  sum\n* score: 1.0\n* date:  2024-05-01 10:02:00\n*/\n"
	at := time.Date(2024, 5, 1, 10, 2, 0, 0, time.UTC)
	for _, test := range []struct {
		name, content, program string
		at                     time.Time
		ok                     bool
	}{
		{"comment and program", block + "int x;", "int x;", at, true},
		{"CR LF", strings.ReplaceAll(block+"int x;", "\n", "\r\n"), "int x;", at, true},
		{"a byte order mark before it", "\ufeff" + block + "int x;", "int x;", at, true},
		{"two comments: the second is of the program", block + block, block, at, true},
		{"unreadable date", strings.Replace(block, "2024-05-01 10:02:00", "today", 1), "", time.Time{}, true},
		{"not at the beginning", "\n" + block, "\n" + block, time.Time{}, false},
		{"a line is missing", strings.Replace(block, "* lname: B\n", "", 1), strings.Replace(block, "* lname: B\n", "", 1), time.Time{}, false},
		{"the user is empty", strings.Replace(block, "ann", "", 1), strings.Replace(block, "ann", "", 1), time.Time{}, false},
	} {
		info, program, ok := cutCmsInfo([]byte(test.content))
		at, _ := parseTime(info.time)
		if string(program) != test.program || ok != test.ok || !at.Equal(test.at) || ok && (info.participant != "ann" || info.problem != "sum") {
			t.Errorf("%s: got %+v, program %q, found: %v; want time %v, program %q, found: %v",
				test.name, info, program, ok, test.at, test.program, test.ok)
		}
	}
}

// splitQduojNames finds users and problems by what the names of files have in common.
func TestQduojNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, files, want, rival string }{
		{"one name", "x/ann_A.txt", "ann A", ""},
		{"not of the format", "ann.txt _A.txt ann_.txt ann_A.cpp", "", ""},
		{"underscores in users", "a_b_c_1001.txt a_b_c_1002.txt ann_1001.txt", "a_b_c 1001, a_b_c 1002, ann 1001", ""},
		{"underscores in problems", "ann_P_1.txt ann_P_2.txt bob_P_1.txt", "ann P_1, ann P_2, bob P_1", ""},
		{"underscores in both", "a_b_P_1.txt a_b_P_2.txt c_d_Q_1.txt c_d_P_1.txt e_Q_1.txt", "a_b P_1, a_b P_2, c_d P_1, c_d Q_1, e Q_1", ""},
		{"numbered users", "team_1_A.txt team_2_A.txt team_1_B.txt", "team_1 A, team_1 B, team_2 A", ""},
		{"numbered users, one problem", "team_1_A.txt team_2_A.txt", "team_1 A, team_2 A", ""},
		{"a user with one problem", "ann_P_1.txt ann_Q_1.txt bob_P_1.txt bob_Q_1.txt new_one_P_1.txt", "ann P_1, ann Q_1, bob P_1, bob Q_1, new_one P_1", ""},
		{"users called like others", "li_P_1.txt li_1_P_1.txt wang_P_1.txt wang_1_P_1.txt li_P_2.txt wang_P_2.txt li_1_P_2.txt",
			"li 1_P_1, li_1 P_2, li P_1, li P_2, wang 1_P_1, wang P_1, wang P_2", "li_1_P_1.txt li_1 P_1"},
		{"a problem called like another one", "ann_max.txt ann_sum.txt ann_two_sum.txt bob_max.txt bob_two_sum.txt bob_sum.txt cy_sum.txt cy_max.txt",
			"ann max, ann sum, ann_two sum, bob max, bob sum, bob_two sum, cy max, cy sum", "bob_two_sum.txt bob two_sum"},
	} {
		names := splitQduojNames(strings.Fields(test.files))
		var got []string
		for _, base := range slices.Sorted(maps.Keys(names)) {
			got = append(got, names[base].participant+" "+names[base].problem)
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		base, rival := rivalSplit(names)
		if got := strings.Trim(base+" "+rival.participant+" "+rival.problem, " "); got != test.rival {
			t.Errorf("%s: got the rival %q, want %q", test.name, got, test.rival)
		}
	}
}

// The parsers of exports of courses read paths, and refuse others.
func TestCourseNames(t *testing.T) {
	t.Parallel()
	parsers := map[string]func(name string) (courseFile, bool){
		"moodle": parseMoodlePath,
		"canvas": func(name string) (courseFile, bool) { s, _, ok := parseCanvasPath(name); return s, ok },
		"github": func(name string) (courseFile, bool) { return parseClassroomPath(name, "") },
		"sum":    func(name string) (courseFile, bool) { return parseClassroomPath(name, "sum-submissions") },
	}
	for _, test := range []struct{ parser, name, want string }{ // folder, key, name and ID; "" for no match
		{"moodle", "Ann Lee_12_assignsubmission_file/a.py", ".|Ann Lee_12|Ann Lee|12"},
		{"moodle", "x/y/Łucja Żak_12_assignsubmission_file_/b/a.py", "x/y|Łucja Żak_12|Łucja Żak|12"},
		{"moodle", "Ann_12_assignsubmission_file_1_2_a.py", ".|Ann_12|Ann|12"},
		{"moodle", "Ann_12_assignsubmission_onlinetext/Bob_13_assignsubmission_file/a.py", ".|Ann_12|Ann|12"},
		{"moodle", "Default group_assignsubmission_file/a.py", ".|Default group|Default group|"},
		{"moodle", "_12_assignsubmission_file/a.py", ""},
		{"moodle", "Ann_12_assignsubmission/a.py", ""},
		{"moodle", "Ann_12_assignfeedback_file/a.py", ""},
		{"moodle", "Ann_x_assignsubmission_file/a.py", ""},
		{"canvas", "leeann_12_345_a.py", ".|leeann_12|leeann|12"},
		{"canvas", "hw/leeann_LATE_12_345_6_7_a.py", "hw|leeann_12|leeann|12"},
		{"canvas", "team_7red_12_345_a.zip/x_1_2_a.py", ".|team_7red_12|team_7red|12"},
		{"canvas", "late_12_345_a.py", ".|late_12|late|12"},
		{"canvas", "anon_aB3_345_a.py", ".|anon_aB3|anon_aB3|anon_aB3"},
		{"canvas", "LATE_anon_aB3_345_a.py", ".|anon_aB3|anon_aB3|anon_aB3"},
		{"canvas", "leeann_12_text.html", ".|leeann_12|leeann|12"},
		{"canvas", "leeann_12_345", ""},
		{"canvas", "12_345_a.py", ""},
		{"canvas", "_12_345_a.py", ""},
		{"canvas", "leeann_12_a.py", ""},
		{"github", "sum-submissions/sum-ann-lee/a.py", "sum-submissions|sum-ann-lee|ann-lee|"},
		{"github", "x/sum-2-submissions/sum-2-ann/y-submissions/a.py", "x/sum-2-submissions|sum-2-ann|ann|"},
		{"github", "sum-submissions/ann/a.py", "sum-submissions|ann|ann|ann"},
		{"github", "sum-submissions/sum-/a.py", "sum-submissions|sum-|sum-|sum-"},
		{"github", "sum-submissions/sum-ann", ""},
		{"github", "-submissions/sum-ann/a.py", ""},
		{"github", "sum/sum-ann/a.py", ""},
		{"sum", "sum-ann/a-submissions/b/a.py", ".|sum-ann|ann|"},
		{"sum", "a.py", ""},
	} {
		got := ""
		if s, ok := parsers[test.parser](test.name); ok {
			got = strings.Join([]string{s.folder, s.key, s.name, s.id}, "|")
		}
		if got != test.want {
			t.Errorf("%s: %s: got %q, want %q", test.parser, test.name, got, test.want)
		}
	}
}

// If the input is the folder of an assignment, it names the problem.
func TestClassroomFolder(t *testing.T) {
	t.Parallel()
	for kind, pack := range inputWriters {
		if kind == "zip by another name" {
			continue
		}
		result := readAll(t, Options{}, pack(t, t.TempDir(), "sum-submissions", filesOf("sum-ann/a.py\nsum-ann/grades.csv = x\nsum-bob/b.py")))
		diff(t, kind, []string{"sum-submissions/sum-ann: ann at sum, python, attempt 1", "sum-submissions/sum-bob: bob at sum, python, attempt 1"}, describe(result.Submissions))
		if result.Format != "github-classroom" || len(result.Skipped) != 1 {
			t.Errorf("%s: read as %s, skipped %q; want github-classroom, and the participant's grades.csv skipped", kind, result.Format, skipLines(result))
		}
	}
}

// Several exports are one contest with a problem for each, as paths or as zips in a folder. Imported one after another, they
// have the same paths.
func TestCourseInputs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sum := zipOf(t, filesOf("Ann Lee_11_assignsubmission_file/a.py\nBob_12_assignsubmission_file/b.py"))
	loop := zipOf(t, filesOf("Ann Lee_21_assignsubmission_file/a.py\nBob_22_assignsubmission_file/b.py"))
	paths := []string{save(t, dir, "CS-Sum-1.zip", sum), save(t, dir, "CS-Loop-2.zip", loop)}
	want := []string{
		"CS-Loop-2/Ann Lee_21: Ann Lee at CS-Loop-2, python, attempt 1", "CS-Loop-2/Bob_22: Bob at CS-Loop-2, python, attempt 1",
		"CS-Sum-1/Ann Lee_11: Ann Lee at CS-Sum-1, python, attempt 1", "CS-Sum-1/Bob_12: Bob at CS-Sum-1, python, attempt 1",
	}
	diff(t, "two zips", want, describe(readAll(t, Options{}, paths...).Submissions))
	diff(t, "two zips, apart", want, append(describe(readAll(t, Options{}, paths[1]).Submissions), describe(readAll(t, Options{}, paths[0]).Submissions)...))
	var zipped []string
	for _, line := range want {
		zipped = append(zipped, strings.Replace(line, "/", ".zip/", 1))
	}
	diff(t, "a folder of zips", zipped, describe(readAll(t, Options{Format: "moodle"}, dir).Submissions))
}

// FuzzExportNames reads any name and content. What a parser finds in the name or content must be a
// part of it.
func FuzzExportNames(f *testing.F) {
	f.Add("U2_P10_R65f0a1200000000000010002_S1@100.cc.cc17o2", "")
	f.Add("U2_P10_R65f0a1200000000000010002_S1@1.a.zip/src/main.go", "")
	f.Add("A/1_Wrong_Answer_team_A.cpp", "")
	f.Add("Акимов-98418754/A-67430420-gcc_cpp20-WrongAnswer.cpp", "")
	f.Add("c2.s15.t7.p3.cpp.0.hello.cpp", "")
	f.Add("ann/$History/a_b_12.cpp", "")
	f.Add("ann_x_A.txt", "")
	f.Add("x/Ann Lee_12_assignsubmission_file_/a.py", "")
	f.Add("hw/LATE_anon_aB3_345_a.py", "")
	f.Add("hw/leeann_LATE_12_345_6_7_a.py", "")
	f.Add("sum-ann/submission_12/a.py", "")
	f.Add("/", "")
	f.Add("sum/ann/1.20240501T100200.33.3.sum.cpp", "/**\n* user:  ann\n* fname: A\n* lname: B\n* task:  sum\n* score: 1.0\n* date:  2024-05-01 10:02:00\n*/\nint x;")
	f.Fuzz(func(t *testing.T, name, content string) {
		checkParts := func(parser string, parts ...string) {
			for _, p := range parts {
				if p == "" || !strings.Contains(name, p) || strings.Contains(p, "/") {
					t.Errorf("%s: got the part %q of the path %q, want a part of one element", parser, p, name)
				}
			}
		}
		if n, ok := parseHydroName(name); ok {
			checkParts("hydro", n.user, n.problem, n.record, n.suffix)
			if !strings.HasPrefix(name, n.file) || !strings.HasSuffix(name, n.inside) || n.number() == "" {
				t.Errorf("hydro: got %+v for the path %q, want parts of it and a number", n, name)
			}
			n.language()
		}
		for _, n := range []nameFormat{matcomojNames, yandexNames, domjudgeNames} {
			if p, ok := n.parse(name); ok {
				checkParts(n.name, p.id, p.participant, p.problem)
			}
		}
		if s, ok := parseVnojName(name); ok {
			checkParts("vnoj", s.participant, s.problem)
		}
		for _, s := range splitQduojNames([]string{name}) {
			checkParts("qduoj", s.participant, s.problem)
		}
		if info, byTemplate := parseCmsPath(name); byTemplate {
			checkParts("cms", info.id, info.participant, info.problem)
		}
		for _, parse := range []func() (courseFile, bool){
			func() (courseFile, bool) { return parseMoodlePath(name) },
			func() (courseFile, bool) { s, _, ok := parseCanvasPath(name); return s, ok },
			func() (courseFile, bool) { return parseClassroomPath(name, "sum-submissions") },
		} {
			if s, ok := parse(); ok {
				checkParts("course", s.name)
			}
		}
		if folder := gradescopeFolder(name); !strings.HasPrefix(name, folder) || folder == name && name != "" {
			t.Errorf("gradescope: got the folder %q of the path %q", folder, name)
		}
		info, program, ok := cutCmsInfo([]byte(content))
		if !bytes.HasSuffix([]byte(content), program) || ok != (info.participant != "") || ok == (len(program) == len(content)) {
			t.Errorf("cms: got %+v, program %q, found: %v, of the content %q", info, program, ok, content)
		}
	})
}

// Exports of courses lie in at most maxFolders folders: detection looks no deeper, and names of any depth take it the same
// time.
func TestCourseDepth(t *testing.T) {
	t.Parallel()
	canvas := func(name string) (courseFile, bool) { s, _, ok := parseCanvasPath(name); return s, ok }
	classroom := func(name string) (courseFile, bool) { return parseClassroomPath(name, "") }
	for _, test := range []struct {
		name  string
		parse func(name string) (courseFile, bool)
		path  string
		depth int // of the element that is recognised
	}{
		{"moodle", parseMoodlePath, "Ann Lee_17_assignsubmission_file/main.py", 1},
		{"canvas", canvas, "leeann_17_18_main.py", 1},
		{"github-classroom", classroom, "hw-submissions/hw-ann/main.py", 2},
	} {
		wrapper := strings.Repeat("x/", maxFolders-test.depth)
		folder := path.Join(wrapper, strings.Repeat("hw-submissions/", test.depth-1))
		if s, ok := test.parse(wrapper + test.path); !ok || s.folder != folder {
			t.Errorf("%s: got %+v, %v, want the folder %s", test.name, s, ok, folder)
		}
		if s, ok := test.parse("x/" + wrapper + test.path); ok {
			t.Errorf("%s: got %+v below more folders, want none", test.name, s)
		}
	}
}

// A folder with the submissions of several contests has no ID of a contest.
func TestNamesOfSeveralContests(t *testing.T) {
	t.Parallel()
	for want, contests := range map[string][]int{"2": {2, 2}, "": {2, 2, 5}} {
		dir := t.TempDir()
		for i, c := range contests {
			name := fmt.Sprintf("c%d.s%d.t7.p3.cpp.0.a.cpp", c, i+1)
			if err := os.WriteFile(filepath.Join(dir, name), fmt.Appendf(nil, "int main() { return %d; }", i), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := readAll(t, Options{Format: "domjudge-files"}, dir).Metadata.SystemID; got != want {
			t.Errorf("contests %v: got ID %q, want %q", contests, got, want)
		}
	}
}
