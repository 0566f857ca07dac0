package intake

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// A layout can be a pattern: a regular expression or its short form with braces.
func TestPatterns(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		layout  string
		tree    string
		want    []string
		skipped []string
		ids     []string // SystemID of each submission; nil if the layout has none
	}{
		{
			name:   "id, verdict and participant in the file's name",
			layout: `(?P<problem>[A-Z])/(?P<id>\d+)_(?P<verdict>[A-Z]+)_(?P<participant>.+)_[A-Z]\.\w+`,
			tree:   "A/10_AC_Team One_A.cpp\nA/9_WA_Team One_A.cpp\nA/11_CE_Two_A.py\nB/readme.cpp",
			want: []string{
				"A/Team One/10: Team One at A, cpp, attempt 2, AC",
				"A/Team One/9: Team One at A, cpp, attempt 1, WA",
				"A/Two/11: Two at A, python, attempt 1, CE",
			},
			skipped: []string{
				`B/readme.cpp: its path does not match the layout (?P<problem>[A-Z])/(?P<id>\d+)_(?P<verdict>[A-Z]+)_(?P<participant>.+)_[A-Z]\.\w+`,
			},
			ids: []string{"10", "9", "11"},
		},
		{
			name:   "the short form splits at the last underscore",
			layout: "{participant}_{problem}.txt",
			tree:   "ann_b_1.txt\nann_b_2.txt\nbob_1.txt",
			want:   nil,
			skipped: []string{
				"ann_b_1.txt: " + reasonLanguage,
				"ann_b_2.txt: " + reasonLanguage,
				"bob_1.txt: " + reasonLanguage,
			},
		},
		{
			name:   "underscores in names, after the other parts",
			layout: "{problem}/{id}_{verdict}_{participant}.{ext}",
			tree:   "A/1_WA_red_fox.cpp\nA/2_AC_red_fox.cpp\nA/3_wrong_answer_red_fox.cpp\nA/4_ok_ann.cpp\nA/5_TIME_LIMIT_EXCEEDED_the_red_fox.cpp",
			want: []string{
				"A/ann/4: ann at A, cpp, attempt 1, AC",
				"A/red_fox/1: red_fox at A, cpp, attempt 1, WA",
				"A/red_fox/2: red_fox at A, cpp, attempt 2, AC",
				"A/red_fox/3: red_fox at A, cpp, attempt 3, WRONG_ANSWER",
				"A/the_red_fox/5: the_red_fox at A, cpp, attempt 1, TIME_LIMIT_EXCEEDED",
			},
		},
		{
			name:   "underscores in names, before the other parts",
			layout: "{problem}/{participant}_{verdict}_{id}.{ext}",
			tree:   "A/red_fox_WA_1.cpp\nA/red_fox_AC_2.cpp\nA/ann_AC_3.cpp",
			want: []string{
				"A/ann/3: ann at A, cpp, attempt 1, AC",
				"A/red_fox/1: red_fox at A, cpp, attempt 1, WA",
				"A/red_fox/2: red_fox at A, cpp, attempt 2, AC",
			},
		},
		{
			name:   "underscores in names, after the problem and a time",
			layout: "{problem}_{time}_{score}_{participant}.{ext}",
			tree:   "A_2014-06-25_11-22-05_100_red_fox.cpp\nA_20140625_112204_50_red_fox.cpp\nA_9_100_ann.cpp",
			want: []string{
				"A_2014-06-25_11-22-05_100_red_fox.cpp: red_fox at A, cpp, attempt 2",
				"A_20140625_112204_50_red_fox.cpp: red_fox at A, cpp, attempt 1",
				"A_9_100_ann.cpp: ann at A, cpp, attempt 1",
			},
		},
		{
			name:   "underscores in problems",
			layout: "{participant}/{problem}_{id}.{ext}",
			tree:   "ann/two_sum_1.cpp\nann/two_sum_2.cpp\nbob/two_sum_3.cpp",
			want: []string{
				"two_sum/ann/1: ann at two_sum, cpp, attempt 1",
				"two_sum/ann/2: ann at two_sum, cpp, attempt 2",
				"two_sum/bob/3: bob at two_sum, cpp, attempt 1",
			},
		},
		{
			name:   "parts to ignore",
			layout: "{_}/{problem}/{}-{participant}-{}.{ext}",
			tree:   "export/A/x-red_fox-1.cpp\nexport/A/y-ann-2.cpp",
			want: []string{
				"export/A/x-red_fox-1.cpp: red_fox at A, cpp, attempt 1",
				"export/A/y-ann-2.cpp: ann at A, cpp, attempt 1",
			},
		},
		{
			name:   "a language in the path",
			layout: "{language}/{participant}_{problem}.txt",
			tree:   "C++17/ann_b_1.txt\njava/ann_b_2.txt\nJava 21/bob_1.txt\nklingon/bob_2.txt",
			want: []string{
				"C++17/ann_b_1.txt: ann_b at 1, cpp, attempt 1",
				"Java 21/bob_1.txt: bob at 1, java, attempt 1",
				"java/ann_b_2.txt: ann_b at 2, java, attempt 1",
			},
			skipped: []string{"klingon/bob_2.txt: " + reasonLanguage},
		},
		{
			name:   "without a problem: the name of the contest",
			layout: `(?P<participant>[^_]+)_.*`,
			tree:   "ann_1.cpp\nann_2.cpp\nbob_1.cpp",
			want: []string{
				"ann_1.cpp: ann at cup, cpp, attempt 1",
				"ann_2.cpp: ann at cup, cpp, attempt 2",
				"bob_1.cpp: bob at cup, cpp, attempt 1",
			},
		},
		{
			name:   "submissions of several files",
			layout: "{problem}/{participant}/{id}/{file}",
			tree:   "A/ann/9/Main.java\nA/ann/9/lib/G.java\nA/ann/10/Main.java\nA/bob/7/x.py\nA/bob/x.py",
			want: []string{
				"A/ann/10: ann at A, java, attempt 2",
				"A/ann/9: ann at A, java, attempt 1, 2 files",
				"A/bob/7: bob at A, python, attempt 1",
			},
			skipped: []string{"A/bob/x.py: its path does not match the layout {problem}/{participant}/{id}/{file}"},
		},
		{
			name:   "several files of several submissions in one folder",
			layout: "{problem}/{participant}.{id}.{file}.{ext}",
			tree:   "A/ann.1.a.cpp\nA/ann.1.b.cpp\nA/bob.2.a.cpp\nA/bob.2.b.cpp",
			want: []string{
				"A/ann/1: ann at A, cpp, attempt 1, 2 files",
				"A/bob/2: bob at A, cpp, attempt 1, 2 files",
			},
		},
		{
			name:   "attempts by time, then by the text of a time, then by number",
			layout: "{problem}/{participant}/{time}.{attempt}.{score}.{ext}",
			tree: "A/ann/2024-05-01T10:00:00+02:00.1.0.cpp\nA/ann/2024-05-01T09:00:00Z.2.50.cpp\nA/ann/20240430120000.3.100.cpp\n" +
				"A/bob/100.1.0.cpp\nA/bob/99.2.0.cpp\nA/bob/99.1.0.cpp",
			want: []string{
				"A/ann/2024-05-01T09:00:00Z.2.50.cpp: ann at A, cpp, attempt 3",
				"A/ann/2024-05-01T10:00:00+02:00.1.0.cpp: ann at A, cpp, attempt 2",
				"A/ann/20240430120000.3.100.cpp: ann at A, cpp, attempt 1",
				"A/bob/100.1.0.cpp: bob at A, cpp, attempt 3",
				"A/bob/99.1.0.cpp: bob at A, cpp, attempt 1",
				"A/bob/99.2.0.cpp: bob at A, cpp, attempt 2",
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := inputWriters["tar.gz"](t, t.TempDir(), "cup", filesOf(tt.tree))
			result, err := Read(context.Background(), []string{path}, Options{Layout: tt.layout})
			if result == nil || (err != nil) != (tt.want == nil) {
				t.Fatalf("Read: %v", err)
			}
			checkResult(t, result)
			diff(t, "submissions", tt.want, describe(result.Submissions))
			diff(t, "skipped", tt.skipped, skipLines(result))
			diff(t, "layout", tt.layout, result.Layout)
			for i, id := range tt.ids {
				diff(t, "ID", id, result.Submissions[i].SystemID)
			}
		})
	}
}

