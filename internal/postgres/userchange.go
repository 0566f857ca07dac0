package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
)

// changeUser is [DB.user] for a statement that changes the user, which it writes
// into the log; see recordUser.
func (db *DB) changeUser(ctx context.Context, by review.Person, what string, action review.Action, d review.Details, statement string, arguments ...any) (u account.User, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, statement, arguments...)
		if err != nil {
			return err
		}
		if u, err = one(rows, scanUser); err != nil {
			return err
		}
		return recordUser(ctx, tx, by, action, u, d)
	})
	if isUniqueViolation(err) {
		err = account.ErrNameTaken
	}
	if err != nil {
		return account.User{}, fmt.Errorf("%s: %w", what, explain(err))
	}
	return u, nil
}

// recordUser writes into the log what was done to an account, and revokes its
// tokens where that takes them with it.
func recordUser(ctx context.Context, tx pgx.Tx, by review.Person, action review.Action, u account.User, d review.Details) error {
	switch action {
	case review.ActionPassword, review.ActionSignOut, review.ActionDisable:
		revoked, err := tx.Exec(ctx, "DELETE FROM tokens WHERE user_id = $1", u.ID)
		if err != nil {
			return err
		}
		d.Count = int(revoked.RowsAffected())
	}
	d.User, d.UserName = u.ID, u.Name
	return record(ctx, tx, review.Entry{Actor: by, Action: action, Details: d})
}
