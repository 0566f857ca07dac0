package intake

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

var packageSubmissions = []string{
	`submissions/10: Foxes (101) at A, cpp, attempt 1, WA, 2024-04-20T08:30:00.25Z, C++20, number 10, judged WA`,
	`submissions/11: Foxes (101) at A, cpp, attempt 2, AC, 2024-04-20T08:40:00Z, C++20, number 11, judged WA before, judged AC`,
	`submissions/12: Foxes (102) at A, java, attempt 1, AC, 2 files, 2024-04-20T08:50:00Z, Java 21, number 12, judged AC`,
	`submissions/13: Owls at B, python, attempt 1, 2024-04-20T09:00:00Z, Python 3 (PyPy), number 13`,
	`submissions/14: judge at B, cpp, attempt 1, staff, 2024-04-20T09:10:00Z, C++20, number 14`,
	`submissions/15: reference at B, cpp, attempt 1, AC, staff, 2024-04-20T09:20:00Z, C++20, number 15, judged AC`,
	`submissions/16: Foxes (102) at B, cpp, attempt 2, CE, virtual, 2024-04-20T13:00:00Z, C++20, number 16, judged CE`,
	`submissions/21: Owls at A, ruby, attempt 1, 2024-04-20T09:50:00Z, my own, number 21`,
	`submissions/22: Owls at A, , attempt 2, 2024-04-20T09:55:00Z, my own, number 22`, // the check reports the unknown language
}

var packageSkipped = []string{
	`other-systems: 2 files of other systems about the contest: not imported`,
	`stray.cpp: outside submissions/<id>/, the folder of programs in a contest package`,
	`submissions/11/files.zip/sample.in: beside the program, and in no known language`,
	`submissions/16/notes.cpp: beside the archive of the submission, files.zip: only that was read`,
	`submissions/17: its file files.zip is not in the package: import the contest from the system itself, if it still has it`,
	`submissions/18: the package has no file of it`,
	`submissions/19: its team is not among those of the contest`,
	`submissions/20: none of its files could be read`,
	`submissions/20/files.zip/../../walk.cpp: a path with ".." that leads out of the archive`,
	`submissions/99/files.zip/walk.cpp: no submission of the package has this identifier`,
}

// Read finds the same in a contest package from every kind of input. Reasons contain no names, and
// no password is stored.
func TestContestPackage(t *testing.T) {
	t.Parallel()
	files := sample(t, "ccs")
	for name, pack := range inputWriters {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := readAll(t, Options{}, pack(t, t.TempDir(), "spring", files))
			if result.Format != "ccs" || result.FormatReason.IsZero() || len(result.Incomplete) > 0 {
				t.Errorf("format %q, reason %q, incomplete %v; want ccs with a reason, complete", result.Format, result.FormatReason, result.Incomplete)
			}
			diff(t, "submissions", packageSubmissions, describeFully(result.Submissions))
			diff(t, "skipped", packageSkipped, skipLines(result))
			diff(t, "participants", []contest.Participant{
				{Name: "Foxes (101)", Affiliation: "First University", Site: "North", Address: "10.0.0.1", Seat: "room 7", SystemID: "1"},
				{Name: "Foxes (102)", Site: "Participants", SystemID: "2"}, {Name: "Owls", Site: "Participants", SystemID: "3"},
				{Name: "reference", Site: "Jury", SystemID: "4"},
			}, result.Participants)
			diff(t, "about", contest.Metadata{
				System: "DOMjudge 8.3.1, Contest API 2023-06", SystemID: "spring", Title: "Spring Contest 2024",
				StartsAt: time.Date(2024, 4, 20, 8, 0, 0, 0, time.UTC), Duration: 5 * time.Hour,
				Problems: []contest.Problem{{Name: "A", Title: "Sums", SystemID: "sums"}, {Name: "B", Title: "Walks", SystemID: "walks"}},
			}, result.Metadata)
			diff(t, "files of 12", []string{"submissions/12/org/foxes/Main.java", "submissions/12/org/foxes/Sum.java"}, filePaths(result.Submissions[2].Files))
			for _, s := range result.Skipped {
				if strings.Contains(s.Reason.String(), "Foxes") || strings.Contains(s.Reason.String(), "Owls") {
					t.Errorf("%s names somebody: %s", s.Path, s.Reason)
				}
			}
			if encoded, err := json.Marshal(result); err != nil || strings.Contains(string(encoded), "sesame-open") {
				t.Errorf("the result contains a password, or cannot be encoded (error %v)", err)
			}
		})
	}
}

