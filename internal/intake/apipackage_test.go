package intake_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// save writes the answer of a test server to a file.
func save(t *testing.T, s *ccstest.Server, path, file string) {
	t.Helper()
	r, err := http.Get(s.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if r.StatusCode == http.StatusNotFound {
		return
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, body, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestAPIAndPackage reads a contest from its system and from its contest package, with
// equal results.
func TestAPIAndPackage(t *testing.T) {
	t.Parallel()
	for _, version := range ccstest.Versions() {
		for _, domjudge := range []bool{false, true} {
			scenario := ccstest.SmallContest()
			scenario.Version, scenario.DOMjudge = version, domjudge
			add := func(id, language string, files ...ccstest.File) {
				scenario.Submissions = append(scenario.Submissions, ccstest.Submission{ID: id, Team: "t2", Problem: "bottles", Language: language,
					ContestTime: 2 * time.Hour, Files: files})
			}
			add("201", "cpp", ccstest.File{Name: "main.cpp", Content: "int main() {}\n"}, ccstest.File{Name: "input.txt", Content: "1 2 3\n"},
				ccstest.File{Name: "notes.md", Content: "# Notes\n"}, ccstest.File{Name: "lib/x.hpp", Content: "int x();\n"}, ccstest.File{Name: ".DS_Store", Content: "x"})
			add("202", "python3", ccstest.File{Name: "solution", Content: "print(1)\n"}, ccstest.File{Name: "data.in", Content: "1\n"})
			add("203", "klingon", ccstest.File{Name: "Łódź (1).rs", Content: "fn main() {}\n"}, ccstest.File{Name: "../x.rs", Content: "fn x() {}\n"})
			add("204", "java", ccstest.File{Name: "A.class", Content: "\xca\xfe\xba\xbe\x00"}, ccstest.File{Name: "empty.java", Content: ""})
			add("205", "java")
			s := ccstest.NewServer(t, scenario)

			folder := t.TempDir()
			contestPath := "contests/" + scenario.ID
			save(t, s, "", filepath.Join(folder, "api.json"))
			save(t, s, contestPath, filepath.Join(folder, "contest.json"))
			for _, endpoint := range []string{"judgement-types", "languages", "problems", "groups", "organizations", "teams", "accounts", "state", "submissions", "judgements"} {
				save(t, s, contestPath+"/"+endpoint, filepath.Join(folder, endpoint+".json"))
			}
			for _, sub := range scenario.Submissions {
				save(t, s, contestPath+"/submissions/"+sub.ID+"/files", filepath.Join(folder, "submissions", sub.ID, "files.zip"))
			}
			packed, err := intake.Read(t.Context(), []string{folder}, intake.Options{})
			if err != nil {
				t.Fatalf("%s: %v", version, err)
			}
			set, err := intake.ReadAPI(t.Context(), served(t, s), intake.APIOptions{})
			if err != nil {
				t.Fatalf("%s: %v", version, err)
			}
			if packed.Format != "ccs" || len(packed.Submissions) != 15 {
				t.Fatalf("%s: a package of %d submissions was read as %s", version, len(packed.Submissions), packed.Format)
			}
			type all struct {
				About        contest.About
				Submissions  []contest.Submission
				Participants []contest.Participant
			}
			if diff := cmp.Diff(all{packed.About, packed.Submissions, packed.Participants}, all{set.About, set.Submissions, set.Participants}); diff != "" {
				t.Errorf("%s, DOMjudge %t (-package +API):\n%s", version, domjudge, diff)
			}
			want := []string{"201/input.txt", "201/notes.md", "202/data.in", "203/../x.rs", "204", "204/A.class", "204/empty.java", "205"}
			var skipped []string
			for _, k := range set.Skipped {
				skipped = append(skipped, strings.TrimPrefix(k.Path, "submissions/"))
			}
			if diff := cmp.Diff(want, skipped); diff != "" {
				t.Errorf("%s, DOMjudge %t: skipped (-want +got):\n%s", version, domjudge, diff)
			}
		}
	}
}
