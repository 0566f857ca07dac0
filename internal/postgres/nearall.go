package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

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
// The answers stand in the order of the queries; those of equal queries are the
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
