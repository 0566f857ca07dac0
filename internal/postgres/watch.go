package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// SaveWatch stores how far a contest has been followed, over what was stored of
// it before. UpdatedAt is the archive's own clock, whatever is given. A user and
// a password in the URL are left out. It returns an error that wraps
// [contest.ErrNotFound] where the contest or the check is not there.
func (db *DB) SaveWatch(ctx context.Context, w contest.Watch) (err error) {
	defer wrap(&err, "save watch of contest %d", w.ContestID)
	err = db.saveWatch(ctx, w)
	if isForeignKeyViolation(err) {
		err = contest.ErrNotFound
	}
	return err
}

func (db *DB) saveWatch(ctx context.Context, w contest.Watch) error {
	address, err := url.Parse(w.URL)
	if err != nil {
		return fmt.Errorf("the judge system's address: %w", err)
	}
	address.User = nil
	for name, text := range map[string]string{"address": w.URL, "contest": w.SystemID, "reason": w.Reason, "webhook": w.Webhook} {
		if err := checkText(name, text); err != nil {
			return err
		}
	}
	var check *int64
	if w.CheckID != 0 {
		check = &w.CheckID
	}
	_, err = db.pool.Exec(ctx, `
		INSERT INTO watches (contest_id, url, system_id, state, reason, started_at, last_event_at, submissions, judged, compared, pending, check_id, webhook)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		ON CONFLICT (contest_id) DO UPDATE SET url = excluded.url, system_id = excluded.system_id, state = excluded.state,
			reason = excluded.reason, started_at = excluded.started_at, last_event_at = greatest(excluded.last_event_at, watches.last_event_at),
			submissions = excluded.submissions, judged = excluded.judged, compared = excluded.compared,
			pending = excluded.pending, check_id = excluded.check_id, webhook = excluded.webhook, updated_at = excluded.updated_at`,
		w.ContestID, address.String(), w.SystemID, string(w.State), w.Reason, w.StartedAt, nullTime(w.LastEventAt),
		w.Submissions, w.Judged, w.Compared, w.Pending, check, w.Webhook)
	return err
}

const selectWatch = `
	SELECT contest_id, url, system_id, state, reason, started_at, last_event_at, updated_at,
		submissions, judged, compared, pending, coalesce(check_id, 0), webhook
	FROM watches`

func scanWatch(row pgx.CollectableRow) (w contest.Watch, err error) {
	err = row.Scan(&w.ContestID, &w.URL, &w.SystemID, &w.State, &w.Reason, optionalTime{&w.StartedAt}, optionalTime{&w.LastEventAt}, optionalTime{&w.UpdatedAt},
		&w.Submissions, &w.Judged, &w.Compared, &w.Pending, &w.CheckID, &w.Webhook)
	return w, err
}

// Watch returns how far a contest has been followed. The error wraps
// [contest.ErrNotFound] if it never was.
func (db *DB) Watch(ctx context.Context, contestID int64) (_ contest.Watch, err error) {
	defer wrap(&err, "watch of contest %d", contestID)
	return get(ctx, db.pool, scanWatch, selectWatch+" WHERE contest_id = $1", contestID)
}

// Watches returns the watches of all contests that have one, by contest.
func (db *DB) Watches(ctx context.Context) (_ map[int64]contest.Watch, err error) {
	defer wrap(&err, "watches")
	list, err := list(ctx, db.pool, scanWatch, selectWatch)
	watches := make(map[int64]contest.Watch, len(list))
	for _, w := range list {
		watches[w.ContestID] = w
	}
	return watches, err
}

// LiveVersions returns the live versions of contests, by ID; the zero one of contests
// that were never followed and have no alerts.
func (db *DB) LiveVersions(ctx context.Context, contests []int64) (_ map[int64]contest.LiveVersion, err error) {
	defer wrap(&err, "look at running contests")
	rows := query(ctx, db.pool, `
		SELECT c.id, coalesce(a.newest, 0), coalesce(a.closed, 0), w.updated_at
		FROM unnest($1::bigint[]) AS c (id)
		LEFT JOIN watches w ON w.contest_id = c.id
		CROSS JOIN LATERAL (SELECT max(id), max(check_id) FROM alerts WHERE contest_id = c.id) a (newest, closed)`, contests)
	versions := make(map[int64]contest.LiveVersion, len(contests))
	var id int64
	var m contest.LiveVersion
	_, err = pgx.ForEachRow(rows, []any{&id, &m.Alert, &m.Check, optionalTime{&m.Updated}}, func() error {
		versions[id] = m
		return nil
	})
	return versions, err
}