func filePaths(files []contest.File) []string {
	var list []string
	for _, f := range files {
		list = append(list, f.Path)
	}
	return list
}

// Submissions have the same paths in whichever folder the package is.
func TestContestPackageAnywhere(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"wf", "contest", "teams"} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			input := inputWriters["zip"](t, dir, "download", below(folder+"/", sample(t, "ccs")))
			diff(t, "submissions", packageSubmissions, describeFully(readAll(t, Options{}, input).Submissions))
			beside := inputWriters["folder"](t, dir, "beside", filesOf("more.cpp"))
			result := readAll(t, Options{}, beside, input)
			diff(t, "submissions beside another input", packageSubmissions, describeFully(result.Submissions))
			if !strings.Contains(strings.Join(skipLines(result), "\n"), "beside/more.cpp: outside submissions/<id>/") {
				t.Errorf("files beside the package are not listed: %v", skipLines(result))
			}
		})
	}
}

// The feed may have no extension, and each submission an archive of its own.
func TestContestPackageWithArchives(t *testing.T) {
	t.Parallel()
	files := sample(t, "ccs-feed")
	for _, folder := range []string{"", "cup24/", "contest/", "My Documents/cup24/", "a/b/c/"} {
		result := readAll(t, Options{}, inputWriters["tar.gz"](t, t.TempDir(), "cup24", below(folder, files)))
		diff(t, folder+": submissions", []string{
			"submissions/187: Łódź 1 at A, cpp, attempt 1, WA, 2024-05-01T07:30:00Z, C++20, number 187, judged WA",
			"submissions/188: 南方大学 at A, cpp, attempt 1, AC, 2 files, 2024-05-01T07:40:00Z, C++20, number 188, judged AC",
		}, describeFully(result.Submissions))
		diff(t, folder+": files", []string{"submissions/188/lib.h", "submissions/188/main.cpp"}, filePaths(result.Submissions[1].Files))
		diff(t, folder+": skipped", slices.Sorted(slices.Values([]string{
			"submissions/189: the package has no file of it",
			folder + "submissions/200.zip/x.cpp: no submission of the package has this identifier",
		})), slices.Sorted(slices.Values(skipLines(result))))
	}
}

// A package may have its collections in YAML, and a line of its feed may be broken.
func TestContestPackageInYAML(t *testing.T) {
	t.Parallel()
	result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "autumn", sample(t, "ccs-yaml")))
	diff(t, "submissions", []string{
		`submissions/1: Ants at A, kotlin, attempt 1, CE, 2024-10-05T08:00:00Z, Kotlin 2.0, number 1, judged CE`,
		`submissions/2: Bees at B, kotlin, attempt 1, AC, 2 files, 2024-10-05T08:10:00Z, Kotlin 2.0, number 2, judged AC`,
	}, describeFully(result.Submissions))
	diff(t, "skipped", []string{`autumn/event-feed.ndjson: line 15: a line of the event feed is not a JSON object: it is broken at byte 53`}, skipLines(result))
	diff(t, "participants", []contest.Participant{{Name: "Ants", Address: "10.1.0.1", SystemID: "1"}, {Name: "Bees", SystemID: "2"}}, result.Participants)
	diff(t, "about", contest.Metadata{
		System: "Contest API", SystemID: "autumn", Title: "Autumn Contest", StartsAt: time.Date(2024, 10, 5, 7, 30, 0, 0, time.UTC), Duration: 4 * time.Hour,
		Problems: []contest.Problem{{Name: "A", Title: "Agents: the first", SystemID: "007"}, {Name: "B", Title: "Bonds", SystemID: "bonds"}},
	}, result.Metadata)
}

// A package with only the event feed gives the same result as one with the files of all endpoints.
func TestContestPackageFromFeed(t *testing.T) {
	t.Parallel()
	var files []testFile
	var feed strings.Builder
	for _, f := range sample(t, "ccs") {
		endpoint, extension := endpointOfPath(f.name)
		switch {
		case strings.Contains(f.name, "/") || endpoint == "" || endpoint == "api":
			files = append(files, f)
		case extension == ".json" && isEndpointRead[endpoint]:
			var data any
			if err := json.Unmarshal([]byte(f.content), &data); err != nil {
				t.Fatal(err)
			}
			line, err := json.Marshal(map[string]any{"type": endpoint, "id": nil, "data": data, "token": f.name})
			if err != nil {
				t.Fatal(err)
			}
			feed.Write(append(line, "\n\n"...))
		}
	}
	files = append(files, testFile{"event-feed.ndjson", feed.String()})
	result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "spring", files))
	diff(t, "submissions", packageSubmissions, describeFully(result.Submissions))
	diff(t, "skipped", packageSkipped, skipLines(result))
}

