package intake

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// exportTests has the expected result of each sample.
var exportTests = []struct {
	name                 string
	about                contest.Metadata
	participants         []contest.Participant
	submissions, skipped []string
}{
	{
		// After lib/content_zipper.rb of Canvas (add_upload_submission, get_filename, sanitize_user_name, assignment_zip_filename).
		name: "canvas", about: contest.Metadata{System: "Canvas", PersonalIDs: true},
		participants: []contest.Participant{
			{Name: "leeann (4711)", SystemID: "4711"},
			{Name: "leeann (4712)", SystemID: "4712"},
			{Name: "team_7red", SystemID: "4715"},
			{Name: "żakłucja", SystemID: "4713"},
			{Name: "李小明", SystemID: "4716"},
		},
		submissions: []string{
			"cs1-loop_submissions/anon_9zQ1m: anon_9zQ1m at cs1-loop, ruby, attempt 1",
			"cs1-loop_submissions/anon_aB3xK: anon_aB3xK at cs1-loop, ruby, attempt 1",
			"cs1-loop_submissions/żakłucja_4713: żakłucja at cs1-loop, c, attempt 1",
			"cs1-sum_submissions/leeann_4711: leeann (4711) at cs1-sum, python, attempt 1, 2 files",
			"cs1-sum_submissions/leeann_4712: leeann (4712) at cs1-sum, java, attempt 1",
			"cs1-sum_submissions/team_7red_4715: team_7red at cs1-sum, haskell, attempt 1",
			"cs1-sum_submissions/żakłucja_4713: żakłucja at cs1-sum, cpp, attempt 1, 2 files",
			"cs1-sum_submissions/李小明_4716: 李小明 at cs1-sum, nim, attempt 1",
		},
		skipped: []string{
			"cs1-sum_submissions/oharabob_4714_text.html: not a program, by its name: rename it if it is one",
			"cs1-sum_submissions/李小明_LATE_4716_90007_report.pdf: not a program, by its name: rename it if it is one",
		},
	},
	{
		name: "cms", about: contest.Metadata{System: "CMS"},
		submissions: []string{
			"batch/ann/12: ann at batch, cpp, attempt 2, 2024-05-01T10:02:00Z, number 12",
			"batch/ann/9: ann at batch, cpp, attempt 1, 2024-05-01T10:01:00Z, number 9",
			"batch/bob/13: bob at batch, python, attempt 1, 2024-05-01T10:03:00Z, number 13",
			"duo/ann/14: ann at duo, cpp, attempt 1, 2 files, 2024-05-01T11:00:00Z, number 14",
			"duo/bob/15: bob at duo, cpp, attempt 1, 2024-05-01T11:01:00Z, number 15",
		},
		skipped: []string{
			"out/bob/16.20240501T110200.50.0.output_000.txt: in no known language: if it is a program, choose a language for all files",
		},
	},
	{
		name: "cms-info", about: contest.Metadata{System: "CMS"},
		submissions: []string{
			"12: ann at batch, cpp, attempt 1, 2024-05-01T10:02:00.123456Z, number 12",
			"13: cy at batch, python, attempt 1, 2024-05-01T10:03:00.5Z, number 13",
			"14: dan at batch, php, attempt 1, 2024-05-01T10:04:00Z, number 14",
			"15: eve at batch, haskell, attempt 1, 2024-05-01T10:05:00Z, number 15",
			"9: bob at batch, pascal, attempt 1, 2024-05-01T10:01:00Z, number 9",
		},
		skipped: []string{
			"16.batch.cpp: neither its path nor a comment in it says whose it is: have CMS call the files {task}/{user}/{id}.{time}.{score}.{file}{ext}",
		},
	},
	{ // objects as https://codeforces.com/apiHelp/objects describes them
		name: "codeforces",
		participants: []contest.Participant{
			{Name: "ann", SystemID: "ann"}, {Name: "bob", SystemID: "bob"}, {Name: "cy", SystemID: "cy"}, {Name: "jury", SystemID: "jury"},
			{Name: "Łódź 1 (dan, eve)", SystemID: "dan, eve"}, {Name: "Łódź 1 (fay)", SystemID: "fay"},
		},
		about: contest.Metadata{System: "Codeforces", SystemID: "1900", Problems: []contest.Problem{
			{Name: "A", Title: "Sum"}, {Name: "B1", Title: "Цикл (easy)"},
		}},
		submissions: []string{
			"2304.c: jury at A, c, attempt 1, AC, staff, 2023-11-14T22:18:20Z, GNU C11, number 2304",
			"2305.py: cy at A, python, attempt 1, TIME_LIMIT_EXCEEDED, virtual, 2023-11-14T22:20:00Z, Python 3, number 2305",
			"2306.rs: Łódź 1 (fay) at A, rust, attempt 1, AC, 2023-11-14T22:21:40Z, Rust 2021, number 2306",
			"2307.java: Łódź 1 (dan, eve) at A, java, attempt 1, AC, 2023-11-14T22:23:20Z, Java 21, number 2307",
			"2308.cpp: ann at A, cpp, attempt 1, CE, 2023-11-14T22:25:00Z, GNU C++17, number 2308",
			"2309.py: bob at A, python, attempt 1, WRONG_ANSWER, 2023-11-14T22:26:40Z, PyPy 3-64, number 2309",
			"2310.cpp: ann at B1, cpp, attempt 1, AC, 2023-11-14T22:28:20Z, GNU C++17, number 2310",
		},
		skipped: []string{
			"2303.cpp: no answer of contest.status says who submitted it: save the answer again, with all submissions",
			"999.cpp: no answer of contest.status says who submitted it: save the answer again, with all submissions",
			"readme.md: not a program, by its name: rename it if it is one",
			"status.json: 1 submission of contest.status without a program in the input",
		},
	},
	{ // github.com/DMOJ/online-judge, judge/tasks/user.py:41, prepare_user_data
		name: "dmoj", about: contest.Metadata{System: "DMOJ"},
		submissions: []string{
			"submissions/1001.cpp: cup at aplusb, cpp, attempt 1, WA, 2024-05-01T10:00:00.123456Z, CPP17, number 1001",
			"submissions/1002.cpp: cup at aplusb, cpp, attempt 2, AC, 2024-05-01T10:05:00Z, CPP17, number 1002",
			"submissions/1003.py: cup at ccc03s3, python, attempt 1, CE, 2024-05-02T10:00:00Z, PYPY3, number 1003",
		},
		skipped: []string{
			"submissions/1004.txt: in no known language: if it is a program, choose a language for all files",
			"submissions/1999.cpp: submissions/info.json does not say what problem it is for",
		},
	},
	{ // github.com/DOMjudge/domjudge at 7.2.1, webapp/src/Service/SubmissionService.php:648, getSourceFilename
		name: "domjudge-files", about: contest.Metadata{System: "DOMjudge", SystemID: "2"},
		submissions: []string{
			"15: t7 at p3, cpp, attempt 1, cpp, number 15",
			"16: t7 at p3, cpp, attempt 2, 2 files, cpp, number 16",
			"17: t12 at p3, python, attempt 1, python3, number 17",
			"18: t12 at p4, java, attempt 1, java, number 18",
			"19: t9 at p4, kotlin, attempt 1, kt, number 19",
		},
		skipped: []string{
			"restore.log: not a program, by its name: rename it if it is one",
		},
	},
	{ // github.com/blackav/ejudge, lib/new_server_html_2.c:3206, adj_process_run
		name: "ejudge", about: contest.Metadata{System: "ejudge", SystemID: "7"},
		submissions: []string{
			"contest_7/2024.day-2.sum/10: Анна Белова at 2024.day-2.sum, cpp, attempt 1, 2024-05-01T10:13:00Z, number 10",
			"contest_7/2024.day-2.sum/7: Вера-Мария at 2024.day-2.sum, python, attempt 1, 2024-05-01T10:10:00Z, number 7",
			"contest_7/2024.day-2.sum/8: Łukasz (gość) at 2024.day-2.sum, pascal, attempt 1, 2024-05-01T10:11:00Z, number 8",
			"contest_7/A/0: Анна Белова at A, cpp, attempt 1, 2024-05-01T10:00:01Z, number 0",
			"contest_7/A/1: Вера-Мария at A, python, attempt 1, 2024-05-01T10:01:05Z, number 1",
			"contest_7/A/4: Анна Белова at A, cpp, attempt 2, 2024-05-01T10:05:10Z, number 4",
			"contest_7/A/5: !user_12 at A, java, attempt 1, 2024-05-01T10:06:11Z, number 5",
			"contest_7/A/6: Łukasz (gość) at A, pascal, attempt 1, 2024-05-01T10:07:00Z, number 6",
		},
		skipped: []string{
			"contest_7_20240501180000/2024.day-2.sum/7-000009-!user_12-20240501101200.kum: its language is not certain, and the input does not name it: choose a language for all files",
			"contest_7_20240501180000/2024.day-2.sum/readme.md: not a program, by its name: rename it if it is one",
		},
	},
	{
		// After cmd/gh-classroom/clone/student-repos/student-repos.go (lines 63 and 81) and
		// cmd/gh-classroom/assignment-grades/assignment_grades.go (gradeCSVHeaders) of gh-classroom.
		name: "github-classroom", about: contest.Metadata{System: "GitHub Classroom"},
		participants: []contest.Participant{
			{Name: "ann-lee", SystemID: "Łucja Żak"},
		},
		submissions: []string{
			"loop-2-submissions/loop-2-ann-lee: ann-lee at loop-2, python, attempt 1",
			"loop-2-submissions/loop-2-team-red: team-red at loop-2, python, attempt 1",
			"sum-submissions/sum-ann-lee: ann-lee at sum, rust, attempt 1, 2 files, 2024-05-01T10:00:00Z",
			"sum-submissions/sum-bob: bob at sum, rust, attempt 1",
			"sum-submissions/sum-bob-1: bob-1 at sum, zig, attempt 1",
		},
		skipped: []string{
			"loop-2-submissions/loop-2-ghost/README.md: not a program, by its name: rename it if it is one",
			"sum-submissions/sum-ann-lee/.github/classroom/autograding.json: in a hidden folder: rename the folder if this is a submission",
			"sum-submissions/sum-ann-lee/README.md: not a program, by its name: rename it if it is one",
			"sum-submissions/sum-bob/grades.csv: not a program, by its name: rename it if it is one",
		},
	},
	{
		// After what otter/metadata.py of otter-grader (lines 27-59) reads, and public exports: accounts without names, closing
		// quotes in the first column, several documents, an empty list of submitters.
		name: "gradescope", about: contest.Metadata{System: "Gradescope", PersonalIDs: true},
		participants: []contest.Participant{
			{Name: "333", SystemID: "333"},
			{Name: "Ann Lee (00300)", SystemID: "00300"},
			{Name: "Łucja Żak", SystemID: "00123"},
		},
		submissions: []string{
			"assignment_42_export/submission_900000001: Łucja Żak at assignment_42_export, python, attempt 1, 2023-12-02T02:52:07.938335Z, number 900000001",
			"assignment_42_export/submission_900000002: Bob \"B\" O'Hara, Cy Young at assignment_42_export, java, attempt 1, 2 files, 2023-12-02T04:04:59.089605Z, number 900000002",
			"assignment_42_export/submission_900000003: Ann Lee (00300) at assignment_42_export, ocaml, attempt 1, 2023-12-02T05:00:00Z, number 900000003",
			"assignment_42_export/submission_900000004: Ann Lee (other.ann@example.edu) at assignment_42_export, racket, attempt 1, 2023-12-02T06:00:00Z, number 900000004",
			"assignment_42_export/submission_900000005: submission_900000005 at assignment_42_export, c, attempt 1, 2023-12-02T07:00:00Z, number 900000005",
			"assignment_42_export/submission_900000006: 333 at assignment_42_export, c, attempt 1, 2023-12-02T08:00:00Z, number 900000006",
			"assignment_42_export/submission_900000007: submission_900000007 at assignment_42_export, c, attempt 1, number 900000007",
		},
		skipped: []string{
			"assignment_42_export/submission_900000001/submission_metadata.yml: not a program, by its name: rename it if it is one",
			"assignment_42_export/submission_900000006/notes.pdf: not a program, by its name: rename it if it is one",
			"assignment_42_export/submission_metadata.yml: the entry of submission_900000007 was not read: it has anchors or aliases, which ojcheck does not read: write out their values",
		},
	},
	{
		name: "hustoj", about: contest.Metadata{System: "HUSTOJ", SystemID: "1017"},
		submissions: []string{
			"logs-1017.txt/000001: ann at 1001, c, attempt 1, WA",
			"logs-1017.txt/000002: team:x at 1001, cpp, attempt 1, AC",
			"logs-1017.txt/000003: ann at 1001, c, attempt 2, AC",
			"logs-1017.txt/000004: bob at 1002, python, attempt 1, RE",
			"logs-1017.txt/000008: cy at 1002, java, attempt 1, AC",
		},
		skipped: []string{
			"logs-1017.txt: some sources contain HUSTOJ's separator, with which a user can fake a submission of somebody else: compare these with HUSTOJ before accusing anybody",
			"logs-1017.txt: submission 4: its source contains 1 separator that no submission follows: read as source",
			"logs-1017.txt/000005: empty",
			"logs-1017.txt/000006: a test run with the user's own input, not a submission",
			"logs-1017.txt/000007: its language is not certain, and the input does not name it: choose a language for all files",
		},
	},
	{
		name: "hydro", about: contest.Metadata{System: "Hydro"},
		submissions: []string{
			"submissions/65f0a1000000000000000001: U2 at P1, cpp, attempt 1, WA, 2024-03-12T18:37:52Z, cc.cc17o2, number 65f0a1000000000000000001",
			"submissions/65f0a1200000000000000002: U2 at P1, cpp, attempt 2, AC, 2024-03-12T18:38:24Z, cc.cc17o2, number 65f0a1200000000000000002",
			"submissions/65f0a1200000000000000003: U3 at P1, python, attempt 1, AC, 2024-03-12T18:38:24Z, py.pypy3, number 65f0a1200000000000000003",
			"submissions/65f0a1300000000000000004: U4 at P1, kotlin, attempt 1, 2024-03-12T18:38:40Z, kt.jvm, number 65f0a1300000000000000004",
			"submissions/65f0a1400000000000000005: U3 at P2, c, attempt 1, CE, 2024-03-12T18:38:56Z, c, number 65f0a1400000000000000005",
			"submissions/65f0a1500000000000000006: U4 at P2, java, attempt 1, AC, 2024-03-12T18:39:12Z, number 65f0a1500000000000000006",
			"submissions/65f0a1600000000000000007: U2 at P2, cpp, attempt 1, TLE, 2024-03-12T18:39:28Z, number 65f0a1600000000000000007",
			"submissions/65f0a1800000000000000009: U4 at P3, cpp, attempt 1, AC, 2 files, 2024-03-12T18:40:00Z, number 65f0a1800000000000000009",
		},
		skipped: []string{
			"U2_P3_R65f0a1700000000000000008_S1@10._: answers to questions, not a program",
			"U5_P3_R65f0a1900000000000000010_S0@0.txt: its language is not certain, and the input does not name it: choose a language for all files",
			"statement.pdf: not a program, by its name: rename it if it is one",
		},
	},
	{
		name: "hydro-cdp",
		about: contest.Metadata{
			System: "Hydro", SystemID: "65f09f000000000000000000", Title: "Spring Cup",
			StartsAt: time.Date(2024, 3, 12, 2, 30, 0, 0, time.UTC), Duration: 30 * time.Hour,
			Problems: []contest.Problem{{Name: "A", Title: "Sum", SystemID: "1"}, {Name: "B", Title: "Loop", SystemID: "2"}},
		},
		participants: []contest.Participant{{Name: "Ann's team", Affiliation: "南方大学"}, {Name: "⭐cy", Affiliation: "南方大学"}},
		submissions: []string{
			"submissions/65f0a1000000000000000001: Ann's team at A, cpp, attempt 1, WA, 2024-03-12T18:37:52Z, cc.cc17o2, number 65f0a1000000000000000001, judged WA",
			"submissions/65f0a1200000000000000002: Ann's team at A, cpp, attempt 2, AC, 2024-03-12T18:38:24Z, cc.cc17o2, number 65f0a1200000000000000002, judged AC",
			"submissions/65f0a1200000000000000003: bob at A, python, attempt 1, AC, 2024-03-12T18:38:24Z, py.pypy3, number 65f0a1200000000000000003, judged AC",
			"submissions/65f0a1300000000000000004: ⭐cy at A, kotlin, attempt 1, IGN, 2024-03-12T18:38:40Z, kt.jvm, number 65f0a1300000000000000004, judged IGN",
			"submissions/65f0a1400000000000000005: bob at B, c, attempt 1, ETC, 2024-03-12T18:38:56Z, c, number 65f0a1400000000000000005",
			"submissions/65f0a1500000000000000006: ⭐cy at B, java, attempt 1, AC, 2024-03-12T18:39:12Z, java, number 65f0a1500000000000000006",
			"submissions/65f0a1600000000000000007: U9 at P3, c, attempt 1, AC, 2024-03-12T18:39:28Z, c, number 65f0a1600000000000000007",
		},
		skipped: []string{
			"event-feed.ndjson: 2 submissions of the code zip are not in the feed: they have numbers unless other submissions show the names",
			"submissions/65f0a1f00000000000000011: its program is not in the code zip: download the zip with all attempts",
		},
	},
	{
		name: "matcomoj", about: contest.Metadata{System: "Matcom Online Grader"},
		submissions: []string{
			"submissions_Cup/A/1001: UH_Top at A, cpp, attempt 2, AC, number 1001",
			"submissions_Cup/A/1002: CUJAE at A, python, attempt 1, TIME_LIMIT_EXCEEDED, number 1002",
			"submissions_Cup/A/999: UH_Top at A, cpp, attempt 1, WRONG_ANSWER, number 999",
			"submissions_Cup/B/1003: CUJAE at B, java, attempt 1, AC, number 1003",
			"submissions_Cup/B/1004: a_B at B, csharp, attempt 1, CE, number 1004",
		},
	},
	{
		// After mod/assign/classes/downloader.php of Moodle (get_student_prefix, load_submissionplugin_filelist): folders with and
		// without the underscore of older versions, names without folders, groups, no group, participants without names.
		name: "moodle", about: contest.Metadata{System: "Moodle"},
		submissions: []string{
			"CS1-Loop-78/Ann Lee_2002: Ann Lee (2002) at CS1-Loop-78, c, attempt 1",
			"CS1-Loop-78/Default group: Default group at CS1-Loop-78, go, attempt 1",
			"CS1-Loop-78/Participant_2003: Participant (2003) at CS1-Loop-78, python, attempt 1",
			"CS1-Loop-78/Participant_2004: Participant (2004) at CS1-Loop-78, python, attempt 1",
			"CS1-Loop-78/Team Red_12: Team Red at CS1-Loop-78, rust, attempt 1",
			"CS1-Sum-77/Ann Lee_1002: Ann Lee (1002) at CS1-Sum-77, java, attempt 1, 2 files",
			"CS1-Sum-77/Ann Lee_1003: Ann Lee (1003) at CS1-Sum-77, cpp, attempt 1",
			"CS1-Sum-77/Bob OHara_1004: Bob OHara at CS1-Sum-77, kotlin, attempt 1",
			"CS1-Sum-77/Łucja Żak_1001: Łucja Żak at CS1-Sum-77, python, attempt 1, 2 files",
			"CS1-Sum-77/李 小明_1005: 李 小明 at CS1-Sum-77, julia, attempt 1",
		},
		skipped: []string{
			"CS1-Sum-77/Ann Lee_1003_assignsubmission_onlinetext/onlinetext.html: not a program, by its name: rename it if it is one",
			"CS1-Sum-77/Bob OHara_1004_assignsubmission_file_notes_1.sb3: in no known language: if it is a program, choose a language for all files",
		},
	},
	{
		name: "qduoj", about: contest.Metadata{System: "QDUOJ"},
		submissions: []string{
			"2023001_B.txt: 2023001 at B, go, attempt 1, AC",
			"ann_A.txt: ann at A, c, attempt 1, AC",
			"ann_B.txt: ann at B, python, attempt 1, AC",
			"bob_1001.txt: bob at 1001, java, attempt 1, AC",
			"team_x_y_A.txt: team_x_y at A, cpp, attempt 1, AC",
		},
		skipped: []string{
			"bob_B.txt: its language is not certain, and the input does not name it: choose a language for all files",
		},
	},
	{
		name: "vnoj", about: contest.Metadata{System: "VNOJ"},
		submissions: []string{
			"ann/$History/vo20_sum_1009.cpp: ann at vo20_sum, cpp, attempt 2, number 1009",
			"ann/$History/vo20_sum_11002.py: ann at vo20_sum, python, attempt 3, number 11002",
			"ann/vo20_sum.cpp: ann at vo20_sum, cpp, attempt 1",
			"bob_b/tree.pas: bob_b at tree, pascal, attempt 1",
			"bob_b/vo20_sum.py: bob_b at vo20_sum, python, attempt 1",
		},
		skipped: []string{
			"cy/tree.sb3: in no known language: if it is a program, choose a language for all files",
		},
	},
	{ // the exporter is not public: names as public scripts read them, and as their instructions list them
		name: "yandex", about: contest.Metadata{System: "Yandex.Contest"},
		participants: []contest.Participant{
			{Name: "vitebsk-open-2018-24", SystemID: "68706200"},
			{Name: "Акимов Сергей Вадимович (98418754)", SystemID: "98418754"},
			{Name: "Акимов Сергей Вадимович (98418851)", SystemID: "98418851"},
		},
		submissions: []string{
			"submits/vitebsk-open-2018-24-68706200/67422735: vitebsk-open-2018-24 at A, python, attempt 1, PRESENTATION_ERROR, python3_6, number 67422735",
			"submits/vitebsk-open-2018-24-68706200/68204692: vitebsk-open-2018-24 at sum-2, python, attempt 1, RUNTIME_ERROR, pypy3-7-3, number 68204692",
			"submits/Акимов Сергей Вадимович-98418754/67430420: Акимов Сергей Вадимович (98418754) at A, cpp, attempt 1, WRONG_ANSWER, gcc_cpp20, number 67430420",
			"submits/Акимов Сергей Вадимович-98418754/67430656: Акимов Сергей Вадимович (98418754) at A, cpp, attempt 2, AC, gcc_cpp20, number 67430656",
			"submits/Акимов Сергей Вадимович-98418754/67430777: Акимов Сергей Вадимович (98418754) at B, cpp, attempt 1, CE, gcc_cpp20, number 67430777",
			"submits/Акимов Сергей Вадимович-98418851/67423003: Акимов Сергей Вадимович (98418851) at A, cpp, attempt 1, AC, gcc7_3, number 67423003",
		},
		skipped: []string{
			"submits/vitebsk-open-2018-24-68706200/sum-2-68204693-make2-OK.zip: an archive inside the input: unpack it, or check it on its own",
		},
	},
}

