package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// user adds a user.
func user(t *testing.T, db *DB, name string, administrator bool) account.User {
	t.Helper()
	u, err := db.AddUser(context.Background(), review.CommandLine, name, "", administrator)
	must(t, err)
	return u
}

// storedUser returns the user with an ID.
func storedUser(t *testing.T, db *DB, id int64) account.User {
	t.Helper()
	u, err := db.User(context.Background(), id)
	must(t, err)
	return u
}

// Added users are found by ID, and by name in any spelling.
func TestUsers(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	zoe, err := db.AddUser(ctx, review.CommandLine, " Zoe ", "hash", false)
	must(t, err)
	want := account.User{ID: zoe.ID, Name: "Zoe", HasPassword: true, Epoch: 1, CreatedAt: zoe.CreatedAt}
	if diff := cmp.Diff(want, zoe); diff != "" || zoe.CreatedAt.Location() != time.UTC || zoe.CreatedAt.IsZero() {
		t.Errorf("AddUser returned a user created at %v (-want +got):\n%s", zoe.CreatedAt, diff)
	}
	must(t, db.SetLanguage(ctx, zoe.ID, "pt-BR"))
	if zoe.Language = "pt-BR"; storedUser(t, db, zoe.ID) != zoe {
		t.Errorf("the user is %+v, want %+v", storedUser(t, db, zoe.ID), zoe)
	}
	if err := db.SetLanguage(ctx, unknownID, "en"); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("language of an unknown user: error %v, want ErrNotFound", err)
	}
	anna := user(t, db, "anna", true)
	if anna.HasPassword || !anna.Administrator {
		t.Errorf("AddUser returned %+v, want an administrator without a password", anna)
	}
	users, err := db.Users(ctx)
	if diff := cmp.Diff([]account.User{anna, zoe}, users); err != nil || diff != "" {
		t.Errorf("error %v, users (-want +got):\n%s", err, diff)
	}
	wantEqual(t, "user", zoe, storedUser(t, db, zoe.ID))
	for _, name := range []string{"Zoe", "zoe", "ZOE "} {
		got, password, err := db.UserByName(ctx, name)
		if diff := cmp.Diff(zoe, got); err != nil || diff != "" || password != "hash" {
			t.Errorf("UserByName(%q): error %v, password %q, user (-want +got):\n%s", name, err, password, diff)
		}
	}
	for _, name := range []string{"nobody", "", "zo\x00e"} {
		if _, _, err := db.UserByName(ctx, name); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("UserByName(%q): got error %v, want ErrNotFound", name, err)
		}
	}
	if _, err := db.User(ctx, unknownID); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("an unknown user: got error %v, want ErrNotFound", err)
	}
}

// Two users cannot have names that differ only in case or Unicode spelling.
func TestNamesAreUnique(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	user(t, db, "René", false)
	bert := user(t, db, "bert", false)
	for _, name := range []string{"René", "RENÉ", "rene\u0301"} {
		if _, err := db.AddUser(ctx, review.CommandLine, name, "", false); !errors.Is(err, account.ErrNameTaken) {
			t.Errorf("add %q: got error %v, want ErrNameTaken", name, err)
		}
		if _, err := db.RenameUser(ctx, review.CommandLine, bert.ID, name); !errors.Is(err, account.ErrNameTaken) {
			t.Errorf("rename to %q: got error %v, want ErrNameTaken", name, err)
		}
	}
	for _, name := range []string{"", "be\nrt"} {
		var invalid *account.InvalidError
		if _, err := db.AddUser(ctx, review.CommandLine, name, "", false); !errors.As(err, &invalid) {
			t.Errorf("add %q: got error %v, want an InvalidError", name, err)
		}
		if _, err := db.RenameUser(ctx, review.CommandLine, bert.ID, name); !errors.As(err, &invalid) {
			t.Errorf("rename to %q: got error %v, want an InvalidError", name, err)
		}
	}
	renamed, err := db.RenameUser(ctx, review.CommandLine, bert.ID, "Bert") // only the case changes
	if err != nil || renamed.Name != "Bert" || renamed.Epoch != bert.Epoch {
		t.Errorf("after a change of case: got %+v, %v, want the name Bert and the same epoch", renamed, err)
	}
	if _, err := db.RenameUser(ctx, review.CommandLine, unknownID, "ghost"); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("an unknown user: got error %v, want ErrNotFound", err)
	}
}

