package intake

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// An answer with an error is recognised beside the programs, and quoted with what to do.
func TestCodeforcesError(t *testing.T) {
	t.Parallel()
	tree := `status.json = {"status":"FAILED","comment":"contestId: Contest with id 99 not found"}` + "\n" + strings.Join(numbered("%d.cpp", 9), "\n")
	result, err := Read(t.Context(), []string{inputWriters["zip"](t, t.TempDir(), "cup", filesOf(tree))}, Options{})
	const want = "Codeforces answered with an error: contestId: Contest with id 99 not found; save the answer of https://codeforces.com/api/contest.status?contestId=ID"
	if err == nil || !strings.Contains(err.Error(), want) || result.Format != "codeforces" {
		t.Errorf("error %v, want %q", err, want)
	}
	named := strings.Replace(tree, "1000.cpp", "ann.cpp\nbob.cpp\ncy.cpp", 1)
	if result, _ := Read(t.Context(), []string{inputWriters["zip"](t, t.TempDir(), "cup", filesOf(named))}, Options{}); result.Format != FormatFolders {
		t.Errorf("programs with other names were read as %s", result.Format)
	}
}

// Programs called .txt are read in the language that the answer names.
func TestCodeforcesText(t *testing.T) {
	t.Parallel()
	files := sample(t, "codeforces")
	plain := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "cup", files))
	for i, f := range files {
		if codeforcesName.MatchString(f.name) {
			files[i].name = stem(f.name) + ".txt"
		}
	}
	result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "cup", files))
	for i := range plain.Submissions {
		plain.Submissions[i].Path = stem(plain.Submissions[i].Path) + ".txt"
	}
	diff(t, "submissions", describeFully(plain.Submissions), describeFully(result.Submissions))
}

// Another JSON file is not the answer. Without an answer, nothing says who submitted the programs.
func TestCodeforcesOtherJSON(t *testing.T) {
	t.Parallel()
	files := append(sample(t, "codeforces"), testFile{"about.json", `{"name": "cup"}`})
	result := readAll(t, Options{}, inputWriters["zip"](t, t.TempDir(), "cup", files))
	if len(result.Submissions) != 7 || !slices.Contains(skipLines(result), "about.json: not a complete answer of Codeforces' contest.status") {
		t.Errorf("%d submissions, skipped %q; want 7, and about.json skipped", len(result.Submissions), skipLines(result))
	}
	_, err := Read(t.Context(), []string{inputWriters["zip"](t, t.TempDir(), "cup", filesOf("1000.cpp\n1001.cpp"))}, Options{Format: "codeforces"})
	if err == nil || !strings.Contains(err.Error(), "nothing says who submitted the programs: there is no answer of contest.status; save the answer of") {
		t.Errorf("without an answer: error %v", err)
	}
}

func TestCodeforcesParticipantsOfOneName(t *testing.T) {
	answers := make(map[string]codeforcesSubmission)
	add := func(id, team string, handles ...string) {
		var s codeforcesSubmission
		s.Author.TeamName = team
		for _, h := range handles {
			s.Author.Members = append(s.Author.Members, struct{ Handle string }{h})
		}
		answers[id] = s
	}
	add("1", "", "ann")
	add("2", "", "ann")
	add("3", "ann", "bob", "cy")
	add("4", "Łódź", "dan")
	add("5", "Łódź", "eve")
	add("6", "alone", "fay")
	want := map[string]string{"1": "ann", "2": "ann", "3": "ann (bob, cy)", "4": "Łódź (dan)", "5": "Łódź (eve)", "6": "alone"}
	if got := codeforcesParticipants(answers); !maps.Equal(got, want) {
		t.Errorf("participants = %q, want %q", got, want)
	}
}
