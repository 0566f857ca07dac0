package contest

import (
	"fmt"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Following is a contest of a judge system that the server follows, or has followed.
type Following struct {
	Name     string    // of the contest, which exists only from its first submission on
	URL      string    // of the judge system, without user and password
	SystemID string    // the judge system's ID of the contest
	Account  []byte    // encrypted, see package follow; nil for the server's own account
	Active   bool      // the server follows it, also after a restart
	Number   int64     // each start of the following has a new number; 0 if a flag of the server names the contest
	Reason   i18n.Text // why the following waits, or why it has ended; zero otherwise
	// NeedsAccount says that the following's account was deleted, because the contest has ended. The server's own account
	// does not replace the deleted account.
	NeedsAccount bool
}

// ErrAccountDeleted says why a following with NeedsAccount cannot be started again.
var ErrAccountDeleted = i18n.Errorf("The account was deleted when the contest ended. To follow the contest again, enter it again with an account.")

// IsFixed reports whether a flag of the server names the contest. Nobody can stop such a following. Its Name is "" until
// the judge system has sent the title.
func (f Following) IsFixed() bool { return f.Number == 0 }

// FollowedError means that the server follows, or has followed, a contest of a judge system under another name.
type FollowedError struct{ Name string }

func (e *FollowedError) Error() string {
	return fmt.Sprintf("the same contest of the judge system has the name %q", e.Name)
}
