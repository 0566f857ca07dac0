package watch

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/webhook"
)

// Deliveries is the part of the archive that stores which alerts were delivered.
type Deliveries interface {
	// NextDelivery returns the oldest alert of a contest that was not delivered.
	NextDelivery(ctx context.Context, contestID int64) (a contest.Alert, ok bool, err error)
	// SaveDelivery marks an alert as delivered, or, with a reason, as finally refused.
	SaveDelivery(ctx context.Context, alertID int64, refusal string) error
}

// Hook is a webhook.Queue of the undelivered alerts of contests. It is safe for concurrent use.
type Hook struct {
	Deliveries Deliveries
	Base       string // address of the pages; "" for none
	Names      bool   // also send the names of hidden participants

	mu       sync.Mutex
	contests []hookContest
}

type hookContest struct {
	id    int64
	name  string
	until time.Time // when the Hook gives up; zero for never
}

// Add queues the undelivered alerts of a contest and its later alerts, until the given time; the zero time means for ever.
// It replaces an earlier call for the contest.
func (h *Hook) Add(contestID int64, name string, until time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := hookContest{contestID, name, until}
	if i := slices.IndexFunc(h.contests, func(c hookContest) bool { return c.id == contestID }); i >= 0 {
		h.contests[i] = c
	} else {
		h.contests = append(h.contests, c)
	}
}

// message is the body of a request, with the fields that Standard Webhooks recommends.
type message struct {
	Type      string       `json:"type"`
	Timestamp time.Time    `json:"timestamp"` // of the alert
	Data      AlertMessage `json:"data"`
}

// Next returns the oldest undelivered alert of the first contest that has one. The message's ID is a hash of values that
// never change, so each try sends the same ID.
func (h *Hook) Next(ctx context.Context) (m webhook.Message, ok bool, err error) {
	h.mu.Lock()
	contests := slices.Clone(h.contests)
	h.mu.Unlock()
	for _, c := range contests {
		if !c.until.IsZero() && time.Now().After(c.until) {
			continue
		}
		a, ok, err := h.Deliveries.NextDelivery(ctx, c.id)
		if err != nil {
			return m, false, err
		}
		if !ok {
			continue
		}
		body, err := json.Marshal(message{"alert.raised", a.At, NewAlertMessage(a, c.name, h.Base, h.Names)})
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %d", c.name, a.ContestID, a.ID, a.At.UnixMicro()))
		return webhook.Message{ID: fmt.Sprintf("alert_%x", sum[:16]), Body: body, Key: a.ID}, err == nil, err
	}
	return m, false, nil
}

// Remove marks an alert as delivered or finally refused.
func (h *Hook) Remove(ctx context.Context, m webhook.Message, refusal string) error {
	return h.Deliveries.SaveDelivery(ctx, m.Key, refusal)
}
