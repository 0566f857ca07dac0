package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

const (
	userColumns = "u.id, u.name, u.administrator, u.disabled, u.password <> '', u.totp_secret <> '', u.language, u.epoch, u.created_at"
	selectUser  = "SELECT " + userColumns + " FROM users u "
)

// Users returns all users, sorted by name.
func (db *DB) Users(ctx context.Context) (_ []account.User, err error) {
	defer wrap(&err, "users")
	return list[account.User](ctx, db.pool, selectUser+"ORDER BY u.key")
}

// UserNames returns at most limit names of users, sorted.
func (db *DB) UserNames(ctx context.Context, limit int) (_ []string, err error) {
	defer wrap(&err, "names of users")
	return list[string](ctx, db.pool, "SELECT name FROM users ORDER BY key LIMIT $1", limit)
}

func (db *DB) User(ctx context.Context, id int64) (_ account.User, err error) {
	defer wrap(&err, "user %d", id)
	return get[account.User](ctx, db.pool, selectUser+"WHERE u.id = $1", id)
}

// UserByName returns the user with a name, in upper or lower case, and the hash of the
// password; "" means none. Errors do not have the name: the sign-in logs them, and people type passwords as names by mistake.
func (db *DB) UserByName(ctx context.Context, name string) (u account.User, password string, err error) {
	defer wrap(&err, "look up a user by name")
	type row struct {
		account.User
		Password string
	}
	r, err := get[row](ctx, db.pool, "SELECT "+userColumns+", u.password FROM users u WHERE u.key = $1", account.NameKey(name))
	return r.User, r.Password, err
}

// AddUser adds a user; [account.CleanName] cleans the name. password is a hash by
// [account.HashPassword], or "" for none. The error wraps [account.ErrNameTaken], or is an
// [*account.InvalidError].
func (db *DB) AddUser(ctx context.Context, by review.Person, name, password string, administrator bool) (account.User, error) {
	name, err := account.CleanName(name)
	if err != nil {
		return account.User{}, err
	}
	var role account.Role
	if administrator {
		role = account.Administrator
	}
	return db.changeUser(ctx, fmt.Sprintf("add user %q", name), review.Entry{Actor: by, Action: review.ActionAddAccount, Details: review.Details{Role: string(role)}},
		"INSERT INTO users AS u (name, key, password, administrator) VALUES ($1, $2, $3, $4) RETURNING "+userColumns,
		name, account.NameKey(name), password, administrator)
}

// RenameUser renames a user. It returns the errors of [DB.AddUser].
func (db *DB) RenameUser(ctx context.Context, by review.Person, id int64, name string) (u account.User, err error) {
	if name, err = account.CleanName(name); err != nil {
		return u, err
	}
	defer wrap(&err, "rename user %d to %q", id, name)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		before, err := get[account.User](ctx, tx, selectUser+"WHERE u.id = $1 FOR UPDATE", id)
		if err != nil {
			return err
		}
		u, err = get[account.User](ctx, tx, "UPDATE users u SET name = $2, key = $3 WHERE u.id = $1 RETURNING "+userColumns, id, name, account.NameKey(name))
		if err != nil {
			return err
		}
		return recordUser(ctx, tx, review.Entry{Actor: by, Action: review.ActionRename, Details: review.Details{From: before.Name, To: name}}, u)
	})
	return u, orNameTaken(err)
}

// SetLanguage sets the language in which a user reads pages; "" means the language of the browser. The log does not record it.
func (db *DB) SetLanguage(ctx context.Context, id int64, language string) (err error) {
	defer wrap(&err, "language of user %d", id)
	changed, err := db.pool.Exec(ctx, "UPDATE users SET language = $2 WHERE id = $1", id, language)
	if err == nil && changed.RowsAffected() == 0 {
		err = contest.ErrNotFound
	}
	return err
}

// SetPassword replaces the hash of a user's password, ends all sign-ins of the user, and
// revokes the user's tokens, which somebody with the previous password may have made.
func (db *DB) SetPassword(ctx context.Context, by review.Person, id int64, password string) (account.User, error) {
	return db.changeUser(ctx, fmt.Sprintf("password of user %d", id), review.Entry{Actor: by, Action: review.ActionPassword},
		"UPDATE users u SET password = $2, epoch = u.epoch + 1 WHERE u.id = $1 RETURNING "+userColumns, id, password)
}

