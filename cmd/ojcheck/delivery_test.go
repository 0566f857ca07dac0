package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// twoAlerts has an alert of contest 1 and one of contest 2 until they are delivered.
type twoAlerts struct {
	mu          sync.Mutex
	undelivered map[int64]contest.Alert // one alert of each contest, by the contest's ID
	delivered   chan int64              // the IDs of alerts
}

func newTwoAlerts() *twoAlerts {
	return &twoAlerts{undelivered: map[int64]contest.Alert{1: {ID: 11, ContestID: 1}, 2: {ID: 22, ContestID: 2}}, delivered: make(chan int64, 10)}
}

func (d *twoAlerts) NextDelivery(_ context.Context, contestID int64) (contest.Alert, bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	a, ok := d.undelivered[contestID]
	return a, ok, nil
}

func (d *twoAlerts) SaveDelivery(_ context.Context, alertID int64, _ string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	maps.DeleteFunc(d.undelivered, func(_ int64, a contest.Alert) bool { return a.ID == alertID })
	d.delivered <- alertID
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
	alerts := newTwoAlerts()
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
	if got := <-alerts.delivered; got != 22 {
		t.Errorf("alert %d is delivered, want 22", got)
	}
	if err := d.lastError(2); !err.IsZero() {
		t.Errorf("the last error of the delivered contest is %q, want none", err)
	}
	err = d.finish(t.Context(), 0)
	if err == nil || !strings.Contains(err.Error(), "not all alerts were delivered") {
		t.Errorf("at the end: error %v, want that alerts are left", err)
	}
}

// A queue has the alerts of its contest until its end.
func TestAlertQueue(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	queue := alertQueue{delivery: &delivery{store: newTwoAlerts(), log: slog.New(slog.DiscardHandler)}, contestID: 2}
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
