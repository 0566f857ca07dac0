package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
)

// AddToken stores the hash of a new token of a user, and returns the stored token with its ID. It ignores t.UserID. The log leaves
// out the label, which may contain anything. If the user's sign-ins have ended since u was read, the error wraps
// [contest.ErrNotFound]: somebody with the previous password may be asking for the token.
func (db *DB) AddToken(ctx context.Context, by review.Person, u account.User, t account.Token, hash account.TokenHash) (stored account.Token, err error) {
	defer wrap(&err, "token of user %d", u.ID)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if stored, err = get[account.Token](ctx, tx, `
			INSERT INTO tokens (user_id, label, scope, hash, expires_at)
			SELECT id, $2, $3, $4, $5 FROM users WHERE id = $1 AND epoch = $6 AND NOT disabled FOR SHARE
			RETURNING `+tokenColumns, u.ID, t.Label, t.Scope, hash[:], t.ExpiresAt, u.Epoch); err != nil {
			return err
		}
		return recordAbout(ctx, tx, u.ID, review.Entry{Actor: by, Action: review.ActionAddToken, Details: review.Details{To: string(t.Scope)}})
	})
	return stored, err
}

const tokenColumns = "id, user_id, label, scope, created_at, expires_at, used_at"

// Tokens returns the tokens of a user, including expired ones, the newest first.
func (db *DB) Tokens(ctx context.Context, userID int64) (_ []account.Token, err error) {
	defer wrap(&err, "tokens of user %d", userID)
	return list[account.Token](ctx, db.pool, "SELECT "+tokenColumns+" FROM tokens WHERE user_id = $1 ORDER BY id DESC", userID)
}

// RevokeToken deletes a token of a user. It does not find tokens of other users.
func (db *DB) RevokeToken(ctx context.Context, by review.Person, userID, id int64) (err error) {
	defer wrap(&err, "token %d of user %d", id, userID)
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		scope, err := get[account.Scope](ctx, tx, "DELETE FROM tokens WHERE id = $2 AND user_id = $1 RETURNING scope", userID, id)
		if err != nil {
			return err
		}
		return recordAbout(ctx, tx, userID, review.Entry{Actor: by, Action: review.ActionRevokeToken, Details: review.Details{To: string(scope)}})
	})
}

// UserByToken returns the user and the scope of the token with a hash, and stores that the
// token was used. It finds neither expired tokens nor tokens of disabled users.
func (db *DB) UserByToken(ctx context.Context, hash account.TokenHash) (_ account.User, _ account.Scope, err error) {
	defer wrap(&err, "token")
	type row struct {
		account.User
		Scope   account.Scope
		TokenID int64
	}
	found, err := get[row](ctx, db.pool, "SELECT "+userColumns+`, t.scope, t.id
		FROM tokens t
		JOIN users u ON u.id = t.user_id
		WHERE t.hash = $1 AND t.expires_at > now() AND NOT u.disabled`, hash[:])
	if err == nil {
		// A script may use its token many times a minute, so do not store each use.
		err = execOne(ctx, db.pool, `
			UPDATE tokens SET used_at = now()
			WHERE id = $1 AND (used_at IS NULL OR used_at < now() - interval '5 minutes')`, found.TokenID)
	}
	if err != nil {
		return account.User{}, "", err
	}
	return found.User, found.Scope, nil
}
