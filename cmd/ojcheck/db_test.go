package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// If root makes the data directory for uploads, the account of PostgreSQL may enter it, whatever the umask.
func TestUploadDirUnderUmask(t *testing.T) { // not parallel: the umask is that of the process
	if os.Getuid() != 0 {
		t.Skip("NOT RUN: only root makes it for another account")
	}
	defer syscall.Umask(syscall.Umask(0o077))
	dir := filepath.Join(t.TempDir(), "new", "data")
	if _, err := (&databaseFlags{DataDir: dir}).uploadDir("x"); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{dir, filepath.Dir(dir)} {
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o711 {
			t.Errorf("%v, %v, want mode 711", info, err)
		}
	}
}

// An error says how much of the disk is free if that may be the cause.
func TestAdviseDisk(t *testing.T) {
	t.Parallel()
	failure := errors.New("lost the database")
	for _, test := range []struct {
		name string
		err  error
		free int64
		want string
	}{
		{"PostgreSQL says so", fmt.Errorf("import: %w", contest.ErrDiskFull), 40 << 20, "import: the disk of the database is full; the disk of /data has 40 MB free: "},
		{"little is free", failure, 3 << 20, "lost the database; the disk of /data has 3 MB free: "},
		{"another cause", failure, 40 << 20, "lost the database"},
	} {
		if got := adviseDisk(test.err, "/data", test.free); !strings.HasPrefix(got.Error(), test.want) || !errors.Is(got, test.err) ||
			strings.Contains(got.Error(), "--data-dir") != strings.Contains(test.want, "/data") {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// Commands that use the database by themselves, without package postgres, also say when it has no free
// connection.
func TestNoFreeConnection(t *testing.T) {
	t.Parallel()
	address, err := url.Parse(pgtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	owner, err := pgx.Connect(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background())
	role := "limited_" + strings.ToLower(rand.Text())
	// Tests connect as a superuser, to whom the limit of a role does not apply.
	if _, err := owner.Exec(t.Context(), "CREATE ROLE "+role+" LOGIN CONNECTION LIMIT 0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		owner, err := pgx.Connect(context.Background(), address.String())
		if err != nil {
			t.Fatal(err)
		}
		defer owner.Close(context.Background())
		if _, err := owner.Exec(context.Background(), "DROP ROLE "+role); err != nil {
			t.Error(err)
		}
	})
	limitedAddress := *address
	limitedAddress.User = url.User(role)
	for _, args := range [][]string{{"contest", "list"}, {"db", "dump", filepath.Join(t.TempDir(), "dump")}} {
		status, _, stderr := runOjcheck(t, append(args, "--database-url", limitedAddress.String())...)
		if status != exitFailed || !strings.Contains(stderr, "the database has no free connection, try again later or raise its max_connections") {
			t.Errorf("%q ends with status %d and says %s", args, status, stderr)
		}
	}
}

// A title does not find a deleted contest, and finds none if several contests have it.
func TestContestNamedByTitle(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := &archive{DB: openDB(t, pgtest.New(t))}
	const title = "Spring Contest"
	add := func(name string) int64 {
		id, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: name, Skipped: []contest.SkippedItem{{Path: "x", Reason: i18n.Verbatim("y")}}})
		if err == nil {
			err = db.SaveAbout(ctx, id, contest.About{Metadata: contest.Metadata{Title: title}})
		}
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	deleted := add("deleted")
	if _, err := db.Pool().Exec(ctx, "UPDATE contests SET deleted = true WHERE id = $1", deleted); err != nil {
		t.Fatal(err)
	}
	if _, err := db.contestNamed(ctx, title); !errors.As(err, new(noContestError)) {
		t.Errorf("only a deleted contest has the title: got error %v", err)
	}
	add("spring")
	if found, err := db.contestNamed(ctx, title); err != nil || found.Name != "spring" {
		t.Errorf("got %q, error %v; want spring", found.Name, err)
	}
	add("again")
	if _, err := db.contestNamed(ctx, title); err == nil || !strings.Contains(err.Error(), "2 contests have the title") {
		t.Errorf("two contests have the title: got error %v", err)
	}
}
