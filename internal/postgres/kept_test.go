package postgres

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestKept(t *testing.T) {
	t.Parallel()
	db := open(t)
	one := func(participant, problem, path string, verdict contest.Verdict) contest.Submission {
		return contest.Submission{Problem: problem, Participant: participant, Kind: contest.Virtual, Path: path, Language: "cpp", Attempt: 1, Verdict: verdict,
			SystemID: "s" + path, LanguageVersion: "GNU C++17", Files: []contest.File{{Path: path, Content: []byte(path + string(verdict))}}}
	}
	first := []contest.Submission{one("ann", "A", "1", "WA"), one("ben", "A", "2", "AC"), one("ben", "B", "3", "AC")}
	id := imported(t, db, "finals", first)
	imported(t, db, "other", []contest.Submission{one("ann", "A", "1", "AC")})
	again := []contest.Submission{one("ann", "A", "1", "AC")} // judged again
	imported(t, db, "finals", again)
	var ben int
	all, err := db.Submissions(t.Context(), id, contest.SubmissionFilter{}, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range all {
		if k.Participant == "ben" {
			ben = k.Number
		}
		if k.ContestID != id || k.Kind != contest.Virtual || k.SystemID != "s"+k.Path || k.LanguageVersion != "GNU C++17" || !k.Hidden {
			t.Errorf("%+v", k)
		}
	}
	for _, test := range []struct {
		name   string
		filter contest.SubmissionFilter
		after  int64
		limit  int
		want   []int64
	}{
		{"all", contest.SubmissionFilter{}, 0, 10, []int64{first[1].ID, first[2].ID, again[0].ID}},
		{"a page", contest.SubmissionFilter{}, first[1].ID, 1, []int64{first[2].ID}},
		{"of a problem", contest.SubmissionFilter{Problem: "A"}, 0, 10, []int64{first[1].ID, again[0].ID}},
		{"of a participant", contest.SubmissionFilter{Number: ben}, 0, 10, []int64{first[1].ID, first[2].ID}},
		{"of a participant at a problem", contest.SubmissionFilter{Number: ben, Problem: "B"}, 0, 10, []int64{first[2].ID}},
		{"one that was read again", contest.SubmissionFilter{ID: first[0].ID}, 0, 10, []int64{first[0].ID}},
		{"nothing", contest.SubmissionFilter{Problem: "C"}, 0, 10, nil},
	} {
		list, err := db.Submissions(t.Context(), id, test.filter, test.after, test.limit)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, k := range list {
			got = append(got, k.SubmissionID)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
