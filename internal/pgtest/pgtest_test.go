//go:build unix

package pgtest

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestDatabasesAreSeparate(t *testing.T) {
	t.Parallel()
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			conn, err := pgx.Connect(t.Context(), New(t))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(t.Context())
			// Fails if another test's database is the same.
			if _, err := conn.Exec(t.Context(), "CREATE TABLE mine (x int)"); err != nil {
				t.Fatal(err)
			}
			var migrated bool
			if err := conn.QueryRow(t.Context(), "SELECT to_regclass('goose_db_version') IS NOT NULL").Scan(&migrated); err != nil {
				t.Fatal(err)
			}
			if !migrated {
				t.Error("the database is not migrated")
			}
		})
	}
}
