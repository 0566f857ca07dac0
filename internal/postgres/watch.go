package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// SaveWatch stores the watch of a contest in place of the contest's previous watch. It stores the
// URL without user and password, and ignores UpdatedAt, which the database sets. The error wraps
// [contest.ErrNotFound] if the contest or the check does not exist.
func (db *DB) SaveWatch(ctx context.Context, w contest.Watch) (err error) {
	defer wrap(&err, "save watch of contest %d", w.ContestID)
	address, err := url.Parse(w.URL)
	if err != nil {
		return fmt.Errorf("the judge system's address: %w", err)
	}
	address.User = nil
	if err := validateText("watch", w.URL, w.SystemID); err != nil {
		return err
	}
	err = execOne(ctx, db.pool, `
		INSERT INTO watches (contest_id, url, system_id, state, reason, started_at, last_event_at,
			submissions, judged, compared, pending, check_id, webhook)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		ON CONFLICT (contest_id) DO UPDATE SET url = excluded.url, system_id = excluded.system_id, state = excluded.state,
			reason = excluded.reason, started_at = excluded.started_at, last_event_at = greatest(excluded.last_event_at, watches.last_event_at),
			submissions = excluded.submissions, judged = excluded.judged, compared = excluded.compared,
			pending = excluded.pending, check_id = excluded.check_id, webhook = excluded.webhook, updated_at = excluded.updated_at`,
		w.ContestID, address.String(), w.SystemID, string(w.State), w.Reason, w.StartedAt, orNull(w.LastEventAt),
		w.Submissions, w.Judged, w.Compared, w.Uncompared, orNull(w.CheckID), w.WebhookFailure)
	return orNotFound(err)
}

// watchColumns are the columns of watches, as in [contest.Watch].
const watchColumns = `contest_id, url, system_id, state, reason, webhook, started_at, last_event_at, updated_at,
		submissions, judged, compared, pending, coalesce(check_id, 0)`

// Watch returns the watch of a contest. The error wraps [contest.ErrNotFound] if the contest
// was never followed.
func (db *DB) Watch(ctx context.Context, contestID int64) (_ contest.Watch, err error) {
	defer wrap(&err, "watch of contest %d", contestID)
	return get[contest.Watch](ctx, db.pool, "SELECT "+watchColumns+" FROM watches WHERE contest_id = $1", contestID)
}

// Watches returns the watches of all followed contests, by contest ID.
func (db *DB) Watches(ctx context.Context) (_ map[int64]contest.Watch, err error) {
	defer wrap(&err, "watches")
	return mapOf[int64, contest.Watch](ctx, db.pool, "SELECT contest_id, "+watchColumns+" FROM watches")
}

// LiveVersions returns the live versions of contests by ID: zero for contests that were never
// followed and have no alerts.
func (db *DB) LiveVersions(ctx context.Context, contests []int64) (_ map[int64]contest.LiveVersion, err error) {
	defer wrap(&err, "look at running contests")
	return mapOf[int64, contest.LiveVersion](ctx, db.pool, `
		SELECT c.id, coalesce(a.newest, 0), coalesce(a.closed, 0), w.updated_at
		FROM unnest($1::bigint[]) AS c (id)
		LEFT JOIN watches w ON w.contest_id = c.id
		CROSS JOIN LATERAL (SELECT max(id), max(check_id) FROM alerts WHERE contest_id = c.id) a (newest, closed)`, contests)
}

// followPoll is the pause before Follow tries again to take the lock.
const followPoll = 100 * time.Millisecond

// relockTimeout is how long Follow tries to take the lock again after it lost the connection.
// The lost connection may still hold the lock for a while.
const relockTimeout = 10 * time.Second