// Each sample is read from every kind of input, with and without the name of its format, and
// with a folder around it.
func TestExports(t *testing.T) {
	t.Parallel()
	expected := map[string]bool{"cms-default": true} // see TestCmsDefaultNames
	for _, test := range exportTests {
		expected[test.name] = true
	}
	for name, format := range samples {
		if format == "ccs" { // see contestpackage_test.go
			continue
		}
		if !expected[name] {
			t.Errorf("the sample %s has no expected result: add it to exportTests", name)
		}
		if exportNames[format] == nil {
			t.Errorf("the names of files in the format %s are not tested: add it to exportNames", format)
		}
	}
	for _, test := range exportTests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := sample(t, test.name)
			for kind, pack := range inputWriters {
				for _, from := range []string{"", samples[test.name]} {
					result := readAll(t, Options{Format: from}, pack(t, t.TempDir(), "cup", files))
					checkResult(t, result)
					diff(t, kind+": submissions", test.submissions, describeFully(result.Submissions))
					diff(t, kind+": skipped", test.skipped, skipLines(result))
					diff(t, kind+": about", test.about, result.Metadata)
					diff(t, kind+": participants", test.participants, result.Participants)
					if result.Format != samples[test.name] || result.FormatReason.IsZero() != (from != "") {
						t.Errorf("%s: read as %q with the reason %q; want a reason only if the format was detected", kind, result.Format, result.FormatReason)
					}
				}
			}
			for _, folder := range []string{"cup 2024/", "contests/cup 2024/"} {
				result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "cup", below(folder, files)))
				diff(t, folder, test.submissions, trimFolder(describeFully(result.Submissions), folder))
				diff(t, folder+": skipped", test.skipped, trimFolder(skipLines(result), folder))
			}
		})
	}
}

