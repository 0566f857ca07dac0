package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/simhash"
)

// searchPool returns connections for searches in the archive. They know one way
// to work: to look values up in indexes, one after another. A planner that is
// free to choose looks for long at the hundreds of values that it is given, and
// where its statistics are old, or the values many, it reads whole tables. So a
// query is planned once, without looking at its values, and not compiled.
func searchPool(ctx context.Context, config *pgxpool.Config) (*pgxpool.Pool, error) {
	config = config.Copy()
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `
			SET plan_cache_mode = force_generic_plan;
			SET jit = off;
			SET max_parallel_workers_per_gather = 0;
			SET enable_seqscan = off;
			SET enable_bitmapscan = off;
			SET enable_hashjoin = off;
			SET enable_mergejoin = off`)
		return err
	}
	return pgxpool.NewWithConfig(ctx, config)
}

// smallest is what turns the order of signed numbers into that of unsigned ones.
const smallest = "(-9223372036854775808)::bigint"

// selectNear finds what is near one fingerprint. Each of the three blocks is
// looked up by values ($4 to $6); what differs little enough in an earlier block
// was found by that one already ($7 and $8 are the radii), so that each row is
// found once and can be counted.
const selectNear = `
	SELECT g.fingerprint, g.distance, g.programs, ARRAY(
		SELECT f.submission_id
		FROM fingerprints f
		WHERE f.b0 = ((g.fingerprint >> 42) & 4194303)::integer AND f.algorithm = $1 AND f.fingerprint = g.fingerprint
		ORDER BY f.submission_id
		LIMIT $10)
	FROM (
		SELECT fingerprint, bit_count((fingerprint # $2)::bit(64)) AS distance, count(*) AS programs
		FROM (
			SELECT fingerprint
			FROM fingerprints
			WHERE b0 = ANY ($4::integer[]) AND algorithm = $1
			  AND bit_count((fingerprint # $2)::bit(64)) <= $3
			UNION ALL
			SELECT fingerprint
			FROM fingerprints
			WHERE b1 = ANY ($5::integer[]) AND algorithm = $1
			  AND bit_count((fingerprint # $2)::bit(64)) <= $3
			  AND bit_count(((fingerprint # $2) >> 42 & 4194303)::bit(64)) > $7
			UNION ALL
			SELECT fingerprint
			FROM fingerprints
			WHERE b2 = ANY ($6::integer[]) AND algorithm = $1
			  AND bit_count((fingerprint # $2)::bit(64)) <= $3
			  AND bit_count(((fingerprint # $2) >> 42 & 4194303)::bit(64)) > $7
			  AND bit_count(((fingerprint # $2) >> 21 & 2097151)::bit(64)) > $8
		) found
		GROUP BY fingerprint
		ORDER BY distance, fingerprint # ` + smallest + `
		LIMIT $9
	) g`

// Near returns the fingerprints of a version of the algorithm that are within a
// distance of one, 0 to [simhash.MaxDistance] bits: the nearest first, at most
// limit of them, all of complete imports. It finds all that there are; see
// [simhash.Layout.Radii]. A distance out of range gives an error that wraps
// [simhash.ErrDistance].
func (db *DB) Near(ctx context.Context, version int, fingerprint uint64, distance, limit int) (contest.FingerprintMatches, error) {
	fail := func(err error) (contest.FingerprintMatches, error) {
		return contest.FingerprintMatches{}, fmt.Errorf("search the archive for %016x within %d bits: %w", fingerprint, distance, err)
	}
	p, err := probesFor(simhash.Fingerprint(fingerprint), distance, limit)
	if err != nil {
		return fail(err)
	}
	rows, err := db.search.Query(ctx, selectNear, version, int64(fingerprint), distance,
		p.values[0], p.values[1], p.values[2], p.radii[0], p.radii[1], limit+1, contest.MaxListedSubmissions)
	if err != nil {
		return fail(explain(err))
	}
	near, err := pgx.CollectRows(rows, scanNear)
	if err != nil {
		return fail(explain(err))
	}
	return upTo(limit, near), nil
}

func scanNear(row pgx.CollectableRow) (n contest.FingerprintMatch, err error) {
	var f int64
	err = row.Scan(&f, &n.Distance, &n.Programs, &n.Submissions)
	n.Fingerprint = uint64(f)
	return n, err
}

// upTo makes an answer of what was found: those up to the limit, in order.
// What is beyond the limit, if anything, tells that there is more.
func upTo(limit int, near []contest.FingerprintMatch) contest.FingerprintMatches {
	slices.SortFunc(near, func(a, b contest.FingerprintMatch) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	if len(near) > limit {
		return contest.FingerprintMatches{Matches: near[:limit], More: true}
	}
	return contest.FingerprintMatches{Matches: near}
}

// errLimit is returned for a search for nothing.
var errLimit = errors.New("the limit of a search is at least 1")

// probes is what to look up for a search.
type probes struct {
	radii  []int     // how many bits may differ in each block
	values [][]int32 // of each block, ascending
}

// probesFor returns the probes for what is near f; those of 0 are the bits that
// may differ, whatever is searched for.
func probesFor(f simhash.Fingerprint, distance, limit int) (p probes, err error) {
	if limit < 1 {
		return p, errLimit
	}
	layout := simhash.Thirds()
	if p.radii, err = layout.Radii(distance); err != nil {
		return p, err
	}
	for block, radius := range p.radii {
		neighbours := layout.Neighbours(f, block, radius)
		values := make([]int32, len(neighbours))
		for i, value := range neighbours {
			values[i] = int32(value) // of 22 bits at most
		}
		slices.Sort(values) // PostgreSQL would sort them otherwise
		p.values = append(p.values, values)
	}
	return p, nil
}
