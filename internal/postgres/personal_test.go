package postgres

import (
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Names that contain a name as whole words may be those of the same person.
func TestSimilarParticipants(t *testing.T) {
	t.Parallel()
	db := open(t)
	var list []contest.Submission
	for _, name := range []string{"Ann Lee", "Ann Lee (9000)", "Bo Ek, ann lee", "Team 3-Ann Lee", "Joann Lee", "Ann Leeson", "ANN LEE", "Bo"} {
		list = append(list, submission("A", name, 1, "int x;"))
	}
	importContest(t, db, "c", list)
	for contestName, want := range map[string][]string{"": {"ANN LEE", "Ann Lee (9000)", "Bo Ek, ann lee", "Team 3-Ann Lee"}, "other": nil} {
		people, err := db.SimilarParticipants(t.Context(), "Ann Lee", contestName)
		var got []string
		for _, p := range people {
			got = append(got, p.Name)
		}
		if !slices.Equal(got, want) || err != nil {
			t.Errorf("in contest %q: %q, error %v, want %q", contestName, got, err, want)
		}
	}
}

// Two contests have the participant, and the second was compared with the first.
func TestPersonalData(t *testing.T) { eachLayout(t, testPersonalData) }

func testPersonalData(t *testing.T, db *DB) {
	ctx := t.Context()
	_, earlier, p := contestToErase(t, db, "spring")
	laterID, submissions, _ := contestToErase(t, db, "autumn")
	run := beginCheck(t, db, laterID, submissions)
	must(t, run.SaveEarlierSubmissions(ctx, "d", idsOf(earlier[:1])))
	complete(t, run, pair(1, submissions[2], earlier[0], 0.5))
	added, err := db.AddAlerts(ctx, laterID, []contest.Alert{{Problem: "A", Left: contest.Side{SubmissionID: submissions[2].ID},
		Right: contest.Side{SubmissionID: earlier[0].ID}, Suspicion: 0.5}})
	if err != nil || len(added) != 1 {
		t.Fatalf("%d alerts, error %v", len(added), err)
	}
	stored, err := db.PersonalData(ctx, erasedName, "")
	must(t, err)
	if len(stored) != 2 {
		t.Fatalf("%d participants have the name, want 2", len(stored))
	}
	d := stored[0]
	if d.Contest != "spring" || d.ID != p.ID || d.Affiliation != "Oxen University" || d.Address != "192.0.2.44" {
		t.Errorf("participant %+v of %q, want the one of spring", d.Participant, d.Contest)
	}
	if len(d.Programs) != 2 || d.Programs[0].SystemID != "judge-4242" || d.Programs[0].Files != 1 || d.Programs[0].Bytes != int64(len(erasedProgram)) {
		t.Errorf("programs %+v, want 2 with their files", d.Programs)
	}
	if len(d.Pairs) != 2 || d.Pairs[0].Left.ParticipantID != p.ID || d.Pairs[1].Right.ParticipantID != p.ID {
		t.Errorf("pairs %+v, want those of both checks", d.Pairs)
	}
	if len(d.Cases) != 1 || d.Cases[0].Reviews[0].Decision != review.Confirmed {
		t.Errorf("cases %+v, want the confirmed one", d.Cases)
	}
	if len(d.Alerts) != 1 || d.Alerts[0].ID != added[0].ID {
		t.Errorf("alerts %+v, want the one of autumn", d.Alerts)
	}
	if len(d.Log) != 2 || d.Log[0].Action != review.ActionDecide || !strings.Contains(d.Log[0].Note, "OXENBRIGGE") {
		t.Errorf("log %+v, want the two decisions", d.Log)
	}
	if d.Uploads != 4 || len(d.Everybody) != 4 {
		t.Errorf("%d uploads and %d participants to hide, want 4 of both contests", d.Uploads, len(d.Everybody))
	}
	if only, err := db.PersonalData(ctx, erasedName, "autumn"); err != nil || len(only) != 1 || len(only[0].Pairs) != 1 || len(only[0].Alerts) != 0 {
		t.Errorf("in autumn alone: %+v, error %v; want the pair of its own check", only, err)
	}

	// The texts of autumn name both, and are counted once.
	for i, want := range []int{24, 0} {
		e, err := db.ErasePerson(ctx, review.CommandLine, stored[i].Participant)
		if err != nil || e != stored[i].Erasable() || e.Texts != want || e.Submissions != 2 {
			t.Errorf("erased %+v, error %v; want as announced (%+v): %d texts and 2 programs", e, err, stored[i].Erasable(), want)
		}
	}
}