// Rehash replaces the hash of a password by another hash of the same password, unless the
// password has changed. The sign-ins of the user stay valid.
func (db *DB) Rehash(ctx context.Context, id int64, oldHash, newHash string) (err error) {
	defer wrap(&err, "password of user %d", id)
	return execOne(ctx, db.pool, "UPDATE users SET password = $3 WHERE id = $1 AND password = $2", id, oldHash, newHash)
}

// SecondFactor returns the secret of a user's second factor; "" for none.
func (db *DB) SecondFactor(ctx context.Context, id int64) (_ string, err error) {
	defer wrap(&err, "second factor of user %d", id)
	return get[string](ctx, db.pool, "SELECT totp_secret FROM users WHERE id = $1", id)
}

// SetSecondFactor sets or, with "", removes the secret of a user's second factor, and ends all
// sign-ins of the user. step is the step of the last code used.
func (db *DB) SetSecondFactor(ctx context.Context, by review.Person, id int64, secret string, step int64) (account.User, error) {
	action := review.ActionAddFactor
	if secret == "" {
		action = review.ActionRemoveFactor
	}
	return db.changeUser(ctx, fmt.Sprintf("second factor of user %d", id), review.Entry{Actor: by, Action: action},
		"UPDATE users u SET totp_secret = $2, totp_step = $3, epoch = u.epoch + 1 WHERE u.id = $1 RETURNING "+userColumns, id, secret, step)
}

// UseCode records that the code of a step was used. It returns false if this code or a later code
// was used before: a code works once.
func (db *DB) UseCode(ctx context.Context, id, step int64) (ok bool, err error) {
	defer wrap(&err, "code of user %d", id)
	used, err := db.pool.Exec(ctx, "UPDATE users SET totp_step = $2 WHERE id = $1 AND totp_step < $2", id, step)
	return used.RowsAffected() == 1, err
}

// EndSignIns ends all sign-ins of a user, and revokes the user's tokens.
func (db *DB) EndSignIns(ctx context.Context, by review.Person, id int64) (account.User, error) {
	return db.changeUser(ctx, fmt.Sprintf("sign-ins of user %d", id), review.Entry{Actor: by, Action: review.ActionSignOut},
		"UPDATE users u SET epoch = u.epoch + 1 WHERE u.id = $1 RETURNING "+userColumns, id)
}

// SetDisabled sets whether a user is disabled. It ends a disabled user's sign-ins and revokes
// their tokens. For the last enabled administrator it returns [account.ErrLastAdministrator].
func (db *DB) SetDisabled(ctx context.Context, by review.Person, id int64, disabled bool) (account.User, error) {
	action := review.ActionEnable
	if disabled {
		action = review.ActionDisable
	}
	return db.setFlag(ctx, review.Entry{Actor: by, Action: action}, id, "disabled", disabled, disabled)
}

// SetAdministrator sets whether a user is an administrator. If no enabled administrator would
// remain, it returns [account.ErrLastAdministrator].
func (db *DB) SetAdministrator(ctx context.Context, by review.Person, id int64, administrator bool) (account.User, error) {
	d := review.Details{From: string(account.Administrator)}
	if administrator {
		d = review.Details{To: string(account.Administrator)}
	}
	return db.setFlag(ctx, review.Entry{Actor: by, Action: review.ActionAdministrator, Details: d}, id, "administrator", administrator, !administrator)
}

