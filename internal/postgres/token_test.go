package postgres

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

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
