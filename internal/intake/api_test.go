package intake_test

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// openContest opens the contest of a test server.
func openContest(t *testing.T, s *ccstest.Server) *ccsclient.Contest {
	t.Helper()
	client, err := ccsclient.New(ccsclient.Options{URL: s.URL, Wait: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.Open(t.Context(), "regional26")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// readAPI reads a contest, which must succeed.
func readAPI(t *testing.T, c *ccsclient.Contest, opts intake.APIOptions) *intake.Result {
	t.Helper()
	result, err := intake.ReadAPI(t.Context(), c, opts)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// largeSize is the number of submissions of a largeContest: 12 of SmallContest and 450 more.
const largeSize = 462

// largeContest returns a contest with more submissions than ReadAPI stores at once.
func largeContest() ccstest.Scenario {
	scenario := ccstest.SmallContest()
	scenario.AddSubmissions(450)
	return scenario
}

// ReadAPI reads the same contest from systems of all versions.
func TestAPI(t *testing.T) {
	t.Parallel()
	var first *intake.Result
	for _, version := range ccstest.Versions() {
		scenario := ccstest.SmallContest()
		scenario.Version = version
		scenario.Submissions = append(scenario.Submissions, ccstest.Submission{ID: "200", Team: "t1", Problem: "no such problem", Language: "cpp"})
		s := ccstest.NewServer(t, scenario)
		result := readAPI(t, openContest(t, s), intake.APIOptions{})
		if first == nil {
			first = result
		}
		if diff := cmp.Diff(first, result, cmpopts.IgnoreFields(contest.Metadata{}, "System"), cmpopts.IgnoreFields(contest.Participant{}, "Address", "Seat")); diff != "" {
			t.Errorf("%s (-%s +%s):\n%s", version, ccstest.V2020, version, diff)
		}
	}
	if len(first.Submissions) != 12 || first.Name != "Regional 2026" || first.Format != intake.FormatAPI || len(first.Participants) != 4 {
		t.Errorf("read %+v, want 12 submissions and 4 participants of Regional 2026", first)
	}
	languages := map[string]int{}
	for _, s := range first.Submissions {
		languages[s.Language]++
	}
	if diff := cmp.Diff(map[string]int{"cpp": 10, "python": 1, "java": 1}, languages); diff != "" {
		t.Errorf("languages (-want +got):\n%s", diff)
	}
	want := []contest.SkippedItem{{Path: "submissions/200", Reason: i18n.Textf("its problem is not among those of the contest")}}
	if diff := cmp.Diff(want, first.Skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
}

// With SkipFiles, ReadAPI fetches no archive.
func TestAPISkipFiles(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	result, err := intake.ReadAPI(t.Context(), openContest(t, s), intake.APIOptions{SkipFiles: true})
	if err != nil || len(result.Submissions) != 12 {
		t.Errorf("%d submissions and error %v, want 12 submissions", len(result.Submissions), err)
	}
	if n := len(s.FileRequests()); n > 0 {
		t.Errorf("%d archives were fetched, want none", n)
	}
}

// If ReadAPI fails or is cancelled in the middle, the submissions read so far are stored, and a
// second call fetches no stored archive again.
func TestAPIResumes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		fault ccstest.Fault // after 250 submissions; if it has no status, the test cancels the context
		want  string        // in the error
		limit int           // most submissions that are requested but not stored: the concurrent requests, and the failures before ReadAPI gives up
	}{
		{name: "the server fails", fault: ccstest.Fault{Status: http.StatusInternalServerError}, want: "20 submissions in a row could not be fetched; the last: ", limit: 26},
		{name: "the account is closed", fault: ccstest.Fault{Status: http.StatusUnauthorized}, want: "401", limit: 4},
		{name: "the context ends", want: context.Canceled.Error(), limit: 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := ccstest.NewServer(t, largeContest())
			c := openContest(t, s)
			stored := map[string]contest.Submission{}
			opts := intake.APIOptions{StoredSubmissions: stored, Store: func(ctx context.Context, part *intake.Result) error {
				if ctx.Err() != nil {
					t.Error("Store gets a context that has ended")
				}
				for _, s := range part.Submissions {
					stored[s.Path] = s
					if !slices.ContainsFunc(part.Participants, func(p contest.Participant) bool { return p.Name == s.Participant }) {
						t.Errorf("Store gets %s without its participant", s.Path)
					}
				}
				return nil
			}}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			opts.Progress = func(done, total int) {
				if total != largeSize {
					t.Errorf("progress %d of %d, want a total of %d", done, total, largeSize)
				}
				if done == 250 && test.fault.Status == 0 {
					cancel()
				} else if done == 250 {
					s.Fail("/files", -1, test.fault)
					s.Fail("/source-code", -1, test.fault)
				}
			}
			_, err := intake.ReadAPI(ctx, c, opts)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("error %v, want %s", err, test.want)
			}
			storedFirst := maps.Clone(stored)
			if len(storedFirst) < 250 || len(storedFirst) == largeSize {
				t.Errorf("%d submissions were stored before the failure, want 250 to 461", len(storedFirst))
			}
			first := s.FileRequests()
			s.ClearFaults()
			opts.Progress = nil
			result := readAPI(t, c, opts)
			if len(stored) != largeSize || len(result.Submissions) != largeSize {
				t.Errorf("after the second call, %d submissions are stored and %d returned, want %d", len(stored), len(result.Submissions), largeSize)
			}
			// ReadAPI repeats only requests that were cut off or failed.
			again := 0
			for id, n := range s.FileRequests() {
				_, isStored := storedFirst["submissions/"+id]
				if isStored && n > first[id] {
					t.Errorf("the archive of %s was fetched again, although it was stored", id)
				}
				if !isStored && first[id] > 0 {
					again++
				}
			}
			if again > test.limit {
				t.Errorf("%d archives that were not stored were fetched again, want at most %d", again, test.limit)
			}
		})
	}
}

// ReadAPI continues if single submissions cannot be fetched. It lists them as skipped, even in a
// call of Store without any submission. The next ReadAPI requests only these submissions.
func TestAPIFailures(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, largeContest())
	c := openContest(t, s)
	for _, id := range []string{"1001", "1200"} {
		s.Fail("/"+id+"/files", -1, ccstest.Fault{Status: http.StatusInternalServerError})
	}
	s.Fail("/103/files", -1, ccstest.Fault{Status: http.StatusForbidden})
	s.Fail("/103/source-code", -1, ccstest.Fault{Status: http.StatusForbidden})
	for i := 388; i < 450; i++ { // the submissions after the first 400: all that Store gets in its last call
		s.Fail(fmt.Sprintf("/%d/files", 1000+i), -1, ccstest.Fault{Status: http.StatusNotFound})
	}
	stored := map[string]contest.Submission{}
	reasons := map[string]string{} // by path
	opts := intake.APIOptions{StoredSubmissions: stored, Store: func(_ context.Context, part *intake.Result) error {
		for _, s := range part.Submissions {
			stored[s.Path] = s
		}
		for _, k := range part.Skipped {
			reasons[k.Path] = k.Reason.String()
		}
		return nil
	}}
	result := readAPI(t, c, opts)
	const failed = 3 + 62 // the three submissions with faults of their own, and those of the loop
	const fetchedFirst = largeSize - failed
	if len(result.Submissions) != fetchedFirst || len(result.Skipped) != failed || len(stored) != fetchedFirst || len(reasons) != failed {
		t.Errorf("%d submissions read, %d skipped; %d stored, %d stored as skipped; want %d read and stored, and %d skipped",
			len(result.Submissions), len(result.Skipped), len(stored), len(reasons), fetchedFirst, failed)
	}
	for _, id := range []string{"103", "1001", "1200"} {
		if reason := reasons["submissions/"+id]; !strings.Contains(reason, "import the contest again to retry") {
			t.Errorf("%s is skipped with the reason %q, which does not say how to retry", id, reason)
		}
	}
	s.ClearFaults()
	first := s.FileRequests()
	if _, err := intake.ReadAPI(t.Context(), c, opts); err != nil || len(stored) != largeSize {
		t.Errorf("after the second call, %d submissions are stored (error %v), want %d", len(stored), err, largeSize)
	}
	fetched := 0
	for id, n := range s.FileRequests() {
		fetched += n - first[id]
	}
	if fetched != failed {
		t.Errorf("the second call fetches %d archives, want %d", fetched, failed)
	}
}

