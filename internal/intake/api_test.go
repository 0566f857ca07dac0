package intake_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// served opens the contest of a test server.
func served(t *testing.T, s *ccstest.Server) *ccsclient.Contest {
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

// large is a contest with more submissions than one part has.
func large() ccstest.Scenario {
	scenario := ccstest.SmallContest()
	for i := range 450 {
		id := fmt.Sprint(1000 + i)
		scenario.Submissions = append(scenario.Submissions, ccstest.Submission{ID: id, Team: "t1", Problem: "asteroids", Language: "cpp",
			ContestTime: 2*time.Hour + time.Duration(i)*time.Second, Files: []ccstest.File{{Name: "a.cpp", Content: "int main() { return " + id + "; }\n"}}})
	}
	return scenario
}

// TestAPI reads the same contest in all versions.
func TestAPI(t *testing.T) {
	t.Parallel()
	var first *intake.Result
	for _, version := range ccstest.Versions() {
		scenario := ccstest.SmallContest()
		scenario.Version = version
		scenario.Submissions = append(scenario.Submissions, ccstest.Submission{ID: "200", Team: "t1", Problem: "no such problem", Language: "cpp"})
		s := ccstest.NewServer(t, scenario)
		set, err := intake.ReadAPI(t.Context(), served(t, s), intake.APIOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = set
		}
		if diff := cmp.Diff(first, set, cmpopts.IgnoreFields(contest.About{}, "System"), cmpopts.IgnoreFields(contest.Participant{}, "Address", "Seat")); diff != "" {
			t.Errorf("%s (-%s +%s):\n%s", version, ccstest.V2020, version, diff)
		}
	}
	if len(first.Submissions) != 12 || first.Name != "Regional 2026" || first.Format != intake.FormatAPI || len(first.Participants) != 4 {
		t.Errorf("read %+v", first)
	}
	languages := map[string]int{}
	for _, s := range first.Submissions {
		languages[s.Language]++
	}
	if diff := cmp.Diff(map[string]int{"cpp": 10, "python": 1, "java": 1}, languages); diff != "" {
		t.Errorf("languages (-want +got):\n%s", diff)
	}
	want := []contest.SkippedItem{{Path: "submissions/200", Reason: "its problem is not among those of the contest"}}
	if diff := cmp.Diff(want, first.Skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
}

// TestAPISkipFiles checks that SkipFiles fetches no archive.
func TestAPISkipFiles(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	set, err := intake.ReadAPI(t.Context(), served(t, s), intake.APIOptions{SkipFiles: true})
	if err != nil || len(set.Submissions) != 12 {
		t.Errorf("%d submissions, %v", len(set.Submissions), err)
	}
	if n := len(s.FileRequests()); n > 0 {
		t.Errorf("%d archives were fetched", n)
	}
}

// TestAPIResumes interrupts the reading of a contest in three ways and reads again: what
// was read is stored, and no stored archive is fetched again.
func TestAPIResumes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		fault ccstest.Fault // from the middle on; none cancels
		want  string
		tried int // submissions that are requested but not stored, at most
	}{
		{name: "the server fails", fault: ccstest.Fault{Status: http.StatusInternalServerError}, want: "20 submissions in a row could not be fetched; the last: ", tried: 26},
		{name: "the account is closed", fault: ccstest.Fault{Status: http.StatusUnauthorized}, want: "401", tried: 4},
		{name: "called off", want: context.Canceled.Error(), tried: 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := ccstest.NewServer(t, large())
			c := served(t, s)
			stored := map[string]contest.Submission{}
			opts := intake.APIOptions{StoredSubmissions: stored, Store: func(ctx context.Context, part *intake.Result) error {
				if ctx.Err() != nil {
					t.Error("Store got a context that has ended")
				}
				for _, s := range part.Submissions {
					stored[s.Path] = s
					if !slices.ContainsFunc(part.Participants, func(p contest.Participant) bool { return p.Name == s.Participant }) {
						t.Errorf("the participant of %s is missing", s.Path)
					}
				}
				return nil
			}}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			opts.Progress = func(done, total int) {
				if total != 462 {
					t.Errorf("%d of %d", done, total)
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
			before := maps.Clone(stored)
			if len(before) < 250 || len(before) == 462 {
				t.Errorf("only %d submissions were stored before the failure", len(before))
			}
			first := s.FileRequests()
			s.ClearFaults()
			opts.Progress = nil
			set, err := intake.ReadAPI(t.Context(), c, opts)
			if err != nil {
				t.Fatal(err)
			}
			if len(stored) != 462 || len(set.Submissions) != 462 {
				t.Errorf("%d of 462 are stored, %d returned", len(stored), len(set.Submissions))
			}
			// ReadAPI repeats requests that were cut off or failed.
			again := 0
			for id, n := range s.FileRequests() {
				_, exists := before["submissions/"+id]
				if exists && n > first[id] {
					t.Errorf("the archive of %s was fetched again, although it was stored", id)
				}
				if !exists && first[id] > 0 {
					again++
				}
			}
			if again > test.tried {
				t.Errorf("%d archives were fetched twice", again)
			}
		})
	}
}

// TestAPIFailures: ReadAPI continues if single submissions cannot be fetched. It lists
// them as skipped, even if a part has no others; the next ReadAPI requests only them.
func TestAPIFailures(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, large())
	c := served(t, s)
	for _, id := range []string{"1001", "1200"} {
		s.Fail("/"+id+"/files", -1, ccstest.Fault{Status: http.StatusInternalServerError})
	}
	s.Fail("/103/files", -1, ccstest.Fault{Status: http.StatusForbidden})
	s.Fail("/103/source-code", -1, ccstest.Fault{Status: http.StatusForbidden})
	for i := 388; i < 450; i++ { // the last part
		s.Fail(fmt.Sprintf("/%d/files", 1000+i), -1, ccstest.Fault{Status: http.StatusNotFound})
	}
	stored := map[string]contest.Submission{}
	got := map[string]string{}
	opts := intake.APIOptions{StoredSubmissions: stored, Store: func(_ context.Context, part *intake.Result) error {
		for _, s := range part.Submissions {
			stored[s.Path] = s
		}
		for _, k := range part.Skipped {
			got[k.Path] = k.Reason
		}
		return nil
	}}
	set, err := intake.ReadAPI(t.Context(), c, opts)
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Submissions) != 462-3-62 || len(set.Skipped) != 3+62 || len(stored) != 462-3-62 || len(got) != 3+62 {
		t.Errorf("%d were read and %d skipped; %d and %d are stored", len(set.Submissions), len(set.Skipped), len(stored), len(got))
	}
	for _, id := range []string{"103", "1001", "1200"} {
		if reason := got["submissions/"+id]; !strings.Contains(reason, "import the contest again to retry") {
			t.Errorf("%s is left out for %q", id, reason)
		}
	}
	s.ClearFaults()
	first := s.FileRequests()
	if _, err := intake.ReadAPI(t.Context(), c, opts); err != nil || len(stored) != 462 {
		t.Errorf("%d are stored in the end, %v", len(stored), err)
	}
	fetched := 0
	for id, n := range s.FileRequests() {
		fetched += n - first[id]
	}
	if fetched != 3+62 {
		t.Errorf("%d archives were fetched the second time", fetched)
	}
}