func trimFolder(lines []string, folder string) []string {
	var out []string
	for _, line := range lines {
		out = append(out, strings.TrimPrefix(line, folder))
	}
	return out
}

// Read removes what systems add to programs, and changes no other byte.
func TestExportContents(t *testing.T) {
	t.Parallel()
	tests := map[string]map[string]string{
		"hydro": {
			"submissions/65f0a1500000000000000006/U4_P2_R65f0a1500000000000000006_S1@99.5.my.solution.java": "public class Main { public static void main(String[] args) { System.out.println(args.length); } }\n",
			"submissions/65f0a1800000000000000009/U4_P3_R65f0a1800000000000000009_S1@100.sources.zip/lib.h": "int answer() { return 42; }\n",
		},
		"hustoj": {
			"logs-1017.txt/000002": "#include <iostream>\r\nint main() { std::cout << 1; }\r\n",
			"logs-1017.txt/000003": "#include <stdio.h>\n/*\n" + hustojSeparator + "\n*/\nint main() { puts(\"yes\"); }\n",
			"logs-1017.txt/000004": "n = int(input())\r\nprint(\"\"\"\r\n" + hustojSeparator + "\r\n\"\"\")\r\nprint(n)",
		},
		"cms-info": {
			"12.batch.cpp": "int main() { return 1; }\n",
			"9.batch.pas":  "begin writeln(1); end.\n",
			"13.batch.py":  "print(1)\n",
			"14.batch.php": "<?php\necho 1;\n",
			"15.batch.hs":  "main = print 1\n",
		},
	}
	for name, want := range tests {
		result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "cup", sample(t, name)))
		got := map[string]string{}
		for _, s := range result.Submissions {
			for _, f := range s.Files {
				got[f.Path] = string(f.Content)
			}
		}
		for path, content := range want {
			diff(t, name+": "+path, content, got[path])
		}
	}
}

