package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// errSharedConnections refuses a pooler that gives each transaction another connection: locks, LISTEN and prepared
// statements belong to a connection.
var errSharedConnections = errors.New("the database is behind a pooler, such as pgbouncer, that shares connections between transactions: " +
	"set pool_mode = session in the pooler, or give the address of PostgreSQL itself")

// poolerLooks is how often checkPooler compares connections. One comparison may miss that connections are shared, because
// another client of the pooler may have taken one in between.
const poolerLooks = 5

// poolerTimeout bounds checkPooler. A pooler without a free connection does not answer, by default for two minutes.
const poolerTimeout = 30 * time.Second

// checkPooler returns errSharedConnections if a pooler between ojcheck and the server shares connections between
// transactions. Without a pooler it costs one query.
func checkPooler(ctx context.Context, config *pgx.ConnConfig, timeout time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := comparePooled(limited, config)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return unavailable(fmt.Sprintf("no two connections to the database within %v, see that it runs, and if a pooler such as pgbouncer is before it, "+
			"set default_pool_size = 40 in the pooler", timeout), err, nil)
	}
	return err
}

// comparePooled is checkPooler without a timeout.
func comparePooled(ctx context.Context, config *pgx.ConnConfig) error {
	first, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer first.Close(context.WithoutCancel(ctx))
	process, err := backendPID(ctx, first)
	if err != nil || process == first.PgConn().PID() {
		return err
	}
	// A pooler gives clients process IDs of its own.
	second, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer second.Close(context.WithoutCancel(ctx))
	for range poolerLooks {
		tx, err := second.Begin(ctx)
		if errors.As(err, new(*pgconn.PgError)) {
			return errSharedConnections // between statements: such a pooler refuses transactions
		}
		if err != nil {
			return err
		}
		other, err := backendPID(ctx, tx)
		if err != nil {
			return err
		}
		again, err := backendPID(ctx, first)
		if err != nil {
			return err
		}
		if other == process || again != process {
			return errSharedConnections
		}
		if err := tx.Rollback(ctx); err != nil {
			return err
		}
	}
	return nil
}

// backendPID returns the ID of the server's process. It prepares no statement, because another connection may run it.
func backendPID(ctx context.Context, q interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) (pid uint32, err error) {
	err = q.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&pid)
	return pid, err
}