// ReadAPI lists the collections that a system does not have, with the consequences.
func TestAPIMissingCollections(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	c := openContest(t, s)
	for _, endpoint := range []string{"groups", "teams", "judgements", "judgement-types"} {
		s.Fail("/"+endpoint, -1, ccstest.Fault{Status: http.StatusNotFound})
	}
	result, err := intake.ReadAPI(t.Context(), c, intake.APIOptions{})
	if err != nil || len(result.Submissions) != 12 {
		t.Fatalf("%d submissions and error %v, want 12 submissions", len(result.Submissions), err)
	}
	var missing []string
	for _, k := range result.Skipped {
		if !strings.Contains(k.Reason.String(), "does not give") {
			t.Errorf("%s is listed with the reason %q, want one that says what the judge system does not give", k.Path, k.Reason)
		}
		missing = append(missing, k.Path)
	}
	if diff := cmp.Diff([]string{"judgement-types", "judgements", "teams"}, missing); diff != "" {
		t.Errorf("missing collections (-want +got):\n%s", diff)
	}
}

// ReadAPI does not use the files of a stored submission with the same path but another time or
// system ID: that submission is of another contest.
func TestAPIOtherContest(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	c := openContest(t, s)
	result := readAPI(t, c, intake.APIOptions{})
	stored := map[string]contest.Submission{}
	for i, s := range result.Submissions {
		s.Files = []contest.File{{Path: s.Path + "/x", Content: []byte("stored\n")}}
		if i == 0 {
			s.Time = s.Time.Add(time.Second)
		}
		if i == 1 {
			s.SystemID = ""
		}
		stored[s.Path] = s
	}
	again := readAPI(t, c, intake.APIOptions{StoredSubmissions: stored})
	for i, s := range again.Submissions {
		if isStored := strings.HasPrefix(string(s.Files[0].Content), "stored"); isStored != (i > 1) {
			t.Errorf("%s has the stored files: %t, want %t", s.Path, isStored, i > 1)
		}
	}
}

