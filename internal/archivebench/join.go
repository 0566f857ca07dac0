package archivebench

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/simhash"
)

// probes are the lookups of many queries in block i, by value, so that
// neighbours in the index are read one after another: the number of the query,
// its fingerprint, the value.
func (b blocks) probes(queries []simhash.Fingerprint, i, k int) (numbers []int32, fingerprints []int64, values []int32) {
	type probe struct{ query, value int32 }
	var probes []probe
	for q, f := range queries {
		for _, value := range b.values(f, i, k) {
			probes = append(probes, probe{int32(q), value})
		}
	}
	slices.SortFunc(probes, func(a, b probe) int { return cmp.Compare(a.value, b.value) })
	for _, p := range probes {
		numbers = append(numbers, p.query)
		fingerprints = append(fingerprints, int64(queries[p.query]))
		values = append(values, p.value)
	}
	return numbers, fingerprints, values
}

// join runs the statement for many queries. arms select the number of a query,
// its fingerprint f, and the id and fingerprint of a candidate; the first
// parameter is the distance.
func join(ctx context.Context, conn *pgx.Conn, arms string, asked []simhash.Fingerprint, parameters []any) ([][]group, error) {
	found, err := conn.Query(ctx, `
		SELECT query, fingerprint, count(*)
		FROM (
			SELECT query, id, fingerprint
			FROM (`+arms+`) candidates
			WHERE bit_count((fingerprint # f)::bit(64)) <= $1
			GROUP BY 1, 2, 3
		) hits
		GROUP BY 1, 2`, parameters...)
	if err != nil {
		return nil, err
	}
	answers := make([][]group, len(asked))
	var query int
	var fingerprint, programs int64
	_, err = pgx.ForEachRow(found, []any{&query, &fingerprint, &programs}, func() error {
		answers[query] = append(answers[query], group{simhash.Fingerprint(fingerprint), programs})
		return nil
	})
	for i, f := range asked {
		answers[i] = nearest(answers[i], f)
	}
	return answers, err
}
