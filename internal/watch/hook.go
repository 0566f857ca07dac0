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
	// SaveDelivery marks an alert as delivered, or as refused for good with a reason.
	SaveDelivery(ctx context.Context, alertID int64, refusal string) error
}

// Hook is a webhook.Queue of the undelivered alerts of a contest.
type Hook struct {
	Deliveries Deliveries
	Contest    string       // its name
	ContestID  atomic.Int64 // the queue is empty while it is 0
	Base       string       // address of the pages; "" for none
	Names      bool         // do not mask hidden participants
}

// message is the body of a request, with the fields that Standard Webhooks advises.
type message struct {
	Type      string       `json:"type"`
	Timestamp time.Time    `json:"timestamp"` // of the alert
	Data      AlertMessage `json:"data"`
}

// Next returns the oldest undelivered alert. The ID of its message is a hash of facts that
// never change, so each try has the same ID.
func (h *Hook) Next(ctx context.Context) (m webhook.Message, ok bool, err error) {
	var a contest.Alert
	if id := h.ContestID.Load(); id != 0 {
		a, ok, err = h.Deliveries.NextDelivery(ctx, id)
	}
	if err != nil || !ok {
		return m, false, err
	}
	body, err := json.Marshal(message{"alert.raised", a.At, NewAlertMessage(a, h.Contest, h.Base, h.Names)})
	if err != nil {
		return m, false, err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %d", h.Contest, a.ContestID, a.ID, a.At.UnixMicro()))
	return webhook.Message{ID: fmt.Sprintf("alert_%x", sum[:16]), Body: body, Key: a.ID}, true, nil
}

// Remove marks an alert as delivered, or as refused for good.
func (h *Hook) Remove(ctx context.Context, m webhook.Message, refusal string) error {
	return h.Deliveries.SaveDelivery(ctx, m.Key, refusal)
}
