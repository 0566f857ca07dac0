package contest

import (
	"errors"
	"fmt"
	"time"

	"github.com/ojcheck/ojcheck/internal/text"
)

// ErrErased means that the files of a submission were erased: a person asked for that, or the
// contest's time for programs has ended. The archive still has the pairs and decisions.
var ErrErased = errors.New("the program was erased")

// Retention has the numbers of days after the end of a contest for which data is stored; 0 is for ever. If the end is
// unknown, the days count from the first import.
type Retention struct {
	Places   int // addresses and seats
	Programs int
	All      int // everything: the contest is deleted
}

func (r Retention) String() string {
	return fmt.Sprintf("addresses and seats %s, programs %s, everything %s", forDays(r.Places), forDays(r.Programs), forDays(r.All))
}

func forDays(days int) string {
	if days == 0 {
		return "for ever"
	}
	return "for " + text.Count(days, "day")
}

// Overdue is a contest with data that is stored for longer than the retention says.
type Overdue struct {
	ID    int64
	Name  string
	Ended time.Time
	Due   Retention // the retention of the overdue data; 0 for data that is not overdue
}

// Erasure counts what an erasure removes.
type Erasure struct {
	Submissions int // whose files are erased
	Texts       int // notes, paths and messages with the name of the person
}
