package intake

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// manifestOf returns the files of paths, with table as their manifest.
func manifestOf(table, paths string) []testFile {
	return append(filesOf(paths), testFile{"submissions.csv", table})
}

// A manifest assigns files to submissions, in every form that spreadsheets write. Wrong lines
// and unlisted files are skipped with a reason.
func TestManifest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, table, paths string
		want, skipped      []string
		isCut              bool
	}{
		{
			name: "all columns",
			table: "\ufeffpath,participant,problem,id,language,verdict,score,time,attempt,kind,affiliation,site\n" +
				"x/1.txt,Ann,A,7,GNU C++17,accepted,100,2024-05-01T10:00:00+02:00,2,official,Lund,Hall 1\n" +
				"x/2.txt,Ann,A,5,cpp,WA,0,2024-05-01T09:00:00+02:00,1,,Lund,\n" +
				"x/3.py,Bob,A,9,,Compilation error,,,,Virtual,,Hall 2\n",
			paths: "x/1.txt\nx/2.txt\nx/3.py",
			want: []string{
				"x/1.txt: Ann at A, cpp, attempt 2, AC",
				"x/2.txt: Ann at A, cpp, attempt 1, WA",
				"x/3.py: Bob at A, python, attempt 1, CE",
			},
		},
		{
			name:    "a folder in two lines",
			table:   "path,participant\nx,ann\nx,bob\ny.cpp,bob\n",
			paths:   "x/1.cpp\nx/2.cpp\ny.cpp",
			want:    []string{"x: ann at set, cpp, attempt 1, 2 files", "y.cpp: bob at set, cpp, attempt 1"},
			skipped: []string{"x: submissions.csv, line 3: line 2 lists it too: only that was read"},
		},
		{
			name:  "only a path column",
			table: "Path\na.cpp\nteam b\\Main.java\n",
			paths: "a.cpp\nteam b/Main.java",
			want:  []string{"a.cpp: a at set, cpp, attempt 1", "team b/Main.java: Main at set, java, attempt 1"},
		},
		{
			name:  "semicolons, as spreadsheets write them",
			table: "path;participant;problem\n\"a,b.cpp\";ann;A\nc.cpp;bob;A\n",
			paths: "a,b.cpp\nc.cpp",
			want:  []string{"a,b.cpp: ann at A, cpp, attempt 1", "c.cpp: bob at A, cpp, attempt 1"},
		},
		{
			name:  "lines that end with CR alone",
			table: "path,participant\ra.cpp,ann\rb.cpp,bob\r",
			paths: "a.cpp\nb.cpp",
			want:  []string{"a.cpp: ann at set, cpp, attempt 1", "b.cpp: bob at set, cpp, attempt 1"},
		},
		{
			name:  "tabs",
			table: "path\tparticipant\na.cpp\tann, of Lund\n",
			paths: "a.cpp",
			want:  []string{"a.cpp: ann, of Lund at set, cpp, attempt 1"},
		},
		{
			name:  "several files of one id, and a folder",
			table: "path,participant,id\n1/Main.java,ann,1\n1/lib/Graph.java,ann,1\n2,bob,2\n3/x.cpp,cy,3\n",
			paths: "1/Main.java\n1/lib/Graph.java\n2/Main.java\n2/Util.java\n3/x.cpp",
			want: []string{
				"1: ann at set, java, attempt 1, 2 files",
				"2: bob at set, java, attempt 1, 2 files",
				"3/x.cpp: cy at set, cpp, attempt 1",
			},
		},
		{
			name: "wrong lines",
			table: "path,participant,problem,id,language,kind\n" +
				"a.cpp,ann,A,1,,guest\n" +
				"gone.cpp,bob,A,2,,\n" +
				",cy,A,3,,\n" +
				"b.cpp,,A,4,,\n" +
				"a.cpp,dan,A,5,,\n" +
				"c.cpp,eve,B,1,,\n" +
				"d.cpp,eve,A,6,Klingon,\n" +
				"../e.cpp,eve,A,7,,\n" +
				"f.xyz,eve,A,8,,\n",
			paths: "a.cpp\nb.cpp\nc.cpp\nd.cpp\nf.xyz\nextra/g.cpp",
			want:  []string{"a.cpp: ann at A, cpp, attempt 1", "d.cpp: eve at A, cpp, attempt 1"},
			skipped: []string{
				`../e.cpp: submissions.csv, line 9: a path with ".." that leads out of the archive`,
				"a.cpp: submissions.csv, line 6: line 2 lists it too: only that was read",
				"b.cpp: submissions.csv, line 5: it names no participant",
				"c.cpp: submissions.csv, line 7: line 2 has the same id for another participant or problem: only that was read",
				`d.cpp: submissions.csv, line 8: no language is called "Klingon": its files were read by their names`,
				"extra/g.cpp: submissions.csv does not list it",
				"f.xyz: in no known language: if it is a program, choose a language for all files",
				"gone.cpp: submissions.csv, line 3: it is not in the input, or was not read",
				"submissions.csv: line 2: the kind must be official, virtual or staff: it was read as official",
				"submissions.csv: submissions.csv, line 4: it names no file",
			},
		},
		{
			name:  "unknown columns are not read or named",
			table: "path,participant,secret,participant\na.cpp,ann,hunter2,bob,more\n",
			paths: "a.cpp",
			want:  []string{"a.cpp: ann at set, cpp, attempt 1"},
			skipped: []string{
				"submissions.csv: column 3 was not read: it is none of path, participant, problem, id, language, verdict, score, time, attempt, kind, affiliation, site",
				"submissions.csv: column 4 was not read: it is a second participant",
				"submissions.csv: line 2: more values than columns: the extra ones were not read",
			},
		},
		{
			name:    "a quote that is not closed",
			table:   "path,participant\na.cpp,ann\nb.cpp,\"bob\n",
			paths:   "a.cpp\nb.cpp",
			want:    []string{"a.cpp: ann at set, cpp, attempt 1"},
			skipped: []string{"b.cpp: submissions.csv does not list it", `submissions.csv: not read to its end: line 3: extraneous or missing " in quoted-field`},
			isCut:   true,
		},
		{
			name:    "another encoding than UTF-8",
			table:   "path;participant\r\na.cpp;\xc4nne\r\n",
			paths:   "a.cpp",
			want:    []string{`a.cpp: \xc4nne at set, cpp, attempt 1`},
			skipped: []string{`submissions.csv: it is not in UTF-8, so letters of other languages are shown as numbers such as \xe4: save it as UTF-8`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for name, pack := range inputWriters {
				result := readAll(t, Options{Format: formatManifest}, pack(t, t.TempDir(), "set", manifestOf(test.table, test.paths)))
				diff(t, name, test.want, describe(result.Submissions))
				diff(t, name+", skipped", test.skipped, skipLines(result))
				if isCut := len(result.Incomplete) > 0; isCut != test.isCut {
					t.Errorf("%s: incomplete: %q, want a reason: %v", name, result.Incomplete, test.isCut)
				}
			}
		})
	}
}