// A package without usable submissions gives an error that says why, and lists what was skipped.
func TestContestPackageErrors(t *testing.T) {
	t.Parallel()
	const submission = `[{"id":"1","team_id":"t","problem_id":"p","language_id":"cpp","files":[]}]`
	for _, test := range []struct {
		name    string
		files   []testFile
		err     string
		skipped string
	}{
		{"no sources", []testFile{{"event-feed.ndjson", `{"type":"submissions","id":"1","data":{"id":"1","team_id":"t","problem_id":"p","files":[]}}`}},
			"none of its 1 submission has a file in submissions/<id>/; import the contest from the system itself, or, if the package is Hydro's, add the contest's code zip",
			"submissions/1: the package has no file of it"},
		{"two packages", []testFile{{"a/submissions.json", submission}, {"a/teams.json", "[]"}, {"b/submissions.json", submission}}, "it contains 2 contest packages: read each", ""},
		{"no contest package", []testFile{{"a.cpp", "int a;"}}, "it contains no contest package: one has a submissions.json", ""},
		{"broken records", []testFile{{"submissions.json", `[{"id":"1"`}, {"teams.json", `[7,{"id":"../x"}]`}, {"problems.yaml", "a: [}\npassword: sesame-open"}},
			"the contest package lists no submissions: submissions.json: submissions: it is not JSON", "problems.yaml: it is not YAML\nsubmissions.json: submissions: it is not JSON\n" +
				"teams.json: teams: 2 of 2 objects could not be read; the first: it has no valid identifier: a valid one has at most 100 bytes, and no brackets or slashes"},
		{"YAML beside JSON", []testFile{{"submissions.json", submission}, {"problems.json", "[]"}, {"problems.yaml", "[]"}},
			"contains no sources", "problems.yaml: not read: problems.json has the same data\nsubmissions/1: the package has no file of it"},
		{"not an archive", []testFile{{"submissions.json", submission}, {"submissions/1/files.zip", "no zip"}},
			"contains no sources", "submissions/1: none of its files could be read\nsubmissions/1/files.zip: not a zip, which it should be"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			result, err := Read(t.Context(), []string{inputWriters["zip"](t, t.TempDir(), "set", test.files)}, Options{Format: "ccs"})
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("error %v, want %s", err, test.err)
			}
			if test.skipped != "" {
				diff(t, "skipped", strings.Split(test.skipped, "\n"), skipLines(result))
			}
		})
	}
}

// The sources of the organisers are known sources, and the files of other systems are counted.
func TestContestPackageSolutions(t *testing.T) {
	t.Parallel()
	files := append(sample(t, "ccs"), testFile{"problems/sums/submissions/accepted/a.cpp", "int a;"}, testFile{"problems/walks/submissions/wrong_answer/b.py", "b = 1"},
		testFile{"problems/sums/data/secret/1.in", "1"}, testFile{"problems/nowhere/submissions/accepted/a.cpp", "int a;"})
	for _, root := range []string{"", "finals/"} {
		result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "set", below(root, files)))
		listed := strings.Join(skipLines(result), "\n")
		var solutions []string
		for _, s := range result.Solutions {
			solutions = append(solutions, fmt.Sprintf("%s %s %s %s %s", s.Problem, s.Kind, s.Name, s.File.Path, s.File.Content))
		}
		diff(t, "solutions", []string{"A jury accepted/a.cpp a.cpp int a;", "B jury wrong_answer/b.py b.py b = 1"}, solutions)
		for _, want := range []string{"other-systems: 2 files of other systems about the contest",
			"problems/nowhere/submissions/accepted/a.cpp: a solution of the jury for a problem that the contest does not have"} {
			if !strings.Contains(listed, root+want) {
				t.Errorf("skipped does not have %s%s:\n%s", root, want, listed)
			}
		}
	}
}

// If an input is wrongly taken for a contest package, the error says how to read it as folders.
func TestContestPackageWrongDetection(t *testing.T) {
	t.Parallel()
	_, err := Read(t.Context(), []string{inputWriters["zip"](t, t.TempDir(), "set", filesOf("A/ann.cpp\nA/bob.cpp\nsubmissions.json = [{\"name\":1}]\nteams.json = []"))}, Options{})
	if err == nil || !strings.Contains(err.Error(), "the format dir") {
		t.Errorf("error %v, want one with the format dir", err)
	}
}