// Invalid options give an error that says what is possible.
func TestBadOptions(t *testing.T) {
	t.Parallel()
	path := inputWriters["zip"](t, t.TempDir(), "cup", filesOf("A/ann.cpp\nA/bob.cpp"))
	tests := []struct {
		name string
		opts Options
		want string
	}{
		{"no such preset", Options{Layout: "team/task"}, `no layout is called "team/task"; there are problem/participant, participant/problem, participant/files, and patterns`},
		{"no participant", Options{Layout: "(?P<problem>.*)"}, "it needs a group for the participant"},
		{"unknown group", Options{Layout: "(?P<team>.*)"}, `there is no group "team"; the groups are problem, participant`},
		{"unknown name", Options{Layout: "{team}.cpp"}, "there is no {team}; there are {problem}, {participant}"},
		{"only parts to ignore", Options{Layout: "{}/{_}.cpp"}, "it needs a group for the participant"},
		{"a name in capitals", Options{Layout: "{Problem}/{participant}.cpp"}, "a brace belongs to no part; the parts are {problem}, {participant}"},
		{"a brace that is not closed", Options{Layout: "{problem}/{participant"}, "a brace belongs to no part"},
		{"a name twice", Options{Layout: "{participant}/{participant}.cpp"}, "{participant} occurs twice"},
		{"not a regular expression", Options{Layout: "(?P<participant>"}, "missing closing ): `(?P<participant>`"},
		{"parentheses that close others", Options{Layout: `(?P<participant>\w+))|(?:\d+`}, "unexpected ): "},
		{"too long", Options{Layout: "{participant}" + strings.Repeat("x", maxPattern)}, "longer than 2,000 characters"},
		{"no such language", Options{Language: "klingon"}, `no language is called "klingon"; known are c, cpp,`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := Read(context.Background(), []string{path}, tt.opts)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// parseTime reads the forms of time that occur in paths, and refuses what is not a time.
func TestParseTime(t *testing.T) {
	t.Parallel()
	want := time.Date(2014, 6, 25, 11, 22, 5, 0, time.UTC)
	for _, text := range []string{
		"2014-06-25T11:22:05Z", "2014-06-25T13:22:05+02:00", "2014-06-25 11:22:05", "2014-06-25_11-22-05",
		"20140625112205", "20140625T112205", "20140625-112205", "1403695325", "1403695325000",
	} {
		if got, ok := parseTime(text); !ok || !got.Equal(want) {
			t.Errorf("parseTime(%q) = %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"2014-06-25 11:22", "2014-06-25T11:22"} {
		if got, ok := parseTime(text); !ok || !got.Equal(want.Truncate(time.Minute)) {
			t.Errorf("parseTime(%q) = %v, %v, want %v", text, got, ok, want.Truncate(time.Minute))
		}
	}
	for _, text := range []string{"", "77", "soon", "2014", "99999999999999999999", "-123456789", "+123456789012", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+01:00"} {
		if got, ok := parseTime(text); ok {
			t.Errorf("parseTime(%q) = %v, want no time", text, got)
		}
	}
}

// Compile errors and accepted submissions are recognised in every spelling.
func TestParseVerdict(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"CompilationError": "CE", "CompileError": "CE", "compile error": "CE", "Compiler-Error": "CE", "COMPILATION_ERROR": "CE",
		"Accepted": "AC", "ok": "AC", "WRONG_ANSWER": "WRONG_ANSWER", "wrong answer": "WRONG_ANSWER", "": "",
	} {
		if got := parseVerdict(text); string(got) != want {
			t.Errorf("%q is the verdict %q, want %q", text, got, want)
		}
	}
}

// parseAttempt reads a number and a verdict from a file name, and refuses other names.
func TestParseAttempt(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"01-WA": "01 WA", "1": "1 ", "12_ac": "12 AC", "3-OK": "3 AC", "3-Accepted": "3 AC", "4-COMPILATION_ERROR": "4 CE",
		"5-XYZ": "5 XYZ", "6-wrong_answer": "6 WRONG_ANSWER",
		"7-graph": "", "main": "", "WA": "", "8-": "", "-AC": "", "9-AC-2": "", "": "", "1234567890123456789": "",
	}
	for name, want := range tests {
		got := ""
		if number, verdict, ok := parseAttempt(name); ok {
			got = fmt.Sprintf("%s %s", number, verdict)
		}
		if got != want {
			t.Errorf("parseAttempt(%q) = %q, want %q", name, got, want)
		}
	}
}
