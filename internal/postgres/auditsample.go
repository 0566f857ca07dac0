package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// auditRanks draws the ranks of a sample, without the pairs that the check lists. It draws and
// looks up ranks in growing batches, until the sample is full or no rank is left.
func (db *DB) auditRanks(ctx context.Context, checkID int64, sample contest.AuditSample) (ranks []int, err error) {
	var highest int
	if err := db.pool.QueryRow(ctx, "SELECT coalesce(max(rank), 0) FROM pairs WHERE check_id = $1", checkID).Scan(&highest); err != nil {
		return nil, err
	}
	var batch []int
	size := 2*sample.Size + 20
	draw := func() error {
		rows := query(ctx, db.pool, "WITH "+checkK+" SELECT p.rank FROM k JOIN pairs p ON p.check_id = k.id AND p.rank = ANY ($2) WHERE NOT "+isListed,
			checkID, batch)
		found, err := pgx.CollectRows(rows, pgx.RowTo[int])
		slices.Sort(found)
		for _, rank := range batch {
			if _, ok := slices.BinarySearch(found, rank); ok && len(ranks) < sample.Size {
				ranks = append(ranks, rank)
			}
		}
		batch, size = batch[:0], 4*size
		return err
	}
	ranks = []int{} // not nil: a condition with null is neither true nor false
	for rank := range sample.Ranks(highest) {
		if batch = append(batch, rank); len(batch) < size {
			continue
		}
		if err := draw(); err != nil || len(ranks) == sample.Size {
			return ranks, err
		}
	}
	return ranks, draw()
}

// UnlistedPairs counts the stored pairs that a check does not list. The parameter visible lists the
// contests that the viewer may see; nil means all.
func (db *DB) UnlistedPairs(ctx context.Context, checkID int64, visible []int64) (pairs int, err error) {
	defer wrap(&err, "pairs that check %d does not list", checkID)
	where, args := pairConditions(checkID, contest.PairFilter{Visible: visible}, resolvedFilter{})
	return get(ctx, db.pool, pgx.RowTo[int], "WITH "+checkK+" SELECT count(*) FROM k JOIN pairs p ON p.check_id = k.id WHERE NOT "+isListed+" AND "+where,
		args...)
}
