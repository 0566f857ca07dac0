package postgres

import (
	"errors"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// TestFiltersWithTextsThatCannotBeStored asks for texts that PostgreSQL refuses: nothing is found, and nothing fails.
func TestFiltersWithTextsThatCannotBeStored(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	checkID, pairs := saveRanked(t, db, 3)
	contestID := pairs[0].Left.ContestID
	const bad = "A\x00\xff"
	count := func(total int, err error) func(*testing.T) {
		return func(t *testing.T) {
			if err != nil || total != 0 {
				t.Errorf("got %d and the error %v, want 0 and none", total, err)
			}
		}
	}
	total := func(_ any, total int, err error) func(*testing.T) { return count(total, err) }
	length := func(n int, err error) func(*testing.T) { return count(n, err) }
	for name, filter := range map[string]contest.PairFilter{
		"problem": {Problem: bad}, "language": {Language: bad}, "verdict": {Verdict: bad}, "contest": {Contest: bad}, "state": {State: bad},
	} {
		found, n, err := db.Pairs(ctx, checkID, filter)
		t.Run("pairs by "+name, total(found, n, err))
		ids, n, err := db.PairIDs(ctx, checkID, filter)
		t.Run("IDs of pairs by "+name, total(ids, n, err))
		pools, err := db.ListedPools(ctx, checkID, filter)
		t.Run("pools by "+name, length(len(pools), err))
	}
	clusters, n, err := db.Clusters(ctx, checkID, contest.ClusterFilter{Problem: bad, Language: bad}, 0, 0)
	t.Run("clusters", total(clusters, n, err))
	people, n, err := db.RankedParticipants(ctx, checkID, contest.ParticipantFilter{Participant: bad})
	t.Run("participants", total(people, n, err))
	near, n, err := db.NearSources(ctx, checkID, contest.NearFilter{Problem: bad})
	t.Run("programs near sources", total(near, n, err))
	cases, err := db.Cases(ctx, contestID, review.Filter{State: bad})
	t.Run("cases", length(len(cases), err))
	entries, n, err := db.AuditLog(ctx, contestID, review.LogFilter{Actor: review.Person{Name: bad}}, 0, 0)
	t.Run("audit log", total(entries, n, err))
	alerts, err := db.Alerts(ctx, contestID, contest.AlertFilter{Problem: bad})
	t.Run("alerts", length(len(alerts), err))
	submissions, err := db.Submissions(ctx, contestID, contest.SubmissionFilter{Problem: bad}, 0, 0)
	t.Run("submissions", length(len(submissions), err))
	named, err := db.PersonalData(ctx, bad, bad)
	t.Run("participants with a name", length(len(named), err))
	one, err := db.Case(ctx, review.Key{ContestID: contestID, Problem: bad, First: 1, Second: 2})
	t.Run("case", length(len(one.Reviews), err))
	for what, err := range map[string]error{"stopped": db.SetFollowing(ctx, review.CommandLine, bad, false),
		"removed": db.RemoveFollowing(ctx, review.CommandLine, bad)} {
		if !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("a following is %s: got error %v, want ErrNotFound", what, err)
		}
	}
}
