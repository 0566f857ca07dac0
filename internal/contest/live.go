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

// WatchState is where the watching of a contest stands.
type WatchState string

// The states of a watch.
const (
	WatchFollowing    WatchState = "following"    // connected to the judge system
	WatchReconnecting WatchState = "reconnecting" // the judge system does not answer, or the archive did not
	WatchClosing      WatchState = "closing"      // the contest's updates have ended, and all is being checked anew
	WatchEnded        WatchState = "ended"        // the contest's updates have ended, and all was checked anew
	WatchStopped      WatchState = "stopped"      // somebody has stopped it
	WatchFailed       WatchState = "failed"       // it cannot go on: see Reason
)

// Watch is how far ojcheck has followed a contest while it runs. A contest has
// one, which is written over while it goes on and when it is begun again.
type Watch struct {
	ContestID   int64
	URL         string // of the judge system, without user and password
	SystemID    string // what the judge system calls the contest
	State       WatchState
	Reason      string // why it reconnects or failed; "" otherwise
	Webhook     string // why the webhook gets nothing at the moment; "" where it does, or there is none
	StartedAt   time.Time
	LastEventAt time.Time // when something last came from the judge system; zero: nothing yet
	UpdatedAt   time.Time // when it was last written, by the archive's clock

	Submissions int   // that the judge system has told of
	Judged      int   // of those
	Compared    int   // of those
	Pending     int   // judged, and neither compared nor left out
	CheckID     int64 // the closing check; 0 before it
}

// Live reports whether somebody follows the contest, as far as the archive knows.
func (w Watch) Live() bool {
	return w.State == WatchFollowing || w.State == WatchReconnecting || w.State == WatchClosing
}

// WatchSilence is how long a watch may be silent before it is taken for one that
// has died: whoever follows a contest writes at least every 30 seconds.
const WatchSilence = time.Minute

// Stale reports whether nobody has written for long that they follow.
func (w Watch) Stale(now time.Time) bool { return w.Live() && now.Sub(w.UpdatedAt) > WatchSilence }

// LiveMark tells one state of what is known of a running contest from another.
type LiveVersion struct {
	Alert   int64     // the newest
	Check   int64     // the closing check that the alerts were measured by
	Updated time.Time // when its watch was written
}