// A change that must sign out the user everywhere raises the user's epoch, which ends all sign-ins.
// Other changes do not.
func TestEpoch(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	user(t, db, "administrator", true)
	u := user(t, db, "anna", false)
	steps := []struct {
		name string
		do   func() error
		ends bool
	}{
		{"new password", func() error { _, err := db.SetPassword(ctx, review.CommandLine, u.ID, "first"); return err }, true},
		{"hashed anew", func() error { return db.Rehash(ctx, u.ID, "first", "second") }, false},
		{"renamed", func() error { _, err := db.RenameUser(ctx, review.CommandLine, u.ID, "Anna"); return err }, false},
		{"signed out everywhere", func() error { _, err := db.EndSignIns(ctx, review.CommandLine, u.ID); return err }, true},
		{"disabled", func() error { _, err := db.SetDisabled(ctx, review.CommandLine, u.ID, true); return err }, true},
		{"disabled again", func() error { _, err := db.SetDisabled(ctx, review.CommandLine, u.ID, true); return err }, false},
		{"enabled", func() error { _, err := db.SetDisabled(ctx, review.CommandLine, u.ID, false); return err }, true},
	}
	for _, step := range steps {
		before := storedUser(t, db, u.ID).Epoch
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if after := storedUser(t, db, u.ID).Epoch; (after != before) != step.ends || after < before {
			t.Errorf("%s: epoch %d, before %d; want a new one: %v", step.name, after, before, step.ends)
		}
	}
	if _, err := db.SetPassword(ctx, review.CommandLine, unknownID, "x"); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("an unknown user: got error %v, want ErrNotFound", err)
	}
}

// Rehash replaces a hash only if it is still stored.
func TestRehash(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	u, err := db.AddUser(ctx, review.CommandLine, "anna", "old", false)
	must(t, err)
	for _, test := range []struct{ name, old, new, want string }{
		{"the stored hash", "old", "new", "new"},
		{"a hash that changed meanwhile", "old", "newer", "new"},
	} {
		must(t, db.Rehash(ctx, u.ID, test.old, test.new))
		if _, got, err := db.UserByName(ctx, "anna"); err != nil || got != test.want {
			t.Errorf("%s: %q is stored, want %q (%v)", test.name, got, test.want, err)
		}
	}
}

