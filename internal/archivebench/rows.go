package archivebench

import (
	"context"

	"github.com/ojcheck/ojcheck/simhash"
)

// rows keeps a row for each block of a fingerprint, under the block's number and
// value in one integer, the bucket. All rows that a lookup needs stand together,
// so they can be spread over machines by their bucket.
type rows struct{ blocks }

func (r rows) open(ctx context.Context, url string) (store, error) {
	t := &table{
		name:    "postings",
		columns: []string{"bucket", "id", "fingerprint"},
		rows: func(e simhash.Entry) [][]any {
			var list [][]any
			for i, value := range r.Blocks(e.Fingerprint) {
				list = append(list, []any{r.bucket(i, r.signed(i, value)), e.ID, int64(e.Fingerprint)})
			}
			return list
		},
		indexes: []string{"ALTER TABLE postings ADD PRIMARY KEY (bucket, id) INCLUDE (fingerprint)"},
		arms:    []string{"SELECT id, fingerprint FROM postings WHERE bucket = ANY ($3::integer[])"},
		keys: func(f simhash.Fingerprint, k int) []any {
			return []any{r.buckets(f, k)}
		},
	}
	var err error
	t.conn, err = openTable(ctx, url, "SET enable_seqscan = off",
		"CREATE TABLE postings (bucket integer NOT NULL, id bigint NOT NULL, fingerprint bigint NOT NULL)")
	return rowStore{t, r}, err
}

// bucket is a block's number above the bits of its value.
func (r rows) bucket(block int, value int32) int32 {
	width := r.Widths()[block]
	return int32(block)<<width | value&(1<<width-1)
}

func (r rows) buckets(f simhash.Fingerprint, k int) []int32 {
	var buckets []int32
	for i := range r.Widths() {
		for _, value := range r.values(f, i, k) {
			buckets = append(buckets, r.bucket(i, value))
		}
	}
	return buckets
}

// rowStore answers many queries at once, too.
type rowStore struct {
	*table
	design rows
}

func (s rowStore) nearAll(ctx context.Context, queries []simhash.Fingerprint, k int) ([][]group, error) {
	var numbers, buckets []int32
	var fingerprints []int64
	for i := range s.design.Widths() {
		n, f, values := s.design.probes(queries, i, k)
		for _, value := range values {
			buckets = append(buckets, s.design.bucket(i, value))
		}
		numbers, fingerprints = append(numbers, n...), append(fingerprints, f...)
	}
	return join(ctx, s.conn, `
		SELECT probe.query, probe.f, id, fingerprint
		FROM unnest($2::integer[], $3::bigint[], $4::integer[]) AS probe (query, f, bucket)
		JOIN postings USING (bucket)`, queries, []any{k, numbers, fingerprints, buckets})
}
