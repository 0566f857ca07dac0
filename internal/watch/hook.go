package watch

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/webhook"
)

// Deliveries is the part of the archive that knows which alerts were sent.
type Deliveries interface {
	// NextDelivery returns the oldest alert of a contest that was not sent.
	NextDelivery(ctx context.Context, contestID int64) (a contest.Alert, ok bool, err error)
	// SaveDelivery notes that one was, or why it was refused for good.
	SaveDelivery(ctx context.Context, alertID int64, refused string) error
}

// Hook is the queue of a webhook.Sender: the alerts of a contest that were not
// sent, as messages.
type Hook struct {
	Deliveries Deliveries
	Contest    string // its name
	Base       string // address of the pages, as people open them; "" for none
	Names      bool   // also of those who are hidden

	id atomic.Int64
}

// Serve tells the ID of the contest. There is nothing to send before.
func (h *Hook) Serve(contestID int64) { h.id.Store(contestID) }

// message is what is sent: the members that Standard Webhooks advises.
type message struct {
	Type      string       `json:"type"`
	Timestamp time.Time    `json:"timestamp"` // of the alert
	Data      AlertMessage `json:"data"`
}

// Next returns the oldest alert that was not sent. Its ID is made of what never
// changes of the alert, so that it is the same each time it is sent.
func (h *Hook) Next(ctx context.Context) (webhook.Message, bool, error) {
	id := h.id.Load()
	if id == 0 {
		return webhook.Message{}, false, nil
	}
	a, ok, err := h.Deliveries.NextDelivery(ctx, id)
	if err != nil || !ok {
		return webhook.Message{}, false, err
	}
	body, err := json.Marshal(message{"alert.raised", a.At, NewAlertMessage(a, h.Contest, h.Base, h.Names)})
	if err != nil {
		return webhook.Message{}, false, err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %d", h.Contest, a.ContestID, a.ID, a.At.UnixMicro()))
	return webhook.Message{ID: fmt.Sprintf("alert_%x", sum[:16]), Body: body, Key: a.ID}, true, nil
}

// MarkDelivered notes that one was sent.
func (h *Hook) MarkDelivered(ctx context.Context, m webhook.Message) error {
	return h.Deliveries.SaveDelivery(ctx, m.Key, "")
}

// MarkRefused notes that one is not to be sent again.
func (h *Hook) MarkRefused(ctx context.Context, m webhook.Message, why string) error {
	return h.Deliveries.SaveDelivery(ctx, m.Key, why)
}

// ContestID is the ID of the contest; 0 where it is not known yet.
func (h *Hook) ContestID() int64 { return h.id.Load() }
