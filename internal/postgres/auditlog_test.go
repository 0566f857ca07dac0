package postgres

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Each change adds an entry to the log; a call without a change adds none.
func TestAuditLog(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 2, 2)
	id := people[0].ContestID
	key := keyOf("A", people[0], people[1])
	steps := []func() error{
		func() error {
			_, err := db.Decide(ctx, users[0], key, review.Review{Decision: review.Confirmed, Reason: review.Copied, Note: "see line 3"})
			return err
		},
		func() error {
			_, err := db.Decide(ctx, users[1], key, reviewOf(users[1], review.Dismissed))
			return err
		},
		func() error {
			_, err := db.Decide(ctx, users[1], key, review.Review{Decision: review.Dismissed, Ruling: true})
			return err
		},
		func() error { _, err := db.Withdraw(ctx, users[1], key); return err },
		func() error { return db.Assign(ctx, users[0], []review.Key{key}, users[1].ID, contest.Seal{}) },
		func() error { return db.SetRevealed(ctx, users[0], id, 2, true) },
		func() error { return db.SetRevealed(ctx, users[0], id, 2, true) }, // already revealed
		func() error { return db.SetRevealed(ctx, users[0], id, 2, false) },
		func() error { return db.SetSettings(ctx, users[0], id, contest.Settings{Blind: new(true)}) }, // already blind
		func() error { return db.SetSettings(ctx, users[0], id, contest.Settings{Blind: new(false)}) },
		func() error { return db.SetSettings(ctx, users[0], id, contest.Settings{Agreement: new(1)}) },
		func() error {
			return db.Log(ctx, review.Entry{Actor: users[0], ContestID: id, Action: review.ActionMembers,
				Details: review.Details{User: users[1].ID, UserName: users[1].Name, Role: "viewer"}})
		},
		func() error { return db.Log(ctx, review.Entry{Actor: review.CommandLine, Action: review.ActionUpload}) }, // of no contest
	}
	for i, step := range steps {
		if err := step(); err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
	}
	first, second := review.ParticipantRef{ContestID: id, Number: participantNumber(people, key.First)}, review.ParticipantRef{ContestID: id, Number: participantNumber(people, key.Second)}
	entry := func(by review.Person, action review.Action, details review.Details) review.Entry {
		return review.Entry{Actor: by, ContestID: id, Action: action, Details: details}
	}
	caseEntry := func(e review.Entry) review.Entry {
		e.Problem, e.First, e.Second = "A", first, second
		return e
	}
	want := []review.Entry{
		caseEntry(entry(users[0], review.ActionDecide, review.Details{Decision: review.Confirmed, Reason: review.Copied, State: review.Pending})),
		caseEntry(entry(users[1], review.ActionDecide, review.Details{Decision: review.Dismissed, State: review.Conflict})),
		caseEntry(entry(users[1], review.ActionRule, review.Details{Decision: review.Dismissed, State: review.CaseDismissed})),
		caseEntry(entry(users[1], review.ActionWithdraw, review.Details{State: review.Pending})),
		caseEntry(entry(users[0], review.ActionAssign, review.Details{User: users[1].ID, UserName: users[1].Name, State: review.Pending})),
		entry(users[0], review.ActionReveal, review.Details{}),
		entry(users[0], review.ActionHide, review.Details{}),
		entry(users[0], review.ActionSettings, review.Details{Setting: "blind", From: "true", To: "false"}),
		entry(users[0], review.ActionSettings, review.Details{Setting: "agreement", From: "2", To: "1"}),
		entry(users[0], review.ActionMembers, review.Details{User: users[1].ID, UserName: users[1].Name, Role: "viewer"}),
	}
	want[0].Note = "see line 3"
	want[5].First, want[6].First = review.ParticipantRef{ContestID: id, Number: 2}, review.ParticipantRef{ContestID: id, Number: 2}
	want = append([]review.Entry{ // entries of the import
		entry(review.CommandLine, review.ActionCreate, review.Details{}),
		entry(review.CommandLine, review.ActionUpload, review.Details{Count: 2}),
	}, want...)
	slices.Reverse(want)
	got, total, err := db.AuditLog(ctx, id, review.LogFilter{}, 0, 0)
	if diff := cmp.Diff(want, got, ignoreEntry); diff != "" || total != len(want) || err != nil {
		t.Fatalf("got %d entries, want %d, error %v (-want +got):\n%s", total, len(want), err, diff)
	}
	others, _, err := db.AuditLog(ctx, id, review.LogFilter{Visible: []int64{}}, 0, 0)
	must(t, err)
	visible, total, err := db.AuditLog(ctx, id, review.LogFilter{Visible: []int64{id}}, 0, 0)
	if err != nil || total != len(got) || len(visible) != len(got) || slices.ContainsFunc(others, func(e review.Entry) bool { return e.First.ContestID != 0 }) {
		t.Errorf("%d of %d entries are about visible contests, error %v; %d are about no pair: %+v", len(visible), len(got), err, len(others), others)
	}
	page, total, err := db.AuditLog(ctx, id, review.LogFilter{}, 2, 3)
	if diff := cmp.Diff(got[2:5], page); diff != "" || total != len(want) || err != nil {
		t.Errorf("second page: got %d entries in all, want %d, error %v (-want +got):\n%s", total, len(want), err, diff)
	}
	for _, filter := range []review.LogFilter{{Actor: users[1]}, {Actor: review.CommandLine}, {Actions: []review.Action{review.ActionReveal, review.ActionHide}},
		{Actor: users[0], Actions: []review.Action{review.ActionDecide}}} {
		some, total, err := db.AuditLog(ctx, id, filter, 1, 1)
		passing := slices.DeleteFunc(slices.Clone(got), func(e review.Entry) bool {
			return filter.Actor.Name != "" && e.Actor != filter.Actor || filter.Actions != nil && !slices.Contains(filter.Actions, e.Action)
		})
		if diff := cmp.Diff(passing[1:min(2, len(passing))], some, cmpopts.EquateEmpty()); diff != "" || total != len(passing) || err != nil {
			t.Errorf("%+v: got %d entries in all, want %d, error %v (-want +got):\n%s", filter, total, len(passing), err, diff)
		}
	}
	all, total, err := db.AuditLog(ctx, 0, review.LogFilter{}, 0, 1)
	if total != len(want)+1 || err != nil || len(all) != 1 || all[0].Actor != review.CommandLine || all[0].ContestID != 0 {
		t.Errorf("log of the installation: got %d entries, the newest %+v, %v; want %d, the newest by the command line and of no contest",
			total, all, err, len(want)+1)
	}
	if _, err := db.RenameUser(ctx, users[0], users[1].ID, "zoe"); err != nil {
		t.Fatal(err)
	}
	actors, err := db.LogActors(ctx, id)
	if diff := cmp.Diff([]review.Person{users[0], {ID: users[1].ID, Name: "zoe"}, review.CommandLine}, actors); diff != "" || err != nil {
		t.Errorf("actors: %v (-want +got):\n%s", err, diff)
	}
}

