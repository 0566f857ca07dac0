package postgres

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Checks lists the checks of one contest in any state, the newest first. Check returns the same checks, CheckAndContest also
// the contest, and NewestChecks the newest with a result.
func TestChecks(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	contestID, submissions := newContest(t, db, "c", 2)
	other := contestOf(2)
	otherID := importContest(t, db, "other", other)
	beginCheck(t, db, otherID, other)

	complete := beginCheck(t, db, contestID, submissions)
	failed := beginCheck(t, db, contestID, submissions)
	running := beginCheck(t, db, contestID, submissions)
	must(t, errors.Join(complete.Complete(ctx, contest.Summary{Problems: 2, Submissions: 2}, nil, nil), failed.Fail(ctx, i18n.Verbatim("why"))))
	checks, err := db.Checks(ctx, contestID)
	must(t, err)
	type line struct {
		ID     int64
		State  contest.CheckState
		Reason string
	}
	var got []line
	for _, c := range checks {
		got = append(got, line{c.ID, c.State, c.Reason.String()})
		one, err := db.Check(ctx, c.ID)
		must(t, err)
		if diff := cmp.Diff(c, one); diff != "" {
			t.Errorf("Check differs from Checks (-Checks +Check):\n%s", diff)
		}
		both, err := db.CheckAndContest(ctx, c.ID)
		stored, err2 := db.Contest(ctx, contestID)
		if diff := cmp.Diff(contest.CheckAndContest{Check: c, Contest: stored}, both); diff != "" || errors.Join(err, err2) != nil || len(stored.Metadata.Problems) == 0 {
			t.Errorf("CheckAndContest: %v (-Check and Contest +got):\n%s", errors.Join(err, err2), diff)
		}
	}
	newest, err := db.NewestChecks(ctx, []int64{contestID, otherID, unknownID})
	if err != nil || len(newest) != 1 || newest[0].Check.ID != complete.ID() || newest[0].Contest.ID != contestID {
		t.Errorf("the newest checks are %+v, %v; want %d alone", newest, err, complete.ID())
	}
	nothing := beginCheck(t, db, contestID, submissions) // complete, but compared nothing
	something := beginCheck(t, db, otherID, other)
	must(t, errors.Join(nothing.Complete(ctx, contest.Summary{}, nil, nil), something.Complete(ctx, contest.Summary{Submissions: 2}, nil, nil)))
	var ids []int64
	for _, id := range []int64{contestID, otherID} {
		checks, err := db.Checks(ctx, id)
		c, ok := contest.NewestCheck(checks)
		if err != nil || !ok {
			t.Fatalf("no newest check: %v", err)
		}
		ids = append(ids, c.ID)
	}
	newest, err = db.NewestChecks(ctx, []int64{contestID, otherID})
	if err != nil || len(newest) != 2 || newest[0].Check.ID != ids[0] || newest[1].Check.ID != ids[1] {
		t.Errorf("the newest checks are %+v, %v; want %d", newest, err, ids)
	}
	want := []line{{running.ID(), contest.Running, ""}, {failed.ID(), contest.Failed, "why"}, {complete.ID(), contest.Complete, ""}}
	wantEqual(t, "checks, the newest first", want, got)
	if _, err := db.Check(ctx, unknownID); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("unknown check: got error %v, want ErrNotFound", err)
	}
}