// setFlag sets a column of a user, and logs the entry unless the column has this value already. A change of "disabled"
// ends the user's sessions. If losesRole says that the user is no enabled administrator afterwards, and there is no other
// one, setFlag returns [account.ErrLastAdministrator].
func (db *DB) setFlag(ctx context.Context, entry review.Entry, id int64, column string, value, losesRole bool) (u account.User, err error) {
	defer wrap(&err, "user %d", id)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		administrators, err := list[int64](ctx, tx, "SELECT id FROM users WHERE administrator AND NOT disabled ORDER BY id FOR UPDATE")
		if err == nil && losesRole && len(administrators) == 1 && administrators[0] == id {
			err = account.ErrLastAdministrator
		}
		if err != nil {
			return err
		}
		before, err := get[bool](ctx, tx, "SELECT "+column+" FROM users WHERE id = $1 FOR UPDATE", id)
		if err != nil {
			return err
		}
		if u, err = get[account.User](ctx, tx, "UPDATE users u SET "+column+` = $2, epoch = u.epoch + ($3 AND u.disabled <> $2)::integer
			WHERE u.id = $1 RETURNING `+userColumns, id, value, column == "disabled"); err != nil || before == value {
			return err
		}
		return recordUser(ctx, tx, entry, u)
	})
	return u, err
}

// SignInByLink returns the account that a one-time link opens, and logs that. It is the oldest enabled administrator with no
// other way to sign in, so that nobody who reads the link acts in the name of somebody else. If there is none, SignInByLink adds
// one without a password, because the person who starts the server may do everything. The name is "administrator", or
// "administrator 2" and so on.
func (db *DB) SignInByLink(ctx context.Context) (u account.User, err error) {
	defer wrap(&err, "sign in by the one-time link")
	u, err = findOrAdd("administrator", func() (account.User, error) {
		return get[account.User](ctx, db.pool, selectUser+`WHERE u.administrator AND NOT u.disabled AND u.password = ''
			AND NOT EXISTS (SELECT FROM identities i WHERE i.user_id = u.id) ORDER BY u.id LIMIT 1`)
	}, func(name string) error {
		_, err := db.AddUser(ctx, review.CommandLine, name, "", true)
		return err
	})
	if err != nil {
		return account.User{}, err
	}
	entry := review.Entry{Actor: review.Person{ID: u.ID, Name: u.Name}, Action: review.ActionSignInByLink}
	return u, pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return recordUser(ctx, tx, entry, u) })
}

// maxNumber is the highest number that findOrAdd puts after a name.
const maxNumber = 1000

// findOrAdd returns the user whom find finds. If there is none, it adds one called name, or "name 2" and so on if the name is
// taken. It looks again after each attempt: another process may have added the user.
func findOrAdd(name string, find func() (account.User, error), add func(name string) error) (account.User, error) {
	numbered := name
	for n := 2; ; n++ {
		u, err := find()
		if !errors.Is(err, contest.ErrNotFound) {
			return u, err
		}
		err = add(numbered)
		switch {
		case err != nil && !errors.Is(err, account.ErrNameTaken):
			return account.User{}, err
		case n > maxNumber:
			return account.User{}, fmt.Errorf("more than %d users are called %q, some with a number", maxNumber, name)
		}
		numbered = fmt.Sprintf("%s %d", name, n)
	}
}

// changeUser returns the only user that a statement changes, and logs the entry: see
// recordUser. what names the change in errors.
func (db *DB) changeUser(ctx context.Context, what string, entry review.Entry, statement string, arguments ...any) (u account.User, err error) {
	defer wrap(&err, "%s", what)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if u, err = get[account.User](ctx, tx, statement, arguments...); err != nil {
			return err
		}
		return recordUser(ctx, tx, entry, u)
	})
	return u, orNameTaken(err)
}

// orNameTaken returns [account.ErrNameTaken] if err means that a value is not unique, and otherwise err.
func orNameTaken(err error) error {
	if hasCode(err, uniqueViolation) {
		return account.ErrNameTaken
	}
	return err
}

// recordUser logs an entry on a user, and revokes the user's tokens if the action ends the
// user's sign-ins.
func recordUser(ctx context.Context, tx pgx.Tx, entry review.Entry, u account.User) error {
	switch entry.Action {
	case review.ActionPassword, review.ActionSignOut, review.ActionDisable:
		revoked, err := tx.Exec(ctx, "DELETE FROM tokens WHERE user_id = $1", u.ID)
		if err != nil {
			return err
		}
		entry.Details.Count = int(revoked.RowsAffected())
	}
	entry.Details.User, entry.Details.UserName = u.ID, u.Name
	return record(ctx, tx, entry)
}

