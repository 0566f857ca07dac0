package contest

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// ErrErased means that the files of a submission were erased, because a person asked for that, the
// retention ended, or the contest was deleted. The pairs and decisions remain; of a deleted
// contest, only those that belong to other contests.
var ErrErased = errors.New("the program was erased")

// ErasedReason says why a program cannot be shown any more.
const ErasedReason i18n.Key = "A program was erased, because a person asked for that, or because its contest was deleted or stores programs only for a limited time."

// Retention says for how many days data is stored after the end of its contest; 0 is for ever. If the end is
// unknown, the days count from the last import.
type Retention struct {
	Places   int // addresses and seats
	Programs int
	All      int // everything: the contest is deleted
}

func (r Retention) String() string {
	if r == (Retention{}) {
		return "everything for ever"
	}
	return fmt.Sprintf("addresses and seats %s, programs %s, everything %s, counted from its end or, if that is unknown, its last import", forDays(r.Places), forDays(r.Programs), forDays(r.All))
}

func forDays(days int) string {
	if days == 0 {
		return "for ever"
	}
	return "for " + text.Count(days, "day")
}

// Overdue is a contest with data that is older than the retention allows.
type Overdue struct {
	ID       int64
	Name     string
	Ended    time.Time
	Exceeded Retention // the days allowed for the data that is too old; 0 for all other data
	// Remaining counts the participants that stay if all is deleted, because decisions of other contests name them.
	Remaining int
}

// Data names the data that is overdue.
func (o Overdue) Data() string {
	if o.Exceeded.All > 0 {
		return "everything"
	}
	var parts []string
	if o.Exceeded.Programs > 0 {
		parts = append(parts, "the programs")
	}
	if o.Exceeded.Places > 0 {
		parts = append(parts, "the addresses and seats")
	}
	return strings.Join(parts, " and ")
}

// Erasure counts what was erased for a person.
type Erasure struct {
	Submissions int // submissions whose files were erased
	Statements  int // of the person
	Texts       int // notes, paths and messages with the name of the person
}
