package webtest

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// SQLRecorder collects the SQL statements of a site.
type SQLRecorder struct {
	mu   sync.Mutex
	list []string
}

func (c *SQLRecorder) add(sql string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, strings.Join(strings.Fields(sql), " "))
}

func (c *SQLRecorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	c.add(data.SQL)
	return ctx
}

func (c *SQLRecorder) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}

func (c *SQLRecorder) TraceBatchQuery(_ context.Context, _ *pgx.Conn, data pgx.TraceBatchQueryData) {
	c.add(data.SQL)
}

func (c *SQLRecorder) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

func (c *SQLRecorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Take returns the statements since the last call. It leaves out the statements that every request needs: reading the
// session and its user, and beginning and ending transactions.
func (c *SQLRecorder) Take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := slices.DeleteFunc(c.list, func(sql string) bool {
		return sql == "begin" || sql == "commit" || strings.Contains(sql, "FROM sessions") ||
			strings.HasSuffix(sql, "FROM users u WHERE u.id = $1")
	})
	c.list = nil
	return list
}
