// Package account defines who may sign in to ojcheck, and what they may do.
//
// An account is an administrator of the whole installation, or has a role in each
// contest that it is a member of. A member must not learn that other contests exist.
package account

import (
	"errors"
	"time"
)

// Role is what a member may do in a contest. Each role may do all that lesser roles may do.
type Role string

// The roles, from the least to the greatest. Only Administrator holds in every contest.
const (
	NoRole        Role = ""              // not a member
	Viewer        Role = "viewer"        // reads pages and exports
	Reviewer      Role = "reviewer"      // decides and assigns pairs
	Chief         Role = "chief"         // the chief judge: settles conflicts, reveals names, uploads, manages members
	Administrator Role = "administrator" // everything, including accounts and the deletion of contests
)

// Roles lists the roles that a member of a contest can have.
func Roles() []Role { return []Role{Viewer, Reviewer, Chief} }

var ranks = map[Role]int{NoRole: 0, Viewer: 1, Reviewer: 2, Chief: 3, Administrator: 4}

// May reports whether r includes the required role.
func (r Role) May(required Role) bool { return ranks[r] >= ranks[required] }

func (r Role) Valid() bool { return ranks[r] > 0 }

// String names the role for people: "chief judge".
func (r Role) String() string {
	if r == Chief {
		return "chief judge"
	}
	return string(r)
}

// User is somebody who can sign in. Users are never deleted, so that the audit log can name them.
type User struct {
	ID            int64
	Name          string // unique; for signing in
	Administrator bool
	Disabled      bool
	HasPassword   bool // otherwise the user signs in by a one-time link
	// HasSecondFactor says that signing in by password also asks for the code of an app.
	HasSecondFactor bool
	Language        string // of pages: the tag of one of i18n.Languages; "" for that of the browser
	Epoch           int    // raised to end all sessions: a session of an earlier epoch is not valid
	CreatedAt       time.Time
}

// Member is a user with a role in one contest.
type Member struct {
	UserID   int64
	Name     string
	Role     Role
	Disabled bool // the account may not sign in
}

// ErrLastAdministrator means that a change would leave no administrator.
var ErrLastAdministrator = errors.New("this is the last administrator who is not disabled")

// Identity is a person whom an identity provider knows. Only Issuer and Subject identify the person:
// names and mail addresses may pass to somebody else.
type Identity struct {
	Issuer  string // of the provider: its URL, or the name of a header that a proxy sets
	Subject string // the provider's ID of the person
}

// Grant gives a group at the identity provider a role in the contest with the name Contest.
type Grant struct {
	Group   string
	Role    Role
	Contest string
}
