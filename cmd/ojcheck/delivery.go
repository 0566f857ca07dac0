package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/watch"
	"github.com/ojcheck/ojcheck/internal/webhook"
)

// hookFlags are the flags of the webhook that gets the alerts.
type hookFlags struct {
	Webhook           string `setting:"" placeholder:"URL" help:"Also send alerts to this address, signed as Standard Webhooks specifies. It must be an https address, or one on this machine."`
	WebhookSecretFile string `setting:"" placeholder:"FILE" help:"File with the secret that signs the alerts to the webhook: whsec_ and 24 to 64 bytes in base64."`
	Names             bool   `help:"Also send the webhook the names of participants that are hidden from reviewers."`
}

func (f hookFlags) Validate() error {
	if (f.Webhook == "") != (f.WebhookSecretFile == "") {
		return errors.New("--webhook and --webhook-secret-file go together: without a signature, anybody could send alerts")
	}
	return nil
}

// deliveryTimeout is how long after the end of a watch ojcheck still tries to send its alerts.
const deliveryTimeout = 6 * time.Hour

// maxSecret bounds the files of secrets and tokens, in bytes.
const maxSecret = 4 << 10

// delivery sends alerts of contests to a webhook, in the background. Each contest has a queue, so that an
// alert that the webhook refuses does not delay other contests. A nil delivery sends nothing.
type delivery struct {
	newSender func() *webhook.Sender
	store     deliveryStore
	showNames bool            // send the names of hidden participants too
	pagesURL  string          // address of the pages
	ctx       context.Context // of the senders
	cancel    context.CancelFunc
	log       *slog.Logger

	mu     sync.Mutex
	queues map[int64]*alertQueue // by the ID of the contest
}

// deliveryStore is the part of the archive that stores which alerts were delivered.
type deliveryStore interface {
	// NextDelivery returns the oldest alert of a contest that was not delivered.
	NextDelivery(ctx context.Context, contestID int64) (a contest.Alert, ok bool, err error)
	// SaveDelivery marks an alert as delivered. If refusal is not "", it marks the alert as refused for that
	// reason instead, and nobody sends the alert again.
	SaveDelivery(ctx context.Context, alertID int64, refusal string) error
}

// alertQueue is a webhook.Queue of the undelivered alerts of one contest.
type alertQueue struct {
	delivery  *delivery
	contestID int64
	sender    *webhook.Sender
	wake      chan struct{}
	done      chan error

	name string    // of the contest; delivery.mu guards it and end
	end  time.Time // when the sender gives up; zero for never
}

// message is the body of a request. Its fields are those that Standard Webhooks recommends.
type message struct {
	Type      string             `json:"type"`
	Timestamp time.Time          `json:"timestamp"` // of the alert
	Data      watch.AlertMessage `json:"data"`
}

// Next returns the oldest undelivered alert; none after the end of the queue. All tries send the same message ID,
// because it is a hash of values that never change.
func (q *alertQueue) Next(ctx context.Context) (m webhook.Message, ok bool, err error) {
	q.delivery.mu.Lock()
	name, end := q.name, q.end
	q.delivery.mu.Unlock()
	a, ok, err := q.delivery.store.NextDelivery(ctx, q.contestID)
	if err != nil || !ok {
		return m, false, err
	}
	if !end.IsZero() && time.Now().After(end) {
		q.delivery.log.Warn("not all alerts were delivered to the webhook; follow the contest again to send them", "contest", name)
		return m, false, nil
	}
	body, err := json.Marshal(message{"alert.raised", a.At, watch.NewAlertMessage(a, name, q.delivery.pagesURL, q.delivery.showNames)})
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %d", name, a.ContestID, a.ID, a.At.UnixMicro()))
	return webhook.Message{ID: fmt.Sprintf("alert_%x", sum[:16]), Body: body, IDInQueue: a.ID}, err == nil, err
}