// Templates returns the own templates that SaveTemplates stored, by submission.
func TestTemplates(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(3)
	run := beginCheck(t, db, importContest(t, db, "c", submissions), submissions)
	want := []contest.Passage{
		{First: 0, Tokens: 300, Problems: []string{"A", `B "{}", <easy>`}, Earlier: true},
		{First: 412, Tokens: 24, Problems: []string{"C"}},
	}
	must(t, run.SaveTemplates(ctx, []contest.Template{
		{SubmissionID: submissions[0].ID, Passages: want},
		{SubmissionID: submissions[1].ID, Passages: want[1:]},
	}))
	must(t, run.SaveTemplates(ctx, nil))
	complete(t, run)
	all := map[int64][]contest.Passage{submissions[0].ID: want, submissions[1].ID: want[1:]}
	for _, tt := range []struct {
		ids  []int64
		want map[int64][]contest.Passage
	}{
		{idsOf(submissions), all},
		{idsOf(submissions[1:2]), map[int64][]contest.Passage{submissions[1].ID: want[1:]}},
		{idsOf(submissions[2:]), map[int64][]contest.Passage{}},
		{nil, map[int64][]contest.Passage{}},
	} {
		got, err := db.Templates(ctx, run.ID(), tt.ids)
		must(t, err)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("own templates in submissions %v (-want +got):\n%s", tt.ids, diff)
		}
	}
}

// A failed check stores no templates, and a check refuses the template of a submission that
// it does not have.
func TestTemplatesOfAFailedCheck(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	contestID, submissions := newContest(t, db, "c", 2)
	run := beginCheck(t, db, contestID, submissions[:1])
	template := []contest.Template{{SubmissionID: submissions[0].ID, Passages: []contest.Passage{{Tokens: 30, Problems: []string{"A"}}}}}
	must(t, run.SaveTemplates(ctx, template))
	must(t, run.Fail(ctx, i18n.Verbatim("broken on purpose")))
	assertEmpty(t, db, "check_templates")

	other := beginCheck(t, db, contestID, submissions[:1])
	template[0].SubmissionID = submissions[1].ID
	if err := other.SaveTemplates(ctx, template); err == nil {
		t.Error("the template of a submission outside the check was stored")
	}
}

// StoredMeasures returns the measures of the pairs of the contest's last complete check with the
// same Matching, without pairs that have an own template.
func TestStoredMeasures(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions, others := contestOf(5), contestOf(5)
	contestID, otherID := importContest(t, db, "c", submissions), importContest(t, db, "other", others)
	begin := func(contestID int64, matching string, submissions []contest.Submission) contest.Run {
		t.Helper()
		run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Matching: matching}, idsOf(submissions), nil)
		must(t, err)
		t.Cleanup(func() { run.Close() })
		return run
	}
	check := func(contestID int64, matching string, submissions []contest.Submission, pairs ...contest.Pair) contest.Run {
		t.Helper()
		run := begin(contestID, matching, submissions)
		template := contest.Template{SubmissionID: submissions[4].ID, Passages: []contest.Passage{{Tokens: 30, Problems: []string{"A"}}}}
		must(t, run.SaveTemplates(ctx, []contest.Template{template}))
		must(t, run.SavePairs(ctx, pairs))
		return run
	}
	s := submissions
	complete(t, check(contestID, "x", s, pair(1, s[0], s[3], 0.9)))
	complete(t, check(contestID, "x", s, pair(1, s[0], s[1], 0.9), pair(2, s[1], s[4], 0.8), pair(3, s[4], s[2], 0.7)))
	complete(t, check(contestID, "y", s, pair(1, s[1], s[2], 0.9)))
	complete(t, check(contestID, "", s, pair(1, s[2], s[3], 0.9)))
	complete(t, check(otherID, "x", others, pair(1, others[0], others[2], 0.9)))
	failed := check(contestID, "x", s, pair(1, s[0], s[2], 0.9))
	must(t, failed.Fail(ctx, i18n.Verbatim("broken on purpose")))
	measured := func(left, right contest.Submission) contest.PairMeasures {
		p := pair(1, left, right, 0)
		return contest.PairMeasures{Left: left.ID, Right: right.ID, Similarity: p.Similarity, MaxSimilarity: p.MaxSimilarity,
			CoverageLeft: p.CoverageLeft, CoverageRight: p.CoverageRight, LongestMatch: p.LongestMatch, MatchedTokens: p.MatchedTokens}
	}
	for matching, want := range map[string][]contest.PairMeasures{
		"x": {measured(s[0], s[1])},
		"y": {measured(s[1], s[2])},
		"":  nil,
		"z": nil,
	} {
		got, err := begin(contestID, matching, s).StoredMeasures(ctx)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" && len(got)+len(want) > 0 {
			t.Errorf("matching %q (-want +got):\n%s", matching, diff)
		}
	}
}