// The last enabled administrator cannot be disabled, not even concurrently.
func TestLastAdministratorStays(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	first, second := user(t, db, "first", true), user(t, db, "second", true)
	plain := user(t, db, "plain", false)
	if _, err := db.SetDisabled(ctx, review.CommandLine, plain.ID, true); err != nil {
		t.Fatal(err)
	}

	// Both administrators are disabled at the same time: one of the changes is refused.
	var wg sync.WaitGroup
	errs := make([]error, 2)
	for i, u := range []account.User{first, second} {
		wg.Go(func() { _, errs[i] = db.SetDisabled(ctx, review.CommandLine, u.ID, true) })
	}
	wg.Wait()
	refused := 0
	for _, err := range errs {
		if errors.Is(err, account.ErrLastAdministrator) {
			refused++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if refused != 1 {
		t.Errorf("%d of two changes were refused (%v), want one", refused, errs)
	}
	if _, err := db.SetDisabled(ctx, review.CommandLine, unknownID, true); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("an unknown user: got error %v, want ErrNotFound", err)
	}
}

// SignInByLink returns the oldest enabled administrator without another way to sign in, adds one if there is none, and logs it.
func TestSignInByLink(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	user(t, db, "Administrator", false) // only the name of this user is Administrator
	if _, err := db.AddUser(ctx, review.CommandLine, "milan", "a hash", true); err != nil {
		t.Fatal(err)
	}
	provided, err := db.UserOfIdentity(ctx, account.Identity{Issuer: "https://login.example", Subject: "17"}, "rosa")
	must(t, err)
	if _, err := db.SetAdministrator(ctx, review.CommandLine, provided.ID, true); err != nil {
		t.Fatal(err)
	}

	var wg sync.WaitGroup
	var added [4]account.User
	for i := range added {
		wg.Go(func() {
			var err error
			if added[i], err = db.SignInByLink(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, u := range added {
		if u.ID != added[0].ID || u.Name != "administrator 2" || !u.Administrator || u.HasPassword {
			t.Errorf("got %+v, want \"administrator 2\" without a password, the same user for each call", u)
		}
	}
	user(t, db, "another", true)
	if u, err := db.SignInByLink(ctx); err != nil || u.ID != added[0].ID {
		t.Errorf("the first of two administrators is %+v, %v, want user %d", u, err, added[0].ID)
	}
	if _, err := db.SetDisabled(ctx, review.CommandLine, added[0].ID, true); err != nil {
		t.Fatal(err)
	}
	another, err := db.SignInByLink(ctx)
	if err != nil || another.Name != "another" {
		t.Errorf("the first administrator who is not disabled is %+v, %v, want \"another\"", another, err)
	}
	log, _, err := db.AuditLog(ctx, 0, review.LogFilter{}, 0, 1)
	if want := (review.Person{ID: another.ID, Name: another.Name}); err != nil || log[0].Action != review.ActionSignInByLink || log[0].Actor != want {
		t.Errorf("the log ends with %+v, %v; want a sign-in by the link of %+v", log, err, want)
	}
}

// A request that changes its session, and ends after the user has signed out, does not begin the session again.
func TestEndedSessionStaysEnded(t *testing.T) {
	t.Parallel()
	sessions, ctx := open(t).WebSessions(), t.Context()
	end := time.Now().Add(time.Hour)
	for _, data := range []string{"first", "second"} {
		must(t, sessions.CommitCtx(ctx, "token", []byte(data), end))
		if got, found, err := sessions.FindCtx(ctx, "token"); err != nil || !found || string(got) != data {
			t.Errorf("the session has %q, %t, %v; want %q", got, found, err, data)
		}
	}
	must(t, errors.Join(sessions.DeleteCtx(ctx, "token"), sessions.CommitCtx(ctx, "token", []byte("third"), end)))
	if got, found, err := sessions.FindCtx(ctx, "token"); err != nil || found {
		t.Errorf("after the end the session has %q, %v; want none", got, err)
	}
}

// DeleteExpiredSessions deletes only expired sessions.
func TestDeleteExpiredSessions(t *testing.T) {
	t.Parallel()
	db := open(t)
	ctx := t.Context()
	execute(t, db, `INSERT INTO sessions (token, data, expiry) VALUES
		('old', '', now() - interval '1 second'), ('new', '', now() + interval '1 hour')`)
	must(t, db.DeleteExpiredSessions(ctx))
	var left string
	must(t, db.pool.QueryRow(ctx, "SELECT string_agg(token, ' ') FROM sessions").Scan(&left))
	if left != "new" {
		t.Errorf("remaining sessions are %q, want \"new\"", left)
	}
}

// SetMember sets, changes and removes the role of a user in one contest.
func TestMembers(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	spring, autumn := importContest(t, db, "spring", contestOf(2)), importContest(t, db, "autumn", contestOf(2))
	zoe, anna := user(t, db, "Zoe", false), user(t, db, "anna", false)

	role := func(u account.User, contestID int64) account.Role {
		t.Helper()
		roles, err := db.Roles(ctx, u.ID)
		must(t, err)
		return roles[contestID]
	}
	set := func(contestID int64, u account.User, role account.Role) {
		t.Helper()
		must(t, db.SetMember(ctx, review.CommandLine, contestID, u.ID, role))
	}
	if got := role(zoe, spring); got != account.NoRole {
		t.Errorf("before SetMember: got the role %q, want none", got)
	}
	set(spring, zoe, account.Chief)
	set(spring, anna, account.Viewer)
	set(spring, anna, account.Reviewer) // replaces the role
	set(autumn, anna, account.Viewer)

	members, err := db.Members(ctx, spring)
	want := []account.Member{{UserID: anna.ID, Name: "anna", Role: account.Reviewer}, {UserID: zoe.ID, Name: "Zoe", Role: account.Chief}}
	if diff := cmp.Diff(want, members); err != nil || diff != "" {
		t.Errorf("error %v, members (-want +got):\n%s", err, diff)
	}
	if got := role(anna, spring); got != account.Reviewer {
		t.Errorf("the role is %q, want reviewer", got)
	}
	if got := role(zoe, autumn); got != account.NoRole {
		t.Errorf("the role in another contest is %q, want none", got)
	}
	roles, err := db.Roles(ctx, anna.ID)
	if diff := cmp.Diff(map[int64]account.Role{spring: account.Reviewer, autumn: account.Viewer}, roles); err != nil || diff != "" {
		t.Errorf("error %v, roles (-want +got):\n%s", err, diff)
	}

	set(spring, anna, account.NoRole)
	if got := role(anna, spring); got != account.NoRole {
		t.Errorf("a removed member has the role %q, want none", got)
	}
	for _, ids := range [][2]int64{{unknownID, anna.ID}, {spring, unknownID}} {
		if err := db.SetMember(ctx, review.CommandLine, ids[0], ids[1], account.Viewer); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("contest %d, user %d: got error %v, want ErrNotFound", ids[0], ids[1], err)
		}
	}
	for _, bad := range []account.Role{account.Administrator, "king"} {
		if err := db.SetMember(ctx, review.CommandLine, spring, anna.ID, bad); err == nil {
			t.Errorf("SetMember accepts the role %q", bad)
		}
	}
}

// A token is found by its hash until it expires, is revoked, or its user is disabled.
func TestTokens(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	anna, bert := user(t, db, "anna", false), user(t, db, "bert", false)
	end := time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC)
	add := func(u account.User, scope account.Scope, expires time.Time) (account.Token, account.TokenHash) {
		t.Helper()
		_, hash := account.NewToken()
		token, err := db.AddToken(ctx, review.CommandLine, u, account.Token{Label: "for a test", Scope: scope, ExpiresAt: expires}, hash)
		must(t, err)
		return token, hash
	}
	read, readHash := add(anna, account.ReadScope, end)
	write, writeHash := add(anna, account.WriteScope, end)
	expired, expiredHash := add(anna, account.WriteScope, time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC))
	add(bert, account.ReadScope, end)

	want := account.Token{ID: read.ID, UserID: anna.ID, Label: "for a test", Scope: account.ReadScope, CreatedAt: read.CreatedAt, ExpiresAt: end}
	if diff := cmp.Diff(want, read); diff != "" || read.CreatedAt.IsZero() {
		t.Errorf("AddToken (-want +got):\n%s", diff)
	}
	tokens, err := db.Tokens(ctx, anna.ID)
	if diff := cmp.Diff([]account.Token{expired, write, read}, tokens); err != nil || diff != "" {
		t.Errorf("error %v, tokens (-want +got):\n%s", err, diff)
	}

	for scope, hash := range map[account.Scope]account.TokenHash{account.ReadScope: readHash, account.WriteScope: writeHash} {
		u, got, err := db.UserByToken(ctx, hash)
		if diff := cmp.Diff(anna, u); err != nil || diff != "" || got != scope {
			t.Errorf("error %v, scope %q, user (-want +got):\n%s", err, got, diff)
		}
	}
	if tokens, err = db.Tokens(ctx, anna.ID); err != nil || tokens[2].UsedAt.IsZero() || !tokens[0].UsedAt.IsZero() {
		t.Errorf("error %v; want UsedAt only for tokens that were used, got %v", err, tokens)
	}
	expectNotFound := func(token string, hash account.TokenHash) {
		t.Helper()
		if _, _, err := db.UserByToken(ctx, hash); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("%s: got error %v, want ErrNotFound", token, err)
		}
	}
	expectNotFound("expired token", expiredHash)
	expectNotFound("unknown token", account.TokenHash{1})

	if err := db.RevokeToken(ctx, review.CommandLine, bert.ID, read.ID); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("bert revokes anna's token: got error %v, want ErrNotFound", err)
	}
	must(t, db.RevokeToken(ctx, review.CommandLine, anna.ID, read.ID))
	expectNotFound("revoked token", readHash)
	if _, err := db.SetDisabled(ctx, review.CommandLine, anna.ID, true); err != nil {
		t.Fatal(err)
	}
	expectNotFound("token of a disabled user", writeHash)
}

