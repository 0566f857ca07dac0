package contest

import (
	"errors"
	"fmt"
	"time"

	"github.com/ojcheck/ojcheck/internal/text"
)

// ErrErased means that the files of a submission were erased: a person asked for it, or the
// contest stores programs for some days only. Its pairs and decisions are still there.
var ErrErased = errors.New("the program was erased")

// Retention has the days for which data of a contest is stored after its end; 0 is for ever. A
// contest whose end is unknown ends when it is first stored.
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

// Retained is a contest and the data that it stores longer than its retention says.
type Retained struct {
	ID    int64
	Name  string
	Ended time.Time
	Due   Retention // the days of what is due; 0 for what is not
}

// Erasure counts what an erasure removes.
type Erasure struct {
	Submissions int // whose files are erased
	Texts       int // notes, paths and messages that named the person
}
