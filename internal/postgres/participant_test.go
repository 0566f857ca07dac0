package postgres

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// New values replace stored ones; empty values do not.
func TestSaveAboutParticipants(t *testing.T) {
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
		must(t, db.SaveAbout(ctx, id, contest.About{Participants: list}))
	}
	got := make(map[string]contest.Participant)
	for _, contestID := range []int64{id, other} {
		list, err := db.Participants(ctx, contestID)
		must(t, err)
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
	wantEqual(t, "participants", want, got)
	if err := db.SaveAbout(ctx, id, contest.About{Participants: []contest.Participant{{Name: "team000", Seat: "\xff"}}}); err == nil {
		t.Error("a seat that is not UTF-8 was stored")
	}
}

// ChecksAgainst returns the newest check of each other contest with pairs of the participant, but no check that compared
// nothing if an earlier one did.
func TestChecksAgainst(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	old := contestOf(1)
	importContest(t, db, "old", old)
	var contestID int64
	check := func(compared int, against ...contest.Submission) int64 {
		t.Helper()
		submissions := contestOf(2)
		contestID = importContest(t, db, "new", submissions)
		run := beginCheck(t, db, contestID, submissions)
		var pairs []contest.Pair
		for i, s := range against {
			pairs = append(pairs, pair(i+1, submissions[1], s, 0.5))
		}
		err := errors.Join(run.SaveEarlierSubmissions(ctx, "of new", idsOf(against)), run.SavePairs(ctx, pairs),
			run.Complete(ctx, contest.Summary{Submissions: compared}, nil, nil))
		must(t, err)
		return run.ID()
	}
	first := check(3, old...)
	sides, err := db.RelatedSubmissions(ctx, idsOf(old))
	must(t, err)
	expect := func(when string, visible []int64, want ...int64) {
		t.Helper()
		list, err := db.ChecksAgainst(ctx, sides[0].ParticipantID, visible)
		var got []int64
		for _, c := range list {
			got = append(got, c.Check.ID)
			if c.Contest.ID != contestID || c.Check.ContestID != contestID {
				t.Errorf("%s: check %d has the contests %d and %d, want %d", when, c.Check.ID, c.Check.ContestID, c.Contest.ID, contestID)
			}
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", when, err, diff)
		}
	}
	expect("after the first check", nil, first)
	check(0)
	expect("after a check that compared nothing", nil, first)
	expect("to a member of the other contest", []int64{contestID}, first)
	expect("to somebody who is no member of it", []int64{}, []int64{}...)
	second := check(3, old...)
	expect("after a second check", nil, second)
	check(3)
	expect("after a check without pairs of the participant", nil)
}