// A session that a new password ends leaves no token, even if it asks for one at that time or later.
func TestNewPasswordRevokesTokensOfNow(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	u := user(t, db, "anna", false)
	add := func() (account.TokenHash, error) {
		_, hash := account.NewToken()
		_, err := db.AddToken(ctx, review.CommandLine, u, account.Token{Scope: account.WriteScope, ExpiresAt: time.Now().Add(time.Hour)}, hash)
		return hash, err
	}
	var hash account.TokenHash
	allAtOnce(t, db, "audit_log", func() (err error) {
		hash, err = add()
		return err
	}, func() error {
		_, err := db.SetPassword(ctx, review.CommandLine, u.ID, "hash")
		return err
	})
	if _, _, err := db.UserByToken(ctx, hash); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a token made before the new password: %v, want ErrNotFound", err)
	}
	if _, err := add(); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a session from before the new password makes a token: %v, want ErrNotFound", err)
	}
}

// TestRenameUserConcurrently tests that the log says from which name each rename was, whoever else renames the user.
func TestRenameUserConcurrently(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	u := user(t, db, "first", false)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if _, err := db.RenameUser(ctx, review.CommandLine, u.ID, fmt.Sprint("name ", i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	entries, _, err := db.AuditLog(ctx, 0, review.LogFilter{Actions: []review.Action{review.ActionRename}}, 0, 0)
	if err != nil || len(entries) != 8 {
		t.Fatalf("%d renames in the log, error %v; want 8", len(entries), err)
	}
	name := "first"
	for _, e := range slices.Backward(entries) { // the newest come first
		if e.Details.From != name {
			t.Errorf("the log says that the user was renamed from %q to %q; the name was %q", e.Details.From, e.Details.To, name)
		}
		name = e.Details.To
	}
	if got := storedUser(t, db, u.ID); got.Name != name {
		t.Errorf("the user is called %q, but %q in the log", got.Name, name)
	}
}

// The log of a sign-in that fails without the database does not have what was typed as the name.
func TestUserByNameHidesName(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := open(t).UserByName(ctx, "geheim"); err == nil || strings.Contains(err.Error(), "geheim") {
		t.Errorf("error %v, want one without the name", err)
	}
}
