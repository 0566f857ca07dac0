package contest

import (
	"fmt"
	"time"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// AlertState says whether the closing check upholds an alert.
type AlertState string

const (
	AlertOpen      AlertState = "open"       // the contest still runs, and every submission changes the scores
	AlertUpheld    AlertState = "upheld"     // the pair reaches the threshold in the closing check
	AlertNotUpheld AlertState = "not_upheld" // the pair does not reach the threshold in the closing check
)

// Alert records that a pair reached the threshold while its contest ran. Two participants have at most one
// alert at each problem. If one of them is in an earlier contest, they have at most one for each combination of
// problems.
type Alert struct {
	ID          int64 // ascending by time within the contest
	ContestID   int64
	At          time.Time
	Problem     string // as in Pair.Problem
	Left, Right Side   // Right may be in an earlier contest
	Suspicion   float64
	Known       *KnownCode // at the time of the alert; nil if known sources have no code of the pair
	// ClosingSuspicion is the suspicion in the closing check; nil before, or if the check does not store the pair.
	ClosingSuspicion *float64
	State            AlertState
	CheckID          int64 // ID of the closing check; 0 before it
	PairID           int64 // ID of the pair in the closing check; 0 if the check does not store the pair
}

// AlertFilter selects and sorts alerts of a contest.
type AlertFilter struct {
	Problem     string  // as in Alert.Problem; "" for all
	BySuspicion bool    // the most suspicious first; otherwise the newest first
	Before      int64   // only alerts older than this ID; 0 for all
	Offset      int     // alerts to skip
	Limit       int     // maximum number of alerts to return; 0 for no limit
	Visible     []int64 // as in PairFilter
}

// AlertCounts counts alerts by state.
type AlertCounts struct{ Open, Upheld, NotUpheld int }

// Total returns the number of alerts in any state.
func (c AlertCounts) Total() int { return c.Open + c.Upheld + c.NotUpheld }

// WatchState is the state of a Watch.
type WatchState string

const (
	WatchFollowing    WatchState = "following"    // connected to the judge system
	WatchReconnecting WatchState = "reconnecting" // ojcheck tries again to reach the judge system or the database; Reason says why
	WatchClosing      WatchState = "closing"      // the feed has ended and the closing check runs
	WatchEnded        WatchState = "ended"        // the closing check is complete
	WatchStopped      WatchState = "stopped"      // a user has stopped the watch
	WatchFailed       WatchState = "failed"       // the watch cannot go on; Reason says why
)

// Watch says how far a server or a command has followed a running contest, whether or not a Following asked for it. Only the
// newest Watch of a contest is stored.
type Watch struct {
	ContestID      int64
	URL            string // of the judge system, without user and password
	SystemID       string // the judge system's ID of the contest
	State          WatchState
	Reason         i18n.Text // why the watch reconnects or failed; zero otherwise
	WebhookFailure i18n.Text // why the webhook fails now; zero if it works or is not set up
	StartedAt      time.Time
	LastEventAt    time.Time // of the last data from the judge system; zero before any
	UpdatedAt      time.Time // when this was written, by the database's clock

	Submissions int   // submissions in the feed
	Judged      int   // judged submissions in the feed
	Compared    int   // judged submissions that were compared
	Uncompared  int   // judged submissions that were neither compared nor skipped yet
	CheckID     int64 // ID of the closing check; 0 before it
}

// Live reports whether a process follows the contest, according to the stored state.
func (w Watch) Live() bool {
	return w.State == WatchFollowing || w.State == WatchReconnecting || w.State == WatchClosing
}

// WatchSilence is the time without a write after which a watch is stale. A live watch writes twice in this
// time.
const WatchSilence = time.Minute

// Stale reports whether a live watch has been silent for more than WatchSilence.
func (w Watch) Stale(now time.Time) bool { return w.Live() && now.Sub(w.UpdatedAt) > WatchSilence }

// LiveState returns "live" for a live watch, "silent" for a stale one, and "" for other watches.
func (w Watch) LiveState(now time.Time) string {
	switch {
	case !w.Live():
		return ""
	case w.Stale(now):
		return "silent"
	}
	return "live"
}

// LiveVersion changes whenever the content of a running contest's live page changes.
type LiveVersion struct {
	Alert   int64     // ID of the newest alert
	Check   int64     // ID of the closing check
	Updated time.Time // Watch.UpdatedAt
}

// Following is a contest of a judge system that the server follows, or has followed. Its progress is in a Watch.
type Following struct {
	Name     string    // of the contest; ojcheck stores the contest only from its first submission on
	URL      string    // of the judge system, without user and password
	SystemID string    // the judge system's ID of the contest
	Account  []byte    // encrypted, see package follow; nil for the server's own account
	Active   bool      // the server follows the contest, also after a restart
	StartID  int64     // new whenever the server starts to follow the contest; 0 if a flag of the server names the contest
	Reason   i18n.Text // why the server waits, or has stopped following; zero otherwise
	// NeedsAccount says that the account was deleted, because the contest has ended. The server's own account
	// does not replace it.
	NeedsAccount bool
}

// ErrAccountDeleted says why the server cannot follow a contest with NeedsAccount again.
var ErrAccountDeleted = i18n.Errorf("The account was deleted when the contest ended. " +
	"To follow the contest again, enter it again with an account.")

// IsFromFlags reports whether a flag of the server names the contest. Nobody can stop following such a contest. Its Name
// is "" until the judge system has sent the title.
func (f Following) IsFromFlags() bool { return f.StartID == 0 }

// FollowedError means that the server follows, or has followed, a contest of a judge system under another name.
type FollowedError struct{ Name string }

func (e *FollowedError) Error() string {
	return fmt.Sprintf("the same contest of the judge system has the name %q", e.Name)
}