// If a language is chosen for all files, every submission has it, including those that are skipped
// otherwise.
func TestExportLanguage(t *testing.T) {
	t.Parallel()
	for name, n := range map[string]int{"qduoj": 6, "hustoj": 6, "vnoj": 6} {
		result := readAll(t, Options{Format: samples[name], Language: "python"}, inputWriters["zip"](t, t.TempDir(), "cup", sample(t, name)))
		checkResult(t, result)
		if len(result.Submissions) != n {
			t.Errorf("%s: %d submissions, want %d; skipped %q", name, len(result.Submissions), n, skipLines(result))
		}
		for _, s := range result.Submissions {
			if s.Language != "python" {
				t.Errorf("%s: %s is in %s, want python", name, s.Path, s.Language)
			}
		}
	}
}

// The default file names of CMS contain neither user nor task. The error says what to do.
func TestCmsDefaultNames(t *testing.T) {
	t.Parallel()
	result, err := Read(context.Background(), []string{inputWriters["zip"](t, t.TempDir(), "cup", sample(t, "cms-default"))}, Options{})
	if err == nil || !strings.Contains(err.Error(), `--filename "{task}/{user}/{id}.{time}.{score}.{file}{ext}"`) || !strings.Contains(err.Error(), "a layout") {
		t.Errorf("error %v, want one with --filename and --layout", err)
	}
	if len(result.Submissions) != 0 || len(result.Skipped) != 4 {
		t.Errorf("submissions %q, skipped %q; want no submissions and 4 skipped", describe(result.Submissions), skipLines(result))
	}
}

