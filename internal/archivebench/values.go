package archivebench

import (
	"context"

	"github.com/ojcheck/ojcheck/simhash"
)

// values looks up every value within the distance: 43,745 for distance 3.
type values struct{}

func (values) lookups(k int) int { return int(ball(64, k)) }

func (values) predicted(n, k int) float64 { return float64(n) * ball(64, k) / (1 << 32) / (1 << 32) }

func (values) open(ctx context.Context, url string) (store, error) {
	conn, err := openTable(ctx, url, "SET enable_seqscan = off", plainTable)
	return &table{
		conn:    conn,
		name:    "fingerprints",
		columns: []string{"id", "fingerprint"},
		rows:    plainRow,
		indexes: []string{
			"ALTER TABLE fingerprints ADD PRIMARY KEY (id)",
			"CREATE INDEX fingerprints_fingerprint ON fingerprints (fingerprint) INCLUDE (id)",
		},
		arms: []string{"SELECT id, fingerprint FROM fingerprints WHERE fingerprint = ANY ($3::bigint[])"},
		keys: func(f simhash.Fingerprint, k int) []any { return []any{valuesWithin(f, k)} },
	}, err
}

// valuesWithin are the values within distance k of a fingerprint.
func valuesWithin(f simhash.Fingerprint, k int) []int64 {
	var list []int64
	for _, mask := range masksWithin(64, k) {
		list = append(list, int64(uint64(f)^mask))
	}
	return list
}
