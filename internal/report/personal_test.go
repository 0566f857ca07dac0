package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Whoever gets their data reads no name of another participant or of a reviewer.
func TestPersonalDataHidesOthers(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	ann := contest.Participant{ID: 1, ContestID: 7, Number: 12, Name: "Ann Oxenbrigge", Affiliation: "Oxen University", FormerNames: []string{"Ann Green", "Ann Grey"}, Hidden: true}
	ben := contest.Participant{ID: 2, ContestID: 7, Number: 41, Name: "Ben Zyblonka", FormerNames: []string{"Quagmire"}, Affiliation: "Zyblonka College"}
	eve := contest.Participant{ID: 3, ContestID: 6, Number: 5, Name: "Eve Quimby"}
	side := func(p contest.Participant) contest.Side {
		return contest.Side{ContestID: p.ContestID, ParticipantID: p.ID, Participant: p.Name, Number: p.Number, Path: "A/" + p.Name + "/1.cpp"}
	}
	chief := review.Person{ID: 9, Name: "Milan Chiefly"}
	key := review.Key{ContestID: 7, Problem: "A", First: 1, Second: 2}
	note := "Ann Oxenbrigge says that Ben Zyblonka of Zyblonka College sat behind her, as Quagmire."
	d := review.PersonalData{
		Participant: ann, Contest: "spring", Outcome: review.Outcome{Name: "warning", By: chief, At: at},
		Programs: []review.StoredProgram{{SubmissionRow: contest.SubmissionRow{Side: side(ann)}, Files: 1, Bytes: 120}},
		Near:     []review.NearSource{{CheckID: 3, Problem: "A", Number: 2, Kind: contest.Leaked, Name: "by Ben Zyblonka", Suspicion: 0.4}},
		Pairs: []contest.Pair{
			{CheckID: 3, Problem: "A", Left: side(ben), Right: side(ann), Scores: contest.Scores{Suspicion: 0.91}},
			{CheckID: 4, Problem: "A", Left: side(ann), Right: side(eve), Scores: contest.Scores{
				Known: &contest.KnownCode{Number: 2, Kind: contest.Leaked, Name: "by Ben Zyblonka"}}},
		},
		Cases: []review.CaseEntry{{FirstParticipant: ann, SecondParticipant: ben, Case: review.Case{
			Key: key, State: review.CaseConfirmed, Assigned: chief, Appeal: review.Appeal{At: at, Grounds: note},
			Reviews: []review.Review{{Reviewer: chief, Decision: review.Confirmed, Reason: review.Copied, Note: note, At: at}},
			Statements: []review.Statement{{ParticipantID: 1, Text: "I gave it to a friend.", At: at},
				{ParticipantID: 2, Text: "My words are private.", At: at}},
		}}},
		Links: []review.Link{
			{Key: key, ParticipantID: 1, Hides: review.HidesNames, By: chief, CreatedAt: at},
			{Key: key, ParticipantID: 2, Hides: review.HidesNames, By: chief, CreatedAt: at},
			{Key: key, Recipient: "the federation", Hides: review.HidesNames, By: chief, CreatedAt: at},
		},
		Alerts: []contest.Alert{{At: at, Problem: "A", Left: side(ann), Right: side(ben), Suspicion: 0.8, State: contest.AlertUpheld}},
		Log: []review.Entry{
			{At: at, Actor: chief, ContestID: 7, Action: review.ActionDecide, Problem: "A", First: review.ParticipantRef{ContestID: 7, Number: 41},
				Second: review.ParticipantRef{ContestID: 7, Number: 12}, Note: note, Details: review.Details{UserName: "Milan Chiefly"}},
			{At: at, Actor: chief, ContestID: 7, Action: review.ActionDecide, Details: review.Details{Cluster: 1, Pairs: []review.LoggedPair{
				{Problem: "B", First: 41, Second: 77}, {Problem: "C", First: 12, Second: 55}}}},
		},
		Texts:     []review.StoredText{{Place: "note of a review", Text: note}},
		Everybody: []contest.Participant{eve, ann, ben},
	}
	var table, asJSON bytes.Buffer
	must(t, PersonalDataTable(&table, []review.PersonalData{d}))
	must(t, PersonalDataJSON(&asJSON, []review.PersonalData{d}))
	if !json.Valid(asJSON.Bytes()) {
		t.Errorf("not JSON: %s", &asJSON)
	}
	for format, written := range map[string]string{"table": table.String(), "JSON": asJSON.String()} {
		for _, hidden := range []string{"Zyblonka", "Quagmire", "Quimby", "Chiefly", "private", "Participant 77"} {
			if strings.Contains(written, hidden) {
				t.Errorf("the %s has %q:\n%s", format, hidden, written)
			}
		}
		for _, want := range []string{"spring", "Oxen University", "warning", "A/Ann Oxenbrigge/1.cpp", "120", "0.91", "Participant 41",
			"somebody of another contest", "source 2", "confirmed", "copied", "I gave it to a friend.", "outsider: the federation",
			"the other participant", "upheld", "Participant 55", "Ann Green", "Ann Oxenbrigge says that Somebody of Somebody sat behind her, as Somebody."} {
			if !strings.Contains(written, want) {
				t.Errorf("the %s lacks %q:\n%s", format, want, written)
			}
		}
	}
}