// A stored submission that the system does not list counts as deleted only if the account can still read a source.
func TestAPIDeleted(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		fault ccstest.Fault // of all archives
		isNew bool          // a submission is new
		want  string        // in the error; "" for none
	}{
		{name: "readable"},
		{name: "refused", fault: ccstest.Fault{Status: http.StatusForbidden}, want: "the account cannot read sources"},
		{name: "hidden", fault: ccstest.Fault{Status: http.StatusNotFound}, want: "the account cannot read sources"},
		{name: "hidden, with a new submission", fault: ccstest.Fault{Status: http.StatusNotFound}, isNew: true, want: "the account cannot read sources"},
		{name: "broken", fault: ccstest.Fault{Status: http.StatusInternalServerError}, want: "the judge system has a problem"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := ccstest.NewServer(t, ccstest.SmallContest())
			c := openContest(t, s)
			first := readAPI(t, c, intake.APIOptions{})
			stored := map[string]contest.Submission{}
			for _, s := range first.Submissions {
				stored[s.Path] = s
			}
			if test.isNew {
				delete(stored, "submissions/112")
			}
			s.Delete("submissions", "101")
			if test.fault.Status != 0 {
				s.Fail("/files", -1, test.fault)
			}
			result, err := intake.ReadAPI(t.Context(), c, intake.APIOptions{StoredSubmissions: stored})
			if test.want == "" && (err != nil || len(result.Deleted) != 1) {
				t.Errorf("deleted: %q, error %v; want one and no error", result.Deleted, err)
			}
			if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || len(result.Deleted) > 0) {
				t.Errorf("deleted: %q, error %v; want none and an error with %q", result.Deleted, err, test.want)
			}
			if test.name == "broken" && strings.Contains(err.Error(), "the account cannot read sources") {
				t.Errorf("error %v blames the account", err)
			}
		})
	}
}