// utf16Of encodes a text in UTF-16.
func utf16Of(order binary.AppendByteOrder, text string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

// Programs with a byte order mark of UTF-16, and manifests with or without one, are read in UTF-8.
func TestUTF16(t *testing.T) {
	t.Parallel()
	const table, program = "path,participant\na.cpp,Ann\nb.cpp,Боб\n", "int main() { return 1; } // Шаг\r\n"
	for name, tt := range map[string]struct{ table, program string }{
		"little endian":             {utf16Of(binary.LittleEndian, "\ufeff"+table), utf16Of(binary.LittleEndian, "\ufeff"+program)},
		"big endian":                {utf16Of(binary.BigEndian, "\ufeff"+table), utf16Of(binary.BigEndian, "\ufeff"+program)},
		"without a byte order mark": {utf16Of(binary.LittleEndian, table), program},
	} {
		for writer, pack := range inputWriters {
			files := []testFile{{"submissions.csv", tt.table}, {"a.cpp", tt.program}, {"b.cpp", tt.program}}
			result, err := Read(t.Context(), []string{pack(t, t.TempDir(), "set", files)}, Options{})
			if err != nil {
				t.Errorf("%s in a %s: %v", name, writer, err)
				continue
			}
			names := namesOf(result.Submissions)
			if len(result.Submissions) != 2 || !names["Ann"] || !names["Боб"] || len(result.Skipped) != 0 {
				t.Errorf("%s in a %s: read %v, skipped %v", name, writer, result.Submissions, result.Skipped)
			}
			for _, s := range result.Submissions {
				if got := string(s.Files[0].Content); got != program {
					t.Errorf("%s in a %s: got the program %q, want %q", name, writer, got, program)
				}
			}
		}
	}
}

// A table in the place of a manifest that cannot be one is doubted, because the files do not say who submitted them.
func TestManifestWithoutPaths(t *testing.T) {
	t.Parallel()
	for table, want := range map[string]string{
		"file,participant\na.cpp,Ann\n": `submissions.csv is no manifest: its first line names no column "path".`,
		"":                              "submissions.csv is no manifest: it is empty: its first line should name the columns.",
	} {
		input := inputWriters["zip"](t, t.TempDir(), "set", manifestOf(table, "a.cpp\nb.cpp"))
		_, err := Read(t.Context(), []string{input}, Options{})
		if doubt, ok := errors.AsType[*Doubt](err); !ok || doubt.Message.String() != want {
			t.Errorf("table %q: error %v, want a doubt: %s", table, err, want)
		}
		for _, opts := range []Options{{AcceptDoubt: true}, {Format: FormatFolders}, {Layout: ParticipantFiles}} {
			readAll(t, opts, input)
		}
	}
}

// A zip whose name a browser may have changed is doubted if the name is the problem, and one late student of Canvas is read as
// such.
func TestLateDownloads(t *testing.T) {
	t.Parallel()
	const moodle, canvas = "Ann Lee_1_assignsubmission_file/a.py = x\nBo_2_assignsubmission_file/a.py = y", "leeann_12_3_a.py = x"
	for _, tt := range []struct{ name, files, want, doubt string }{
		{"W-5", moodle, "Ann Lee at W-5, Bo at W-5", ""},
		{"W-5 (1)", moodle, "Ann Lee at W-5 (1), Bo at W-5 (1)",
			`the problem would be called "W-5 (1)", and browsers call a second download so: rename the file if the problem is "W-5".`},
		{"contest (1)", "A/ann.py\nA/bo.py\nA/cy.py\nB/ann.py\nB/bo.py\nB/cy.py", "ann at A, bo at A, cy at A, ann at B, bo at B, cy at B", ""},
		{"w-9_submissions", canvas, "leeann at w-9", ""},
		{"w-9", canvas, "leeann_12_3_a at w-9", ""},
	} {
		input := inputWriters["zip"](t, t.TempDir(), tt.name, filesOf(tt.files))
		result, err := Read(t.Context(), []string{input}, Options{})
		var got []string
		for _, s := range result.Submissions {
			got = append(got, s.Participant+" at "+s.Problem)
		}
		doubt := ""
		if d, ok := errors.AsType[*Doubt](err); ok {
			doubt = d.Message.String()
		}
		if strings.Join(got, ", ") != tt.want || doubt != tt.doubt {
			t.Errorf("%s: %q, error %v, want %q and the doubt %q", tt.name, got, err, tt.want, tt.doubt)
		}
		if reason := result.FormatReason.String(); tt.name == "w-9" && !strings.Contains(reason, "the format canvas reads it so") {
			t.Errorf("%s: %s, want the format canvas", tt.name, reason)
		}
	}
}

// A manifest also gives facts about participants, and the kind, ID, language and time of
// submissions.
func TestManifestFacts(t *testing.T) {
	t.Parallel()
	result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "set", manifestOf(
		"path,participant,id,language,kind,affiliation,site,time\n"+
			"a.txt,Ann,s-1,GNU C++17 7.3.0,staff,Lund,,2019-07-23 17:12:33 +0200\n"+
			"b.txt,Ann,s-2,C++,staff,Oslo,Hall 1,2014-06-25T11:22:05.034+01\n"+
			"c.txt,Bob,s-3,Python 3,,,,35\n"+
			"d.txt,Cid,s-4,Python 3,,,,01.05.2026 10:00\n"+
			"e.txt,Cid,s-5,Python 3,,,,5/1/2026\n", "a.txt\nb.txt\nc.txt\nd.txt\ne.txt")))
	diff(t, "format", formatManifest, result.Format)
	diff(t, "reason", `submissions.csv has a column "path"`, result.FormatReason.String())
	var got []string
	for _, s := range result.Submissions {
		got = append(got, fmt.Sprint(s.Participant, " ", s.Kind, " ", s.SystemID, " ", s.Language, " ", s.LanguageVersion, " ", s.Attempt, " ", s.Time))
	}
	diff(t, "submissions", []string{
		"Ann staff s-1 cpp GNU C++17 7.3.0 2 2019-07-23 15:12:33 +0000 UTC",
		"Ann staff s-2 cpp  1 2014-06-25 10:22:05.034 +0000 UTC",
		"Bob official s-3 python Python 3 1 0001-01-01 00:00:00 +0000 UTC",
		"Cid official s-4 python Python 3 1 0001-01-01 00:00:00 +0000 UTC",
		"Cid official s-5 python Python 3 2 0001-01-01 00:00:00 +0000 UTC",
	}, got)
	diff(t, "participants", []contest.Participant{{Name: "Ann", Affiliation: "Lund", Site: "Hall 1"}}, result.Participants)
	diff(t, "skipped", []string{
		"submissions.csv: line 3: another affiliation than in an earlier line for the same participant: the earlier one counts",
		"submissions.csv: line 5: 2 times from here on were not read: write them as 2024-05-01T10:00:00Z",
	}, skipLines(result))
}