// The database refuses to change or remove entries of the log.
func TestAuditLogCannotChange(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	must(t, db.Log(ctx, review.Entry{Action: review.ActionUpload}))
	before := dump(t, db)
	for _, statement := range []string{
		"UPDATE audit_log SET actor_name = 'somebody else'",
		"UPDATE audit_log SET id = DEFAULT WHERE false",
		"DELETE FROM audit_log",
		"TRUNCATE audit_log CASCADE",
		"INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM audit_log ON CONFLICT (id) DO UPDATE SET actor = 7",
		"SET LOCAL session_replication_role = replica; DELETE FROM audit_log",
	} {
		_, err := db.pool.Exec(ctx, "BEGIN; "+statement+"; COMMIT")
		if err == nil || !strings.Contains(err.Error(), "only ever added to") {
			t.Errorf("%s: got error %v, want one with \"only ever added to\"", statement, err)
		}
		execute(t, db, "ROLLBACK")
	}
	if diff := cmp.Diff(before, dump(t, db)); diff != "" {
		t.Errorf("the refused call changed the database (-before +after):\n%s", diff)
	}
}

// After a contest is deleted, its log entries still name the reviewers, but no participant.
func TestAuditLogOutlivesContest(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old := []contest.Submission{submission("X", "zoe", 1, "old"), submission("X", "yan", 1, "older")}
	oldID := importContest(t, db, "old", old)
	oldPeople, err := db.Participants(ctx, oldID)
	must(t, err)
	people, users := jury(t, db, 3, 2)
	id := people[0].ContestID
	ownKey, acrossKey, oldKey := keyOf("A", people[0], people[1]), keyOf("A", people[2], oldPeople[0]), keyOf("X", oldPeople[0], oldPeople[1])
	note := func(text string) review.Review { return review.Review{Decision: review.Confirmed, Note: text} }
	for _, step := range []func() error{
		func() error { _, err := db.Decide(ctx, users[0], ownKey, note("own note of a pair")); return err },
		func() error {
			_, err := db.Decide(ctx, users[0], acrossKey, note("zoe gave it to team002"))
			return err
		},
		func() error { _, err := db.Decide(ctx, users[0], oldKey, note("zoe and yan, old")); return err },
		func() error { return db.SetRevealed(ctx, users[0], id, 1, true) },
	} {
		must(t, step())
	}
	before, _, err := db.AuditLog(ctx, 0, review.LogFilter{}, 0, 0)
	must(t, err)
	if got, err := db.Contents(ctx, "old"); err != nil || got.Decisions != 1 || got.Remaining != 1 {
		t.Errorf("contents are %+v, %v; want one decision within the contest, and one remaining participant", got, err)
	}

	// The earlier contest is deleted first. The case of the later contest that names zoe, a
	// participant of the earlier one, stays with its note until the later contest is deleted.
	must(t, db.DeleteContest(ctx, users[1], oldID))
	if n := rowsOf(t, db, "cases", "reviews", "audit_notes"); n["cases"] != 2 || n["reviews"] != 2 || n["audit_notes"] != 2 {
		t.Errorf("got row counts %v, want 2 for each table", n)
	}
	must(t, db.DeleteContest(ctx, review.CommandLine, id))
	must(t, db.DeleteContest(ctx, review.CommandLine, oldID))
	after, total, err := db.AuditLog(ctx, 0, review.LogFilter{}, 0, 0)
	if err != nil || total != len(before)+3 {
		t.Fatalf("got %d entries, %v; want %d", total, err, len(before)+3)
	}
	for i := range before {
		before[i].Note = ""
	}
	want := append([]review.Entry{
		{Actor: review.CommandLine, ContestID: oldID, Action: review.ActionDelete, Details: review.Details{From: "old (deleted)"}},
		{Actor: review.CommandLine, ContestID: id, Action: review.ActionDelete, Details: review.Details{From: "c"}},
		{Actor: users[1], ContestID: oldID, Action: review.ActionDelete, Details: review.Details{From: "old", Count: 1}}}, before...)
	wantEqual(t, "old entries", want[3:], after[3:])
	wantEqual(t, "entries of the deletions", want[:3], after[:3], ignoreEntry)
	all := fmt.Sprint(dump(t, db))
	for _, secret := range []string{"team00", "zoe", "yan", "note of a pair", "gave it", ".cpp", ".zip"} {
		if strings.Contains(all, secret) {
			t.Errorf("the database still contains %q: %s", secret, all)
		}
	}
	if !strings.Contains(all, users[0].Name) {
		t.Error("the log does not name the reviewer")
	}
}

