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

const batchFingerprints = 10_000 // fingerprints in one statement

// ownSubmission is new.submission_id if that submission is of a complete import into contest $4. Else
// it is null, which the table refuses.
const ownSubmission = `(
	SELECT s.id
	FROM submissions s
	JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
	WHERE s.id = new.submission_id AND s.contest_id = $4)`

// SaveFingerprints stores fingerprints of submissions, made by a version of the algorithm. It
// does not change stored fingerprints, because a fingerprint depends only on its program.
//
// The submissions must be of complete imports into the contest, whether a check compares
// them or not: a search of the archive relies on this, and reads only fingerprints.
func (c *LexCache) SaveFingerprints(ctx context.Context, version int, fingerprints []contest.Fingerprint) error {
	return c.do("save fingerprints", func(q executor) error {
		for batch := range slices.Chunk(fingerprints, batchFingerprints) {
			submissions := make([]int64, len(batch))
			values := make([]int64, len(batch))
			for i, f := range batch {
				submissions[i], values[i] = f.SubmissionID, int64(f.Value)
			}
			// COPY cannot do ON CONFLICT. The order prevents a deadlock of two checks of
			// one contest.
			_, err := q.Exec(ctx, `
				INSERT INTO fingerprints (submission_id, algorithm, fingerprint)
				SELECT `+ownSubmission+`, $1, new.fingerprint
				FROM unnest($2::bigint[], $3::bigint[]) AS new (submission_id, fingerprint)
				ORDER BY new.submission_id
				ON CONFLICT DO NOTHING`, version, submissions, values, c.contestID)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// searchPool returns connections for searches in the archive. Their settings leave only one
// plan: to look up values in indexes, one after another. With other settings the planner
// spends much time on the hundreds of values, and with old statistics or many values it reads
// whole tables. A query is planned once, without its values, and not compiled.
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

// signBit makes signed numbers sort as unsigned ones: XOR each of them with it. PostgreSQL has only
// signed numbers.
const signBit = "(-9223372036854775808)::bigint"

// selectNear finds the fingerprints near one fingerprint. It looks up values ($4 to $6) of
// each of the three blocks. It skips rows that an earlier block has already found: rows that
// differ in the earlier block by at most its radius ($7, $8). So each row is found once and can
// be counted.
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
		ORDER BY distance, fingerprint # ` + signBit + `
		LIMIT $9
	) g`

// Near returns at most limit fingerprints that are within a distance of the given one, 0 to
// [simhash.MaxDistance] bits, the nearest first. It finds only fingerprints of this version of
// the algorithm and of complete imports, and misses none of them: see [simhash.Layout.Radii].
// A distance out of range gives an error that wraps [simhash.ErrDistance].
func (db *DB) Near(ctx context.Context, version int, fingerprint uint64, distance, limit int) (_ contest.FingerprintMatches, err error) {
	defer wrap(&err, "search the archive for %016x within %d bits", fingerprint, distance)
	p, err := probesFor(simhash.Fingerprint(fingerprint), distance, limit)
	if err != nil {
		return contest.FingerprintMatches{}, err
	}
	near, err := list(ctx, db.search, scanNear, selectNear, version, int64(fingerprint), distance,
		p.values[0], p.values[1], p.values[2], p.radii[0], p.radii[1], limit+1, contest.MaxListedSubmissions)
	return nearest(limit, near), err
}

func scanNear(row pgx.CollectableRow) (n contest.FingerprintMatch, err error) {
	var f int64
	err = row.Scan(&f, &n.Distance, &n.Programs, &n.Submissions)
	n.Fingerprint = uint64(f)
	return n, err
}

// nearest returns the nearest matches, at most limit of them. It sets More if it leaves out others.
func nearest(limit int, near []contest.FingerprintMatch) contest.FingerprintMatches {
	slices.SortFunc(near, func(a, b contest.FingerprintMatch) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return contest.FingerprintMatches{Matches: near[:min(limit, len(near))], More: len(near) > limit}
}

var errLimit = errors.New("the limit of a search is at least 1")

// probes lists the values that a search looks up.
type probes struct {
	radii  []int     // number of bits that may differ in each block
	values [][]int32 // of each block, ascending
}

// probesFor returns the probes for fingerprints near f. With f = 0, the probes are the bits to
// flip in any fingerprint.
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
			values[i] = int32(value) // it has at most 22 bits
		}
		slices.Sort(values) // else PostgreSQL would have to sort them
		p.values = append(p.values, values)
	}
	return p, nil
}

// selectNearAll is [selectNear] for many fingerprints ($2). It reads the submissions after
// sorting the nearest fingerprints, one after another until there are enough.
const selectNearAll = `
	SELECT q.ordinal, n.fingerprint, n.distance, n.programs, n.submissions
	FROM unnest($2::bigint[]) WITH ORDINALITY AS q (fingerprint, ordinal)
	CROSS JOIN LATERAL (
		SELECT g.fingerprint, g.distance, p.programs, p.submissions
		FROM (
			SELECT fingerprint, bit_count((fingerprint # q.fingerprint)::bit(64)) AS distance, count(*) AS programs
			FROM (
				SELECT f.fingerprint
				FROM unnest($4::integer[]) AS flipped
				JOIN fingerprints f ON f.b0 = ((q.fingerprint >> 42) & 4194303)::integer # flipped AND f.algorithm = $1
				WHERE bit_count((f.fingerprint # q.fingerprint)::bit(64)) <= $3
				UNION ALL
				SELECT f.fingerprint
				FROM unnest($5::integer[]) AS flipped
				JOIN fingerprints f ON f.b1 = ((q.fingerprint >> 21) & 2097151)::integer # flipped AND f.algorithm = $1
				WHERE bit_count((f.fingerprint # q.fingerprint)::bit(64)) <= $3
				  AND bit_count(((f.fingerprint # q.fingerprint) >> 42 & 4194303)::bit(64)) > $7
				UNION ALL
				SELECT f.fingerprint
				FROM unnest($6::integer[]) AS flipped
				JOIN fingerprints f ON f.b2 = (q.fingerprint & 2097151)::integer # flipped AND f.algorithm = $1
				WHERE bit_count((f.fingerprint # q.fingerprint)::bit(64)) <= $3
				  AND bit_count(((f.fingerprint # q.fingerprint) >> 42 & 4194303)::bit(64)) > $7
				  AND bit_count(((f.fingerprint # q.fingerprint) >> 21 & 2097151)::bit(64)) > $8
			) found
			GROUP BY fingerprint
			ORDER BY distance, fingerprint # ` + signBit + `
		) g
		CROSS JOIN LATERAL (%s) p
		WHERE p.programs > 0
		ORDER BY g.distance, g.fingerprint # ` + signBit + `
		LIMIT $9
	) n`

// placesOfAll and placesWithin select the submissions with a fingerprint. placesOfAll is for
// all contests, where selectNearAll has counted the programs already. placesWithin is for some
// contests (the IDs in $11, or all contests if it is null, without the IDs in $12), and must
// read each submission.
const (
	placesOfAll = `
			SELECT g.programs, ARRAY(
				SELECT f.submission_id
				FROM fingerprints f
				WHERE f.b0 = ((g.fingerprint >> 42) & 4194303)::integer AND f.algorithm = $1 AND f.fingerprint = g.fingerprint
				ORDER BY f.submission_id
				LIMIT $10) AS submissions`
	placesWithin = `
			SELECT count(*) AS programs, (array_agg(submission_id ORDER BY submission_id))[1:$10] AS submissions
			FROM (
				SELECT f.submission_id
				FROM fingerprints f
				JOIN submissions s ON s.id = f.submission_id
				WHERE f.b0 = ((g.fingerprint >> 42) & 4194303)::integer AND f.algorithm = $1 AND f.fingerprint = g.fingerprint
				  AND ($11::bigint[] IS NULL OR s.contest_id = ANY ($11)) AND s.contest_id <> ALL ($12::bigint[])
				ORDER BY f.submission_id
				LIMIT $13
			) places`
)

// NearAll is [DB.Near] for many queries, such as the submissions of a whole contest, within a
// scope and in one statement. The answers are in the order of the queries; equal queries
// share a slice. The limit applies to each query.
func (db *DB) NearAll(ctx context.Context, version int, queries []contest.Fingerprint, distance, limit int,
	scope contest.Scope) (_ []contest.FingerprintMatches, err error) {
	defer wrap(&err, "search the archive for %d fingerprints within %d bits", len(queries), distance)
	p, err := probesFor(0, distance, limit)
	if err != nil {
		return nil, err
	}
	// Look up each value once, in order, so that neighbours in the indexes come one after
	// another.
	var values []int64
	for _, q := range queries {
		values = append(values, int64(q.Value))
	}
	slices.Sort(values)
	values = slices.Compact(values)

	statement := fmt.Sprintf(selectNearAll, placesOfAll)
	args := []any{version, values, distance, p.values[0], p.values[1], p.values[2], p.radii[0], p.radii[1], limit + 1, contest.MaxListedSubmissions}
	if scope.Only != nil || len(scope.Except) > 0 {
		statement = fmt.Sprintf(selectNearAll, placesWithin)
		args = append(args, scope.Only, append([]int64{}, scope.Except...), contest.MaxCountedPrograms) // Except is not nil: see ContestsNotIndexed
	}
	matches := make(map[int64][]contest.FingerprintMatch)
	var ordinal, f int64
	var m contest.FingerprintMatch
	destinations := []any{&ordinal, &f, &m.Distance, &m.Programs, &m.Submissions}
	_, err = pgx.ForEachRow(query(ctx, db.search, statement, args...), destinations, func() error {
		m.Fingerprint = uint64(f)
		value := values[ordinal-1]
		matches[value] = append(matches[value], m)
		m.Submissions = nil // so that the next row gets its own slice
		return nil
	})
	if err != nil {
		return nil, err
	}
	answers := make(map[int64]contest.FingerprintMatches, len(matches))
	for value, near := range matches {
		answers[value] = nearest(limit, near)
	}
	all := make([]contest.FingerprintMatches, len(queries))
	for i, q := range queries {
		all[i] = answers[int64(q.Value)]
	}
	return all, nil
}
