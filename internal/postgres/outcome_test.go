package postgres

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// A participant with a confirmed case gets an outcome of the contest's list, another one, and none again. The log has an
// entry for each change.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 3, 2)
	contestID, chief := people[0].ContestID, users[0]
	key := keyOf("A", people[0], people[1])
	set := func(p contest.Participant, outcome string) error {
		return db.SetOutcome(ctx, chief, contestID, outcome, p.Number)
	}
	if err := set(people[0], "warning"); !errors.Is(err, review.ErrRefused) {
		t.Errorf("without a confirmed case: got error %v, want ErrRefused", err)
	}
	ruling := review.Review{Decision: review.Confirmed, Ruling: true}
	decide(t, db, chief, key, ruling)
	for name, err := range map[string]error{
		"an unknown outcome": set(people[0], "exile"), "a participant without a case": set(people[2], "warning"),
	} {
		if !errors.Is(err, review.ErrRefused) {
			t.Errorf("%s: got error %v, want ErrRefused", name, err)
		}
	}
	if err := db.SetOutcome(ctx, chief, contestID, "warning", 99); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("an unknown participant: got error %v, want ErrNotFound", err)
	}
	want := func(what string, outcomes map[int64]string) {
		t.Helper()
		stored, err := db.Outcomes(ctx, contestID)
		got := make(map[int64]string)
		for id, o := range stored {
			if got[id] = o.Name; o.By != chief || o.At.IsZero() {
				t.Errorf("%s: set by %v at %v, want by %v at some time", what, o.By, o.At, chief)
			}
		}
		if diff := cmp.Diff(outcomes, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", what, err, diff)
		}
		c, err := db.Case(ctx, key)
		if both := [2]string{outcomes[key.First], outcomes[key.Second]}; c.Outcomes != both || err != nil {
			t.Errorf("%s: the case has the outcomes %q, want %q: %v", what, c.Outcomes, both, err)
		}
	}
	err := errors.Join(set(people[0], "warning"), set(people[1], "problem voided"), set(people[1], "problem voided"), set(people[0], "disqualified"))
	if err := db.SetOutcome(ctx, chief, contestID, "", people[0].Number, 99); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a participant and an unknown one: got error %v, want ErrNotFound", err)
	}
	want("set", map[int64]string{people[0].ID: "disqualified", people[1].ID: "problem voided"})
	err = errors.Join(err, db.SetSettings(ctx, chief, contestID, contest.Settings{Outcomes: []string{"reprimand"}}), set(people[0], "reprimand"))
	want("another list", map[int64]string{people[0].ID: "reprimand", people[1].ID: "problem voided"})
	err = errors.Join(err, set(people[0], ""), set(people[0], ""))
	want("removed", map[int64]string{people[1].ID: "problem voided"})
	if _, withdrawErr := db.Withdraw(ctx, chief, key); errors.Join(err, withdrawErr) != nil {
		t.Fatal(errors.Join(err, withdrawErr))
	}
	want("no longer confirmed", map[int64]string{people[1].ID: "problem voided"})
	if err := set(people[1], ""); err != nil {
		t.Errorf("remove an outcome without a confirmed case: %v", err)
	}

	entries, _, err := db.AuditLog(ctx, contestID, review.LogFilter{}, 0, 0)
	must(t, err)
	var changes []string
	for _, e := range slices.Backward(entries) {
		if e.Action == review.ActionOutcome || e.Action == review.ActionSettings {
			changes = append(changes, e.Details.From+" -> "+e.Details.To)
		}
	}
	log := []string{" -> warning", " -> problem voided", "warning -> disqualified", "warning, problem voided, disqualified -> reprimand",
		"disqualified -> reprimand", "reprimand -> ", "problem voided -> "}
	wantEqual(t, "log", log, changes)
}