// recordAbout is recordUser for the user with an ID.
func recordAbout(ctx context.Context, tx pgx.Tx, userID int64, entry review.Entry) error {
	u, err := get[account.User](ctx, tx, selectUser+"WHERE u.id = $1", userID)
	if err != nil {
		return err
	}
	return recordUser(ctx, tx, entry, u)
}

// UserOfIdentity returns the user with an identity of an identity provider. At the first sign-in
// it adds a user without a password, called name. If name is taken, the new user is called
// "name 2" and so on: a user who has the name already never gets the identity.
func (db *DB) UserOfIdentity(ctx context.Context, id account.Identity, name string) (_ account.User, err error) {
	if err := validateText("identity", id.Issuer, id.Subject); err != nil {
		return account.User{}, err
	}
	if name, err = account.CleanName(name); err != nil {
		return account.User{}, err
	}
	defer wrap(&err, "user of an identity")
	return findOrAdd(name, func() (account.User, error) {
		return get[account.User](ctx, db.pool, selectUser+"JOIN identities i ON i.user_id = u.id WHERE i.issuer = $1 AND i.subject = $2",
			id.Issuer, id.Subject)
	}, func(name string) error { return db.addUserOfIdentity(ctx, id, name) })
}

func (db *DB) addUserOfIdentity(ctx context.Context, id account.Identity, name string) error {
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		u, err := get[account.User](ctx, tx, "INSERT INTO users AS u (name, key) VALUES ($1, $2) RETURNING "+userColumns, name, account.NameKey(name))
		if err != nil {
			return err
		}
		if err := execOne(ctx, tx, "INSERT INTO identities (issuer, subject, user_id) VALUES ($1, $2, $3)", id.Issuer, id.Subject, u.ID); err != nil {
			return err
		}
		by := review.Person{ID: u.ID, Name: u.Name}
		return recordUser(ctx, tx, review.Entry{Actor: by, Action: review.ActionAddAccount}, u)
	})
	return orNameTaken(err)
}

// Roles returns the roles that a user has as a member, by contest ID, whether or not the user
// is an administrator or disabled.
func (db *DB) Roles(ctx context.Context, userID int64) (_ map[int64]account.Role, err error) {
	defer wrap(&err, "roles of user %d", userID)
	return mapOf[int64, account.Role](ctx, db.pool, "SELECT contest_id, role FROM memberships WHERE user_id = $1", userID)
}

// Members returns the members of a contest, including disabled ones, sorted by name.
func (db *DB) Members(ctx context.Context, contestID int64) (_ []account.Member, err error) {
	defer wrap(&err, "members of contest %d", contestID)
	return list[account.Member](ctx, db.pool, `
		SELECT u.id, u.name, m.role, u.disabled
		FROM memberships m
		JOIN users u ON u.id = m.user_id
		WHERE m.contest_id = $1
		ORDER BY u.key`, contestID)
}

// SetMember sets the role of a user in a contest; account.NoRole removes the member. SetMember
// logs the change if the user had another role. The error wraps [contest.ErrNotFound] if the user
// or the contest does not exist.
func (db *DB) SetMember(ctx context.Context, by review.Person, contestID, userID int64, role account.Role) (err error) {
	defer wrap(&err, "role of user %d in contest %d", userID, contestID)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		var changed pgconn.CommandTag
		var err error
		if role == account.NoRole {
			changed, err = tx.Exec(ctx, "DELETE FROM memberships WHERE contest_id = $1 AND user_id = $2", contestID, userID)
		} else {
			changed, err = tx.Exec(ctx, `
				INSERT INTO memberships AS m (contest_id, user_id, role) VALUES ($1, $2, $3)
				ON CONFLICT (contest_id, user_id) DO UPDATE SET role = excluded.role WHERE m.role <> excluded.role`, contestID, userID, role)
		}
		if err != nil || changed.RowsAffected() == 0 {
			return err
		}
		return recordAbout(ctx, tx, userID,
			review.Entry{Actor: by, ContestID: contestID, Action: review.ActionMembers, Details: review.Details{Role: string(role)}})
	})
	return orNotFound(err)
}
