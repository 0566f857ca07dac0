package migrations_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

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
	url := pgtest.NewEmpty(t)
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

// Fingerprints of before there were three blocks are kept.
func TestThreeBlocks(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := pgtest.NewEmpty(t)
	conn := connect(t, url)
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Files(), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(ctx, 10); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(ctx, `
		INSERT INTO contests (name) VALUES ('c');
		INSERT INTO imports (contest_id, origin) VALUES (1, 'zip');
		INSERT INTO problems (contest_id, name) VALUES (1, 'A');
		INSERT INTO participants (contest_id, name) VALUES (1, 'ann');
		INSERT INTO submissions (contest_id, import_id, identity, path, problem_id, participant_id, kind, language, verdict, attempt)
		SELECT 1, 1, decode(repeat(lpad(to_hex(i), 2, '0'), 32), 'hex'), 'p', 1, 1, 'official', '', '', 1 FROM generate_series(1, 3) i;
		INSERT INTO fingerprints (submission_id, algorithm, fingerprint)
		VALUES (2, 1, -1), (1, 2, 81985529216486895), (1, 1, 5), (3, 1, -9223372036854775808)`); err != nil {
		t.Fatal(err)
	}
	if err := migrations.Up(ctx, url); err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(ctx, "SELECT format('%s %s %s %s %s %s', submission_id, algorithm, fingerprint, b0, b1, b2) FROM fingerprints ORDER BY 1")
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"1 1 5 0 0 5",
		"1 2 81985529216486895 18641 736333 773615",
		"2 1 -1 4194303 2097151 2097151",
		"3 1 -9223372036854775808 2097152 0 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fingerprints (-want +got):\n%s", diff)
	}
	// They still go with their submission.
	if _, err := conn.Exec(ctx, "DELETE FROM submissions WHERE id = 1"); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := conn.QueryRow(ctx, "SELECT count(*) FROM fingerprints").Scan(&n); err != nil || n != 2 {
		t.Errorf("%d fingerprints are left, want 2 (%v)", n, err)
	}
}

func TestUpTo(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := pgtest.NewEmpty(t)
	version := func() (v int64) {
		if err := connect(t, url).QueryRow(ctx, "SELECT max(version_id) FROM goose_db_version").Scan(&v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, want := range []int64{3, 17} {
		if err := migrations.UpTo(ctx, url, want); err != nil || version() != want {
			t.Errorf("got version %d, %v, want %d", version(), err, want)
		}
	}
	if err := migrations.UpTo(ctx, url, 3); err != nil || version() != 17 {
		t.Errorf("it went back to %d, %v", version(), err)
	}
	var newer *migrations.NewerError
	if err := migrations.UpTo(ctx, url, 4711); !errors.As(err, &newer) || newer.Schema != 4711 || version() != 17 {
		t.Errorf("version %d, %v", version(), err)
	}
	if err := migrations.Up(ctx, url); err != nil || version() <= 17 {
		t.Errorf("then to %d, %v", version(), err)
	}
}
