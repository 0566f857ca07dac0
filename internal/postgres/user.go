package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

const (
	userColumns = "u.id, u.name, u.administrator, u.disabled, u.password <> '', u.epoch, u.created_at AT TIME ZONE 'UTC'"
	selectUser  = "SELECT " + userColumns + " FROM users u "
)

func scanUser(row pgx.CollectableRow) (u account.User, err error) {
	err = row.Scan(userFields(&u)...)
	return u, err
}

// userFields are where userColumns are scanned to, and further columns after
// them.
func userFields(u *account.User, more ...any) []any {
	return append([]any{&u.ID, &u.Name, &u.Administrator, &u.Disabled, &u.HasPassword, &u.Epoch, &u.CreatedAt}, more...)
}

// Users returns all users, in the order of their names.
func (db *DB) Users(ctx context.Context) ([]account.User, error) {
	rows, err := db.pool.Query(ctx, selectUser+"ORDER BY u.key")
	if err != nil {
		return nil, fmt.Errorf("users: %w", explain(err))
	}
	users, err := pgx.CollectRows(rows, scanUser)
	if err != nil {
		return nil, fmt.Errorf("users: %w", explain(err))
	}
	return users, nil
}

// User returns one user.
func (db *DB) User(ctx context.Context, id int64) (account.User, error) {
	return db.user(ctx, fmt.Sprintf("user %d", id), selectUser+"WHERE u.id = $1", id)
}

// user returns the only user that a statement gives; what says whom it is about.
func (db *DB) user(ctx context.Context, what, statement string, arguments ...any) (account.User, error) {
	rows, err := db.pool.Query(ctx, statement, arguments...)
	if err != nil {
		return account.User{}, fmt.Errorf("%s: %w", what, explain(err))
	}
	u, err := one(rows, scanUser)
	if isUniqueViolation(err) {
		err = account.ErrNameTaken
	}
	if err != nil {
		return account.User{}, fmt.Errorf("%s: %w", what, explain(err))
	}
	return u, nil
}

// UserByName returns the user of a name, however its case, and what is kept of
// the password: "" where there is none.
func (db *DB) UserByName(ctx context.Context, name string) (u account.User, password string, err error) {
	rows, err := db.pool.Query(ctx, "SELECT "+userColumns+", u.password FROM users u WHERE u.key = $1", account.NameKey(name))
	if err != nil {
		return u, "", fmt.Errorf("user %q: %w", name, explain(err))
	}
	u, err = one(rows, func(row pgx.CollectableRow) (u account.User, err error) {
		err = row.Scan(userFields(&u, &password)...)
		return u, err
	})
	if err != nil {
		return u, "", fmt.Errorf("user %q: %w", name, explain(err))
	}
	return u, password, nil
}

// AddUser adds a user. The name is cleaned by [account.CleanName], and the
// password is what [account.HashPassword] gave, or "" for none. The error wraps
// [account.ErrNameTaken], or is an [*account.Invalid], where the name cannot be
// had.
func (db *DB) AddUser(ctx context.Context, by review.Person, name, password string, administrator bool) (account.User, error) {
	name, err := account.CleanName(name)
	if err != nil {
		return account.User{}, err
	}
	var role account.Role
	if administrator {
		role = account.Administrator
	}
	return db.changeUser(ctx, by, fmt.Sprintf("add user %q", name), review.ActionAddAccount, review.Details{Role: string(role)},
		"INSERT INTO users AS u (name, key, password, administrator) VALUES ($1, $2, $3, $4) RETURNING "+userColumns,
		name, account.NameKey(name), password, administrator)
}

// RenameUser gives a user another name. It returns the errors of [DB.AddUser].
func (db *DB) RenameUser(ctx context.Context, by review.Person, id int64, name string) (account.User, error) {
	name, err := account.CleanName(name)
	if err != nil {
		return account.User{}, err
	}
	before, err := db.User(ctx, id)
	if err != nil {
		return account.User{}, err
	}
	return db.changeUser(ctx, by, fmt.Sprintf("rename user %d to %q", id, name), review.ActionRename, review.Details{From: before.Name, To: name},
		"UPDATE users u SET name = $2, key = $3 WHERE u.id = $1 RETURNING "+userColumns,
		id, name, account.NameKey(name))
}

