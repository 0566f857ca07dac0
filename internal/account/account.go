// Package account knows who may sign in to ojcheck, and what they may do.
//
// An account is an administrator of the whole installation, or has a role in
// each contest that it is a member of, and none in others: there it may not
// even learn that they exist.
package account

import (
	"errors"
	"time"
)

// Role is what a member may do in a contest. Each may do all that those before
// it may.
type Role string

// The roles, from the least to the greatest. An administrator is one in every
// contest; the other roles are given for one contest at a time.
const (
	NoRole        Role = ""              // no member
	Viewer        Role = "viewer"        // reads pages and exports
	Reviewer      Role = "reviewer"      // decides, and assigns pairs
	Chief         Role = "chief"         // the chief judge: settles conflicts, uncovers names, uploads, says who is a member
	Administrator Role = "administrator" // everything, with accounts and the deletion of contests
)

// Roles lists the roles that a member of a contest can have.
func Roles() []Role { return []Role{Viewer, Reviewer, Chief} }

var ranks = map[Role]int{NoRole: 0, Viewer: 1, Reviewer: 2, Chief: 3, Administrator: 4}

// May reports whether somebody of this role may do what is allowed from the
// needed role on.
func (r Role) May(needed Role) bool { return ranks[r] >= ranks[needed] }

// Valid reports whether r is a role, and not None.
func (r Role) Valid() bool { return ranks[r] > 0 }

// String names the role for people: "chief judge".
func (r Role) String() string {
	if r == Chief {
		return "chief judge"
	}
	return string(r)
}

// User is one who can sign in. Users are disabled, never deleted, so that the
// audit log goes on naming who did what.
type User struct {
	ID            int64
	Name          string // unique; what is typed to sign in
	Administrator bool
	Disabled      bool
	HasPassword   bool // one without signs in by a one-time link alone
	Epoch         int  // of the sign-ins: those begun in an earlier one have ended
	CreatedAt     time.Time
}

// Member is a user with the role in one contest.
type Member struct {
	UserID   int64
	Name     string
	Role     Role
	Disabled bool // the account may not sign in
}

// ErrLastAdministrator is returned, wrapped, where nobody could look after the
// installation any more.
var ErrLastAdministrator = errors.New("this is the last administrator who is not disabled")
