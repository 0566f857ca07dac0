//go:build unix

// Package pgtest gives each test a PostgreSQL database of its own.
//
//	func TestStore(t *testing.T) {
//		t.Parallel()
//		db, err := postgres.Open(t.Context(), pgtest.New(t))
//
// Nothing has to be prepared: the first test starts a server (package localpg),
// which all tests of all packages share, also those that run at the same time in
// other processes. A database is a clone of a template that the migrations made
// once, so it costs some 20 ms. The server writes without fsync, and ends by
// itself soon after the last test process.
//
// Without PostgreSQL a test fails, and says how to get one.
package pgtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/localpg"
)

// timeout bounds each thing that a test waits for; the longest is the first
// start on a machine where PostgreSQL has to be downloaded.
const timeout = 5 * time.Minute

// server starts or joins the shared server, once in this process, and returns
// the URL of its main database. The process keeps its hold until it exits; the
// kernel drops it then, however the process ends.
var server = sync.OnceValues(func() (string, error) {
	dir, err := dataDir()
	if err != nil {
		return "", err
	}
	if err := startReaper(dir); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	cluster, err := localpg.Start(ctx, localpg.Options{DataDir: dir, Settings: map[string]string{
		"fsync":              "off",
		"full_page_writes":   "off",
		"synchronous_commit": "off",
		"max_connections":    "400", // several packages at once, with a pool per test
		"max_wal_size":       "256MB",
		"wal_level":          "minimal",
		"max_wal_senders":    "0", // as wal_level=minimal demands
	}})
	if err != nil {
		return "", err
	}
	return cluster.URL(), nil
})

// New returns the URL of a fresh database with the newest schema. It is dropped
// at the end of the test.
func New(t testing.TB) string {
	t.Helper()
	main := start(t)
	name, err := template(t.Context(), main)
	if err != nil {
		t.Fatalf("pgtest: migrated template: %v", err)
	}
	return create(t, main, name)
}

// Empty returns the URL of a fresh database without a schema. It is dropped at
// the end of the test.
func Empty(t testing.TB) string {
	t.Helper()
	return create(t, start(t), "template0")
}

func start(t testing.TB) string {
	t.Helper()
	main, err := server()
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return main
}

// create clones a template.
func create(t testing.TB, main, template string) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	if err := execute(t.Context(), main, "CREATE DATABASE "+quote(name)+" TEMPLATE "+quote(template)); err != nil {
		t.Fatalf("pgtest: create database: %v", err)
	}
	t.Cleanup(func() {
		// Forced, for a test that fails may leave its connections.
		if err := execute(context.Background(), main, "DROP DATABASE "+quote(name)+" WITH (FORCE)"); err != nil {
			t.Errorf("pgtest: drop database: %v", err)
		}
	})
	return databaseURL(main, name)
}

// databaseURL is the URL of another database on the same server.
func databaseURL(main, name string) string {
	u, err := url.Parse(main)
	if err != nil {
		panic(fmt.Sprintf("pgtest: localpg gave the URL %q: %v", main, err))
	}
	u.Path = "/" + name
	return u.String()
}

// execute runs one statement on a connection of its own.
func execute(ctx context.Context, url, statement string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, statement)
	return err
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
