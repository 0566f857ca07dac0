package contest

import "time"

// AlertState is what became of an alert.
type AlertState string

// The states of an alert.
const (
	AlertOpen      AlertState = "open"     // the contest runs: its scores move with every arrival
	AlertUpheld    AlertState = "standing" // the closing check has the pair at its threshold or above
	AlertNotUpheld AlertState = "fallen"   // the closing check has it below, or not at all
)

// Alert is a pair that reached the threshold while its contest ran: an event
// with the score of that moment. There is one for each case, which is two
// participants at a problem; with an earlier contest, at its problem too. None
// is ever removed as long as its contests are kept.
type Alert struct {
	ID          int64 // in the order in which they were given, in their contest
	ContestID   int64
	At          time.Time
	Problem     string // as Pair.Problem
	Left, Right Side   // Right may be of an earlier contest, as that of a pair
	Suspicion   float64
	// Closing is the suspicion in the closing check; nil before it, and where
	// that check does not have the pair.
	Closing *float64
	State   AlertState
	CheckID int64 // the closing check; 0 before it
	PairID  int64 // the pair of that check; 0 where there is none
}

// Earlier reports whether the right side is of an earlier contest.
func (a Alert) Earlier() bool { return a.Right.Contest != "" }

// AlertFilter says which alerts of a contest to list, and in which order.
type AlertFilter struct {
	Problem    string  // as Alert.Problem; "" for all
	Suspicious bool    // the most suspicious first, and not the newest
	Before     int64   // only those before this alert; 0 for all
	Offset     int     // so many are left out, from the first on
	Limit      int     // at most so many; 0 is no limit
	Visible    []int64 // that of PairFilter: those with a program of another contest are left out
}

// AlertCounts counts the alerts of a contest by what became of them.
type AlertCounts struct{ Open, Upheld, NotUpheld int }

// All counts them all.
func (c AlertCounts) Total() int { return c.Open + c.Upheld + c.NotUpheld }