// TestAPIMissingCollections checks that missing collections of a system are listed with
// their meaning.
func TestAPIMissingCollections(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	c := served(t, s)
	for _, endpoint := range []string{"groups", "teams", "judgements", "judgement-types"} {
		s.Fail("/"+endpoint, -1, ccstest.Fault{Status: http.StatusNotFound})
	}
	set, err := intake.ReadAPI(t.Context(), c, intake.APIOptions{})
	if err != nil || len(set.Submissions) != 12 {
		t.Fatalf("%d submissions, %v", len(set.Submissions), err)
	}
	var lacking []string
	for _, k := range set.Skipped {
		if !strings.Contains(k.Reason, "does not give") {
			t.Errorf("%s is left out: %s", k.Path, k.Reason)
		}
		lacking = append(lacking, k.Path)
	}
	if diff := cmp.Diff([]string{"judgement-types", "judgements", "teams"}, lacking); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
}

// TestAPIOtherContest checks that files of another contest with the same paths are not
// used.
func TestAPIOtherContest(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	c := served(t, s)
	set, err := intake.ReadAPI(t.Context(), c, intake.APIOptions{})
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]contest.Submission{}
	for i, s := range set.Submissions {
		s.Files = []contest.File{{Path: s.Path + "/x", Content: []byte("kept\n")}}
		if i == 0 {
			s.Time = s.Time.Add(time.Second)
		}
		if i == 1 {
			s.SystemID = ""
		}
		stored[s.Path] = s
	}
	again, err := intake.ReadAPI(t.Context(), c, intake.APIOptions{StoredSubmissions: stored})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range again.Submissions {
		if isStored := strings.HasPrefix(string(s.Files[0].Content), "kept"); isStored != (i > 1) {
			t.Errorf("%s has the stored files: %t", s.Path, isStored)
		}
	}
}

func TestAPIEmpty(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.Submissions, scenario.Judgements = nil, nil
	_, err := intake.ReadAPI(t.Context(), served(t, ccstest.NewServer(t, scenario)), intake.APIOptions{})
	if err == nil || !strings.Contains(err.Error(), "no submissions yet") {
		t.Errorf("error %v", err)
	}
}
