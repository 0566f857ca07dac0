package archivebench

import (
	"context"
	"fmt"
	"strings"

	"github.com/ojcheck/ojcheck/simhash"
)

// columns keeps each block in a column of its own with an index.
type columns struct {
	blocks
	covering bool // the indexes hold fingerprint and ID, so that the table need not be read
}

func (c columns) open(ctx context.Context, url string) (store, error) {
	create := "CREATE TABLE fingerprints (id bigint NOT NULL, fingerprint bigint NOT NULL"
	t := &table{
		name:    "fingerprints",
		columns: []string{"id", "fingerprint"},
		rows: func(e simhash.Entry) [][]any {
			return [][]any{{e.ID, int64(e.Fingerprint)}}
		},
		indexes: []string{"ALTER TABLE fingerprints ADD PRIMARY KEY (id)"},
		keys: func(f simhash.Fingerprint, k int) []any {
			var keys []any
			for i := range c.Widths() {
				keys = append(keys, c.values(f, i, k))
			}
			return keys
		},
	}
	offset := 0
	for i, width := range c.Widths() {
		create += fmt.Sprintf(", b%d integer NOT NULL GENERATED ALWAYS AS (((fingerprint << %d) >> %d)::integer) STORED", i, offset, 64-width)
		offset += width
		index := fmt.Sprintf("CREATE INDEX fingerprints_b%d ON fingerprints (b%d)", i, i)
		if c.covering {
			index += " INCLUDE (fingerprint, id)"
		}
		t.indexes = append(t.indexes, index)
		t.arms = append(t.arms, fmt.Sprintf("SELECT id, fingerprint FROM fingerprints WHERE b%d = ANY ($%d::integer[])", i, i+3))
	}
	settings := []string{"SET enable_seqscan = off"}
	if !c.covering { // rows are read in the order in which they lie
		settings = append(settings, "SET enable_bitmapscan = on")
	}
	var err error
	t.conn, err = openTable(ctx, url, append(settings, create+")")...)
	return columnStore{t, c.blocks}, err
}

// columnStore answers many queries at once, too.
type columnStore struct {
	*table
	blocks
}

func (s columnStore) nearAll(ctx context.Context, queries []simhash.Fingerprint, k int) ([][]group, error) {
	var arms []string
	var keys []any
	for i := range s.Widths() {
		arms = append(arms, fmt.Sprintf(`
			SELECT probe.query, probe.f, id, fingerprint
			FROM unnest($%d::integer[], $%d::bigint[], $%d::integer[]) AS probe (query, f, value)
			JOIN fingerprints ON b%d = probe.value`, 3*i+2, 3*i+3, 3*i+4, i))
		numbers, fingerprints, values := s.probes(queries, i, k)
		keys = append(keys, numbers, fingerprints, values)
	}
	return join(ctx, s.conn, strings.Join(arms, " UNION ALL "), queries, append([]any{k}, keys...))
}
