package watch

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/webhook"
)

// Deliveries is the part of the archive that stores which alerts were delivered.
type Deliveries interface {
	// NextDelivery returns the oldest alert of a contest that was not delivered.
	NextDelivery(ctx context.Context, contestID int64) (a contest.Alert, ok bool, err error)
	// SaveDelivery marks an alert as delivered. If refusal is not "", it marks the alert as refused for that
	// reason instead, and nobody sends the alert again.
	SaveDelivery(ctx context.Context, alertID int64, refusal string) error
}

// Hook is a webhook.Queue of the undelivered alerts of one contest. It is safe for concurrent use.
type Hook struct {
	Deliveries Deliveries
	PagesURL   string // address of the pages; "" for none
	ShowNames  bool   // whether to send the names of hidden participants too
	ContestID  int64

	mu    sync.Mutex
	name  string
	until time.Time
}

// Set sets the name of the contest, and the time at which the Hook gives up. The zero time means never. Call
// Set before Next.
func (h *Hook) Set(name string, until time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.name, h.until = name, until
}

// message is the body of a request. Its fields are those that Standard Webhooks recommends.
type message struct {
	Type      string       `json:"type"`
	Timestamp time.Time    `json:"timestamp"` // of the alert
	Data      AlertMessage `json:"data"`
}

// Next returns the oldest undelivered alert. All tries send the same message ID, because it is a hash of
// values that never change.
func (h *Hook) Next(ctx context.Context) (m webhook.Message, ok bool, err error) {
	h.mu.Lock()
	name, until := h.name, h.until
	h.mu.Unlock()
	if !until.IsZero() && time.Now().After(until) {
		return m, false, nil
	}
	a, ok, err := h.Deliveries.NextDelivery(ctx, h.ContestID)
	if err != nil || !ok {
		return m, false, err
	}
	body, err := json.Marshal(message{"alert.raised", a.At, NewAlertMessage(a, name, h.PagesURL, h.ShowNames)})
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %d", name, a.ContestID, a.ID, a.At.UnixMicro()))
	return webhook.Message{ID: fmt.Sprintf("alert_%x", sum[:16]), Body: body, QueueID: a.ID}, err == nil, err
}

// Remove marks an alert as delivered or refused, see [Deliveries].
func (h *Hook) Remove(ctx context.Context, m webhook.Message, refusal string) error {
	return h.Deliveries.SaveDelivery(ctx, m.QueueID, refusal)
}