// Frequencies returns what SaveFrequencies stored, but only of a complete check.
func TestFrequencies(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	contestID, submissions := newContest(t, db, "c", 2)
	run := beginCheck(t, db, contestID, submissions)
	stored := []contest.Frequencies{
		{Problem: "A", Language: "c++", Content: []byte{1, 2, 3}},
		{Problem: "A", Language: "java", Content: []byte{}},
		{Problem: "", Language: "c++", Content: bytes.Repeat([]byte{7, 0, 200}, 1<<20)},
	}
	must(t, run.SaveFrequencies(ctx, stored))
	if _, err := db.Frequencies(ctx, run.ID(), "A", "c++"); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("while the check runs: got error %v, want ErrNotFound", err)
	}
	complete(t, run)
	for _, want := range stored {
		got, err := db.Frequencies(ctx, run.ID(), want.Problem, want.Language)
		if err != nil || !bytes.Equal(got, want.Content) {
			t.Errorf("problem %q in %s: got %d bytes, error %v; want %d", want.Problem, want.Language, len(got), err, len(want.Content))
		}
	}
	if _, err := db.Frequencies(ctx, run.ID(), "B", "c++"); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("an unknown problem: got error %v, want ErrNotFound", err)
	}

	failed := beginCheck(t, db, contestID, submissions)
	must(t, errors.Join(failed.SaveFrequencies(ctx, stored), failed.Fail(ctx, i18n.Verbatim("broken on purpose"))))
	if n := rowsOf(t, db, "check_frequencies")["check_frequencies"]; n != len(stored) {
		t.Errorf("got %d rows, want the %d of the complete check", n, len(stored))
	}
}

// checkAgainst makes a contest of two submissions and a complete check. The check has the pair of both, and
// a pair of the second submission with each earlier submission.
func checkAgainst(t *testing.T, db *DB, name string, earlier ...contest.Submission) (checkID int64, pairs []contest.Pair) {
	t.Helper()
	ctx := context.Background()
	submissions := contestOf(2)
	run := beginCheck(t, db, importContest(t, db, name, submissions), submissions)
	pairs = []contest.Pair{pair(1, submissions[0], submissions[1], 0.9)}
	for i, s := range earlier {
		pairs = append(pairs, pair(i+2, submissions[1], s, 0.5))
	}
	summary := contest.Summary{PairsStored: len(pairs), Earlier: &contest.EarlierSummary{Contests: 1, Submissions: 5, Pairs: len(earlier)}}
	err := errors.Join(run.SaveEarlierSubmissions(ctx, "of "+name, idsOf(earlier)), run.SavePairs(ctx, pairs),
		run.Complete(ctx, summary, []contest.Histogram{histogram("A")}, nil))
	must(t, err)
	return run.ID(), pairs
}

// ignoreDatabaseFields ignores the fields of a side that the database sets.
var ignoreDatabaseFields = cmpopts.IgnoreFields(contest.Side{}, "ContestID", "ParticipantID", "Number", "Hidden")

func pairsOf(t *testing.T, db *DB, checkID int64, filter contest.PairFilter) (pairs []contest.Pair, total int) {
	t.Helper()
	pairs, total, err := db.Pairs(t.Context(), checkID, filter)
	must(t, err)
	for i := range pairs {
		if got, _, err := db.PairAndCheck(t.Context(), pairs[i].ID); err != nil || got.Right != pairs[i].Right || got.Left != pairs[i].Left {
			t.Errorf("Pair returns %+v, %v; Pairs lists %+v", got, err, pairs[i])
		}
		pairs[i].ID, pairs[i].CheckID = 0, 0
	}
	return pairs, total
}

