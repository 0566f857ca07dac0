//go:build unix

package pgtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/citus"
)

// runPrefix begins the names of the tests' databases: test_<run>_<random>. The number <run> identifies the process.
const runPrefix = "test_"

// newServer connects to the server at url. It gives this process a random number, and holds an advisory lock on the
// number until the process ends. It also drops the databases of ended processes, whose numbers have no lock.
func newServer(ctx context.Context, url string) (*server, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	number := rand.Int64()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", number); err != nil {
		return nil, err
	}
	nodes, err := citus.Nodes(ctx, conn)
	if err != nil {
		return nil, err
	}
	pools, err := openNodes(ctx, url, nodes)
	if err != nil {
		return nil, err
	}
	s := &server{url: url, prefix: fmt.Sprintf("%s%d_", runPrefix, number), nodes: nodes, pools: pools, lockConn: conn}
	if err := s.dropAbandoned(ctx); err != nil {
		return nil, fmt.Errorf("drop the databases of earlier tests: %w", err)
	}
	s.plainTemplate = sync.OnceValues(s.ensureTemplate)
	s.newTemplate = s.plainTemplate
	if OnCluster() {
		s.plainTemplate = sync.OnceValues(s.makeClusterTemplate)
		s.newTemplate = sync.OnceValues(s.makeDistributedTemplate)
	}
	return s, nil
}

func (s *server) dropAbandoned(ctx context.Context) error {
	names, err := databases(ctx, s.lockConn, runPrefix)
	if err != nil {
		return err
	}
	for _, name := range names {
		var number int64
		if _, err := fmt.Sscanf(name, runPrefix+"%d_", &number); err != nil {
			continue // somebody made the database by hand
		}
		if err := s.dropUnused(ctx, name, number); err != nil {
			return err
		}
	}
	return nil
}

// dropUnused drops a database, unless a process uses it: lock is the advisory lock that its users hold. Another process may drop
// the database at the same time.
func (s *server) dropUnused(ctx context.Context, name string, lock int64) error {
	var unused bool
	if err := s.lockConn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", lock).Scan(&unused); err != nil || !unused {
		return err
	}
	err := s.drop(ctx, name)
	_, unlockErr := s.lockConn.Exec(ctx, "SELECT pg_advisory_unlock($1)", lock)
	return errors.Join(err, unlockErr)
}

func databases(ctx context.Context, conn *pgx.Conn, prefix string) ([]string, error) {
	rows, _ := conn.Query(ctx, "SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY datname", prefix)
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
