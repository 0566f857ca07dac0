package postgres

import (
	"errors"
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// A settled case is reopened for one reviewer who has not decided it. The earlier reviewers can change nothing, and their
// reviews stay.
func TestAppeal(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 2, 4)
	key := keyOf("A", people[0], people[1])
	decide := func(by review.Person, d review.Decision) error {
		_, err := db.Decide(ctx, by, key, reviewOf(by, d))
		return err
	}
	appeal := func(grounds string) error {
		_, err := db.Appeal(ctx, users[3], key, grounds)
		return err
	}
	wantRefused := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, review.ErrRefused) {
			t.Errorf("%s: got error %v, want ErrRefused", what, err)
		}
	}
	want := func(what string, state review.State, reviews int) {
		t.Helper()
		if c, err := db.Case(ctx, key); err != nil || c.State != state || len(c.Reviews) != reviews {
			t.Errorf("%s: got state %s with %d reviews, %v; want %s with %d", what, c.State, len(c.Reviews), err, state, reviews)
		}
	}
	wantRefused("an appeal against an open case", appeal(""))
	must(t, decide(users[0], review.Confirmed))
	wantRefused("an appeal against a pending case", appeal(""))
	must(t, decide(users[1], review.Confirmed))
	wantRefused("grounds with NUL", appeal("\x00"))
	must(t, db.Assign(ctx, users[3], []review.Key{key}, users[0].ID, contest.Seal{}))
	must(t, appeal("It is a template."))
	want("after the appeal", review.Appealed, 2)
	if c, err := db.Case(ctx, key); err != nil || c.Assigned.ID != 0 {
		t.Errorf("the case is still assigned to %+v, who decided it: %v", c.Assigned, err)
	}
	must(t, db.Assign(ctx, users[3], []review.Key{key}, users[2].ID, contest.Seal{}))
	wantRefused("an appeal against an appealed case", appeal(""))
	for _, by := range users[:2] {
		_, withdrawErr := db.Withdraw(ctx, by, key)
		_, undoErr := db.Undo(ctx, by, key)
		for what, err := range map[string]error{"decide": decide(by, review.Dismissed), "withdraw": withdrawErr, "undo": undoErr} {
			wantRefused(by.Name+": "+what, err)
		}
	}
	must(t, decide(users[2], review.Dismissed))
	want("decided by another reviewer", review.CaseDismissed, 3)
	must(t, db.SetSettings(ctx, users[0], key.ContestID, contest.Settings{Agreement: new(5)}))
	want("with another agreement", review.CaseDismissed, 3)
	if _, err := db.Undo(ctx, users[2], key); err != nil {
		t.Fatal(err)
	}
	want("withdrawn", review.Appealed, 2)
	must(t, errors.Join(decide(users[2], review.Confirmed), appeal("once more"), decide(users[3], review.Unclear)))
	wantRefused("decided between two appeals", decide(users[2], review.Confirmed))
	want("appealed twice", review.CaseUnclear, 4)
	if c, err := db.Case(ctx, key); err != nil || c.Appeal.Grounds != "once more" {
		t.Errorf("the latest appeal is %+v, %v", c.Appeal, err)
	}
	entries, _, err := db.AuditLog(ctx, key.ContestID, review.LogFilter{}, 0, 0)
	must(t, err)
	var notes []string
	var assigned []string
	for _, e := range entries {
		if e.Action == review.ActionAssign {
			assigned = append(assigned, e.Details.UserName)
		}
		if e.Action == review.ActionAppeal {
			notes = append(notes, string(e.Details.State)+": "+e.Note)
		}
	}
	wantEqual(t, "log", []string{"appealed: once more", "appealed: It is a template."}, notes)
	wantEqual(t, "assignees in the log", []string{"", users[2].Name, "", users[0].Name}, assigned)
}

// An appealed pair waits for the reviewers who have not decided it, and for nobody else, in lists and counts.
func TestAppealedPairsWait(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	contestID, pairs := checkContest(t, db, "c", 0.1, 0.9, 0.8)
	users := []review.Person{reviewer(t, db, "old"), reviewer(t, db, "new")}
	checks, err := db.Checks(ctx, contestID)
	must(t, err)
	stored, _, err := db.Pairs(ctx, checks[0].ID, contest.PairFilter{})
	if err != nil || len(stored) != len(pairs) {
		t.Fatalf("%d pairs, %v", len(stored), err)
	}
	key := review.KeyOf(contestID, stored[0])
	ruling := review.Review{Decision: review.Confirmed, Ruling: true}
	decide(t, db, users[0], key, ruling)
	check := func(what string, filter contest.PairFilter, want ...int) {
		t.Helper()
		if found, _, err := db.Pairs(ctx, checks[0].ID, filter); err != nil || !slices.Equal(ranks(found), want) {
			t.Errorf("%s: ranks %v, %v; want %v", what, ranks(found), err, want)
		}
	}
	mine := func(who review.Person) contest.PairFilter {
		return contest.PairFilter{State: contest.StateMine, Queue: contest.ReviewQueue{User: who.ID}}
	}
	waiting := func(what string, who review.Person, want int) {
		t.Helper()
		counts, err := db.pairsToReview(ctx, []int64{contestID}, nil, contest.ReviewQueue{User: who.ID}, contest.Seal{})
		if err != nil || counts[contestID] != want {
			t.Errorf("%s: %d pairs wait for %s, %v; want %d", what, counts[contestID], who.Name, err, want)
		}
		progress, err := db.Progress(ctx, checks[0].ID, nil, contest.ReviewQueue{User: who.ID}, contest.Seal{})
		if err != nil || progress.ToReview != want {
			t.Errorf("%s: the progress counts %d pairs for %s to review, %v; want %d", what, progress.ToReview, who.Name, err, want)
		}
	}
	seal := contest.Seal{Viewer: users[1].ID, AlsoSettled: true}
	check("confirmed by a ruling, which opens it", contest.PairFilter{State: "confirmed", Seal: seal}, 1)
	check("before the appeal, for the new reviewer", mine(users[1]), 2)
	if _, err := db.Appeal(ctx, users[0], key, ""); err != nil {
		t.Fatal(err)
	}
	check("appealed", contest.PairFilter{State: "appealed"}, 1)
	check("waiting", contest.PairFilter{State: contest.StateWaiting}, 1, 2)
	check("for the old reviewer", mine(users[0]), 2)
	check("for the new reviewer", mine(users[1]), 1, 2)
	waiting("appealed", users[0], 1)
	waiting("appealed", users[1], 2)
	check("sealed: appealed", contest.PairFilter{State: "appealed", Seal: seal}, 1)
	check("sealed: open", contest.PairFilter{State: "open", Seal: seal}, 2)
	check("sealed: with a case", contest.PairFilter{HasCase: true, Seal: seal}, 1)
	third := reviewer(t, db, "third")
	decide(t, db, third, key, reviewOf(third, review.Dismissed))
	check("decided by a third, sealed for the new reviewer", contest.PairFilter{State: "appealed", Seal: seal}, 1)
	check("decided by a third", contest.PairFilter{State: "dismissed"}, 1)
	waiting("decided by a third", users[1], 1)
	decide(t, db, users[1], key, reviewOf(users[1], review.Confirmed))
	check("a conflict after the appeal, for the old chief judge", mine(users[0]), 2)
	waiting("a conflict after the appeal", users[0], 1)
	check("a conflict after the appeal, for another chief judge", mine(reviewer(t, db, "chief")), 1, 2)
}
