package main

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/pgtest"
)

// Every command refuses the database of a newer ojcheck in one sentence, and changes nothing in it.
func TestNewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	url := pgtest.New(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (4711, true)"); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"serve --addr 127.0.0.1:0", "contest list", "user list", "check ../../testdata/templates", "import ../../testdata/templates",
		"search ../../testdata/templates/A-fences/tomas.cpp", "contest delete finals --confirm finals",
	} {
		status, _, log := runOjcheck(t, append(strings.Fields(args), "--database-url", url, "--data-dir", t.TempDir())...)
		lines := strings.Split(strings.TrimSpace(log), "\n")
		last := lines[len(lines)-1]
		if status != exitFailed || !strings.HasPrefix(last, "ojcheck: ") || !strings.Contains(last, "made by a newer ojcheck (schema 4711; this one knows ") ||
			!strings.HasSuffix(last, "install the newer version") {
			t.Errorf("%s: status %d, %q", args, status, log)
		}
	}
	var rows int
	if err := conn.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM contests) + (SELECT count(*) FROM users) + (SELECT count(*) FROM sessions)").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d rows were added, %v", rows, err)
	}
}
