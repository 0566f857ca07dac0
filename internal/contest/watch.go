package contest

import "time"

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
