package postgres

import (
	"context"
	"errors"
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
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// stored returns a user as they are stored now.
func stored(t *testing.T, db *DB, id int64) account.User {
	t.Helper()
	u, err := db.User(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestUsers(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	zoe, err := db.AddUser(ctx, review.CommandLine, " Zoe ", "kept", false)
	if err != nil {
		t.Fatal(err)
	}
	want := account.User{ID: zoe.ID, Name: "Zoe", HasPassword: true, Epoch: 1, CreatedAt: zoe.CreatedAt}
	if diff := cmp.Diff(want, zoe); diff != "" || zoe.CreatedAt.Location() != time.UTC || zoe.CreatedAt.IsZero() {
		t.Errorf("added is %v (-want +got):\n%s", zoe, diff)
	}
	anna := user(t, db, "anna", true)
	if anna.HasPassword || !anna.Administrator {
		t.Errorf("added is %+v", anna)
	}
	users, err := db.Users(ctx)
	if diff := cmp.Diff([]account.User{anna, zoe}, users); err != nil || diff != "" {
		t.Errorf("error %v, users (-want +got):\n%s", err, diff)
	}
	if diff := cmp.Diff(zoe, stored(t, db, zoe.ID)); diff != "" {
		t.Errorf("user (-want +got):\n%s", diff)
	}
	for _, name := range []string{"Zoe", "zoe", "ZOE "} {
		got, password, err := db.UserByName(ctx, name)
		if diff := cmp.Diff(zoe, got); err != nil || diff != "" || password != "kept" {
			t.Errorf("%q: error %v, password %q, user (-want +got):\n%s", name, err, password, diff)
		}
	}
	for _, name := range []string{"nobody", "", "zo\x00e"} {
		if _, _, err := db.UserByName(ctx, name); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("%q: error %v", name, err)
		}
	}
	if _, err := db.User(ctx, 4711); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a user who is not there: error %v", err)
	}
}

func TestNamesAreUnique(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	user(t, db, "René", false)
	bert := user(t, db, "bert", false)
	for _, name := range []string{"René", "RENÉ", "rene\u0301"} {
		if _, err := db.AddUser(ctx, review.CommandLine, name, "", false); !errors.Is(err, account.ErrNameTaken) {
			t.Errorf("add %q: error %v", name, err)
		}
		if _, err := db.RenameUser(ctx, review.CommandLine, bert.ID, name); !errors.Is(err, account.ErrNameTaken) {
			t.Errorf("rename to %q: error %v", name, err)
		}
	}
	for _, name := range []string{"", "be\nrt"} {
		var invalid *account.InvalidError
		if _, err := db.AddUser(ctx, review.CommandLine, name, "", false); !errors.As(err, &invalid) {
			t.Errorf("add %q: error %v", name, err)
		}
		if _, err := db.RenameUser(ctx, review.CommandLine, bert.ID, name); !errors.As(err, &invalid) {
			t.Errorf("rename to %q: error %v", name, err)
		}
	}
	renamed, err := db.RenameUser(ctx, review.CommandLine, bert.ID, "Bert") // only the case changes
	if err != nil || renamed.Name != "Bert" || renamed.Epoch != bert.Epoch {
		t.Errorf("renamed is %+v, %v", renamed, err)
	}
	if _, err := db.RenameUser(ctx, review.CommandLine, 4711, "ghost"); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a user who is not there: error %v", err)
	}
}

// What must end the sign-ins of a user begins another epoch, and nothing else
// does.
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
		before := stored(t, db, u.ID).Epoch
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if after := stored(t, db, u.ID).Epoch; (after != before) != step.ends || after < before {
			t.Errorf("%s: epoch %d, before %d", step.name, after, before)
		}
	}
	if _, err := db.SetPassword(ctx, review.CommandLine, 4711, "x"); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a user who is not there: error %v", err)
	}
}

func TestRehash(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	u, err := db.AddUser(ctx, review.CommandLine, "anna", "old", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, old, new, want string }{
		{"the one that is kept", "old", "new", "new"},
		{"one that was changed meanwhile", "old", "newer", "new"},
	} {
		if err := db.Rehash(ctx, u.ID, test.old, test.new); err != nil {
			t.Fatal(err)
		}
		if _, got, err := db.UserByName(ctx, "anna"); err != nil || got != test.want {
			t.Errorf("%s: %q is kept, want %q (%v)", test.name, got, test.want, err)
		}
	}
}