// SetPassword replaces what is kept of a user's password, ends all sign-ins of
// the user, and revokes the user's tokens: whoever knew the old password may have
// made some.
func (db *DB) SetPassword(ctx context.Context, by review.Person, id int64, password string) (account.User, error) {
	return db.changeUser(ctx, by, fmt.Sprintf("password of user %d", id), review.ActionPassword, review.Details{},
		"UPDATE users u SET password = $2, epoch = u.epoch + 1 WHERE u.id = $1 RETURNING "+userColumns, id, password)
}

// Rehash replaces what is kept of a password by another hash of the same one,
// unless it has been changed meanwhile. The sign-ins of the user go on.
func (db *DB) Rehash(ctx context.Context, id int64, old, new string) error {
	if _, err := db.pool.Exec(ctx, "UPDATE users SET password = $3 WHERE id = $1 AND password = $2", id, old, new); err != nil {
		return fmt.Errorf("password of user %d: %w", id, explain(err))
	}
	return nil
}

// EndSignIns ends all sign-ins of a user, and revokes the user's tokens.
func (db *DB) EndSignIns(ctx context.Context, by review.Person, id int64) (account.User, error) {
	return db.changeUser(ctx, by, fmt.Sprintf("sign-ins of user %d", id), review.ActionSignOut, review.Details{},
		"UPDATE users u SET epoch = u.epoch + 1 WHERE u.id = $1 RETURNING "+userColumns, id)
}

// SetDisabled says whether a user may sign in, and ends all sign-ins of one who
// may not, and revokes their tokens. The error wraps [account.ErrLastAdministrator] where no other
// administrator could.
func (db *DB) SetDisabled(ctx context.Context, by review.Person, id int64, disabled bool) (u account.User, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "SELECT id FROM users WHERE administrator AND NOT disabled ORDER BY id FOR UPDATE")
		if err != nil {
			return err
		}
		administrators, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return err
		}
		if disabled && len(administrators) == 1 && administrators[0] == id {
			return account.ErrLastAdministrator
		}
		var before bool
		if err := tx.QueryRow(ctx, "SELECT disabled FROM users WHERE id = $1 FOR UPDATE", id).Scan(&before); errors.Is(err, pgx.ErrNoRows) {
			return contest.ErrNotFound
		} else if err != nil {
			return err
		}
		rows, err = tx.Query(ctx, `
			UPDATE users u SET disabled = $2, epoch = u.epoch + (u.disabled <> $2)::integer
			WHERE u.id = $1 RETURNING `+userColumns, id, disabled)
		if err != nil {
			return err
		}
		if u, err = one(rows, scanUser); err != nil || before == disabled {
			return err
		}
		action := review.ActionEnable
		if disabled {
			action = review.ActionDisable
		}
		return recordUser(ctx, tx, by, action, u, review.Details{})
	})
	if err != nil {
		return account.User{}, fmt.Errorf("user %d: %w", id, explain(err))
	}
	return u, nil
}

// FirstAdministrator returns the oldest administrator who is not disabled, and
// makes one without a password, called "administrator" or nearly so, where there
// is none: for whoever starts the server may do everything.
func (db *DB) FirstAdministrator(ctx context.Context) (account.User, error) {
	for n := 1; ; n++ {
		// The oldest is looked for again after each attempt: another process
		// may have made it.
		u, err := db.user(ctx, "first administrator", selectUser+"WHERE u.administrator AND NOT u.disabled ORDER BY u.id LIMIT 1")
		if !errors.Is(err, contest.ErrNotFound) {
			return u, err
		}
		name := "administrator"
		if n > 1 {
			name = fmt.Sprintf("administrator %d", n)
		}
		if _, err := db.AddUser(ctx, review.CommandLine, name, "", true); err != nil && !errors.Is(err, account.ErrNameTaken) {
			return account.User{}, err
		}
	}
}

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

// DeleteExpiredSessions deletes the sign-ins that have ended. They are refused
// all the same; this keeps the table small.
func (db *DB) DeleteExpiredSessions(ctx context.Context) error {
	if _, err := db.pool.Exec(ctx, "DELETE FROM sessions WHERE expiry < now()"); err != nil {
		return fmt.Errorf("delete expired sessions: %w", explain(err))
	}
	return nil
}