// Follow makes the caller the only process that follows the contest with a name, until the
// caller calls release. The contest need not exist yet. While another process follows it, Follow
// waits at most patience, and then returns an error that wraps [contest.ErrInUse].
//
// While the database cannot be reached, another process may take over. Then the returned
// context, which is derived from ctx, ends with a cause that wraps ErrInUse.
func (db *DB) Follow(ctx context.Context, contestName string, patience time.Duration) (following context.Context, release func(), err error) {
	s, err := db.follow(ctx, contestName, patience)
	if err != nil {
		return nil, nil, err
	}
	following, end := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		end(db.keepFollowing(following, contestName, s))
	}()
	return following, func() {
		end(nil)
		<-done
	}, nil
}

// keepFollowing takes the lock again whenever its session is lost, until ctx ends or the lock
// cannot be taken.
func (db *DB) keepFollowing(ctx context.Context, contestName string, s *session) error {
	for {
		// Nobody sends notifications, so the call returns when the connection or ctx ends.
		_, err := s.WaitForNotification(ctx)
		if err == nil {
			continue
		}
		_ = s.close()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for s, err = db.follow(ctx, contestName, relockTimeout); err != nil; s, err = db.follow(ctx, contestName, relockTimeout) {
			if !errors.Is(err, contest.ErrUnavailable) {
				return err
			}
			if err := sleep(ctx, followPoll); err != nil {
				return err
			}
		}
	}
}

// sleep waits, or returns an error when ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// follow returns a session with the lock of Follow, or the error of Follow.
func (db *DB) follow(ctx context.Context, contestName string, patience time.Duration) (_ *session, err error) {
	defer wrap(&err, "follow contest %q", contestName)
	s, err := db.session(ctx)
	if err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(patience); ; {
		isLocked, err := s.tryLock(ctx, lockWatch, nameKey(contestName))
		if isLocked {
			return s, nil
		}
		if err == nil && !time.Now().Before(deadline) {
			err = fmt.Errorf("%w: another process follows it", contest.ErrInUse)
		}
		if err == nil {
			err = sleep(ctx, followPoll)
		}
		if err != nil {
			err = s.explain(err)
			_ = s.close()
			return nil, err
		}
	}
}

// nameKey returns the ID of the lock of a name.
func nameKey(name string) int64 {
	sum := sha256.Sum256([]byte(name))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 16)
}

// NextDelivery returns the oldest alert of a contest that no webhook has received; ok is
// false if there is none.
func (db *DB) NextDelivery(ctx context.Context, contestID int64) (alert contest.Alert, ok bool, err error) {
	defer wrap(&err, "alerts of contest %d to be sent", contestID)
	alert, err = one(listAlerts(ctx, db.pool, `
		a.id = (
			SELECT min(id) FROM alerts
			WHERE contest_id = $1 AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.alert_id = alerts.id)
		)`, contestID))
	if errors.Is(err, contest.ErrNotFound) {
		return contest.Alert{}, false, nil
	}
	return alert, err == nil, err
}

// SaveDelivery stores that the webhook received an alert. If the webhook finally refused the alert, refusal is the reason;
// otherwise "", and SaveDelivery removes the webhook's error from the watch of the alert's contest, and from watches of
// contests without alerts to send. SaveDelivery ignores an alert that was deleted with an earlier contest.
func (db *DB) SaveDelivery(ctx context.Context, alertID int64, refusal string) (err error) {
	defer wrap(&err, "note that alert %d was sent", alertID)
	return execOne(ctx, db.pool, `
		WITH delivered AS (
			INSERT INTO webhook_deliveries (alert_id, refused) SELECT id, $2 FROM alerts WHERE id = $1 ON CONFLICT DO NOTHING
		)
		UPDATE watches w SET webhook = '' WHERE $2 = '' AND webhook <> '' AND (
			contest_id = (SELECT contest_id FROM alerts WHERE id = $1) OR NOT EXISTS (
				SELECT FROM alerts a
				WHERE a.contest_id = w.contest_id AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.alert_id = a.id)))`,
		alertID, refusal)
}
