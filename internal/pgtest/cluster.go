//go:build unix

package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/ojcheck/ojcheck/internal/citus"
	"github.com/ojcheck/ojcheck/migrations"
)

const clusterEnv = "OJCHECK_TEST_CITUS"

// OnCluster reports whether New creates distributed databases on a cluster.
func OnCluster() bool { return os.Getenv(clusterEnv) != "" }

// openNodes connects to all nodes of the cluster at url, the coordinator first; without nodes, to the server at url.
func openNodes(ctx context.Context, url string, nodes []citus.Node) (pools []*pgxpool.Pool, err error) {
	if len(nodes) == 0 {
		nodes = []citus.Node{{IsCoordinator: true}}
	}
	for _, node := range nodes {
		config, err := pgxpool.ParseConfig(url)
		if err != nil {
			return nil, err
		}
		config.ConnConfig = node.Config(config.ConnConfig)
		pool, err := pgxpool.NewWithConfig(ctx, config)
		if err != nil {
			return nil, err
		}
		pools = append(pools, pool)
	}
	return pools, nil
}

// executeAll runs one statement on all nodes. It begins with the coordinator: a statement that ends connections then also ends
// the coordinator's connections to the workers, before it runs on these.
func (s *server) executeAll(ctx context.Context, statement string, args ...any) error {
	for _, pool := range s.pools {
		if _, err := pool.Exec(ctx, statement, args...); err != nil {
			return err
		}
	}
	return nil
}

// makeClusterTemplate makes a migrated database on all nodes.
func (s *server) makeClusterTemplate() (name string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	if len(s.nodes) < 2 {
		return "", errors.New(clusterEnv + " names no database of a cluster with workers")
	}
	config, err := pgx.ParseConfig(s.url)
	if err != nil {
		return "", err
	}
	name = s.prefix + "template"
	if err := citus.CreateDatabase(ctx, config, s.nodes, name); err != nil {
		return "", err
	}
	if err := migrations.Up(ctx, databaseURL(s.url, name)); err != nil {
		return "", err
	}
	return name, s.disconnect(ctx, name)
}

// makeDistributedTemplate clones the template, and distributes its archive by "ojcheck db distribute".
func (s *server) makeDistributedTemplate() (name string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	template, err := s.plainTemplate()
	if err != nil {
		return "", err
	}
	name = s.prefix + "distributed"
	if err := s.clone(ctx, template, name); err != nil {
		return "", err
	}
	// Package postgres distributes archives. Its tests use this package, so this package cannot import it.
	command := exec.CommandContext(ctx, "go", "run", "github.com/ojcheck/ojcheck/cmd/ojcheck",
		"db", "distribute", "--config", "none", "--database-url", databaseURL(s.url, name))
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("ojcheck db distribute: %w: %s", err, output)
	}
	return name, s.disconnect(ctx, name)
}

// disconnect ends all connections to a template, also those of Citus, and lets nobody connect again: a database with
// connections cannot be cloned.
func (s *server) disconnect(ctx context.Context, name string) error {
	return errors.Join(
		s.executeAll(ctx, "ALTER DATABASE "+quote(name)+" ALLOW_CONNECTIONS false"),
		s.executeAll(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name))
}
