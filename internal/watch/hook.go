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

// Deliveries is the part of the archive that stores which alerts were delivered.
type Deliveries interface {
	// NextDelivery returns the oldest alert of a contest that was not delivered.
	NextDelivery(ctx context.Context, contestID int64) (a contest.Alert, ok bool, err error)
	// SaveDelivery marks an alert as delivered, or refused for good with a reason.
	SaveDelivery(ctx context.Context, alertID int64, refused string) error
}

// Hook is the queue of a webhook.Sender: the undelivered alerts of a contest.
type Hook struct {
	Deliveries Deliveries
	Contest    string // its name
	Base       string // address of the pages; "" for none
	Names      bool   // do not mask hidden participants

	id atomic.Int64
}

// Serve sets the ID of the contest. Before, the queue is empty.
func (h *Hook) Serve(contestID int64) { h.id.Store(contestID) }

// message is the body of a request, with the members that Standard Webhooks advises.
type message struct {
	Type      string       `json:"type"`
	Timestamp time.Time    `json:"timestamp"` // of the alert
	Data      AlertMessage `json:"data"`
}

// Next returns the oldest undelivered alert. The ID of its message is a hash of facts that
// never change, so each try has the same ID.
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

// MarkDelivered marks an alert as delivered.
func (h *Hook) MarkDelivered(ctx context.Context, m webhook.Message) error {
	return h.Deliveries.SaveDelivery(ctx, m.Key, "")
}

// MarkRefused marks an alert as refused for good.
func (h *Hook) MarkRefused(ctx context.Context, m webhook.Message, why string) error {
	return h.Deliveries.SaveDelivery(ctx, m.Key, why)
}

// ContestID returns the ID of the contest; 0 before Serve.
func (h *Hook) ContestID() int64 { return h.id.Load() }
