package migrations_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/migrations"
)

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func TestUpAtOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := pgtest.Empty(t)
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		wg.Go(func() { errs[i] = migrations.Up(ctx, url) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if err := migrations.Up(ctx, url); err != nil {
		t.Errorf("again: %v", err)
	}
	var n int
	if err := connect(t, url).QueryRow(ctx, "SELECT count(*) FROM contests").Scan(&n); err != nil {
		t.Errorf("the schema is not there: %v", err)
	}
}

func TestUpRefusesNewer(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := pgtest.New(t)
	conn := connect(t, url)
	if _, err := conn.Exec(ctx, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (4711, true)"); err != nil {
		t.Fatal(err)
	}
	err := migrations.Up(ctx, url)
	var newer *migrations.NewerError
	if !errors.As(err, &newer) {
		t.Fatalf("got error %v, want a NewerError", err)
	}
	if newer.Schema != 4711 || newer.Known < 1 || newer.Known >= 4711 {
		t.Errorf("got schema %d, known %d", newer.Schema, newer.Known)
	}
	for _, want := range []string{"newer ojcheck", "4711", "install the newer version"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not say %q", err, want)
		}
	}
}

func TestUpUnreachable(t *testing.T) {
	t.Parallel()
	url := "postgres:///none?host=" + t.TempDir()
	if err := migrations.Up(context.Background(), url); err == nil || !strings.Contains(err.Error(), "migrate the database") {
		t.Errorf("got error %v", err)
	}
}

// Every foreign key has an index that starts with its columns, or a sweep
// would scan the whole table for each row that it deletes.
func TestForeignKeysHaveIndexes(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	rows, err := connect(t, pgtest.New(t)).Query(ctx, `
		SELECT c.conrelid::regclass || ' ' || c.conname
		FROM pg_constraint c
		WHERE c.contype = 'f' AND NOT EXISTS (
			SELECT FROM pg_index i
			WHERE i.indrelid = c.conrelid
			  AND (string_to_array(i.indkey::text, ' ')::smallint[])[1:cardinality(c.conkey)] @> c.conkey)`)
	if err != nil {
		t.Fatal(err)
	}
	missing, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range missing {
		t.Errorf("foreign key without an index: %s", m)
	}
}
