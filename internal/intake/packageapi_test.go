package intake_test

import (
	"archive/zip"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// TestPackageEqualsAPI saves a judge system as a contest package, by its collections and by
// its event feed, and reads the same from both.
func TestPackageEqualsAPI(t *testing.T) {
	t.Parallel()
	for _, version := range ccstest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			scenario := ccstest.SmallContest()
			scenario.Version, scenario.DOMjudge = version, true // DOMjudge's feed can end
			s := ccstest.NewServer(t, scenario)
			s.EndContest()
			want, err := intake.ReadAPI(t.Context(), served(t, s), intake.APIOptions{})
			if err != nil {
				t.Fatal(err)
			}
			base := s.URL + "contests/regional26"
			for name, records := range map[string]map[string]string{
				"collections": {
					"contest.json": base, "judgement-types.json": base + "/judgement-types", "languages.json": base + "/languages",
					"problems.json": base + "/problems", "groups.json": base + "/groups", "organizations.json": base + "/organizations",
					"teams.json": base + "/teams", "accounts.json": base + "/accounts", "state.json": base + "/state",
					"submissions.json": base + "/submissions", "judgements.json": base + "/judgements", "api.json": s.URL,
				},
				"event feed": {"event-feed.ndjson": base + "/event-feed?stream=false", "api.json": s.URL},
			} {
				set, err := intake.Read(t.Context(), []string{saved(t, records, base)}, intake.Options{})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if d := cmp.Diff(want, set, cmpopts.IgnoreFields(intake.Result{}, "Name", "Format", "Layout", "FormatReason")); d != "" {
					t.Errorf("%s (-api +package):\n%s", name, d)
				}
			}
		})
	}
}

// saved writes a package of the answers of some addresses and of the files of all
// submissions.
func saved(t *testing.T, records map[string]string, base string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "package.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := zip.NewWriter(file)
	write := func(name, address string) []byte {
		content := fetched(t, address)
		entry, err := w.Create("regional26/" + name)
		if err == nil {
			_, err = entry.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	for name, address := range records {
		response, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusNotFound { // early versions lack some
			write(name, address)
		}
	}
	var list []struct{ ID string }
	if err := json.Unmarshal(fetched(t, base+"/submissions"), &list); err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		write("submissions/"+s.ID+"/files.zip", base+"/submissions/"+s.ID+"/files")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func fetched(t *testing.T, address string) []byte {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s (%v)", address, response.Status, err)
	}
	return content
}