// The log has an entry for each change of users, members, tokens and contests, with the
// person who made it.
func TestActionsAreLogged(t *testing.T) {
	t.Parallel()
	db := open(t)
	root, err := db.AddUser(t.Context(), review.CommandLine, "root", "", true)
	must(t, err)
	by := review.Person{ID: root.ID, Name: root.Name}
	ctx := t.Context()
	rosa, err := db.AddUser(ctx, by, "rosa", "", false)
	must(t, err)
	token := func() account.Token {
		t.Helper()
		_, hash := account.NewToken()
		stored, err := db.AddToken(ctx, by, storedUser(t, db, rosa.ID), account.Token{Label: "of ada", Scope: account.ReadScope, ExpiresAt: time.Now().Add(time.Hour)}, hash)
		must(t, err)
		return stored
	}
	must(t, db.RevokeToken(ctx, by, rosa.ID, token().ID))
	for range 2 {
		token()
	}
	_, err = db.SetPassword(ctx, by, rosa.ID, "hash")
	must(t, err)
	token()
	_, err = db.EndSignIns(ctx, by, rosa.ID)
	must(t, err)
	_, err = db.RenameUser(ctx, by, rosa.ID, "rose")
	must(t, err)
	token()
	for _, disabled := range []bool{true, true, false} { // the second call changes nothing
		_, err = db.SetDisabled(ctx, by, rosa.ID, disabled)
		must(t, err)
	}
	if remaining, err := db.Tokens(ctx, rosa.ID); err != nil || len(remaining) > 0 {
		t.Errorf("got %d tokens, %v; want none: all are revoked", len(remaining), err)
	}
	if _, err := db.RenameUser(ctx, by, rosa.ID, "root"); err == nil {
		t.Error("RenameUser gave a user the name of another")
	}

	submissions := contestOf(3)
	id, _, err := db.Import(ctx, by, "", contest.Import{Contest: "finals", Origin: "a.zip", Submissions: submissions})
	must(t, err)
	run, err := db.BeginCheck(ctx, by, contest.Check{ContestID: id, Digest: "d"}, idsOf(submissions), nil)
	must(t, err)
	must(t, run.Complete(ctx, contest.Summary{}, nil, nil))
	must(t, run.Close())
	_, _, err = db.Import(ctx, by, "", contest.Import{Contest: "finals", Origin: "a.zip", Submissions: contestOf(3)}) // the same again
	must(t, err)
	_, _, err = db.Import(ctx, by, "", contest.Import{Contest: "finals", Origin: "b.zip", Submissions: contestOf(4)})
	must(t, err)
	for _, role := range []account.Role{account.Reviewer, account.Reviewer, account.Chief, account.NoRole, account.NoRole} {
		must(t, db.SetMember(ctx, by, id, rosa.ID, role))
	}
	must(t, db.DeleteContest(ctx, by, id))

	aboutRosa := func(name string, d review.Details) review.Details {
		d.User, d.UserName = rosa.ID, name
		return d
	}
	addToken, readScope := review.ActionAddToken, review.Details{To: "read"}
	want := []review.Entry{
		{Actor: review.CommandLine, Action: review.ActionAddAccount, Details: review.Details{User: root.ID, UserName: "root", Role: "administrator"}},
		{Action: review.ActionAddAccount, Details: aboutRosa("rosa", review.Details{})},
		{Action: addToken, Details: aboutRosa("rosa", readScope)},
		{Action: review.ActionRevokeToken, Details: aboutRosa("rosa", readScope)},
		{Action: addToken, Details: aboutRosa("rosa", readScope)},
		{Action: addToken, Details: aboutRosa("rosa", readScope)},
		{Action: review.ActionPassword, Details: aboutRosa("rosa", review.Details{Count: 2})},
		{Action: addToken, Details: aboutRosa("rosa", readScope)},
		{Action: review.ActionSignOut, Details: aboutRosa("rosa", review.Details{Count: 1})},
		{Action: review.ActionRename, Details: aboutRosa("rose", review.Details{From: "rosa", To: "rose"})},
		{Action: addToken, Details: aboutRosa("rose", readScope)},
		{Action: review.ActionDisable, Details: aboutRosa("rose", review.Details{Count: 1})},
		{Action: review.ActionEnable, Details: aboutRosa("rose", review.Details{})},
		{Action: review.ActionCreate, ContestID: id},
		{Action: review.ActionUpload, ContestID: id, Details: review.Details{Count: 3}},
		{Action: review.ActionCheck, ContestID: id, Details: review.Details{CheckID: run.ID()}},
		{Action: review.ActionUpload, ContestID: id, Details: review.Details{Count: 1}},
		{Action: review.ActionMembers, ContestID: id, Details: aboutRosa("rose", review.Details{Role: "reviewer"})},
		{Action: review.ActionMembers, ContestID: id, Details: aboutRosa("rose", review.Details{Role: "chief"})},
		{Action: review.ActionMembers, ContestID: id, Details: aboutRosa("rose", review.Details{})},
		{Action: review.ActionDelete, ContestID: id, Details: review.Details{From: "finals"}},
	}
	got, _, err := db.AuditLog(t.Context(), 0, review.LogFilter{}, 0, 0)
	must(t, err)
	for i := range want[1:] {
		want[i+1].Actor = by
	}
	slices.Reverse(got)
	wantEqual(t, "entries", want, got, ignoreEntry)
}

// All imports of a watch together add one entry.
func TestImportsOfAWatchAreOneEntry(t *testing.T) {
	t.Parallel()
	db := open(t)
	for range 2 {
		action := review.ActionFollow
		for i := range 3 {
			one := contestOf(1)
			one[0].Path += time.Now().String()
			one[0].Attempt = i + 1
			if _, _, err := db.Import(t.Context(), review.CommandLine, action, contest.Import{Contest: "finals", Origin: "followed", Submissions: one}); err != nil {
				t.Fatal(err)
			}
			action = review.ActionNone
		}
	}
	want := []review.Action{review.ActionCreate, review.ActionFollow, review.ActionFollow}
	got, err := list[review.Action](t.Context(), db.pool, "SELECT action FROM audit_log ORDER BY id")
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("actions: error %v (-want +got):\n%s", err, diff)
	}
}
