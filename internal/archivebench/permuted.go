package archivebench

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/simhash"
)

// permuted keeps a sorted table of moved fingerprints for each permutation. One
// table with the number of the permutation before the value stands for all.
type permuted []permutation

func (p permuted) lookups(int) int { return len(p) }

func (p permuted) predicted(n, _ int) float64 {
	total := 0.0
	for _, permutation := range p {
		total += float64(n) / float64(uint64(1)<<permutation.leading)
	}
	return total
}

func (p permuted) open(ctx context.Context, url string) (store, error) {
	conn, err := openTable(ctx, url, "SET enable_seqscan = off",
		"CREATE TABLE permuted (number integer NOT NULL, value bigint NOT NULL, id bigint NOT NULL)")
	return permutedStore{&table{
		conn:    conn,
		name:    "permuted",
		columns: []string{"number", "value", "id"},
		rows: func(e simhash.Entry) [][]any {
			var list [][]any
			for i, permutation := range p {
				list = append(list, []any{int32(i), int64(permutation.of(e.Fingerprint)), e.ID})
			}
			return list
		},
		indexes: []string{"ALTER TABLE permuted ADD PRIMARY KEY (number, value, id)"},
	}, p}, err
}

type permutedStore struct {
	*table
	tables permuted
}

// ranges are the parts of the tables that a query reads: for each table its
// number, the query as it is moved there, and the values between which it looks.
func (s permutedStore) ranges(f simhash.Fingerprint) []any {
	n := len(s.tables)
	numbers, moved, low, high := make([]int32, n), make([]int64, n), make([]int64, n), make([]int64, n)
	for i, permutation := range s.tables {
		value := permutation.of(f)
		numbers[i], moved[i] = int32(i), int64(value)
		low[i], high[i] = permutation.between(value)
	}
	return []any{numbers, moved, low, high}
}

const permutedCandidates = `
	FROM unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[]) AS range (number, f, low, high)
	JOIN permuted p ON p.number = range.number AND p.value BETWEEN range.low AND range.high`

func (s permutedStore) near(ctx context.Context, f simhash.Fingerprint, k int) ([]group, error) {
	found, err := s.conn.Query(ctx, "SELECT p.id, p.number, p.value"+permutedCandidates+
		" WHERE bit_count((p.value # range.f)::bit(64)) <= $5", append(s.ranges(f), k)...)
	if err != nil {
		return nil, err
	}
	fingerprints := make(map[int64]simhash.Fingerprint) // by ID: several tables may lead to one
	var id, value int64
	var number int
	_, err = pgx.ForEachRow(found, []any{&id, &number, &value}, func() error {
		fingerprints[id] = s.tables[number].back(uint64(value))
		return nil
	})
	programs := make(map[simhash.Fingerprint]int64)
	for _, fingerprint := range fingerprints {
		programs[fingerprint]++
	}
	var groups []group
	for fingerprint, n := range programs {
		groups = append(groups, group{fingerprint, n})
	}
	return nearest(groups, f), err
}

func (s permutedStore) candidates(ctx context.Context, f simhash.Fingerprint, _ int) (n int64, err error) {
	err = s.conn.QueryRow(ctx, "SELECT count(*)"+permutedCandidates, s.ranges(f)...).Scan(&n)
	return n, err
}
