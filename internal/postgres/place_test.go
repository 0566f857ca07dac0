package postgres

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestPlaces(t *testing.T) {
	t.Parallel()
	db := open(t)
	submissions := contestOf(3)
	contestID := imported(t, db, "finals", submissions)
	s := submissions[1]
	want := map[int64]contest.Location{s.ID: {Side: contest.Side{ContestID: contestID, Contest: "finals", SubmissionID: s.ID, Participant: s.Participant, Problem: s.Problem, Path: s.Path,
		Language: s.Language, Verdict: s.Verdict, Attempt: s.Attempt, Time: s.Time,
	}}}
	got, err := db.Locations(t.Context(), []int64{4711, s.ID})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(contest.Side{}, "ParticipantID", "Number", "Hidden")); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

func TestSearchable(t *testing.T) {
	t.Parallel()
	db := open(t)
	is := func(fingerprints, samples int, want contest.Searchable) {
		t.Helper()
		got, err := db.Searchable(t.Context(), fingerprints, samples)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("versions %d and %d: %+v, want %+v", fingerprints, samples, got, want)
		}
	}
	is(1, 1, contest.Searchable{})
	submissions := contestOf(2)
	run := begun(t, db, imported(t, db, "c", submissions), submissions)
	is(1, 1, contest.Searchable{Any: true})
	if err := run.SaveFingerprints(t.Context(), 1, []contest.Fingerprint{{SubmissionID: submissions[0].ID}}); err != nil {
		t.Fatal(err)
	}
	saveSamples(t, run, 2, []contest.Sample{{SubmissionID: submissions[0].ID, Shingles: []uint32{1}}})
	is(1, 1, contest.Searchable{Any: true, Current: true})
	is(2, 2, contest.Searchable{Any: true, Current: true})
	is(2, 1, contest.Searchable{Any: true})
}
