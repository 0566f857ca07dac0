package scratch_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/scratch"
)

func create(t *testing.T, base string) *scratch.Database {
	t.Helper()
	db, err := scratch.Create(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func wantLeft(t *testing.T, base string, want int) {
	t.Helper()
	left, err := scratch.Left(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != want {
		t.Errorf("there are %q, want %d", left, want)
	}
}

// A database goes although somebody works in it.
func TestDrop(t *testing.T) {
	t.Parallel()
	base := pgtest.NewEmpty(t)
	db := create(t, base)
	conn, err := pgx.Connect(t.Context(), db.URL())
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		_, err := conn.Exec(context.Background(), "SELECT pg_sleep(600)")
		ended <- err
	}()
	wantLeft(t, base, 1)
	if err := db.Drop(); err != nil {
		t.Fatal(err)
	}
	if <-ended == nil {
		t.Error("a query in the database outlived it")
	}
	wantLeft(t, base, 0)
	if err := db.Drop(); err != nil {
		t.Errorf("dropping again: %v", err)
	}
}

// What a killed process left is dropped by the next one; what is in use stays.
func TestSweep(t *testing.T) {
	t.Parallel()
	base := pgtest.NewEmpty(t)
	abandoned, used := create(t, base), create(t, base)
	scratch.Abandon(t.Context(), abandoned)
	wantLeft(t, base, 2)
	next := create(t, base)
	wantLeft(t, base, 2)
	conn, err := pgx.Connect(t.Context(), used.URL())
	if err != nil {
		t.Errorf("the one in use: %v", err)
	} else {
		conn.Close(t.Context())
	}
	for _, db := range []*scratch.Database{used, next} {
		if err := db.Drop(); err != nil {
			t.Error(err)
		}
	}
	wantLeft(t, base, 0)
}

func TestWithDatabase(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ url, want string }{
		"URL":              {"postgres://judge:secret@db:5432/archive?sslmode=disable", "postgres://judge:secret@db:5432/new?sslmode=disable"},
		"URL, no database": {"postgresql://db", "postgresql://db/new"},
		"URL of a socket":  {"postgres:///archive?host=%2Frun%2Fpg&user=judge", "postgres:///new?host=%2Frun%2Fpg&user=judge"},
		"named in a query": {"postgres://db/?dbname=archive", "postgres://db/new"},
		"keywords":         {"host=/run/pg dbname=archive", "host=/run/pg dbname=archive dbname=new"},
		"by environment":   {"", " dbname=new"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := scratch.WithDatabase(test.url, "new")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			config, err := pgx.ParseConfig(got)
			if err != nil || config.Database != "new" {
				t.Errorf("%s leads to %q, %v", got, config.Database, err)
			}
		})
	}
}
