package archivebench

import (
	"context"

	"github.com/ojcheck/ojcheck/simhash"
)

// scan reads every fingerprint and counts the bits that differ.
type scan struct{}

func (scan) lookups(int) int            { return 0 }
func (scan) predicted(n, _ int) float64 { return float64(n) }

func (scan) open(ctx context.Context, url string) (store, error) {
	conn, err := openTable(ctx, url, plainTable)
	return &table{
		conn:    conn,
		name:    "fingerprints",
		columns: []string{"id", "fingerprint"},
		rows:    plainRow,
		indexes: []string{"ALTER TABLE fingerprints ADD PRIMARY KEY (id)"},
		arms:    []string{"SELECT id, fingerprint FROM fingerprints"},
		keys:    func(simhash.Fingerprint, int) []any { return nil },
	}, err
}

// plainTable is a table of fingerprints without any more columns.
const plainTable = "CREATE TABLE fingerprints (id bigint NOT NULL, fingerprint bigint NOT NULL)"

func plainRow(e simhash.Entry) [][]any { return [][]any{{e.ID, int64(e.Fingerprint)}} }
