package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/migrations"
)

// Ready returns an error unless the database answers and has the schema of this program.
func (db *DB) Ready(ctx context.Context) (err error) {
	defer wrap(&err, "ask whether the database is ready")
	schema, err := get[int64](ctx, db.pool, migrations.SelectVersion)
	if err == nil && schema != migrations.Newest() {
		err = fmt.Errorf("the database has schema %d, but this ojcheck needs %d", schema, migrations.Newest())
	}
	return err
}

// MaxConnections returns the maximum number of connections that a DB at url opens for its pools.
func MaxConnections(url string) (int, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return 0, err
	}
	return 2 * int(config.MaxConns), nil
}

// Pools returns the pools' figures: one pool is for pages and checks, the other pool for searches.
func (db *DB) Pools() map[string]*pgxpool.Stat {
	return map[string]*pgxpool.Stat{"main": db.pool.Stat(), "search": db.search.Stat()}
}

// Figures counts what the archive holds. It reads no table that grows with the number of
// programs.
func (db *DB) Figures(ctx context.Context) (f contest.Figures, err error) {
	defer wrap(&err, "count the archive")
	err = pgx.BeginTxFunc(ctx, db.pool, oneSnapshot, func(tx pgx.Tx) error {
		// A contest has a webhook if the contest's watch stores an error of the webhook, or the webhook has accepted
		// or refused an alert. Alerts of other contests need no delivery.
		err := tx.QueryRow(ctx, `
			SELECT pg_database_size(current_database()), count(*), coalesce(sum(submissions), 0), (
				SELECT count(*) FROM alerts a
				WHERE NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.alert_id = a.id)
				  AND a.contest_id IN (
					SELECT contest_id FROM watches WHERE webhook <> ''
					UNION SELECT sent.contest_id FROM webhook_deliveries JOIN alerts sent ON sent.id = alert_id))
			FROM contests`).Scan(&f.Bytes, &f.Contests, &f.Submissions, &f.Undelivered)
		if err != nil {
			return err
		}
		if f.Checks, err = countByState(ctx, tx, "checks", contest.Running, contest.Complete, contest.Failed); err != nil {
			return err
		}
		if f.Alerts, err = countByState(ctx, tx, "alerts", contest.AlertOpen, contest.AlertUpheld, contest.AlertNotUpheld); err != nil {
			return err
		}
		f.Watches, err = countByState(ctx, tx, "watches", contest.WatchFollowing, contest.WatchReconnecting,
			contest.WatchClosing, contest.WatchEnded, contest.WatchStopped, contest.WatchFailed)
		return err
	})
	return f, err
}

// countByState counts the rows of a table by state. The result has all given states, also those without rows.
func countByState[S ~string](ctx context.Context, q querier, table string, states ...S) (map[S]int64, error) {
	counts, err := mapOf[S, int64](ctx, q, "SELECT state, count(*) FROM "+table+" GROUP BY state")
	for _, state := range states {
		counts[state] += 0
	}
	return counts, err
}
