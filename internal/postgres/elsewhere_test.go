package postgres

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/review"
)

// PairsInOtherContests finds the listed pair of the same two participants in another contest, not that of namesakes, and counts
// the other listed pairs that are listed there too. A contest in which the two are hidden here but visible there, or the
// other way round, is left out, because it would tell who they are.
func TestPairsInOtherContests(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	names := []string{"ann", "bob", "cat", "dan", "eve"}
	// check stores pairs of names, by their places. It lists all pairs but those at the places in unlisted, which have a
	// high chance.
	check := func(name, system string, stored [][2]int, unlisted ...int) (contestID, checkID int64) {
		t.Helper()
		var submissions []contest.Submission
		var participants []contest.Participant
		for i, participant := range names {
			submissions = append(submissions, submission("A", participant, 1, fmt.Sprintf("int main() { return %d; } // %s", i, name)))
			participants = append(participants, contest.Participant{Name: participant, SystemID: fmt.Sprint(system, i)})
		}
		contestID = importContest(t, db, name, submissions)
		must(t, db.SaveAbout(ctx, contestID, contest.About{Metadata: contest.Metadata{System: "Judge"}, Participants: participants}))
		parameters := contest.Parameters{Threshold: 0.3, MaxChance: 1}
		run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Parameters: parameters}, idsOf(submissions), nil)
		must(t, err)
		defer run.Close()
		var pairs []contest.Pair
		for i, two := range stored {
			p := pair(i+1, submissions[two[0]], submissions[two[1]], 0.9-0.1*float64(i))
			if slices.Contains(unlisted, i) {
				p.Chance = new(5.0)
			}
			pairs = append(pairs, p)
		}
		complete(t, run, pairs...)
		return contestID, run.ID()
	}
	here, checkID := check("here", "team-", [][2]int{{0, 1}, {2, 3}, {1, 4}, {0, 2}, {3, 4}}, 2)
	there, _ := check("there", "team-", [][2]int{{3, 2}, {2, 0}, {1, 0}, {0, 4}}, 1)
	check("unlisted", "team-", [][2]int{{0, 1}, {2, 3}}, 0)
	check("namesakes", "other-", [][2]int{{0, 1}})
	blind := func(contestID int64, hide bool) {
		t.Helper()
		must(t, db.SetSettings(ctx, review.CommandLine, contestID, contest.Settings{Blind: new(hide)}))
	}
	for _, test := range []struct {
		name                  string
		blindHere, blindThere bool
		visible               []int64
		want                  int
	}{
		{"visible in both", false, false, nil, 1},
		{"hidden in both", true, true, nil, 1},
		{"hidden here, visible there", true, false, nil, 0},
		{"visible here, hidden there", false, true, nil, 0},
		{"the other contest is not open to the viewer", false, false, []int64{here}, 0},
		{"the other contest is open to the viewer", false, false, []int64{here, there}, 1},
	} {
		blind(here, test.blindHere)
		blind(there, test.blindThere)
		pairs, _, err := db.Pairs(ctx, checkID, contest.PairFilter{})
		if err != nil || len(pairs) != 5 {
			t.Fatalf("%s: %d pairs, %v", test.name, len(pairs), err)
		}
		found, err := db.PairsInOtherContests(ctx, pairs[0], test.visible)
		if err != nil || len(found) != test.want {
			t.Errorf("%s: %d pairs, %v; want %d", test.name, len(found), err, test.want)
			continue
		}
		for _, e := range found {
			if want := (facts.Rate{Count: 1, Total: 3}); e.Others != want || e.Contest != "there" || e.Pair.Rank != 3 {
				t.Errorf("%s: rank %d of %q with the rate %+v; want rank 3 of \"there\" and %+v", test.name, e.Pair.Rank, e.Contest, e.Others, want)
			}
		}
	}
}
