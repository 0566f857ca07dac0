//go:build unix

// Package pgtest gives each test a PostgreSQL database of its own.
//
//	func TestStore(t *testing.T) {
//		t.Parallel()
//		db, err := postgres.Open(t.Context(), pgtest.New(t))
//
// Tests need no preparation: the first test starts a server (package localpg), which all tests of all packages share,
// even in concurrent processes. A database is a clone of a migrated template: New takes some 20 ms. The server
// writes without fsync, and stops soon after the last test process.
//
// The cluster stays for the next run: in $OJCHECK_PGTEST_DIR, or else in /dev/shm if 4 GB are free there, or else in
// the user's cache directory (/var/cache/ojcheck-pgtest for root). You can remove the cluster when no test runs.
//
// OJCHECK_PG_BIN names the binaries of another version, which gets a cluster of its own. Without PostgreSQL a test fails,
// and says how to get PostgreSQL. OJCHECK_TEST_CITUS is the URL of a database on the coordinator of a Citus cluster: if
// the variable is set, databases are on all machines of the Citus cluster.
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
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/ojcheck/ojcheck/internal/localpg"
)

// timeout bounds each wait of a test; the longest is a first start that downloads PostgreSQL.
const timeout = 5 * time.Minute

// server is the shared server as this process uses it.
type server struct {
	cluster  *localpg.Cluster // never closed; without this reference, the garbage collector would release it
	url      string           // URL of the server's main database
	run      string           // prefix of this process's databases
	pool     *pgxpool.Pool    // creates and drops databases
	lockConn *pgx.Conn        // holds advisory locks until this process ends
	template func() (name string, err error)
}

// join starts or joins the shared server, once in this process. The process then uses the server until the process exits.
var join = sync.OnceValues(func() (*server, error) {
	dir, err := dataDir()
	if err != nil {
		return nil, err
	}
	if err := startReaper(dir); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	cluster, err := localpg.Start(ctx, localpg.Options{DataDir: dir, Settings: map[string]string{
		"fsync":              "off",
		"full_page_writes":   "off",
		"synchronous_commit": "off",
		"max_connections":    "400", // several packages at once, with a pool per test
		"max_wal_size":       "256MB",
		"min_wal_size":       "32MB",  // the least that stays when the server ends
		"shared_buffers":     "128MB", // the databases are small
		"wal_level":          "minimal",
		"max_wal_senders":    "0", // as wal_level=minimal demands
	}})
	if err != nil {
		return nil, err
	}
	s, err := newServer(ctx, cluster.URL())
	if err != nil {
		return nil, err
	}
	s.cluster = cluster
	return s, nil
})

// New returns the URL of a new database with the newest schema. The end of the test drops it.
func New(t testing.TB) string {
	t.Helper()
	if OnCluster() {
		return newOnCluster(t)
	}
	s := start(t)
	name, err := s.template()
	if err != nil {
		t.Fatalf("pgtest: migrated template: %v", err)
	}
	return s.create(t, name)
}

// NewEmpty returns the URL of a new database without a schema. The end of the test drops it.
func NewEmpty(t testing.TB) string {
	t.Helper()
	return start(t).create(t, "template0")
}

func start(t testing.TB) *server {
	t.Helper()
	s, err := join()
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return s
}

// create clones a template.
func (s *server) create(t testing.TB, template string) string {
	t.Helper()
	name := s.run + strings.ToLower(rand.Text())
	// Copying the files takes a third of the processor time of PostgreSQL's default.
	if err := s.execute("CREATE DATABASE " + quote(name) + " TEMPLATE " + quote(template) + " STRATEGY file_copy"); err != nil {
		t.Fatalf("pgtest: create database: %v", err)
	}
	t.Cleanup(func() {
		// Forced, since a failing test may leave connections open.
		if err := s.execute("DROP DATABASE " + quote(name) + " WITH (FORCE)"); err != nil {
			t.Errorf("pgtest: drop database: %v", err)
		}
	})
	return databaseURL(s.url, name)
}

// execute runs one statement on a connection of the pool.
func (s *server) execute(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	_, err := s.pool.Exec(ctx, statement)
	return err
}

// databaseURL returns the URL of another database on the same server.
func databaseURL(main, name string) string {
	u, err := url.Parse(main)
	if err != nil {
		panic(fmt.Sprintf("pgtest: localpg gave the URL %q: %v", main, err))
	}
	u.Path = "/" + name
	return u.String()
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
