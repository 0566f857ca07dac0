// Package citus creates and drops databases, also on a cluster of Citus, the extension of PostgreSQL for tables on several
// machines. A database of the cluster consists of one database on each machine, all with the same name. Only measurements
// and tests use the package, because they need their own databases; users set up their clusters themselves.
package citus

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Node is a machine of a cluster.
type Node struct {
	Host          string
	Port          uint16
	IsCoordinator bool
}

// Nodes returns the machines of the database's cluster, the coordinator first. It returns none if the database is on no
// cluster.
func Nodes(ctx context.Context, conn *pgx.Conn) ([]Node, error) {
	var installed bool
	err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')").Scan(&installed)
	if err != nil || !installed {
		return nil, err
	}
	rows, _ := conn.Query(ctx, `
		SELECT nodename, nodeport, groupid = 0
		FROM pg_dist_node
		WHERE isactive AND noderole = 'primary'
		ORDER BY groupid <> 0, nodename, nodeport`)
	nodes, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Node])
	if len(nodes) > 0 && !nodes[0].IsCoordinator {
		nodes = append([]Node{{IsCoordinator: true}}, nodes...) // some clusters do not know the address of their coordinator
	}
	return nodes, err
}

// Config returns the coordinator's configuration, changed to connect to the node: with TLS or without it as the
// coordinator's URL says.
func (n Node) Config(coordinator *pgx.ConnConfig) *pgx.ConnConfig {
	config := coordinator.Copy()
	if !n.IsCoordinator {
		// A URL can have several hosts, and permit connections with TLS and without it. The fallbacks are its other
		// hosts, and the same hosts in the other mode.
		config.Fallbacks = slices.DeleteFunc(config.Fallbacks, func(f *pgconn.FallbackConfig) bool {
			return f.Host != coordinator.Host || f.Port != coordinator.Port
		})
		config.Host, config.Port = n.Host, n.Port
		setServerName(config.TLSConfig, n.Host)
		for _, f := range config.Fallbacks {
			f.Host, f.Port = n.Host, n.Port
			setServerName(f.TLSConfig, n.Host)
		}
	}
	return config
}

// setServerName names the server whose certificate a connection with TLS checks.
func setServerName(config *tls.Config, host string) {
	if config != nil {
		config.ServerName = host
	}
}

// oneMachine is the list of nodes for a database that is on no cluster.
var oneMachine = []Node{{IsCoordinator: true}}

// CreateDatabase creates an empty database with this name on each node, and joins these databases in a cluster; without
// nodes, it creates the database on one machine. It drops older databases with the name. The nodes must accept the user and
// password of config.
func CreateDatabase(ctx context.Context, config *pgx.ConnConfig, nodes []Node, name string) error {
	if err := DropDatabase(ctx, config, nodes, name); err != nil {
		return err
	}
	create := "CREATE DATABASE " + quote(name) + " TEMPLATE template0"
	if len(nodes) == 0 {
		return execute(ctx, config, oneMachine[0], config.Database, create)
	}
	for _, node := range nodes {
		if err := execute(ctx, config, node, config.Database, create); err != nil {
			return err
		}
		if err := execute(ctx, config, node, name, "CREATE EXTENSION citus"); err != nil {
			return err
		}
	}
	coordinator := nodes[0]
	for _, node := range nodes {
		if node.Host == "" {
			continue
		}
		statement := "SELECT citus_add_node($1, $2)"
		if node.IsCoordinator {
			statement = "SELECT citus_set_coordinator_host($1, $2)"
		}
		if err := execute(ctx, config, coordinator, name, statement, node.Host, int32(node.Port)); err != nil {
			return err
		}
	}
	return nil
}

// DropDatabase drops a database on all nodes that have the database; without nodes, on one machine.
func DropDatabase(ctx context.Context, config *pgx.ConnConfig, nodes []Node, name string) (err error) {
	if len(nodes) == 0 {
		nodes = oneMachine
	}
	for _, node := range nodes {
		err = errors.Join(err, RetryDrop(func() error {
			return execute(ctx, config, node, config.Database, "DROP DATABASE IF EXISTS "+quote(name)+" WITH (FORCE)")
		}))
	}
	return err
}

// RetryDrop calls drop, which drops a database, until the database is not in use. It may still be in use: FORCE waits only some
// seconds for the connections to end, and Citus may connect again.
func RetryDrop(drop func() error) error {
	for {
		err := drop()
		if inUse, ok := errors.AsType[*pgconn.PgError](err); !ok || inUse.Code != "55006" { // object in use
			return err
		}
	}
}

// execute runs a statement in a database of a node.
func execute(ctx context.Context, config *pgx.ConnConfig, node Node, database, statement string, args ...any) (err error) {
	config = node.Config(config)
	config.Database = database
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s:%d: %w", config.Host, config.Port, err)
		}
	}()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, statement, args...)
	return err
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