// A manifest describes the files in its folder and below. A manifest in a higher folder counts
// instead.
func TestManifestFolder(t *testing.T) {
	t.Parallel()
	const table = "path,participant\nann.cpp,Ann\nbob.cpp,Bob\n"
	const both = "ann.cpp\nbob.cpp\n"
	t.Run("in the only folder of the input", func(t *testing.T) {
		t.Parallel()
		result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "set",
			[]testFile{{"x/ann.cpp", "int a;"}, {"x/bob.cpp", "int b;"}, {"x/submissions.csv", table}}))
		diff(t, "submissions", []string{"x/ann.cpp: Ann at set, cpp, attempt 1", "x/bob.cpp: Bob at set, cpp, attempt 1"}, describe(result.Submissions))
	})
	t.Run("one for each problem", func(t *testing.T) {
		t.Parallel()
		result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "set",
			[]testFile{{"A/ann.cpp", "int a;"}, {"A/bob.cpp", "int b;"}, {"A/submissions.csv", table}, {"B/ann.cpp", "int c;"}, {"B/bob.cpp", "int d;"}, {"B/submissions.csv", table}}))
		diff(t, "reason", `A/submissions.csv and 1 table of the same name have a column "path"`, result.FormatReason.String())
		diff(t, "submissions", []string{"A/ann.cpp: Ann at A, cpp, attempt 1", "A/bob.cpp: Bob at A, cpp, attempt 1",
			"B/ann.cpp: Ann at B, cpp, attempt 1", "B/bob.cpp: Bob at B, cpp, attempt 1"}, describe(result.Submissions))
	})
	t.Run("one for each input", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		result := readAll(t, Options{}, inputWriters["zip"](t, dir, "one", manifestOf(table, both)), inputWriters["folder"](t, dir, "two", manifestOf(table, both)))
		diff(t, "submissions", []string{"one/ann.cpp: Ann at one, cpp, attempt 1", "one/bob.cpp: Bob at one, cpp, attempt 1",
			"two/ann.cpp: Ann at two, cpp, attempt 1", "two/bob.cpp: Bob at two, cpp, attempt 1"}, describe(result.Submissions))
	})
	t.Run("only in the folder of one problem", func(t *testing.T) {
		t.Parallel()
		files := []testFile{{"A/ann.cpp", "int a;"}, {"A/bob.cpp", "int b;"}, {"B/submissions.csv", table}, {"B/ann.cpp", "int c;"}, {"B/bob.cpp", "int d;"}}
		result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "set", files))
		diff(t, "format", FormatFolders, result.Format)
		files = append(files, testFile{"submissions.csv", "path,participant\nA/ann.cpp,Ann\nA/bob.cpp,Bob\n"})
		result = readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "set", files))
		diff(t, "format", formatManifest, result.Format)
		diff(t, "skipped", []string{"B/ann.cpp: submissions.csv does not list it", "B/bob.cpp: submissions.csv does not list it",
			"B/submissions.csv: not read: a table in a higher folder describes all files"}, skipLines(result))
	})
}

