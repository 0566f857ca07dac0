package archivebench

import (
	"context"
	"fmt"
	"time"

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
	return &productStore{db, conn, p.blocks}, nil
}

type productStore struct {
	db     *postgres.DB
	conn   *pgx.Conn
	blocks blocks
}

func (s *productStore) connection() *pgx.Conn { return s.conn }

func (s *productStore) close() {
	s.conn.Close(context.Background())
	s.db.Close()
}

func (s *productStore) fill(ctx context.Context, stored []simhash.Entry) (time.Duration, error) {
	filled, err := s.db.Fill(ctx, version, func(yield func(contest.Fingerprint) bool) {
		for _, e := range stored {
			if !yield(contest.Fingerprint{SubmissionID: e.ID, Value: uint64(e.Fingerprint)}) {
				return
			}
		}
	})
	return filled.Copy, err
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

func groupsOf(found contest.FingerprintMatches) []group {
	var groups []group
	for _, near := range found.Matches {
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