// followPoll is how often Follow asks whether somebody else still follows the contest.
const followPoll = 100 * time.Millisecond

// relockTimeout is how long Follow tries to retake a lock that a lost connection held:
// the old session may still hold it.
const relockTimeout = 10 * time.Second

// Follow makes the caller the only one who follows the contest of a name, which
// need not be there yet, until they call release. Where somebody else does, it
// waits for them, but no longer than patience, and returns an error that wraps
// [contest.ErrInUse].
//
// Where the database goes away, others may take the caller's place. The context
// that is returned is the caller's; it ends, with a cause that wraps ErrInUse, where
// somebody has.
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

// keepFollowing takes the lock again whenever its session is lost, until ctx ends or
// it cannot.
func (db *DB) keepFollowing(ctx context.Context, contestName string, s *session) error {
	for {
		// None is sent: it ends with the connection, or with ctx.
		_, err := s.WaitForNotification(ctx)
		if err == nil {
			continue
		}
		_ = s.close()
		for s = nil; s == nil; {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if s, err = db.follow(ctx, contestName, relockTimeout); err == nil {
				break
			}
			if !errors.Is(err, contest.ErrUnavailable) {
				return err
			}
			select {
			case <-time.After(followPoll):
			case <-ctx.Done():
			}
		}
	}
}

// follow takes the lock.
func (db *DB) follow(ctx context.Context, contestName string, patience time.Duration) (_ *session, err error) {
	defer wrap(&err, "follow contest %q", contestName)
	s, err := db.session(ctx)
	if err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(patience); ; {
		taken, err := s.tryLock(ctx, lockWatch, nameKey(contestName))
		switch {
		case err == nil && taken:
			return s, nil
		case err == nil && !time.Now().Before(deadline):
			err = fmt.Errorf("%w: another process follows it", contest.ErrInUse)
		case err == nil:
			timer := time.NewTimer(followPoll)
			select {
			case <-timer.C:
				continue
			case <-ctx.Done():
				timer.Stop()
				err = ctx.Err()
			}
		}
		err = fmt.Errorf("follow contest %q: %w", contestName, s.explain(err))
		_ = s.close()
		return nil, err
	}
}

// nameKey makes a name an ID of a lock.
func nameKey(name string) int64 {
	sum := sha256.Sum256([]byte(name))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 16)
}

// NextDelivery returns the oldest alert of a contest that no webhook has taken; ok
// is false where there is none.
func (db *DB) NextDelivery(ctx context.Context, contestID int64) (alert contest.Alert, ok bool, err error) {
	defer wrap(&err, "alerts of contest %d to be sent", contestID)
	alerts, err := readAlerts(ctx, db.pool, `
		a.id = (
			SELECT min(id) FROM alerts
			WHERE contest_id = $1 AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.alert_id = alerts.id)
		)`, contestID)
	if err != nil {
		return contest.Alert{}, false, err
	}
	if len(alerts) == 0 {
		return contest.Alert{}, false, nil
	}
	return alerts[0], true, nil
}

// SaveDelivery notes that a webhook has taken an alert, or why it refuses it for good:
// "" where it has taken it. One that is gone since, with an earlier contest, is
// nobody's concern any more.
func (db *DB) SaveDelivery(ctx context.Context, alertID int64, refused string) (err error) {
	defer wrap(&err, "note that alert %d was sent", alertID)
	_, err = db.pool.Exec(ctx, "INSERT INTO webhook_deliveries (alert_id, refused) SELECT id, $2 FROM alerts WHERE id = $1 ON CONFLICT DO NOTHING", alertID, refused)
	return err
}

// CountUndelivered counts the alerts of a contest that no webhook has taken.
func (db *DB) CountUndelivered(ctx context.Context, contestID int64) (n int, err error) {
	defer wrap(&err, "alerts of contest %d to be sent", contestID)
	err = db.pool.QueryRow(ctx, `
		SELECT count(*) FROM alerts a
		WHERE a.contest_id = $1 AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.alert_id = a.id)`, contestID).Scan(&n)
	return n, err
}
