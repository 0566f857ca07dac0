//go:build unix

// Package pgtest gives each test a PostgreSQL database without rows, which no other test uses at the same time.
//
//	func TestStore(t *testing.T) {
//		t.Parallel()
//		db, err := postgres.Open(t.Context(), pgtest.New(t))
//
// Tests need no preparation: the first test starts a server (package localpg), which all tests of all packages share,
// even in concurrent processes. A database of New is a clone of a migrated template. With [Reused], tests use an opened
// database one after the other. The server writes without fsync, and stops soon after the last test process.
//
// The data directory stays for the next run: in $OJCHECK_PGTEST_DIR, or else in /dev/shm if 4 GB are free there, or else in
// the user's cache directory (/var/cache/ojcheck-pgtest for root). You can remove the directory when no test runs.
//
// OJCHECK_PG_BIN names the binaries of another version, which gets a data directory of its own. Without PostgreSQL a test fails,
// and says how to get PostgreSQL. OJCHECK_TEST_CITUS is the URL of a database on the coordinator of a Citus cluster: if
// the variable is set, New gives each test a database there, distributed over the nodes of that cluster.
package pgtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/ojcheck/ojcheck/internal/citus"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/localpg"
)

// Tests import hundreds of contests. Deriving the contests' secrets (contest.Secret) took a tenth of their processor time.
func init() { contest.SecretRounds = 1 }

// timeout bounds each wait of a test; the longest is a first start that downloads PostgreSQL.
const timeout = 5 * time.Minute

// server is the shared server as this process uses it.
type server struct {
	cluster  *localpg.Cluster // never closed; without this reference, the garbage collector would release it
	url      string           // URL of the server's main database
	prefix   string           // begins the names of this process's databases
	nodes    []citus.Node     // of a Citus cluster; else nil
	pools    []*pgxpool.Pool  // connections to create and drop databases; one pool for each node
	lockConn *pgx.Conn        // holds advisory locks until this process ends

	plainTemplate func() (name string, err error) // makes the migrated template, once
	newTemplate   func() (name string, err error) // makes the template that New clones, once: plainTemplate, but distributed on a Citus cluster
}

// join starts or joins the shared server, once in this process. The process then uses the server until the process exits.
var join = sync.OnceValues(func() (*server, error) {
	if url := os.Getenv(clusterEnv); url != "" {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		return newServer(ctx, url)
	}
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
		"min_wal_size":       "32MB",  // the least allowed, so that little of the log stays on the disk after a stop
		"shared_buffers":     "128MB", // the databases are small
		"wal_level":          "minimal",
		"max_wal_senders":    "0",   // as wal_level=minimal demands
		"autovacuum":         "off", // takes a tenth of the server's processor time, and changes plans at any time
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

// New returns the URL of a new database with the newest schema. It is dropped soon after the end of the test.
func New(t testing.TB) string {
	t.Helper()
	s := start(t)
	return s.create(t, s.newTemplate)
}

// NewOneMachine is like New, but the database is not distributed, even on a Citus cluster.
func NewOneMachine(t testing.TB) string {
	t.Helper()
	s := start(t)
	return s.create(t, s.plainTemplate)
}

// NewEmpty returns the URL of a new database without a schema. It is dropped soon after the end of the test.
func NewEmpty(t testing.TB) string {
	t.Helper()
	return start(t).create(t, func() (string, error) { return "template0", nil })
}

// Prepared returns a function like New, whose databases are copies of one that prepare has filled. The first copy calls
// prepare, once in this process, with the URL of the original. prepare closes its connections.
func Prepared(prepare func(ctx context.Context, url string) error) func(testing.TB) string {
	original := sync.OnceValues(func() (string, error) {
		s, err := join()
		if err != nil {
			return "", err
		}
		return s.makePrepared(prepare)
	})
	return func(t testing.TB) string {
		t.Helper()
		return start(t).create(t, original)
	}
}

// makePrepared makes a database with the newest schema, and lets prepare fill it.
func (s *server) makePrepared(prepare func(ctx context.Context, url string) error) (name string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	name, err = s.newDatabase(ctx, s.newTemplate)
	if err != nil {
		return "", err
	}
	if err := prepare(ctx, databaseURL(s.url, name)); err != nil {
		return "", err
	}
	return name, s.disconnect(ctx, name)
}

func start(t testing.TB) *server {
	t.Helper()
	s, err := join()
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return s
}

func (s *server) create(t testing.TB, template func() (string, error)) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	name, err := s.newDatabase(ctx, template)
	if err != nil {
		t.Fatalf("pgtest: create database: %v", err)
	}
	t.Cleanup(func() { go s.dropAndLog(name) })
	return databaseURL(s.url, name)
}

// newDatabase clones a template.
func (s *server) newDatabase(ctx context.Context, template func() (string, error)) (name string, err error) {
	from, err := template()
	if err != nil {
		return "", err
	}
	name = s.prefix + strings.ToLower(rand.Text())
	return name, s.clone(ctx, from, name)
}

// dropAndLog drops the database of a test that has ended, while other tests run: the server waits for the end of the test's
// connections, often for 100 ms. If this process ends first, the next process drops the database.
func (s *server) dropAndLog(name string) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	if err := s.drop(ctx, name); err != nil {
		log.Printf("pgtest: drop database: %v", err)
	}
}

func (s *server) clone(ctx context.Context, template, name string) error {
	// Copying the files takes a third of the processor time of PostgreSQL's default strategy, wal_log.
	err := s.executeAll(ctx, "CREATE DATABASE "+quote(name)+" TEMPLATE "+quote(template)+" STRATEGY file_copy")
	if err == nil && OnCluster() {
		_, err = s.pools[0].Exec(ctx, "ALTER DATABASE "+quote(name)+" SET citus.shard_count = 6") // small tables
	}
	return err
}

// drop drops a database, even if a failed test has left connections open.
func (s *server) drop(ctx context.Context, name string) error {
	return citus.RetryDrop(func() error { return s.executeAll(ctx, "DROP DATABASE IF EXISTS "+quote(name)+" WITH (FORCE)") })
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
