package archivebench

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/simhash"
)

// postings are those of the product, which are for archives on several machines,
// here on one.
type postings struct{ product }

func (p postings) open(ctx context.Context, url string) (store, error) {
	s, err := p.product.open(ctx, url)
	if err != nil {
		return nil, err
	}
	return postingStore{s.(*productStore)}, nil
}

// postingStore asks the postings of an archive. They answer no queries at once.
type postingStore struct{ archive *productStore }

func (s postingStore) connection() *pgx.Conn { return s.archive.connection() }

func (s postingStore) close() { s.archive.close() }

// fill fills the archive, which is what takes the time that it returns, and
// makes the postings from it.
func (s postingStore) fill(ctx context.Context, stored []simhash.Entry) (time.Duration, error) {
	load, err := s.archive.fill(ctx, stored)
	if err != nil {
		return 0, err
	}
	if err := s.archive.db.CreatePostings(ctx, 0); err != nil {
		return 0, err
	}
	if _, err := s.archive.db.RebuildPostings(ctx); err != nil {
		return 0, fmt.Errorf("make postings: %w", err)
	}
	return load, nil
}

func (s postingStore) near(ctx context.Context, f simhash.Fingerprint, k int) ([]group, error) {
	found, err := s.archive.db.NearPostings(ctx, version, uint64(f), k, limit)
	return groupsOf(found), err
}

// candidates are those of the archive's own tables: the same lookups find them.
func (s postingStore) candidates(ctx context.Context, f simhash.Fingerprint, k int) (int64, error) {
	return s.archive.candidates(ctx, f, k)
}
