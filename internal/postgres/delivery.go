package postgres

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// NextDelivery returns the oldest alert of a contest that no webhook has taken; ok
// is false where there is none.
func (db *DB) NextDelivery(ctx context.Context, contestID int64) (alert contest.Alert, ok bool, err error) {
	alerts, err := readAlerts(ctx, db.pool, `
		a.id = (
			SELECT min(id) FROM alerts
			WHERE contest_id = $1 AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.alert_id = alerts.id)
		)`, contestID)
	if err != nil {
		return contest.Alert{}, false, fmt.Errorf("alerts of contest %d to be sent: %w", contestID, explain(err))
	}
	if len(alerts) == 0 {
		return contest.Alert{}, false, nil
	}
	return alerts[0], true, nil
}

// SaveDelivery notes that a webhook has taken an alert, or why it refuses it for good:
// "" where it has taken it. One that is gone since, with an earlier contest, is
// nobody's concern any more.
func (db *DB) SaveDelivery(ctx context.Context, alertID int64, refused string) error {
	_, err := db.pool.Exec(ctx, "INSERT INTO webhook_deliveries (alert_id, refused) SELECT id, $2 FROM alerts WHERE id = $1 ON CONFLICT DO NOTHING", alertID, refused)
	if err != nil {
		return fmt.Errorf("note that alert %d was sent: %w", alertID, explain(err))
	}
	return nil
}

// CountUndelivered counts the alerts of a contest that no webhook has taken.
func (db *DB) CountUndelivered(ctx context.Context, contestID int64) (n int, err error) {
	err = db.pool.QueryRow(ctx, `
		SELECT count(*) FROM alerts a
		WHERE a.contest_id = $1 AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.alert_id = a.id)`, contestID).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("alerts of contest %d to be sent: %w", contestID, explain(err))
	}
	return n, nil
}
