package postgres

import (
	"context"
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
func (db *DB) SaveWatch(ctx context.Context, w contest.Watch) error {
	err := db.saveWatch(ctx, w)
	if isForeignKeyViolation(err) {
		err = contest.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("save watch of contest %d: %w", w.ContestID, explain(err))
	}
	return nil
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
	var event *time.Time
	err = row.Scan(&w.ContestID, &w.URL, &w.SystemID, &w.State, &w.Reason, &w.StartedAt, &event, &w.UpdatedAt,
		&w.Submissions, &w.Judged, &w.Compared, &w.Pending, &w.CheckID, &w.Webhook)
	w.StartedAt, w.UpdatedAt, w.LastEventAt = w.StartedAt.UTC(), w.UpdatedAt.UTC(), fromNullTime(event)
	return w, err
}

// Watch returns how far a contest has been followed, or an error that wraps
// [contest.ErrNotFound] where it never was.
func (db *DB) Watch(ctx context.Context, contestID int64) (contest.Watch, error) {
	rows, err := db.pool.Query(ctx, selectWatch+" WHERE contest_id = $1", contestID)
	if err != nil {
		return contest.Watch{}, fmt.Errorf("watch of contest %d: %w", contestID, explain(err))
	}
	w, err := one(rows, scanWatch)
	if err != nil {
		return contest.Watch{}, fmt.Errorf("watch of contest %d: %w", contestID, explain(err))
	}
	return w, nil
}

// Watches returns the watches of all contests that have one, by contest.
func (db *DB) Watches(ctx context.Context) (map[int64]contest.Watch, error) {
	rows, err := db.pool.Query(ctx, selectWatch)
	if err != nil {
		return nil, fmt.Errorf("watches: %w", explain(err))
	}
	list, err := pgx.CollectRows(rows, scanWatch)
	if err != nil {
		return nil, fmt.Errorf("watches: %w", explain(err))
	}
	watches := make(map[int64]contest.Watch, len(list))
	for _, w := range list {
		watches[w.ContestID] = w
	}
	return watches, nil
}

// LiveVersions returns the marks of contests; those that were neither followed nor
// alerted have the zero one.
func (db *DB) LiveVersions(ctx context.Context, contests []int64) (map[int64]contest.LiveVersion, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT c.id, coalesce(a.newest, 0), coalesce(a.closed, 0), w.updated_at
		FROM unnest($1::bigint[]) AS c (id)
		LEFT JOIN watches w ON w.contest_id = c.id
		CROSS JOIN LATERAL (SELECT max(id), max(check_id) FROM alerts WHERE contest_id = c.id) a (newest, closed)`, contests)
	if err != nil {
		return nil, fmt.Errorf("look at running contests: %w", explain(err))
	}
	marks := make(map[int64]contest.LiveVersion, len(contests))
	var id int64
	var m contest.LiveVersion
	var updated *time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &m.Alert, &m.Check, &updated}, func() error {
		m.Updated = fromNullTime(updated)
		marks[id] = m
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look at running contests: %w", explain(err))
	}
	return marks, nil
}
