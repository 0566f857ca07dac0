package archivebench

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/simhash"
)

// Product is the name of the archive's own design.
const Product = "product"

// version is that of the stored fingerprints; one version is as good as another.
const version = 1

// product is the archive as it is: its schema and its searches.
type product struct{ blocks }

func (p product) open(ctx context.Context, url string) (store, error) {
	db, err := postgres.Open(ctx, url)
	if err != nil {
		return nil, err
	}
	conn, err := openTable(ctx, url)
	if err != nil {
		db.Close()
		return nil, err
	}
	s := &productStore{db: db, conn: conn, blocks: p.blocks}
	if err := s.bare(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

type productStore struct {
	db      *postgres.DB
	conn    *pgx.Conn
	blocks  blocks
	indexes []string // statements that make the primary key and the indexes
}

// bare drops what is made after loading, and the reference to submissions, of
// which there are none here.
func (s *productStore) bare(ctx context.Context) error {
	statements := func(query string) ([]string, error) {
		rows, err := s.conn.Query(ctx, query)
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, pgx.RowTo[string])
	}
	indexes, err := statements(`
		SELECT pg_get_indexdef(indexrelid) FROM pg_index i
		WHERE indrelid = 'fingerprints'::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
		ORDER BY indexrelid`)
	if err != nil {
		return err
	}
	keys, err := statements(`
		SELECT format('ALTER TABLE fingerprints ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid))
		FROM pg_constraint WHERE conrelid = 'fingerprints'::regclass AND contype IN ('p', 'u') ORDER BY oid`)
	if err != nil {
		return err
	}
	s.indexes = append(keys, indexes...)
	drop, err := statements(`
		SELECT format('ALTER TABLE fingerprints DROP CONSTRAINT %I', conname)
		FROM pg_constraint WHERE conrelid = 'fingerprints'::regclass AND contype IN ('p', 'u', 'f')
		UNION ALL
		SELECT format('DROP INDEX %s', indexrelid::regclass) FROM pg_index i
		WHERE indrelid = 'fingerprints'::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`)
	if err != nil {
		return err
	}
	for _, statement := range append(drop, "ALTER TABLE fingerprints SET (autovacuum_enabled = off)") {
		if _, err := s.conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

func (s *productStore) connection() *pgx.Conn { return s.conn }

func (s *productStore) close() {
	s.conn.Close(context.Background())
	s.db.Close()
}

func (s *productStore) load(ctx context.Context, stored []simhash.Entry) error {
	_, err := s.conn.CopyFrom(ctx, pgx.Identifier{"fingerprints"}, []string{"submission_id", "algorithm", "fingerprint"},
		pgx.CopyFromSlice(len(stored), func(i int) ([]any, error) {
			return []any{stored[i].ID, version, int64(stored[i].Fingerprint)}, nil
		}))
	return err
}

func (s *productStore) finish(ctx context.Context) error {
	return executeAll(ctx, s.conn, append(s.indexes, "VACUUM (ANALYZE) fingerprints"))
}

func (s *productStore) near(ctx context.Context, f simhash.Fingerprint, k int) ([]group, error) {
	found, err := s.db.Near(ctx, version, uint64(f), k, limit)
	return groupsOf(found), err
}

func (s *productStore) nearAll(ctx context.Context, queries []simhash.Fingerprint, k int) ([][]group, error) {
	asked := make([]contest.Fingerprint, len(queries))
	for i, f := range queries {
		asked[i] = contest.Fingerprint{SubmissionID: int64(i), Value: uint64(f)}
	}
	found, err := s.db.NearAll(ctx, version, asked, k, limit, contest.Scope{})
	answers := make([][]group, len(found))
	for i, neighbours := range found {
		answers[i] = groupsOf(neighbours)
	}
	return answers, err
}

func groupsOf(found contest.Neighbours) []group {
	var groups []group
	for _, near := range found.Near {
		groups = append(groups, group{simhash.Fingerprint(near.Fingerprint), int64(near.Programs)})
	}
	return groups
}

func (s *productStore) candidates(ctx context.Context, f simhash.Fingerprint, k int) (n int64, err error) {
	for i, radius := range s.blocks.radii(k) {
		var values []int32
		for _, value := range s.blocks.Neighbours(f, i, radius) {
			values = append(values, int32(value)) // of 22 bits at most
		}
		var found int64
		err := s.conn.QueryRow(ctx, fmt.Sprintf("SELECT count(*) FROM fingerprints WHERE algorithm = $1 AND b%d = ANY ($2::integer[])", i),
			version, values).Scan(&found)
		if err != nil {
			return 0, err
		}
		n += found
	}
	return n, nil
}
