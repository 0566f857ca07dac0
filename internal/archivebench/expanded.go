package archivebench

import (
	"context"

	"github.com/ojcheck/ojcheck/simhash"
)

// expanded stores every value within the distance of each fingerprint, so that a
// query is one lookup.
type expanded struct{}

func (expanded) lookups(int) int { return 1 }

func (expanded) predicted(n, k int) float64 { return values{}.predicted(n, k) }

func (expanded) open(ctx context.Context, url string) (store, error) {
	conn, err := openTable(ctx, url, "SET enable_seqscan = off",
		"CREATE TABLE expanded (value bigint NOT NULL, id bigint NOT NULL, fingerprint bigint NOT NULL)")
	return &table{
		conn:    conn,
		name:    "expanded",
		columns: []string{"value", "id", "fingerprint"},
		rows: func(e simhash.Entry) [][]any {
			var list [][]any
			for _, value := range valuesWithin(e.Fingerprint, literatureDistance) {
				list = append(list, []any{value, e.ID, int64(e.Fingerprint)})
			}
			return list
		},
		indexes: []string{"CREATE INDEX expanded_value ON expanded (value) INCLUDE (id, fingerprint)"},
		arms:    []string{"SELECT id, fingerprint FROM expanded WHERE value = $3::bigint"},
		keys:    func(f simhash.Fingerprint, _ int) []any { return []any{int64(f)} },
	}, err
}
