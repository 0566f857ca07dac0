package postgres

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// A following is stored before its contest exists. It can be stopped and started again, each with an entry in the audit log;
// each start has a new number, and the state of an earlier start is not stored. It goes with its contest.
func TestFollowing(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	boss := review.Person{Name: "boss"}
	add := contest.Following{Name: "finals", URL: "https://judge.example/api/", SystemID: "f26", Account: []byte{1, 2}}
	must(t, db.AddFollowing(ctx, boss, add, 0))
	var number int64
	expect := func(step string, want contest.Following) {
		t.Helper()
		list, err := db.Followings(ctx)
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: %d rows and error %v, want one", step, len(list), err)
		}
		number, list[0].StartID = list[0].StartID, 0
		if diff := cmp.Diff(want, list[0]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step, diff)
		}
	}
	want := add
	want.Active = true
	expect("added", want)
	if err := db.AddFollowing(ctx, boss, add, 0); !errors.Is(err, contest.ErrInUse) {
		t.Errorf("added twice: error %v, want ErrInUse", err)
	}
	first := number
	save := func(number int64, active bool, reason string) {
		t.Helper()
		must(t, db.SaveFollowing(ctx, contest.Following{Name: "finals", StartID: number, Active: active, Reason: i18n.Verbatim(reason)}))
	}
	save(first, true, "not \x00loaded \xff")
	want.Reason = i18n.Verbatim("not \uFFFDloaded \uFFFD")
	expect("waiting", want)
	id := importContest(t, db, "finals", contestOf(1))
	for range 2 { // the second one changes nothing
		must(t, db.SetFollowing(ctx, boss, "finals", false))
	}
	want.Active, want.Reason = false, i18n.Text{}
	expect("stopped", want)
	save(first, true, "too late")
	expect("the state comes after the stop", want)
	must(t, db.SetFollowing(ctx, boss, "finals", true))
	want.Active = true
	expect("started again", want)
	save(first, false, "too late")
	expect("the state is that of the first start", want)
	save(number, false, "refused")
	want.Active, want.Reason = false, i18n.Verbatim("refused")
	expect("refused", want)
	must(t, db.SetFollowing(ctx, boss, "finals", true))
	want.Active, want.Reason = true, i18n.Text{}
	expect("started after the refusal", want)
	save(number, false, "")
	want.Active, want.Account, want.NeedsAccount = false, []byte{}, true
	expect("the contest has ended", want)
	if err := db.SetFollowing(ctx, boss, "finals", true); !errors.Is(err, contest.ErrAccountDeleted) {
		t.Errorf("started without the account: error %v, want ErrAccountDeleted", err)
	}
	add.Account, add.SystemID = nil, "f27"
	must(t, db.AddFollowing(ctx, boss, add, 0))
	want = add
	want.Active = true
	expect("added again", want)
	save(number, false, "")
	want.Active = false
	expect("the contest has ended, followed with the server's own account", want)
	must(t, db.SetFollowing(ctx, boss, "finals", true))
	want.Active = true

	other := add
	other.Name = "wrong"
	if err := db.AddFollowing(ctx, boss, other, 0); !errors.As(err, new(*contest.FollowedError)) {
		t.Errorf("the same contest with another name: error %v, want a FollowedError", err)
	}
	other.SystemID = "wrong"
	if err := db.AddFollowing(ctx, boss, other, unknownID); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("for a contest that was deleted: error %v, want ErrNotFound", err)
	}
	must(t, errors.Join(db.AddFollowing(ctx, boss, other, 0), db.RemoveFollowing(ctx, boss, other.Name)))
	expect("another one removed", want)
	if err := db.RemoveFollowing(ctx, boss, other.Name); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("removed twice: error %v, want ErrNotFound", err)
	}

	if err := db.SetFollowing(ctx, boss, "nobody", true); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a contest that was never followed: error %v, want ErrNotFound", err)
	}
	entries, _, err := db.AuditLog(ctx, 0, review.LogFilter{}, 0, 0)
	must(t, err)
	type line struct {
		Action    review.Action
		ContestID int64
		Name      string
		From      string
	}
	var got []line
	for _, e := range entries {
		if strings.HasSuffix(string(e.Action), " following") {
			got = append(got, line{e.Action, e.ContestID, e.Details.To, e.Details.From})
			if e.Actor.Name != "boss" {
				t.Errorf("entry %+v, want one by boss", e)
			}
		}
	}
	const from = "https://judge.example/api/contests/"
	wantLog := []line{{review.ActionRemoveFollowing, 0, "wrong", ""}, {review.ActionStartFollowing, 0, "wrong", from + "wrong"},
		{review.ActionStartFollowing, id, "finals", from + "f27"}, {review.ActionStartFollowing, id, "finals", from + "f27"},
		{review.ActionStartFollowing, id, "finals", from + "f26"}, {review.ActionStartFollowing, id, "finals", from + "f26"},
		{review.ActionStopFollowing, id, "finals", ""}, {review.ActionStartFollowing, 0, "finals", from + "f26"}}
	wantEqual(t, "audit log", wantLog, got)
	must(t, db.DeleteContest(ctx, boss, id))
	if list, err := db.Followings(ctx); err != nil || len(list) > 0 {
		t.Errorf("after the deletion: %d rows and error %v, want none", len(list), err)
	}
}
