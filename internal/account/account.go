// Package account defines the users of ojcheck, and what each of them may do.
//
// A user is an administrator of the whole installation, or is a member of contests, with
// a role in each of them. A member must not learn that other contests exist.
package account

import (
	"errors"
	"time"
)

// Role is what a member may do in a contest. Each role includes all lesser roles.
type Role string

// The roles, from the least to the greatest. An administrator has the role Administrator in every contest.
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
	HasPassword   bool // otherwise the user signs in by a one-time link or through an identity provider
	// HasSecondFactor says that a user who signs in by password must also type the code of an app.
	HasSecondFactor bool
	Language        string // of pages: the tag of one of i18n.Languages; "" for the browser's language
	Epoch           int    // session counter: a higher counter ends all sessions that began before
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

// Identity identifies a person at an identity provider. Subject must not be a name or a mail address at the
// provider, because somebody else may get it later. A proxy that sets a header has only the person's name.
type Identity struct {
	Issuer  string // the provider: a URL, or the name of a header that a proxy sets
	Subject string // the provider's ID of the person, or the name in the header
}

// Grant gives the members of a group at the identity provider a role in a contest.
type Grant struct {
	Group   string
	Role    Role
	Contest string // name
}
