package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// What is done to accounts, members, tokens and contests stands in the log, by
// whom the context names, and only where it changed something.
func TestDeedsAreLogged(t *testing.T) {
	t.Parallel()
	db := open(t)
	root, err := db.AddUser(t.Context(), review.CommandLine, "root", "", true)
	if err != nil {
		t.Fatal(err)
	}
	by := review.Person{ID: root.ID, Name: root.Name}
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	rosa, err := db.AddUser(ctx, by, "rosa", "", false)
	must(err)
	token := func() account.Token {
		t.Helper()
		_, hash := account.NewToken()
		kept, err := db.AddToken(ctx, by, account.Token{UserID: rosa.ID, Label: "of ada", Scope: account.ReadScope, ExpiresAt: time.Now().Add(time.Hour)}, hash)
		must(err)
		return kept
	}
	must(db.RevokeToken(ctx, by, rosa.ID, token().ID))
	for range 2 {
		token()
	}
	_, err = db.SetPassword(ctx, by, rosa.ID, "hash")
	must(err)
	token()
	_, err = db.EndSignIns(ctx, by, rosa.ID)
	must(err)
	_, err = db.RenameUser(ctx, by, rosa.ID, "rose")
	must(err)
	token()
	for _, disabled := range []bool{true, true, false} { // the second one changes nothing
		_, err = db.SetDisabled(ctx, by, rosa.ID, disabled)
		must(err)
	}
	if left, err := db.Tokens(ctx, rosa.ID); err != nil || len(left) > 0 {
		t.Errorf("%d tokens are left, %v: want them revoked", len(left), err)
	}
	if _, err := db.RenameUser(ctx, by, rosa.ID, "root"); err == nil {
		t.Error("two have one name")
	}

	submissions := contestOf(3)
	id, _, err := db.Import(ctx, by, "", "finals", "a.zip", submissions, nil, nil)
	must(err)
	run, err := db.BeginCheck(ctx, by, contest.Check{ContestID: id, Digest: "d"}, idsOf(submissions), nil)
	must(err)
	must(run.Complete(ctx, contest.Summary{}, nil, nil))
	must(run.Close())
	_, _, err = db.Import(ctx, by, "", "finals", "a.zip", contestOf(3), nil, nil) // the same once more
	must(err)
	_, _, err = db.Import(ctx, by, "", "finals", "b.zip", contestOf(4), nil, nil)
	must(err)
	for _, role := range []account.Role{account.Reviewer, account.Reviewer, account.Chief, account.NoRole, account.NoRole} {
		must(db.SetMember(ctx, by, id, rosa.ID, role))
	}
	must(db.DeleteContest(ctx, by, id))

	about := func(name string, d review.Details) review.Details {
		d.User, d.UserName = rosa.ID, name
		return d
	}
	made, read := review.ActionAddToken, review.Details{To: "read"}
	want := []review.Entry{
		{Actor: review.CommandLine, Action: review.ActionAddAccount, Details: review.Details{User: root.ID, UserName: "root", Role: "administrator"}},
		{Action: review.ActionAddAccount, Details: about("rosa", review.Details{})},
		{Action: made, Details: about("rosa", read)},
		{Action: review.ActionRevokeToken, Details: about("rosa", read)},
		{Action: made, Details: about("rosa", read)},
		{Action: made, Details: about("rosa", read)},
		{Action: review.ActionPassword, Details: about("rosa", review.Details{Count: 2})},
		{Action: made, Details: about("rosa", read)},
		{Action: review.ActionSignOut, Details: about("rosa", review.Details{Count: 1})},
		{Action: review.ActionRename, Details: about("rose", review.Details{From: "rosa", To: "rose"})},
		{Action: made, Details: about("rose", read)},
		{Action: review.ActionDisable, Details: about("rose", review.Details{Count: 1})},
		{Action: review.ActionEnable, Details: about("rose", review.Details{})},
		{Action: review.ActionCreate, ContestID: id},
		{Action: review.ActionUpload, ContestID: id, Details: review.Details{Count: 3}},
		{Action: review.ActionCheck, ContestID: id, Details: review.Details{CheckID: run.ID()}},
		{Action: review.ActionUpload, ContestID: id, Details: review.Details{Count: 1}},
		{Action: review.ActionMembers, ContestID: id, Details: about("rose", review.Details{Role: "reviewer"})},
		{Action: review.ActionMembers, ContestID: id, Details: about("rose", review.Details{Role: "chief"})},
		{Action: review.ActionMembers, ContestID: id, Details: about("rose", review.Details{})},
		{Action: review.ActionDelete, ContestID: id},
	}
	got, _, err := db.AuditLog(t.Context(), 0, 0, 0)
	must(err)
	for i := range want {
		if i > 0 {
			want[i].Actor = by
		}
	}
	for i, j := 0, len(got)-1; i < j; i, j = i+1, j-1 {
		got[i], got[j] = got[j], got[i]
	}
	for i := range got {
		got[i].ID, got[i].At = 0, time.Time{}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A run of a watch uploads again and again, and is one deed.
func TestFollowIsOneDeed(t *testing.T) {
	t.Parallel()
	db := open(t)
	for range 2 {
		as := review.ActionFollow
		for i := range 3 {
			one := contestOf(1)
			one[0].Path += time.Now().String()
			one[0].Attempt = i + 1
			if _, _, err := db.Import(t.Context(), review.CommandLine, as, "finals", "followed", one, nil, nil); err != nil {
				t.Fatal(err)
			}
			as = review.ActionNone
		}
	}
	want := []review.Action{review.ActionCreate, review.ActionFollow, review.ActionFollow}
	rows, err := db.pool.Query(t.Context(), "SELECT action FROM audit_log ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	var got []review.Action
	for rows.Next() {
		var action review.Action
		if err := rows.Scan(&action); err != nil {
			t.Fatal(err)
		}
		got = append(got, action)
	}
	if diff := cmp.Diff(want, got); diff != "" || rows.Err() != nil {
		t.Errorf("%v (-want +got):\n%s", rows.Err(), diff)
	}
}
