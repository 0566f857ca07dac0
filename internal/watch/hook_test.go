package watch_test

import (
	"context"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// undelivered has the undelivered alerts, by contest.
type undelivered map[int64]contest.Alert

func (u undelivered) NextDelivery(_ context.Context, contestID int64) (contest.Alert, bool, error) {
	a, ok := u[contestID]
	return a, ok, nil
}

func (u undelivered) SaveDelivery(_ context.Context, alertID int64, _ string) error {
	for id, a := range u {
		if a.ID == alertID {
			delete(u, id)
		}
	}
	return nil
}

// A Hook sends the alerts of its contest until the time that Set was given.
func TestHook(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	hook := watch.Hook{Deliveries: undelivered{1: {ID: 11, ContestID: 1}, 2: {ID: 22, ContestID: 2}}, ContestID: 2}
	next := func(want int64) {
		t.Helper()
		m, ok, err := hook.Next(ctx)
		if err != nil || m.QueueID != want || ok != (want != 0) {
			t.Fatalf("the next alert is %d (%t, error %v), want %d", m.QueueID, ok, err, want)
		}
		if err := hook.Remove(ctx, m, ""); err != nil {
			t.Fatal(err)
		}
	}
	hook.Set("ended long ago", time.Now().Add(-time.Minute))
	next(0)
	hook.Set("followed again", time.Time{})
	next(22)
	next(0)
}
