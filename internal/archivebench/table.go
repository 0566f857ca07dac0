package archivebench

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/simhash"
)

// table is a store of one table that is searched through one or more arms, each
// an index with keys to look up. An arm is a SELECT of id and fingerprint; its
// parameters are what keys returns for it, from $3 on.
type table struct {
	conn    *pgx.Conn
	name    string
	columns []string // that COPY fills
	rows    func(e simhash.Entry) [][]any
	indexes []string
	arms    []string
	// keys are the parameters of all arms, in their order.
	keys func(f simhash.Fingerprint, k int) []any
}

// openTable connects, and runs statements that make the table. The planner is
// told to use the indexes: its estimates for lists of keys whose length it does
// not know would now and then have it read everything.
func openTable(ctx context.Context, url string, statements ...string) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	err = executeAll(ctx, conn, append([]string{
		"SET maintenance_work_mem = '1GB'",
		"SET plan_cache_mode = force_generic_plan",
		"SET enable_bitmapscan = off",
		"SET enable_hashjoin = off",
		"SET enable_mergejoin = off",
		"SET jit = off",
	}, statements...))
	if err != nil {
		conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

func executeAll(ctx context.Context, conn *pgx.Conn, statements []string) error {
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

func (t *table) connection() *pgx.Conn { return t.conn }

func (t *table) close() { t.conn.Close(context.Background()) }

func (t *table) fill(ctx context.Context, stored []simhash.Entry) (time.Duration, error) {
	start := time.Now()
	next, pending := 0, [][]any(nil)
	_, err := t.conn.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, pgx.CopyFromFunc(func() ([]any, error) {
		if len(pending) == 0 {
			if next == len(stored) {
				return nil, nil
			}
			pending = t.rows(stored[next])
			next++
		}
		row := pending[0]
		pending = pending[1:]
		return row, nil
	}))
	if err != nil {
		return 0, err
	}
	load := time.Since(start)
	return load, executeAll(ctx, t.conn, append(t.indexes, "VACUUM (ANALYZE) "+t.name))
}

// near takes each program once, although several arms may lead to it. The number
// in the order makes that of signed numbers the order of unsigned ones.
func (t *table) near(ctx context.Context, f simhash.Fingerprint, k int) ([]group, error) {
	query := `
		SELECT fingerprint, count(*)
		FROM (
			SELECT id, fingerprint
			FROM (` + strings.Join(t.arms, " UNION ALL ") + `) candidates
			WHERE bit_count((fingerprint # $1)::bit(64)) <= $2
			GROUP BY 1, 2
		) hits
		GROUP BY 1
		ORDER BY bit_count((fingerprint # $1)::bit(64)), fingerprint # (-9223372036854775808)::bigint
		LIMIT ` + strconv.Itoa(limit)
	found, err := t.conn.Query(ctx, query, append([]any{int64(f), k}, t.keys(f, k)...)...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, scanGroup)
}

func (t *table) candidates(ctx context.Context, f simhash.Fingerprint, k int) (n int64, err error) {
	query := "SELECT count(*) FROM (" + strings.Join(t.arms, " UNION ALL ") + ") candidates WHERE $1::bigint IS NOT NULL AND $2::integer IS NOT NULL"
	err = t.conn.QueryRow(ctx, query, append([]any{int64(f), k}, t.keys(f, k)...)...).Scan(&n)
	return n, err
}

func scanGroup(row pgx.CollectableRow) (g group, err error) {
	var fingerprint int64
	err = row.Scan(&fingerprint, &g.programs)
	g.fingerprint = simhash.Fingerprint(fingerprint)
	return g, err
}
