package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// twoContests has an alert of contest 1 that stays undelivered, and one of contest 2 until it is delivered.
type twoContests struct {
	isDelivered atomic.Bool
	delivered   chan int64
}

func (c *twoContests) NextDelivery(_ context.Context, contestID int64) (contest.Alert, bool, error) {
	return contest.Alert{ID: 10 + contestID, ContestID: contestID}, contestID == 1 || !c.isDelivered.Load(), nil
}

func (c *twoContests) SaveDelivery(_ context.Context, alertID int64, _ string) error {
	c.isDelivered.Store(true)
	c.delivered <- alertID
	return nil
}

// An alert that the webhook refuses does not hold up the alerts of other contests, nor does the failure show
// there. At the end it is an error that the alert is left, also if its time has passed.
func TestRefusedAlertHoldsUpNoOtherContest(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]time.Time{"no end": {}, "ended": time.Now().Add(-time.Minute)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testRefusedAlert(t, end)
		})
	}
}

// hookTo returns the flags for a webhook to a server.
func hookTo(t *testing.T, server *httptest.Server) hookFlags {
	t.Helper()
	return hookFlags{Webhook: server.URL, WebhookSecretFile: newFile(t, "secret", "whsec_"+base64.StdEncoding.EncodeToString(make([]byte, 24)))}
}

// testRefusedAlert has an alert refused, ends its queue, and delivers an alert of another contest.
func testRefusedAlert(t *testing.T, end time.Time) {
	refused := make(chan bool, 100)
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct{ Data watch.AlertMessage }
		if json.NewDecoder(r.Body).Decode(&m) != nil || m.Data.ContestID == 1 {
			w.WriteHeader(http.StatusUnprocessableEntity)
			refused <- true
		}
	}))
	defer hook.Close()
	d, err := hookTo(t, hook).delivery(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	alerts := &twoContests{delivered: make(chan int64, 1)}
	d.start(t.Context(), alerts, "")
	for range 2 { // at the second refusal, the first one is known
		d.send(1, "refused", time.Time{})
		<-refused
	}
	if err := d.lastError(1); !strings.Contains(err.String(), "422") {
		t.Errorf("the last error of the refused contest is %q, want one with status 422", err)
	}
	d.send(1, "refused", end)
	d.send(2, "delivered", time.Time{})
	if got := <-alerts.delivered; got != 12 {
		t.Errorf("alert %d is delivered, want 12", got)
	}
	if err := d.lastError(2); !err.IsZero() {
		t.Errorf("the last error of the delivered contest is %q, want none", err)
	}
	err = d.finish(t.Context(), 0)
	if err == nil || !strings.Contains(err.Error(), "not all alerts were delivered") {
		t.Errorf("at the end: error %v, want that alerts are left", err)
	}
}

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

// A queue has the alerts of its contest until its end.
func TestAlertQueue(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	alerts := undelivered{1: {ID: 11, ContestID: 1}, 2: {ID: 22, ContestID: 2}}
	queue := alertQueue{delivery: &delivery{store: alerts, log: slog.New(slog.DiscardHandler)}, contestID: 2}
	next := func(want int64) {
		t.Helper()
		m, ok, err := queue.Next(ctx)
		if err != nil || m.IDInQueue != want || ok != (want != 0) {
			t.Fatalf("the next alert is %d (%t, error %v), want %d", m.IDInQueue, ok, err, want)
		}
		if err := queue.Remove(ctx, m, ""); err != nil {
			t.Fatal(err)
		}
	}
	queue.end = time.Now().Add(-time.Minute) // it ended long ago
	next(0)
	queue.end = time.Time{} // it is followed again
	next(22)
	next(0)
}
