//go:build unix

package pgtest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A test gets the database of the test before, without its rows, unless the test before left more than rows.
func TestReused(t *testing.T) {
	if OnCluster() {
		t.Skip("on a cluster, each test has a new database")
	}
	t.Parallel()
	open := Reused(func(ctx context.Context, url string) (*pgxpool.Pool, error) { return pgxpool.New(ctx, url) })
	const addRows = `
		INSERT INTO contests (name) VALUES ('finals');
		INSERT INTO problems (contest_id, name) SELECT id, 'A' FROM contests;
		INSERT INTO audit_log (actor, actor_name, action, problem, details) VALUES (0, '', 'import', '', '{}')`
	for _, test := range []struct {
		left, statement string
		want            bool // whether the next test gets the database
	}{
		{"rows", addRows, true},
		{"a table", "CREATE TABLE mine ()", false},
		{"a column that may be null", "ALTER TABLE contests ALTER COLUMN title DROP NOT NULL", false},
		{"a trigger that is off", "ALTER TABLE cases DISABLE TRIGGER ALL", false},
		{"statistics", addRows + "; ANALYZE contests", false},
		{"a setting", "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET lock_timeout = 5'; END $$", false},
		{"a migration", "INSERT INTO goose_db_version (version_id, is_applied) VALUES (4711, true)", false},
		{"a lock", "SELECT pg_advisory_lock(1)", false},
		{"no connections", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()", false},
		{"a large table", "INSERT INTO contests (name) SELECT lpad(n::text, 1000, 'x') FROM generate_series(1, 1100) n", false},
	} {
		var used string
		t.Run(test.left, func(t *testing.T) {
			pool := open(t)
			must(t, pool.QueryRow(t.Context(), "SELECT current_database()").Scan(&used))
			_, err := pool.Exec(t.Context(), test.statement)
			must(t, err)
		})
		t.Run("after "+test.left, func(t *testing.T) {
			pool := open(t)
			var name string
			var rows, id int
			must(t, pool.QueryRow(t.Context(), `
				SELECT current_database(), (SELECT count(*) FROM contests) + (SELECT count(*) FROM problems) + (SELECT count(*) FROM audit_log)`).Scan(&name, &rows))
			if (name == used) != test.want || rows != 0 {
				t.Errorf("the same database: %t, want %t; it has %d rows", name == used, test.want, rows)
			}
			must(t, pool.QueryRow(t.Context(), "INSERT INTO contests (name) VALUES ('first') RETURNING id").Scan(&id))
			if id != 1 {
				t.Errorf("the first contest has the ID %d", id)
			}
			if _, err := pool.Exec(t.Context(), "DELETE FROM audit_log"); err == nil {
				t.Error("the audit log can be emptied")
			}
		})
	}
}
