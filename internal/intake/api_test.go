package intake_test

import (
	"context"
	"errors"
	"fmt"
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

// large is a contest of many submissions, more than are stored at a time.
func large() ccstest.Scenario {
	scenario := ccstest.Small()
	for i := range 450 {
		id := fmt.Sprint(1000 + i)
		scenario.Submissions = append(scenario.Submissions, ccstest.Submission{ID: id, Team: "t1", Problem: "asteroids", Language: "cpp",
			At: 2*time.Hour + time.Duration(i)*time.Second, Files: []ccstest.File{{Name: "a.cpp", Content: "int main() { return " + id + "; }\n"}}})
	}
	return scenario
}

// TestAPI reads one contest in all versions: it is the same.
func TestAPI(t *testing.T) {
	t.Parallel()
	var first *intake.Set
	for _, version := range ccstest.Versions() {
		scenario := ccstest.Small()
		scenario.Version = version
		scenario.Submissions = append(scenario.Submissions, ccstest.Submission{ID: "200", Team: "t1", Problem: "no such problem", Language: "cpp"})
		s := ccstest.NewServer(t, scenario)
		set, err := intake.API(t.Context(), served(t, s), intake.APIOptions{})
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
	if len(first.Submissions) != 12 || first.Name != "Regional 2026" || first.From != intake.FromAPI || len(first.Participants) != 4 {
		t.Errorf("read %+v", first)
	}
	languages := map[string]int{}
	for _, s := range first.Submissions {
		languages[s.Language]++
	}
	if diff := cmp.Diff(map[string]int{"cpp": 10, "python": 1, "java": 1}, languages); diff != "" {
		t.Errorf("languages (-want +got):\n%s", diff)
	}
	want := []contest.Skipped{{Path: "submissions/200", Reason: "its problem is not among those of the contest"}}
	if diff := cmp.Diff(want, first.Skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
}

// TestAPINoFiles shows that a look at what there is fetches no archive.
func TestAPINoFiles(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.Small())
	set, err := intake.API(t.Context(), served(t, s), intake.APIOptions{NoFiles: true})
	if err != nil || len(set.Submissions) != 12 {
		t.Errorf("%d submissions, %v", len(set.Submissions), err)
	}
	if n := len(s.Fetched()); n > 0 {
		t.Errorf("%d archives were fetched", n)
	}
}

// TestAPIResumes breaks the reading of a contest off, in two ways, and goes on:
// what had come is stored, and no archive that was stored is fetched again.
func TestAPIResumes(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"the server fails", "called off"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			s := ccstest.NewServer(t, large())
			c := served(t, s)
			stored := map[string]contest.Submission{}
			opts := intake.APIOptions{Kept: stored, Store: func(ctx context.Context, part *intake.Set) error {
				if ctx.Err() != nil {
					t.Error("what came cannot be stored: the context has ended")
				}
				for _, s := range part.Submissions {
					stored[s.Path] = s
				}
				if !slices.ContainsFunc(part.Participants, func(p contest.Participant) bool { return p.Name == part.Submissions[0].Participant }) {
					t.Errorf("the participant of %s is not told of", part.Submissions[0].Path)
				}
				return nil
			}}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if how == "called off" {
				opts.Progress = func(done, total int) {
					if total != 462 {
						t.Errorf("%d of %d", done, total)
					}
					if done == 250 {
						cancel()
					}
				}
			} else {
				s.Fail("/1250/files", -1, ccstest.Fault{Status: http.StatusInternalServerError})
			}
			_, err := intake.API(ctx, c, opts)
			if err == nil {
				t.Fatal("it was not broken off")
			}
			if how == "called off" && !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
			before := len(stored)
			if before < 240 || before == 462 {
				t.Errorf("%d submissions were stored before it broke off", before)
			}
			s.Heal()
			opts.Progress = nil
			set, err := intake.API(t.Context(), c, opts)
			if err != nil {
				t.Fatal(err)
			}
			if len(stored) != 462 || len(set.Submissions) != 462 {
				t.Errorf("%d of 462 are stored, %d returned", len(stored), len(set.Submissions))
			}
			for id, n := range s.Fetched() {
				// Those that were on their way when it broke off come again, and the
				// one that failed was tried.
				if n > 1 && id != "1250" && (n > 2 || slices.IndexFunc(large().Submissions, func(s ccstest.Submission) bool { return s.ID == id }) < before-4) {
					t.Errorf("the archive of %s was fetched %d times", id, n)
				}
			}
		})
	}
}

// TestAPIOther shows that files of another contest that has the same paths are not
// taken for those of this one.
func TestAPIOther(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.Small())
	c := served(t, s)
	set, err := intake.API(t.Context(), c, intake.APIOptions{})
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]contest.Submission{}
	for i, s := range set.Submissions {
		s.Files = []contest.File{{Path: s.Path + "/x", Content: []byte("kept\n")}}
		if i == 0 {
			s.Time = s.Time.Add(time.Second)
		}
		if i == 1 {
			s.SystemID = ""
		}
		kept[s.Path] = s
	}
	again, err := intake.API(t.Context(), c, intake.APIOptions{Kept: kept})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range again.Submissions {
		if isKept := strings.HasPrefix(string(s.Files[0].Content), "kept"); isKept != (i > 1) {
			t.Errorf("%s has the kept files: %t", s.Path, isKept)
		}
	}
}

func TestAPIEmpty(t *testing.T) {
	t.Parallel()
	scenario := ccstest.Small()
	scenario.Submissions, scenario.Judgements = nil, nil
	_, err := intake.API(t.Context(), served(t, ccstest.NewServer(t, scenario)), intake.APIOptions{})
	if err == nil || !strings.Contains(err.Error(), "no submissions yet") {
		t.Errorf("error %v", err)
	}
}
