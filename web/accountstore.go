package web

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Accounts keeps who may sign in, and what they may do. Who is not there gives
// an error that is contest.ErrNotFound, a name that somebody has
// account.ErrNameTaken, and one that nobody can have an *account.Invalid.
// Passwords are given and returned as account.HashPassword makes them.
type Accounts interface {
	// Users lists all, by name.
	Users(ctx context.Context) ([]account.User, error)
	User(ctx context.Context, id int64) (account.User, error)
	// UserByName also returns what is kept of the password; "" for none.
	UserByName(ctx context.Context, name string) (user account.User, password string, err error)
	// FirstAdministrator is made where there is none.
	FirstAdministrator(ctx context.Context) (account.User, error)
	AddUser(ctx context.Context, by review.Person, name, password string, administrator bool) (account.User, error)
	RenameUser(ctx context.Context, by review.Person, id int64, name string) (account.User, error)
	// SetPassword, and EndSignIns, begin another epoch of the user, and revoke the
	// user's tokens; so does SetDisabled.
	SetPassword(ctx context.Context, by review.Person, id int64, password string) (account.User, error)
	EndSignIns(ctx context.Context, by review.Person, id int64) (account.User, error)
	// Rehash replaces a hash by another of the same password.
	Rehash(ctx context.Context, id int64, old, new string) error
	// SetDisabled gives account.ErrLastAdministrator where no other is left.
	SetDisabled(ctx context.Context, by review.Person, id int64, disabled bool) (account.User, error)

	// Role is that of a member; administrators need none.
	Role(ctx context.Context, userID, contestID int64) (account.Role, error)
	// Roles are those of a user, by the contests' IDs.
	Roles(ctx context.Context, userID int64) (map[int64]account.Role, error)
	// Members lists those of a contest, by name.
	Members(ctx context.Context, contestID int64) ([]account.Member, error)
	// SetMember removes a member where the role is None.
	SetMember(ctx context.Context, by review.Person, contestID, userID int64, role account.Role) error

	// Tokens lists those of a user, the newest first.
	Tokens(ctx context.Context, userID int64) ([]account.Token, error)
	AddToken(ctx context.Context, by review.Person, t account.Token, hash account.TokenHash) (account.Token, error)
	RevokeToken(ctx context.Context, by review.Person, userID, id int64) error
	// UserByToken does not find one that has expired.
	UserByToken(ctx context.Context, hash account.TokenHash) (account.User, account.Scope, error)
}