// If too many files belong to no submission, those with the first identifiers are listed, every time.
func TestContestPackageWithManyUnlistedFiles(t *testing.T) {
	t.Parallel()
	many := &tree{records: []file{{path: "submissions.json", inputPath: "submissions.json", content: []byte("[]")}}}
	for i := range maxSkippedPerReason + 50 {
		name := fmt.Sprintf("submissions/%05d/a.c", i)
		many.files = append(many.files, file{path: name, inputPath: name})
	}
	if _, err := readPackage(many); err != nil {
		t.Fatal(err)
	}
	last := fmt.Sprintf("submissions/%05d/a.c", maxSkippedPerReason-1)
	if n := len(many.skipped); n != maxSkippedPerReason || many.skipped[n-1].Path != last {
		t.Errorf("%d files are listed, the last is %s; want %d up to %s", n, many.skipped[n-1].Path, maxSkippedPerReason, last)
	}
}

// A zip bomb in one submission does not affect the others.
func TestContestPackageWithBomb(t *testing.T) {
	t.Parallel()
	bomb := zipOf(t, []testFile{{"big.cpp", strings.Repeat("x", 8<<20)}, {"more.zip", string(zipOf(t, []testFile{{"a.cpp", strings.Repeat("y", 8<<20)}}))}})
	files := append(sample(t, "ccs"), testFile{"submissions/17/files.zip", string(bomb)})
	result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "spring", files))
	diff(t, "submissions", packageSubmissions, describeFully(result.Submissions))
	const moreSkipped = 2 // big.cpp and more.zip
	diff(t, "skipped", moreSkipped+len(packageSkipped), len(result.Skipped))
}

// Folders with one or two file names of a contest package are not read as a contest package.
func TestFoldersAreNoPackage(t *testing.T) {
	t.Parallel()
	for name, tree := range map[string]string{
		"a problem called submissions": "submissions/ann.cpp\nsubmissions/bob.cpp\nsubmissions/cy.cpp\nteams/ann.cpp\nteams/bob.cpp",
		"only a submissions.json":      "A/ann.cpp\nA/bob.cpp\nsubmissions.json = []",
		"a stray feed":                 "A/ann.cpp\nA/bob.cpp\nevent-feed.ndjson = ",
		"a feed of something else":     "A/ann.cpp\nA/bob.cpp\nevent-feed.ndjson = {\"news\":1}",
		"submissions of another kind":  "A/ann.cpp\nA/bob.cpp\nsubmissions.json = {}\nteams.json = []",
		"other systems":                "A/ann.cpp\nA/bob.cpp\nother-systems/x/event-feed.ndjson = x",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if result := readAll(t, Options{}, inputWriters["folder"](t, t.TempDir(), "set", filesOf(tree))); result.Format != FormatFolders {
				t.Errorf("read as %s (%s), want folders", result.Format, result.FormatReason)
			}
		})
	}
}

// FuzzCCSPackage checks that each submission of an arbitrary package is complete and has a path
// of its own.
func FuzzCCSPackage(f *testing.F) {
	for _, name := range []string{"ccs-feed", "ccs-yaml"} {
		f.Add(zipOf(f, sample(f, name)), "", "")
	}
	f.Add([]byte{}, `{"type":"submissions","id":"1","data":{"id":"1","team_id":"t","problem_id":"p"}}`, "- id: p\n  label: A")
	input := filepath.Join(f.TempDir(), "package.zip") // one for all, because directories take long
	f.Fuzz(func(t *testing.T, archive []byte, feed, problems string) {
		if len(archive) > 4<<10 || len(feed)+len(problems) > 1<<10 {
			t.Skip("long inputs only cost time")
		}
		if len(archive) == 0 {
			archive = zipOf(t, []testFile{{"event-feed.ndjson", feed}, {"problems.yaml", problems}, {"submissions/1/a.cpp", "int a;"}})
		}
		if err := os.WriteFile(input, archive, 0o666); err != nil {
			t.Fatal(err)
		}
		result, err := Read(t.Context(), []string{input}, Options{Format: "ccs", Limits: Limits{Entries: 100, File: 4 << 10, Record: 64 << 10, Unpacked: 1 << 20}})
		if result == nil {
			return
		}
		if err == nil && len(result.Submissions) == 0 {
			t.Error("no submission was read, and there is no error")
		}
		seen := map[string]bool{}
		for _, s := range result.Submissions {
			if s.Path != "submissions/"+s.SystemID || seen[s.Path] || s.Participant == "" || s.Problem == "" || s.Attempt < 1 || len(s.Files) == 0 {
				t.Errorf("incomplete submission, or two submissions with one path: %+v", s)
			}
			seen[s.Path] = true
		}
	})
}