// An input without a submission is an error in every format.
func TestExportErrors(t *testing.T) {
	t.Parallel()
	for _, from := range []string{"canvas", "cms", "github-classroom", "gradescope", "hustoj", "hydro", "matcomoj", "moodle", "qduoj", "vnoj"} {
		result, err := Read(context.Background(), []string{inputWriters["zip"](t, t.TempDir(), "cup", filesOf("prose.txt = no program here\nREADME.md"))}, Options{Format: from})
		if err == nil || result == nil || len(result.Skipped) != 2 {
			t.Errorf("%s: error %v, result %+v; want an error and 2 skipped", from, err, result)
		}
	}
}

// Hydro's contest package may be a zip beside the code zip or among the programs, or both
// may be unpacked in one folder.
func TestHydroPackage(t *testing.T) {
	t.Parallel()
	files := sample(t, "hydro-cdp")
	isCode := func(f testFile) bool { return strings.HasPrefix(f.name, "U") }
	code := slices.DeleteFunc(slices.Clone(files), func(f testFile) bool { return !isCode(f) })
	feed := slices.DeleteFunc(slices.Clone(files), isCode)
	const name = "contest-65f09f000000000000000000-cdp"
	packed := testFile{name + ".zip", string(zipOf(t, feed))}
	dir := t.TempDir()
	beside, cdp := inputWriters["zip"](t, dir, "Spring Cup", code), inputWriters["zip"](t, dir, name, feed)
	want := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "cup", files))
	for what, paths := range map[string][]string{
		"two zips":                    {beside, cdp},
		"two zips, the package first": {cdp, beside},
		"a folder and a zip":          {inputWriters["folder"](t, t.TempDir(), "code", code), cdp},
		"a zip in the folder":         {inputWriters["folder"](t, t.TempDir(), "code", append(code, packed))},
		"two zips in a folder":        {inputWriters["folder"](t, t.TempDir(), "all", []testFile{{"Spring Cup.zip", string(zipOf(t, code))}, packed})},
		"two zips in an archive":      {inputWriters["tar.gz"](t, t.TempDir(), "all", []testFile{{"Spring Cup.zip", string(zipOf(t, code))}, packed})},
	} {
		result := readAll(t, Options{}, paths...)
		checkResult(t, result)
		diff(t, what+": submissions", want.Submissions, result.Submissions)
		diff(t, what+": participants", want.Participants, result.Participants)
		diff(t, what+": about", want.Metadata, result.Metadata)
		if result.Format != "hydro" || len(result.Skipped) != len(want.Skipped) {
			t.Errorf("%s: read as %q, skipped %q", what, result.Format, skipLines(result))
		}
	}

	for what, path := range map[string]string{
		"a zip": cdp, "a folder": inputWriters["folder"](t, t.TempDir(), "cdp", feed), "a zip in a folder": inputWriters["folder"](t, t.TempDir(), "x", []testFile{packed}),
	} {
		result, err := Read(context.Background(), []string{path}, Options{})
		if err == nil || !strings.Contains(err.Error(), "add the contest's code zip") || result.Format != "hydro" {
			t.Errorf("only the package, as %s: error %v, read as %q; want hydro and an error about the code zip", what, err, result.Format)
		}
	}
}

