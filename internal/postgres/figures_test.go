package postgres

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Figures counts by state. Alerts of contests without a webhook do not count as undelivered.
func TestFigures(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	ended, failing, without := contestOf(3), contestOf(2), contestOf(2)
	first, second, third := importContest(t, db, "ended", ended), importContest(t, db, "failing", failing), importContest(t, db, "without", without)
	alerts := storeAlerts(t, db, first, alert("A", ended[0], ended[1], 0.9), alert("A", ended[0], ended[2], 0.5))
	storeAlerts(t, db, second, alert("A", failing[0], failing[1], 0.9))
	storeAlerts(t, db, third, alert("A", without[0], without[1], 0.9))
	must(t, db.SaveDelivery(ctx, alerts[0].ID, ""))
	for id, w := range map[int64]contest.Watch{
		first: {State: contest.WatchEnded}, second: {State: contest.WatchFollowing, WebhookFailure: i18n.Verbatim("it answers 503")}, third: {State: contest.WatchFollowing},
	} {
		w.ContestID, w.URL, w.StartedAt = id, "https://judge.example", alertTime
		must(t, db.SaveWatch(ctx, w))
	}
	got, err := db.Figures(ctx)
	must(t, err)
	if got.Bytes < 1<<20 {
		t.Errorf("the database has %d bytes, want more", got.Bytes)
	}
	got.Bytes = 0
	want := contest.Figures{
		Contests: 3, Submissions: 7, Undelivered: 2,
		Checks: map[contest.CheckState]int64{contest.Running: 0, contest.Complete: 0, contest.Failed: 0},
		Alerts: map[contest.AlertState]int64{contest.AlertOpen: 4, contest.AlertUpheld: 0, contest.AlertNotUpheld: 0},
		Watches: map[contest.WatchState]int64{
			contest.WatchFollowing: 2, contest.WatchReconnecting: 0, contest.WatchClosing: 0, contest.WatchEnded: 1,
			contest.WatchStopped: 0, contest.WatchFailed: 0,
		},
	}
	wantEqual(t, "figures", want, got)
}
