//go:build unix

package pgtest

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/citus"
	"github.com/ojcheck/ojcheck/migrations"
)

const clusterEnv = "OJCHECK_TEST_CITUS"

// createLock is held while a database is created: a busy cluster may refuse connections to two new databases at once.
var createLock sync.Mutex

// OnCluster reports whether New creates databases on a cluster, where tests distribute the archive.
func OnCluster() bool { return os.Getenv(clusterEnv) != "" }

func newOnCluster(t testing.TB) string {
	t.Helper()
	main := os.Getenv(clusterEnv)
	name := "ojcheck_test_" + strings.ToLower(rand.Text())
	url := databaseURL(main, name)
	createLock.Lock()
	config, nodes, err := createOnCluster(t, main, name)
	createLock.Unlock()
	if err == nil {
		err = migrations.Up(t.Context(), url)
	}
	if err != nil {
		t.Fatalf("pgtest: %s: %v", clusterEnv, err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		if err := citus.DropDatabase(ctx, config, nodes, name); err != nil {
			t.Errorf("pgtest: drop database: %v", err)
		}
	})
	return url
}

func createOnCluster(t testing.TB, main, name string) (*pgx.ConnConfig, []citus.Node, error) {
	config, err := pgx.ParseConfig(main)
	if err != nil {
		return nil, nil, err
	}
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		return nil, nil, err
	}
	defer conn.Close(context.Background())
	nodes, err := citus.Nodes(t.Context(), conn)
	if err == nil && len(nodes) < 2 {
		err = errors.New("the database belongs to no cluster with workers")
	}
	if err == nil {
		err = citus.CreateDatabase(t.Context(), config, nodes, name)
	}
	if err == nil {
		// Small tables need few shards.
		_, err = conn.Exec(t.Context(), "ALTER DATABASE "+quote(name)+" SET citus.shard_count = 6")
	}
	return config, nodes, err
}