// The feed of older versions of Hydro is read in its older form. Its broken lines are listed.
func TestHydroOldFeed(t *testing.T) {
	t.Parallel()
	const rid = "65f0a1000000000000000001"
	feed := strings.Join([]string{
		`{"type":"contests","id":"1","op":"create","data":{"id":"65f09f000000000000000000","name":"Old Cup","duration":"5:00:00"}}`,
		`{"type":"judgement-types","id":"2","op":"create","data":{"id":"AC","name":"Accepted","penalty":false,"solved":true}}`,
		`{"type":"teams","id":"3","op":"create","data":{"id":"team-2","name":"U3"}}`,
		`{"type":"problems","id":"4","op":"create","data":{"id":"1","label":"A","name":"Sum"}}`,
		`{"type":"submissions","id":"5","op":"create","data":{"id":"` + rid + `","team_id":"team-2","problem_id":"1","language_id":"cc","files":[]}}`,
		`{"type":"judgements","id":"6","op":"create","data":{"id":"0","submission_id":"` + rid + `","judgement_type_id":null}}`,
		`{"type":"judgements","id":"7","op":"create","data":{"id":"0","submission_id":"` + rid + `","judgement_type_id":"AC"}}`,
		`{"type":"submissions","id":"8","op":"create","data":{"id":"65f0a1000000000000000009","team_id":null,"problem_id":"1","language_id":"cc","files":[]}}`,
		`{"type":`,
	}, "\n")
	result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "cup", []testFile{
		{"event-feed.ndjson", feed}, {"U2_P1_R" + rid + "_S2@0.cc", "int a;"}, {"U3_P1_R65f0a1000000000000000002_S1@1.cc", "int b;"},
		{"U3_P1_R65f0a1000000000000000009_S1@1.cc", "int c;"},
	}))
	diff(t, "submissions", []string{
		"submissions/" + rid + ": U3 at A, cpp, attempt 1, AC",
		"submissions/65f0a1000000000000000002: U3 (user 3) at A, cpp, attempt 1, AC",
		"submissions/65f0a1000000000000000009: U3 (user 3) at A, cpp, attempt 2, AC",
	}, describe(result.Submissions))
	diff(t, "skipped", []string{
		"event-feed.ndjson: 2 submissions of the code zip are not in the feed: they have numbers unless other submissions show the names",
		"event-feed.ndjson: line 9: a line of the event feed is not a JSON object: it is broken at byte 8",
	}, skipLines(result))
	if result.Metadata.Title != "Old Cup" || result.Metadata.Duration != 5*time.Hour {
		t.Errorf("about %+v, want Old Cup with 5 hours", result.Metadata)
	}
}

