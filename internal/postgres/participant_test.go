package postgres

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// New values replace stored ones; empty values do not.
func TestSaveParticipants(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	other := importContest(t, db, "other", contestOf(2))
	id := importContest(t, db, "c", contestOf(2))
	for _, list := range [][]contest.Participant{
		{{Name: "team000", Affiliation: "A", Site: "here", Address: "10.0.0.1", Seat: "1"}, {Name: "stranger", Seat: "9"}},
		{{Name: "team000", Site: "there"}, {Name: "team001", Seat: "2"}},
		nil,
	} {
		if err := db.SaveParticipants(ctx, id, list); err != nil {
			t.Fatal(err)
		}
	}
	got := make(map[string]contest.Participant)
	for _, contestID := range []int64{id, other} {
		list, err := db.Participants(ctx, contestID)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if p.Affiliation+p.Site+p.Address+p.Seat != "" {
				got[p.Name] = contest.Participant{Name: p.Name, ContestID: p.ContestID, Affiliation: p.Affiliation, Site: p.Site, Address: p.Address, Seat: p.Seat}
			}
		}
	}
	want := map[string]contest.Participant{
		"team000": {Name: "team000", ContestID: id, Affiliation: "A", Site: "there", Address: "10.0.0.1", Seat: "1"},
		"team001": {Name: "team001", ContestID: id, Seat: "2"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("participants (-want +got):\n%s", diff)
	}
	if err := db.SaveParticipants(ctx, id, []contest.Participant{{Name: "team000", Seat: "\xff"}}); err == nil {
		t.Error("a seat that is not UTF-8 was stored")
	}
}