// A manifest can be given by its path, inside or outside the input.
func TestManifestGiven(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := inputWriters["folder"](t, dir, "set", filesOf("lists/ann.cpp\nlists/bob.cpp\ntop.cpp"))
	archive := inputWriters["zip"](t, dir, "set", filesOf("lists/ann.cpp\nlists/bob.cpp\ntop.cpp"))
	within := save(t, filepath.Join(folder, "lists"), "mine.csv", []byte("path,participant\nann.cpp,Ann\nbob.cpp,Bob\n"))
	outside := save(t, dir, "other.csv", []byte("path,participant\nlists/ann.cpp,Ann\nlists/bob.cpp,Bob\n"))
	want := []string{"lists/ann.cpp: Ann at set, cpp, attempt 1", "lists/bob.cpp: Bob at set, cpp, attempt 1"}
	for _, test := range []struct {
		name, manifest, input string
		skipped               []string
	}{
		{"in the input", within, folder, []string{"top.cpp: lists/mine.csv does not list it"}},
		{"outside the input", outside, folder, []string{"lists/mine.csv: other.csv does not list it", "top.cpp: other.csv does not list it"}},
		{"beside an archive", outside, archive, []string{"top.cpp: other.csv does not list it"}},
	} {
		result := readAll(t, Options{Manifest: test.manifest}, test.input)
		diff(t, test.name, want, describe(result.Submissions))
		diff(t, test.name+", skipped", test.skipped, skipLines(result))
	}
	for _, opts := range []Options{{Manifest: outside, Format: "dolos"}, {Manifest: outside, Layout: ProblemParticipant}} {
		_, err := Read(t.Context(), []string{folder}, opts)
		if option := new(OptionError); !errors.As(err, &option) {
			t.Errorf("a manifest with format %q and layout %q: error %v, want an OptionError", opts.Format, opts.Layout, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel() // the manifest is opened before anything is read
	_, err := Read(ended, []string{folder}, Options{Manifest: filepath.Join(dir, "none.csv")})
	if err == nil || !strings.HasPrefix(err.Error(), "manifest: there is no file ") || !strings.HasSuffix(err.Error(), "none.csv") {
		t.Errorf("a missing manifest: error %v, want one that names the file", err)
	}
}

// FuzzManifest reads any table about some files: each file is in one submission or listed, and
// the facts are valid.
func FuzzManifest(f *testing.F) {
	f.Add("path,participant,id\na.cpp,ann,1\nd/b.cpp,ann,1\nd,bob,2\n")
	f.Add("path;kind;time\nd;staff;1400000000\n\"a.cpp\";;x")
	f.Add("\ufeffPATH\tlanguage\na.cpp\tC++17\nd\\b.cpp\t??\n../x\t\n")
	f.Add("filename,full_name,id,exercise_id,name_en,ignored\na.cpp,Ann,1,3,Sums,\nd/b.cpp,Ann,2,4,Sums,\nd/c.txt,,,,,true\n")
	f.Add("path\n\"a.cpp")
	f.Fuzz(func(t *testing.T, table string) {
		for _, format := range []*format{manifestFormat, dolosFormat} {
			tree := &tree{name: "fuzz"}
			for _, f := range filesOf("a.cpp\nd/b.cpp\nd/c.txt") {
				language, _ := languageNamed("cpp")
				if strings.HasSuffix(f.name, ".txt") {
					language = nil
				}
				tree.files = append(tree.files, file{path: f.name, inputPath: f.name, content: []byte(f.content), language: language})
			}
			name := map[string]string{"manifest": "submissions.csv", "dolos": "info.csv"}[format.name]
			tree.records = []file{{path: name, inputPath: name, content: []byte(table)}}
			got, err := format.read(tree)
			if err != nil {
				continue
			}
			result := &Result{Submissions: got.submissions, Skipped: tree.sortedSkips()}
			found := map[string]bool{}
			for _, s := range result.Submissions {
				for _, file := range s.Files {
					if found[file.Path] {
						t.Errorf("%s is in two submissions", file.Path)
					}
					found[file.Path] = true
				}
				if !utf8.ValidString(s.Participant) || strings.ContainsFunc(s.Participant, unicode.IsControl) || s.Participant == "" || s.Problem == "" || s.Attempt < 1 {
					t.Errorf("incomplete submission, or a name that cannot be shown: %+v", s)
				}
			}
			for _, s := range result.Skipped {
				found[s.Path] = true
				if !utf8.ValidString(s.Path) || !utf8.ValidString(s.Reason.String()) {
					t.Errorf("skipped item that is not UTF-8: %q: %q", s.Path, s.Reason)
				}
			}
			for _, f := range tree.files {
				if !found[f.path] {
					t.Errorf("%s is neither in a submission nor listed", f.path)
				}
			}
		}
	})
}
