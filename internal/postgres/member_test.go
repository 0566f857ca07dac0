package postgres

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

func TestMembers(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	spring, autumn := imported(t, db, "spring", contestOf(2)), imported(t, db, "autumn", contestOf(2))
	zoe, anna := user(t, db, "Zoe", false), user(t, db, "anna", false)

	role := func(u account.User, contestID int64) account.Role {
		t.Helper()
		got, err := db.Role(ctx, u.ID, contestID)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	set := func(contestID int64, u account.User, role account.Role) {
		t.Helper()
		if err := db.SetMember(ctx, review.CommandLine, contestID, u.ID, role); err != nil {
			t.Fatal(err)
		}
	}
	if got := role(zoe, spring); got != account.NoRole {
		t.Errorf("a stranger is %q", got)
	}
	set(spring, zoe, account.Chief)
	set(spring, anna, account.Viewer)
	set(spring, anna, account.Reviewer) // instead
	set(autumn, anna, account.Viewer)

	members, err := db.Members(ctx, spring)
	want := []account.Member{{UserID: anna.ID, Name: "anna", Role: account.Reviewer}, {UserID: zoe.ID, Name: "Zoe", Role: account.Chief}}
	if diff := cmp.Diff(want, members); err != nil || diff != "" {
		t.Errorf("error %v, members (-want +got):\n%s", err, diff)
	}
	if got := role(anna, spring); got != account.Reviewer {
		t.Errorf("the role is %q", got)
	}
	if got := role(zoe, autumn); got != account.NoRole {
		t.Errorf("the role in another contest is %q", got)
	}
	roles, err := db.Roles(ctx, anna.ID)
	if diff := cmp.Diff(map[int64]account.Role{spring: account.Reviewer, autumn: account.Viewer}, roles); err != nil || diff != "" {
		t.Errorf("error %v, roles (-want +got):\n%s", err, diff)
	}

	set(spring, anna, account.NoRole)
	if got := role(anna, spring); got != account.NoRole {
		t.Errorf("one who was removed is %q", got)
	}
	for _, ids := range [][2]int64{{4711, anna.ID}, {spring, 4711}} {
		if err := db.SetMember(ctx, review.CommandLine, ids[0], ids[1], account.Viewer); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("contest %d, user %d: error %v", ids[0], ids[1], err)
		}
	}
	for _, bad := range []account.Role{account.Administrator, "king"} {
		if err := db.SetMember(ctx, review.CommandLine, spring, anna.ID, bad); err == nil {
			t.Errorf("the role %q is given", bad)
		}
	}
}