// A log may be given as a single file. Several logs are one contest.
func TestHustojLogs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := save(t, dir, "logs-1017.txt", []byte(sample(t, "hustoj")[0].content))
	second := save(t, dir, "logs-1018.txt", []byte("\xcd\xf5:Problem1001:Accepted\r\nint main() { std::cin >> std::cout; }\r\n"+hustojSeparator+"\r\n"))
	whole := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "cup", sample(t, "hustoj")))
	result := readAll(t, Options{}, log)
	diff(t, "one log", whole.Submissions, result.Submissions)
	if result.Format != "hustoj" || result.Metadata.SystemID != "1017" {
		t.Errorf("format %q, about %+v; want hustoj and the number of a single log", result.Format, result.Metadata)
	}
	result = readAll(t, Options{}, log, second)
	checkResult(t, result)
	diff(t, "two logs", append(describeFully(whole.Submissions), `logs-1018.txt/000001: \xcd\xf5 at 1001, cpp, attempt 1, AC`), describeFully(result.Submissions))
	if result.Format != "hustoj" || result.Metadata.SystemID != "" {
		t.Errorf("format %q, about %+v; want hustoj and no number for two logs", result.Format, result.Metadata)
	}
}

// Code zips with the last attempts and with all attempts can be read together: the second file
// of a submission is skipped.
func TestHydroOverlap(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	all := sample(t, "hydro")
	result := readAll(t, Options{}, inputWriters["zip"](t, dir, "all", all), inputWriters["zip"](t, dir, "last", all[:2]))
	checkResult(t, result)
	whole := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "cup", all))
	diff(t, "submissions", whole.Submissions, result.Submissions)
	for _, f := range all[:2] {
		if !slices.Contains(result.Skipped, contest.SkippedItem{Path: "last/" + f.name, Reason: i18n.Textf("a second file of the same submission: only the first was read")}) {
			t.Errorf("%s is not listed: %q", f.name, skipLines(result))
		}
	}
}

// A user of DMOJ has the name of the folder or archive of their data, or, if several have this name, also those above it.
func TestDmojUsers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ folders, want string }{
		{"x/alice/submissions x/bob.zip/submissions", "alice bob"},
		{"x/alice/data/submissions x/bob/data/submissions", "alice bob"},
		{"alice/data/submissions data/submissions", "alice/data data"},
		{"a/one/submissions b/one/submissions b/two/submissions", "a/one b/one b/two"},
		{"ann/submissions ann.zip/submissions", "ann ann.zip"},
	} {
		folders := strings.Fields(test.folders)
		var got []string
		users := dmojUsers(folders)
		for _, folder := range folders {
			got = append(got, users[folder])
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got the users %q, want %s", test.folders, got, test.want)
		}
	}
}
