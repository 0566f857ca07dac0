package check

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// NameConflictError tells that the name under which a contest is to be kept is that of
// another one. Systems number their submissions anew in each contest: those of one
// would take the place of the other's.
type NameConflictError struct {
	Contest      string // the name
	Stored, Read string // what the judge system calls the contest that is kept, and the one that was read
}

func (e *NameConflictError) Error() string {
	return fmt.Sprintf("contest %q is stored already, and is another one: its system calls it %s, and this one %s", e.Contest, e.Stored, e.Read)
}

// CheckName returns a *NameConflictError where a contest of which a judge system says
// about cannot be kept under a name. Check and Import ask by themselves; others ask
// before they fetch anything. What no system has named fits everywhere.
func (c *Checker) CheckName(ctx context.Context, name string, about contest.About) error {
	if about.SystemID == "" {
		return nil
	}
	kept, err := c.Store.About(ctx, name)
	if err != nil {
		return fmt.Errorf("look for contest %q: %w", name, err)
	}
	if kept.SystemID != "" && kept.SystemID != about.SystemID {
		return &NameConflictError{Contest: name, Stored: kept.SystemID, Read: about.SystemID}
	}
	return nil
}
