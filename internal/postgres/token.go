package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// AddToken keeps the hash of a new token of t.UserID. It returns t as it is
// kept, with its ID.
func (db *DB) AddToken(ctx context.Context, by review.Person, t account.Token, hash account.TokenHash) (kept account.Token, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			INSERT INTO tokens (user_id, label, scope, hash, expires_at) VALUES ($1, $2, $3, $4, $5)
			RETURNING `+tokenColumns, t.UserID, t.Label, t.Scope, hash[:], t.ExpiresAt)
		if err != nil {
			return err
		}
		if kept, err = one(rows, scanToken); err != nil {
			return err
		}
		return recordToken(ctx, tx, by, review.ActionAddToken, kept.UserID, kept.Scope)
	})
	if err != nil {
		return account.Token{}, fmt.Errorf("token of user %d: %w", t.UserID, explain(err))
	}
	return kept, nil
}

// recordToken writes into the log what was done with a token of a user, without
// its label, in which anything may stand.
func recordToken(ctx context.Context, tx pgx.Tx, by review.Person, action review.Action, userID int64, scope account.Scope) error {
	d := review.Details{User: userID, To: string(scope)}
	if err := tx.QueryRow(ctx, "SELECT name FROM users WHERE id = $1", userID).Scan(&d.UserName); err != nil {
		return err
	}
	return record(ctx, tx, review.Entry{Actor: by, Action: action, Details: d})
}

const tokenColumns = "id, user_id, label, scope, created_at, expires_at, used_at"

func scanToken(row pgx.CollectableRow) (t account.Token, err error) {
	var used *time.Time
	err = row.Scan(&t.ID, &t.UserID, &t.Label, &t.Scope, &t.CreatedAt, &t.ExpiresAt, &used)
	t.CreatedAt, t.ExpiresAt, t.UsedAt = t.CreatedAt.UTC(), t.ExpiresAt.UTC(), fromNullTime(used)
	return t, err
}

// Tokens returns the tokens of a user, the newest first, with those that have
// expired.
func (db *DB) Tokens(ctx context.Context, userID int64) ([]account.Token, error) {
	rows, err := db.pool.Query(ctx, "SELECT "+tokenColumns+" FROM tokens WHERE user_id = $1 ORDER BY id DESC", userID)
	if err != nil {
		return nil, fmt.Errorf("tokens of user %d: %w", userID, explain(err))
	}
	tokens, err := pgx.CollectRows(rows, scanToken)
	if err != nil {
		return nil, fmt.Errorf("tokens of user %d: %w", userID, explain(err))
	}
	return tokens, nil
}

// RevokeToken deletes a token of a user. One of somebody else is not found.
func (db *DB) RevokeToken(ctx context.Context, by review.Person, userID, id int64) error {
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		var scope account.Scope
		err := tx.QueryRow(ctx, "DELETE FROM tokens WHERE id = $2 AND user_id = $1 RETURNING scope", userID, id).Scan(&scope)
		if errors.Is(err, pgx.ErrNoRows) {
			return contest.ErrNotFound
		}
		if err != nil {
			return err
		}
		return recordToken(ctx, tx, by, review.ActionRevokeToken, userID, scope)
	})
	if err != nil {
		return fmt.Errorf("token %d of user %d: %w", id, userID, explain(err))
	}
	return nil
}

// UserByToken returns the user whose token has the hash, and what it may be used
// for, and notes that it was used. A token that has expired is not found, nor is
// one of a user who is disabled.
func (db *DB) UserByToken(ctx context.Context, hash account.TokenHash) (account.User, account.Scope, error) {
	rows, err := db.pool.Query(ctx, "SELECT "+userColumns+`, t.scope, t.id
		FROM tokens t
		JOIN users u ON u.id = t.user_id
		WHERE t.hash = $1 AND t.expires_at > now() AND NOT u.disabled`, hash[:])
	if err != nil {
		return account.User{}, "", fmt.Errorf("token: %w", explain(err))
	}
	var scope account.Scope
	var id int64
	u, err := one(rows, func(row pgx.CollectableRow) (u account.User, err error) {
		err = row.Scan(userFields(&u, &scope, &id)...)
		return u, err
	})
	if err == nil {
		// A script asks many times a minute: not each is worth a write.
		_, err = db.pool.Exec(ctx, `
			UPDATE tokens SET used_at = now()
			WHERE id = $1 AND (used_at IS NULL OR used_at < now() - interval '5 minutes')`, id)
	}
	if err != nil {
		return account.User{}, "", fmt.Errorf("token: %w", explain(err))
	}
	return u, scope, nil
}
