package archivebench

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Part is a table or an index.
type Part struct {
	Name        string  `json:"name"`
	BytesPerRow float64 `json:"bytes_per_row"` // by fingerprint
}

// sizes measures the tables and indexes of the database's own schemas that hold
// anything, tables first. The sum is in bytes by fingerprint.
func sizes(ctx context.Context, conn *pgx.Conn, fingerprints int) (parts []Part, sum float64, err error) {
	// The free space and visibility maps belong to a table, too.
	found, err := conn.Query(ctx, `
		SELECT relname || CASE relkind WHEN 'r' THEN ' (heap)' ELSE '' END, pg_table_size(c.oid)
		FROM pg_class c
		WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace AND reltuples >= $1
		ORDER BY relkind DESC, relname`, fingerprints/2)
	if err != nil {
		return nil, 0, fmt.Errorf("measure tables: %w", err)
	}
	var name string
	var bytes int64
	_, err = pgx.ForEachRow(found, []any{&name, &bytes}, func() error {
		each := float64(bytes) / float64(fingerprints)
		sum += each
		parts = append(parts, Part{name, rounded(each)})
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("measure tables: %w", err)
	}
	return parts, rounded(sum), nil
}
