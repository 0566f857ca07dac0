package archivebench

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// warm reads the tables and their indexes into the memory of the server, as far
// as they fit: an archive that is used lies there. It needs pg_prewarm, which
// comes with PostgreSQL; where that is not installed, or not allowed, it does
// nothing and says so.
func warm(ctx context.Context, conn *pgx.Conn) (done bool) {
	if _, err := conn.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS pg_prewarm"); err != nil {
		return false
	}
	// The indexes last, since what was read last stays.
	_, err := conn.Exec(ctx, `
		SELECT pg_prewarm(c.oid)
		FROM (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
			ORDER BY relkind = 'i', oid) c`)
	return err == nil
}