// Remove marks an alert as delivered or refused, see [deliveryStore].
func (q *alertQueue) Remove(ctx context.Context, m webhook.Message, refusal string) error {
	return q.delivery.store.SaveDelivery(ctx, m.IDInQueue, refusal)
}

// delivery reads the secret, and returns the delivery to the webhook; nil without a webhook.
func (f hookFlags) delivery(log *slog.Logger) (*delivery, error) {
	if f.Webhook == "" {
		return nil, nil
	}
	to, err := webhook.ParseURL(f.Webhook)
	if err != nil {
		return nil, usageError{"--webhook: " + err.Error()}
	}
	content, err := readSmallFile(f.WebhookSecretFile, maxSecret)
	if err != nil {
		return nil, usageError{"--webhook-secret-file: " + err.Error()}
	}
	secret, err := webhook.ParseSecret(string(content))
	if err != nil {
		return nil, usageError{fmt.Sprintf("--webhook-secret-file %s: %v", f.WebhookSecretFile, err)}
	}
	return &delivery{
		newSender: func() *webhook.Sender { return webhook.NewSender(to, secret, "ojcheck/"+toolVersion(), log) },
		showNames: f.Names, cancel: func() {}, log: log, queues: make(map[int64]*alertQueue),
	}, nil
}

// start prepares send; call it first. The senders stop when ctx ends. pagesURL is the address of the pages.
func (d *delivery) start(ctx context.Context, store deliveryStore, pagesURL string) {
	if d != nil {
		d.store, d.pagesURL = store, pagesURL
		d.ctx, d.cancel = context.WithCancel(ctx)
	}
}

// send sends the undelivered alerts of a contest in the background. The sender gives up at the time end; the
// zero time means never. If contestID is 0, send does nothing.
func (d *delivery) send(contestID int64, name string, end time.Time) {
	if d == nil || contestID == 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	q := d.queues[contestID]
	if q == nil {
		q = &alertQueue{
			delivery: d, contestID: contestID, sender: d.newSender(), wake: make(chan struct{}, 1), done: make(chan error, 1),
		}
		d.queues[contestID] = q
		go func() { q.done <- q.sender.Run(d.ctx, q, q.wake) }()
	}
	q.name, q.end = name, end // Run does not read them earlier: Next waits for d.mu
	select {
	case q.wake <- struct{}{}:
	default: // the sender has an unread signal
	}
}

// lastError returns why the last try for a contest failed; the zero Text if the last try succeeded.
func (d *delivery) lastError(contestID int64) i18n.Text {
	if d == nil {
		return i18n.Text{}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if q := d.queues[contestID]; q != nil {
		return q.sender.LastError()
	}
	return i18n.Text{}
}

// wait waits until the senders have stopped. The context of start must have ended. Do not call send after
// wait.
func (d *delivery) wait() {
	if d == nil {
		return
	}
	for _, q := range d.queues {
		<-q.done
	}
}

// finish waits until all alerts are sent, timeout has passed, or ctx has ended. Do not call send after
// finish.
func (d *delivery) finish(ctx context.Context, timeout time.Duration) error {
	if d == nil {
		return nil
	}
	defer d.cancel()
	for _, q := range d.queues {
		close(q.wake)
	}
	timeoutCtx, stop := context.WithTimeout(ctx, timeout)
	defer stop()
	var failure error // why alerts are left
	for _, q := range d.queues {
		var err error // nil also if the queue ended with alerts
		select {
		case err = <-q.done:
		case <-timeoutCtx.Done():
		}
		graceCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		_, isAlertLeft, nextErr := d.store.NextDelivery(graceCtx, q.contestID)
		cancel()
		if nextErr != nil {
			return nextErr
		}
		if isAlertLeft {
			failure = cmp.Or(err, i18n.Errorf("not all alerts were delivered within %s", timeout.String()))
		}
	}
	if failure == nil {
		return nil
	}
	if ctx.Err() != nil {
		d.log.Warn("not all alerts were delivered to the webhook; follow the contest again to send them")
		return nil
	}
	return fmt.Errorf("the webhook: %w", failure)
}
