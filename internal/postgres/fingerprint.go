package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/simhash"
)

// searchPool returns connections for searches in the archive. The settings leave the planner
// one plan: to look up values in indexes, one after another. With default settings the planner
// spends much time on the hundreds of values; with outdated statistics or many values it reads
// whole tables. PostgreSQL plans each query once, without values, and does not compile queries.
func searchPool(ctx context.Context, config *pgxpool.Config) (*pgxpool.Pool, error) {
	config = config.Copy()
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		scanTimes(conn)
		return execOne(ctx, conn, `
			SET plan_cache_mode = force_generic_plan;
			SET jit = off;
			SET max_parallel_workers_per_gather = 0;
			SET enable_seqscan = off;
			SET enable_bitmapscan = off;
			SET enable_hashjoin = off;
			SET enable_mergejoin = off`)
	}
	return pgxpool.NewWithConfig(ctx, config)
}

// signBit is the top bit. PostgreSQL has only signed numbers: a number XOR signBit sorts like an unsigned number.
const signBit = "(-9223372036854775808)::bigint"

// selectNear finds the fingerprints near each searched fingerprint. $2 to $4 are the searched fingerprints, in the form of
// the columns fingerprint, b1 and b2. $6 to $8 are the bits to flip in each block; they give the block values to look up. A
// column begins with its block, so the index of the column has all fingerprints with a block value in one range: from the
// value followed by zeros to the value followed by ones. The large numbers are masks of the lowest 43, 42, 22 and 21 bits.
//
// A look-up in a later block skips rows that an earlier block finds: rows that differ in the earlier block by at most
// that block's radius ($9, $10). OFFSET 0 makes PostgreSQL look up each value by itself. Otherwise the planner reads a
// whole index while the table is small. The query reads the submissions of one fingerprint after another, the nearest
// first, until $11 fingerprints have submissions with this version of the algorithm ($1).
//
// Each column has the name of its table before it. Otherwise b1 and b2 would be columns of q in a distributed archive,
// where index entries have no such columns.
const selectNear = `
	SELECT q.ordinal, n.fingerprint, n.distance, n.programs, n.submissions
	FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS q (fingerprint, b1, b2, ordinal)
	CROSS JOIN LATERAL (
		SELECT g.fingerprint, g.distance, p.programs, p.submissions
		FROM (
			SELECT fingerprint, bit_count((fingerprint # q.fingerprint)::bit(64)) AS distance, fingerprint # ` + signBit + ` AS unsigned
			FROM (
				SELECT e.fingerprint
				FROM unnest($6::bigint[]) AS flipped
				CROSS JOIN LATERAL (
					SELECT fingerprint FROM index_entries
					WHERE fingerprint BETWEEN (q.fingerprint & ~4398046511103) # flipped AND (q.fingerprint | 4398046511103) # flipped
					  AND bit_count((fingerprint # q.fingerprint)::bit(64)) <= $5
					OFFSET 0
				) e
				UNION ALL
				SELECT e.b1 << 42 | (e.b1 >> 22 & 4398046511103)
				FROM unnest($7::bigint[]) AS flipped
				CROSS JOIN LATERAL (
					SELECT x.b1 FROM index_entries x
					WHERE x.b1 BETWEEN (q.b1 & ~8796093022207) # flipped AND (q.b1 | 8796093022207) # flipped
					  AND bit_count((x.b1 # q.b1)::bit(64)) <= $5
					  AND bit_count(((x.b1 # q.b1) & 4194303)::bit(64)) > $9
					OFFSET 0
				) e
				UNION ALL
				SELECT e.b2 << 21 | (e.b2 >> 43 & 2097151)
				FROM unnest($8::bigint[]) AS flipped
				CROSS JOIN LATERAL (
					SELECT x.b2 FROM index_entries x
					WHERE x.b2 BETWEEN (q.b2 & ~8796093022207) # flipped AND (q.b2 | 8796093022207) # flipped
					  AND bit_count((x.b2 # q.b2)::bit(64)) <= $5
					  AND bit_count(((x.b2 # q.b2) >> 21 & 4194303)::bit(64)) > $9
					  AND bit_count(((x.b2 # q.b2) & 2097151)::bit(64)) > $10
					OFFSET 0
				) e
			) found
			GROUP BY fingerprint
			ORDER BY distance, unsigned
		) g
		CROSS JOIN LATERAL (%s) p
		WHERE p.programs > 0
		ORDER BY g.distance, g.unsigned
		LIMIT $11
	) n`

// submissionsAnywhere and submissionsWithin select the submissions with a fingerprint. submissionsWithin selects only
// contests in $13 (null means all) and not in $14.
const (
	submissionsAnywhere = `
			SELECT count(*) AS programs, (array_agg(submission_id))[1:$12] AS submissions
			FROM (
				SELECT submission_id
				FROM index_entries
				WHERE fingerprint = g.fingerprint AND algorithm = $1
				ORDER BY submission_id
			) ids`
	submissionsWithin = `
			SELECT count(*) AS programs, (array_agg(submission_id))[1:$12] AS submissions
			FROM (
				SELECT e.submission_id
				FROM index_entries e
				JOIN submissions s ON s.id = e.submission_id
				WHERE e.fingerprint = g.fingerprint AND e.algorithm = $1
				  AND ($13::bigint[] IS NULL OR s.contest_id = ANY ($13)) AND s.contest_id <> ALL ($14::bigint[])
				ORDER BY e.submission_id
				LIMIT $15
			) ids`
)

