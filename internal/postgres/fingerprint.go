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

// batchFingerprints is how many fingerprints go into one statement.
const batchFingerprints = 10_000

// ofItsContest is new.submission_id if it is a submission of a complete import
// into the contest $4. Else it is null, and so refused.
const ofItsContest = `(
	SELECT s.id
	FROM submissions s
	JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
	WHERE s.id = new.submission_id AND s.contest_id = $4)`

// SaveFingerprints stores fingerprints that a version of the algorithm gave to
// submissions. Those that are stored already are left as they are, for a
// fingerprint depends on nothing but its program. They belong to the
// submissions, and so they stay when the check fails.
//
// The submissions must be of complete imports into the check's contest, whether
// it compares them or not: a search of the archive relies on it, and looks at
// nothing but fingerprints.
func (r *Run) SaveFingerprints(ctx context.Context, version int, fingerprints []contest.Fingerprint) error {
	return r.do("save fingerprints", func(s *session) error { return saveFingerprints(ctx, s, r.contestID, version, fingerprints) })
}

func saveFingerprints(ctx context.Context, q executor, contestID int64, version int, fingerprints []contest.Fingerprint) error {
	for batch := range slices.Chunk(fingerprints, batchFingerprints) {
		submissions := make([]int64, len(batch))
		values := make([]int64, len(batch))
		for i, f := range batch {
			submissions[i], values[i] = f.SubmissionID, int64(f.Value)
		}
		// Arrays rather than COPY, which knows no ON CONFLICT. The order
		// keeps two checks of one contest from waiting for each other.
		_, err := q.Exec(ctx, `
			INSERT INTO fingerprints (submission_id, algorithm, fingerprint)
			SELECT `+ofItsContest+`, $1, new.fingerprint
			FROM unnest($2::bigint[], $3::bigint[]) AS new (submission_id, fingerprint)
			ORDER BY new.submission_id
			ON CONFLICT DO NOTHING`, version, submissions, values, contestID)
		if err != nil {
			return err
		}
	}
	return nil
}

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
// Anything beyond the limit means that there is more.
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

// selectNearAll does for each of many fingerprints ($2) what [selectNear] does
// for one. The submissions are read after the nearest have been sorted out,
// one fingerprint after another until there are enough.
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
			ORDER BY distance, fingerprint # ` + smallest + `
		) g
		CROSS JOIN LATERAL (%s) p
		WHERE p.programs > 0
		ORDER BY g.distance, g.fingerprint # ` + smallest + `
		LIMIT $9
	) n`

// placesOfAll and placesWithin name the submissions that have a fingerprint. In
// all contests they have been counted already; within some of them (those of
// $11, or all if it is null, but none of $12) each has to be looked at.
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

// NearAll does for each of many queries what [DB.Near] does for one, within a
// scope, in one statement: it is made for the submissions of a whole contest.
// The answers are in the order of the queries; those of equal queries are the
// same slice. The limit is that of each query.
func (db *DB) NearAll(ctx context.Context, version int, queries []contest.Fingerprint, distance, limit int, scope contest.Scope) ([]contest.FingerprintMatches, error) {
	fail := func(err error) ([]contest.FingerprintMatches, error) {
		return nil, fmt.Errorf("search the archive for %d fingerprints within %d bits: %w", len(queries), distance, err)
	}
	p, err := probesFor(0, distance, limit)
	if err != nil {
		return fail(err)
	}
	// Each value once, and in order, so that neighbours in the indexes are
	// looked up one after another.
	var values []int64
	for _, q := range queries {
		values = append(values, int64(q.Value))
	}
	slices.Sort(values)
	values = slices.Compact(values)

	statement := fmt.Sprintf(selectNearAll, placesOfAll)
	args := []any{version, values, distance, p.values[0], p.values[1], p.values[2], p.radii[0], p.radii[1], limit + 1, contest.MaxListedSubmissions}
	if scope.Within != nil || len(scope.Without) > 0 {
		statement = fmt.Sprintf(selectNearAll, placesWithin)
		args = append(args, scope.Within, append([]int64{}, scope.Without...), contest.MaxCountedPrograms) // null would be no contest left out
	}
	rows, err := db.search.Query(ctx, statement, args...)
	if err != nil {
		return fail(explain(err))
	}
	found := make(map[int64][]contest.FingerprintMatch)
	var ordinal, f int64
	var n contest.FingerprintMatch
	_, err = pgx.ForEachRow(rows, []any{&ordinal, &f, &n.Distance, &n.Programs, &n.Submissions}, func() error {
		n.Fingerprint = uint64(f)
		value := values[ordinal-1]
		found[value] = append(found[value], n)
		n.Submissions = nil // of the next one
		return nil
	})
	if err != nil {
		return fail(explain(err))
	}
	answers := make(map[int64]contest.FingerprintMatches, len(found))
	for value, near := range found {
		answers[value] = upTo(limit, near)
	}
	all := make([]contest.FingerprintMatches, len(queries))
	for i, q := range queries {
		all[i] = answers[int64(q.Value)]
	}
	return all, nil
}