// A contest without submissions is an error.
func TestAPIEmpty(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.Submissions, scenario.Judgements = nil, nil
	_, err := intake.ReadAPI(t.Context(), openContest(t, ccstest.NewServer(t, scenario)), intake.APIOptions{})
	if err == nil || !strings.Contains(err.Error(), "no submissions yet") {
		t.Errorf("error %v, want one with \"no submissions yet\"", err)
	}
}

// A contest package gives the same result as the system, whether it has the collections or the event feed. Both skip the same files.
func TestPackageEqualsAPI(t *testing.T) {
	t.Parallel()
	for _, version := range ccstest.Versions() {
		for _, domjudge := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, DOMjudge %t", version, domjudge), func(t *testing.T) {
				t.Parallel()
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
				s.EndContest()
				result := readAPI(t, openContest(t, s), intake.APIOptions{})
				checkSkipped := func(name string, result *intake.Result) {
					var skipped []string
					for _, k := range result.Skipped {
						skipped = append(skipped, strings.NewReplacer("regional26/", "", "submissions/", "", "files.zip/", "").Replace(k.Path))
					}
					slices.Sort(skipped)
					want := []string{"201/input.txt", "201/notes.md", "202/data.in", "203/../x.rs", "204", "204/A.class", "204/empty.java", "205"}
					if diff := cmp.Diff(want, skipped); diff != "" || len(result.Submissions) != 15 {
						t.Errorf("%s: %d submissions, want 15; skipped (-want +got):\n%s", name, len(result.Submissions), diff)
					}
				}
				checkSkipped("API", result)
				base := s.URL + "contests/" + scenario.ID
				collections := map[string]string{"api.json": s.URL, "contest.json": base}
				for _, name := range []string{"judgement-types", "languages", "problems", "groups", "organizations", "teams", "accounts", "state", "submissions", "judgements"} {
					collections[name+".json"] = base + "/" + name
				}
				packages := map[string]map[string]string{"collections": collections}
				if domjudge { // with stream=false, DOMjudge's feed ends
					packages["event feed"] = map[string]string{"api.json": s.URL, "event-feed.ndjson": base + "/event-feed?stream=false"}
				}
				for name, records := range packages {
					packed, err := intake.Read(t.Context(), []string{writePackage(t, records, base)}, intake.Options{})
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					checkSkipped(name, packed)
					if diff := cmp.Diff(result, packed, cmpopts.IgnoreFields(intake.Result{}, "Name", "Format", "Layout", "FormatReason", "Skipped")); diff != "" || packed.Format != "ccs" {
						t.Errorf("%s is read as %s (-API +package):\n%s", name, packed.Format, diff)
					}
				}
			})
		}
	}
}

// writePackage writes a contest package with the files of all submissions. records maps the
// other files to the addresses of their content.
func writePackage(t *testing.T, records map[string]string, base string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "package.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := zip.NewWriter(file)
	write := func(name, address string) {
		content := fetch(t, address)
		if content == nil { // early versions do not have all collections
			return
		}
		entry, err := w.Create("regional26/" + name)
		if err == nil {
			_, err = entry.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, address := range records {
		write(name, address)
	}
	var list []struct{ ID string }
	if err := json.Unmarshal(fetch(t, base+"/submissions"), &list); err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if fetch(t, base+"/submissions/"+s.ID+"/files") == nil {
			t.Fatalf("submission %s has no files", s.ID)
		}
		write("submissions/"+s.ID+"/files.zip", base+"/submissions/"+s.ID+"/files")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// fetch returns the answer of an address; nil if it is not found.
func fetch(t *testing.T, address string) []byte {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if response.StatusCode == http.StatusNotFound {
		return nil
	}
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("get %s: status %s, error %v", address, response.Status, err)
	}
	return content
}