var (
	selectNearAnywhere = fmt.Sprintf(selectNear, submissionsAnywhere)
	selectNearWithin   = fmt.Sprintf(selectNear, submissionsWithin)
)

// nearest returns the nearest matches, at most limit. It sets HasMore if it leaves out matches.
func nearest(limit int, near []contest.FingerprintMatch) contest.FingerprintMatches {
	slices.SortFunc(near, func(a, b contest.FingerprintMatch) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	// In a distributed archive a fingerprint has several postings, so it may be found more than once.
	near = slices.CompactFunc(near, func(a, b contest.FingerprintMatch) bool { return a.Fingerprint == b.Fingerprint })
	return contest.FingerprintMatches{Matches: near[:min(limit, len(near))], HasMore: len(near) > limit}
}

// bitsToFlip returns, for each block, all masks with at most as many one bits as the block's radius, in the top bits, where the
// block's column has the block.
func bitsToFlip(layout simhash.Layout, radii []int) [][]int64 {
	flips := make([][]int64, len(radii))
	for block, width := range layout.Widths() {
		for _, value := range layout.Neighbours(0, block, radii[block]) {
			flips[block] = append(flips[block], int64(uint64(value)<<(64-width)))
		}
	}
	return flips
}

// NearAll returns, for each query, at most limit fingerprints within a distance of it, 0 to [simhash.MaxDistance] bits,
// the nearest first. It searches all fingerprints of this version of the algorithm, of complete imports and within the
// scope, in one statement, and misses none: see [simhash.Layout.Radii]. The answers are in the order of the queries; equal
// queries share a slice. If the distance is out of range, the error wraps [simhash.ErrDistance].
func (db *DB) NearAll(ctx context.Context, version int, queries []uint64, distance, limit int,
	scope contest.Scope) (_ []contest.FingerprintMatches, err error) {
	defer wrap(&err, "search the archive for %d fingerprints within %d bits", len(queries), distance)
	if limit < 1 {
		return nil, errors.New("the limit of a search is at least 1")
	}
	radii, err := simhash.Thirds().Radii(distance)
	if err != nil || len(queries) == 0 {
		return nil, err
	}
	// Look up each fingerprint once, in sorted order, so that neighbours in the indexes come one
	// after another.
	var fingerprints []int64
	for _, q := range queries {
		fingerprints = append(fingerprints, int64(q))
	}
	slices.Sort(fingerprints)
	fingerprints = slices.Compact(fingerprints)
	var matches map[int64][]contest.FingerprintMatch
	err = db.tryLayouts(func(distributed bool) error {
		pool, nearQuery := db.search, nearEntries
		if distributed {
			pool, nearQuery = db.pool, nearPostings // Citus plans with the values
		}
		statement, args := nearQuery(version, fingerprints, radii, distance, limit, scope)
		matches = make(map[int64][]contest.FingerprintMatch)
		var ordinal, f int64
		var m contest.FingerprintMatch
		_, err := pgx.ForEachRow(query(ctx, pool, statement, args...), []any{&ordinal, &f, &m.Distance, &m.Programs, &m.Submissions}, func() error {
			m.Fingerprint = uint64(f)
			searched := fingerprints[ordinal-1]
			matches[searched] = append(matches[searched], m)
			return nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	answers := make(map[int64]contest.FingerprintMatches, len(matches))
	for searched, near := range matches {
		answers[searched] = nearest(limit, near)
	}
	all := make([]contest.FingerprintMatches, len(queries))
	for i, q := range queries {
		all[i] = answers[int64(q)]
	}
	return all, nil
}

// nearEntries returns the query for index entries near fingerprints, with its arguments.
func nearEntries(version int, fingerprints []int64, radii []int, distance, limit int, scope contest.Scope) (query string, args []any) {
	flips := bitsToFlip(simhash.Thirds(), radii)
	b1, b2 := make([]int64, len(fingerprints)), make([]int64, len(fingerprints))
	for i, f := range fingerprints {
		b1[i], b2[i] = int64(bits.RotateLeft64(uint64(f), 22)), int64(bits.RotateLeft64(uint64(f), 43))
	}
	args = []any{version, fingerprints, b1, b2, distance, flips[0], flips[1], flips[2],
		radii[0], radii[1], limit + 1, contest.MaxListedSubmissions}
	if scope.Only == nil && len(scope.Except) == 0 {
		return selectNearAnywhere, args
	}
	return selectNearWithin, append(args, scope.Only, notNil(scope.Except), contest.MaxCountedPrograms)
}