// TestEarlier tests filters of pairs with an earlier contest.
func TestEarlier(t *testing.T) {
	t.Parallel()
	db := open(t)
	old := []contest.Submission{submission("X", "zoe", 1, "old"), submission("Y", "yan", 2, "older")}
	must(t, db.SetSettings(t.Context(), review.CommandLine, importContest(t, db, "old, and good", old), contest.Settings{Blind: new(false)}))
	id, pairs := checkAgainst(t, db, "new", old...)
	for i := range pairs[1:] {
		pairs[i+1].Right.Contest = "old, and good"
	}
	if c, err := db.Check(t.Context(), id); err != nil || c.Digest != "of new" {
		t.Errorf("check is %+v, %v; want the digest that SaveEarlierSubmissions set", c, err)
	}
	tests := []struct {
		name   string
		filter contest.PairFilter
		want   []contest.Pair
	}{
		{"all", contest.PairFilter{}, pairs},
		{"pairs within the contest", contest.PairFilter{Sides: contest.OwnSides}, pairs[:1]},
		{"pairs with earlier contests", contest.PairFilter{Sides: contest.EarlierSides}, pairs[1:]},
		{"a page of pairs with earlier contests", contest.PairFilter{Sides: contest.EarlierSides, Offset: 1, Limit: 1}, pairs[2:]},
		{"an earlier participant, hidden because the other side is", contest.PairFilter{Participant: "ZOE"}, nil},
		{"an earlier participant among pairs within the contest", contest.PairFilter{Participant: "zoe", Sides: contest.OwnSides}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, total := pairsOf(t, db, id, tt.filter)
			wantEqual(t, "pairs", tt.want, got, cmpopts.EquateEmpty(), ignoreDatabaseFields)
			if want := len(tt.want); tt.filter.Limit == 0 && total != want {
				t.Errorf("got %d in all, want %d", total, want)
			}
		})
	}
}

// SaveEarlierSubmissions stores nothing unless all submissions are of complete imports into other contests.
func TestSaveEarlierSubmissionsRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	mine, theirs := contestOf(2), contestOf(2)
	run := beginCheck(t, db, importContest(t, db, "mine", mine), mine)
	importContest(t, db, "theirs", theirs)
	execute(t, db, `
		WITH i AS (INSERT INTO imports (contest_id, origin) SELECT id, '' FROM contests WHERE name = 'theirs' RETURNING id)
		UPDATE submissions SET import_id = i.id FROM i WHERE submissions.id = $1`, theirs[1].ID)
	for name, ids := range map[string][]int64{
		"one of the check's contest":                  {mine[0].ID},
		"one allowed, and one unknown":                {theirs[0].ID, unknownID},
		"one of a running import":                     {theirs[1].ID},
		"one allowed, and one of the check's contest": {theirs[0].ID, mine[1].ID},
		"one of the check's contest, and one unknown": {mine[0].ID, unknownID},
	} {
		before := dump(t, db)
		if err := run.SaveEarlierSubmissions(ctx, "new", ids); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("%s: got error %v, want ErrNotFound", name, err)
		}
		if diff := cmp.Diff(before, dump(t, db)); diff != "" {
			t.Errorf("%s: the refused call changed the database (-before +after):\n%s", name, diff)
		}
	}
	if err := run.SaveEarlierSubmissions(ctx, "new", []int64{theirs[0].ID, theirs[0].ID}); err != nil {
		t.Errorf("the same submission twice: got error %v", err)
	}
}