func TestLastAdministratorStays(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	first, second := user(t, db, "first", true), user(t, db, "second", true)
	plain := user(t, db, "plain", false)
	if _, err := db.SetDisabled(ctx, review.CommandLine, plain.ID, true); err != nil {
		t.Fatal(err)
	}

	// At once, each the other: one of them stays.
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
		t.Errorf("%d of two are refused (%v)", refused, errs)
	}
	if _, err := db.SetDisabled(ctx, review.CommandLine, 4711, true); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a user who is not there: error %v", err)
	}
}

func TestFirstAdministrator(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	user(t, db, "Administrator", false) // who is none, but has the name

	var wg sync.WaitGroup
	var made [4]account.User
	for i := range made {
		wg.Go(func() {
			var err error
			if made[i], err = db.FirstAdministrator(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, u := range made {
		if u.ID != made[0].ID || u.Name != "administrator 2" || !u.Administrator || u.HasPassword {
			t.Errorf("made is %+v", u)
		}
	}
	user(t, db, "another", true)
	if u, err := db.FirstAdministrator(ctx); err != nil || u.ID != made[0].ID {
		t.Errorf("the first of two is %+v, %v", u, err)
	}
	if _, err := db.SetDisabled(ctx, review.CommandLine, made[0].ID, true); err != nil {
		t.Fatal(err)
	}
	if u, err := db.FirstAdministrator(ctx); err != nil || u.Name != "another" {
		t.Errorf("the first who is not disabled is %+v, %v", u, err)
	}
}

func TestDeleteExpiredSessions(t *testing.T) {
	t.Parallel()
	db := open(t)
	ctx := t.Context()
	if _, err := db.pool.Exec(ctx, `INSERT INTO sessions (token, data, expiry) VALUES
		('old', '', now() - interval '1 second'), ('new', '', now() + interval '1 hour')`); err != nil {
		t.Fatal(err)
	}
	if err := db.DeleteExpiredSessions(ctx); err != nil {
		t.Fatal(err)
	}
	var left string
	if err := db.pool.QueryRow(ctx, "SELECT string_agg(token, ' ') FROM sessions").Scan(&left); err != nil {
		t.Fatal(err)
	}
	if left != "new" {
		t.Errorf("left are %q, want the new one", left)
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	spring, autumn := imported(t, db, "spring", contestOf(2)), imported(t, db, "autumn", contestOf(2))
	zoe, anna := user(t, db, "Zoe", false), user(t, db, "anna", false)

	role := func(u account.User, contestID int64) account.Role {
		t.Helper()
		roles, err := db.Roles(ctx, u.ID)
		if err != nil {
			t.Fatal(err)
		}
		return roles[contestID]
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

func TestTokens(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	anna, bert := user(t, db, "anna", false), user(t, db, "bert", false)
	end := time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC)
	add := func(u account.User, scope account.Scope, expires time.Time) (account.Token, account.TokenHash) {
		t.Helper()
		_, hash := account.NewToken()
		token, err := db.AddToken(ctx, review.CommandLine, account.Token{UserID: u.ID, Label: "for a test", Scope: scope, ExpiresAt: expires}, hash)
		if err != nil {
			t.Fatal(err)
		}
		return token, hash
	}
	read, readHash := add(anna, account.ReadScope, end)
	write, writeHash := add(anna, account.WriteScope, end)
	expired, expiredHash := add(anna, account.WriteScope, time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC))
	add(bert, account.ReadScope, end)

	want := account.Token{ID: read.ID, UserID: anna.ID, Label: "for a test", Scope: account.ReadScope, CreatedAt: read.CreatedAt, ExpiresAt: end}
	if diff := cmp.Diff(want, read); diff != "" || read.CreatedAt.IsZero() {
		t.Errorf("added (-want +got):\n%s", diff)
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
		t.Errorf("error %v, used: %v", err, tokens)
	}
	none := func(what string, hash account.TokenHash) {
		t.Helper()
		if _, _, err := db.UserByToken(ctx, hash); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("%s: error %v", what, err)
		}
	}
	none("expired", expiredHash)
	none("unknown", account.TokenHash{1})

	if err := db.RevokeToken(ctx, review.CommandLine, bert.ID, read.ID); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("bert revokes anna's: error %v", err)
	}
	if err := db.RevokeToken(ctx, review.CommandLine, anna.ID, read.ID); err != nil {
		t.Fatal(err)
	}
	none("revoked", readHash)
	if _, err := db.SetDisabled(ctx, review.CommandLine, anna.ID, true); err != nil {
		t.Fatal(err)
	}
	none("of one who is disabled", writeHash)
}
