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
