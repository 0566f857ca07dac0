package postgres

import "testing"

func TestDeleteExpiredSessions(t *testing.T) {
	t.Parallel()
	db := open(t)
	ctx := t.Context()
	if _, err := db.pool.Exec(ctx, `INSERT INTO sessions (token, data, expiry) VALUES
		('old', '', now() - interval '1 second'), ('new', '', now() + interval '1 hour')`); err != nil {
		t.Fatal(err)
	}
	if err := db.DeleteExpiredSessions(ctx); err != nil {
		t.Fatal(err)
	}
	var left string
	if err := db.pool.QueryRow(ctx, "SELECT string_agg(token, ' ') FROM sessions").Scan(&left); err != nil {
		t.Fatal(err)
	}
	if left != "new" {
		t.Errorf("left are %q, want the new one", left)
	}
}
