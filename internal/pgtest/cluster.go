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

// openMachines connects to all machines of the server at url, the coordinator first.
func openMachines(ctx context.Context, url string, nodes []citus.Node) (machines []*pgxpool.Pool, err error) {
	if len(nodes) == 0 {
		nodes = []citus.Node{{IsCoordinator: true}}
	}
	for _, node := range nodes {
		config, err := pgxpool.ParseConfig(url)
		if err != nil {
			return nil, err
		}
		config.ConnConfig = node.Config(config.ConnConfig)
		machine, err := pgxpool.NewWithConfig(ctx, config)
		if err != nil {
			return nil, err
		}
		machines = append(machines, machine)
	}
	return machines, nil
}

// executeAll runs one statement on all machines. The coordinator is first, so that its connections to the workers have ended.
func (s *server) executeAll(ctx context.Context, statement string, args ...any) error {
	for _, machine := range s.pools {
		if _, err := machine.Exec(ctx, statement, args...); err != nil {
			return err
		}
	}
	return nil
}

// makeClusterTemplate makes a migrated database on all machines.
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

// makeDistributedTemplate makes a distributed database.
func (s *server) makeDistributedTemplate() (name string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	template, err := s.template()
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