// Deleting a contest also deletes pairs with its submissions from the checks of other contests. The
// summaries of these checks say how many pairs were deleted.
func TestDeleteContestNamedElsewhere(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	id, deleted := fullContest(t, db, "deleted")
	_, remaining := fullContest(t, db, "remaining")
	submissionsOf := func(names ...string) []contest.Submission {
		var list []contest.Submission
		for _, name := range names {
			list = append(list, map[string][]contest.Submission{"deleted": deleted, "remaining": remaining}[name]...)
		}
		return list
	}
	only, onlyPairs := checkAgainst(t, db, "only", submissionsOf("deleted")...)
	mixed, mixedPairs := checkAgainst(t, db, "mixed", submissionsOf("deleted", "remaining")...)
	other, _ := checkAgainst(t, db, "other", submissionsOf("remaining")...)
	failing := contestOf(1)
	run := beginCheck(t, db, importContest(t, db, "failing", failing), failing)
	must(t, errors.Join(run.SaveEarlierSubmissions(ctx, "", idsOf(deleted)), run.Fail(ctx, i18n.Verbatim("broken on purpose"))))

	contents, err := db.Contents(ctx, "deleted")
	if err != nil || contents.CrossContestPairs != 2*len(deleted) {
		t.Errorf("contents are %+v, %v; want %d pairs in checks of other contests", contents, err, 2*len(deleted))
	}
	before := dump(t, db)
	must(t, db.DeleteContest(ctx, review.CommandLine, id))
	pairs, total := pairsOf(t, db, only, contest.PairFilter{})
	if diff := cmp.Diff(onlyPairs[:1], pairs, ignoreDatabaseFields); diff != "" || total != 1 {
		t.Errorf("pairs of the check that compared only with the deleted contest (-want +got):\n%s", diff)
	}
	pairs, _ = pairsOf(t, db, mixed, contest.PairFilter{})
	want := slices.Concat(mixedPairs[:1], mixedPairs[1+len(deleted):])
	for i := range want[1:] {
		want[i+1].Right.Contest = "remaining"
	}
	wantEqual(t, "pairs of the check that also compared with another contest", want, pairs, ignoreDatabaseFields)
	for check, want := range map[int64]contest.Summary{
		only:  {PairsStored: 1, Earlier: &contest.EarlierSummary{Contests: 1, Submissions: 5, Pairs: 0, Deleted: 3}},
		mixed: {PairsStored: 4, Earlier: &contest.EarlierSummary{Contests: 1, Submissions: 5, Pairs: 3, Deleted: 3}},
		other: {PairsStored: 4, Earlier: &contest.EarlierSummary{Contests: 1, Submissions: 5, Pairs: 3}},
	} {
		c, err := db.Check(ctx, check)
		must(t, err)
		if diff := cmp.Diff(want, c.Summary); diff != "" {
			t.Errorf("summary of a check of %q (-want +got):\n%s", c.Contest, diff)
		}
	}

	// No other rows of other contests were deleted.
	after := dump(t, db)
	for table, want := range map[string]int{
		"pairs":             1 + 2*len(deleted),            // its own pair, and the pairs of the checks "only" and "mixed"
		"check_submissions": len(deleted) + 3*len(deleted), // of its own check, and of three other contests' checks
		"submissions":       len(deleted),
		"cases":             1,
		"reviews":           1,
		"histograms":        1,
	} {
		if n := len(before[table]) - len(after[table]); n != want {
			t.Errorf("%d rows of %s were deleted, want %d", n, table, want)
		}
	}
}

// SaveEarlierSubmissions waits while the earlier contest is being deleted, and then does not find its
// submissions.
func TestSaveEarlierSubmissionsWaitsForDelete(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	id, deleted := fullContest(t, db, "deleted")
	mine := contestOf(1)
	run := beginCheck(t, db, importContest(t, db, "mine", mine), mine)
	s, err := db.session(ctx)
	must(t, err)
	defer s.close()
	done := make(chan error, 1)
	err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
		if err := excludeChecks(ctx, tx, id); err != nil {
			return err
		}
		go func() { done <- run.SaveEarlierSubmissions(ctx, "", idsOf(deleted)) }()
		waitForLock(t, db)
		return removeContest(ctx, tx, id)
	})
	must(t, err)
	if err := <-done; !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("got error %v, want ErrNotFound", err)
	}
}
