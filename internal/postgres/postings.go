package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/simhash"
)

// An archive on several machines (see [DB.Distribute]) has postings instead of the indexes of index_entries. A search
// looks up three blocks and many shingles, so with distributed index entries it would ask every machine. The tables of
// postings are distributed by the value that is looked up, so each probe asks one machine only.
const (
	createFingerprintPostings = `
		CREATE TABLE distribution.fingerprint_postings (
			-- version of the algorithm * 2^24 + block * 2^22 + value of the block
			bucket      bigint NOT NULL,
			fingerprint bigint NOT NULL,
			program     bigint NOT NULL, -- ID of the submission
			contest_id  bigint NOT NULL, -- of the submission, so that no machine has to ask for it
			-- The key includes the other columns, so that a search reads only the index.
			PRIMARY KEY (bucket, program) INCLUDE (fingerprint, contest_id)
		)`
	createShinglePostings = `
		CREATE TABLE distribution.shingle_postings (
			shingle   integer NOT NULL,
			algorithm integer NOT NULL,
			program   bigint NOT NULL,
			PRIMARY KEY (shingle, algorithm, program)
		)`
	// indexCommonPostings replaces the index index_entries_common.
	indexCommonPostings = "CREATE INDEX shingle_postings_common ON distribution.shingle_postings (shingle, algorithm) WHERE program % 256 = 0"
)

// postings has the rows of the two posting tables for some index entries: a slice for each column.
type postings struct {
	buckets, fingerprints, programs, contests []int64

	shingles, algorithms []int32
	holders              []int64 // programs with the shingles
}

// postingsOf returns the postings of the stored index entries of submissions. schema is the schema of the tables with a
// dot after it, or "" for the current schema.
func postingsOf(ctx context.Context, q querier, schema string, submissionIDs []int64) (*postings, error) {
	contests, err := mapOf[int64, int64](ctx, q, "SELECT id, contest_id FROM submissions WHERE id = ANY ($1)", submissionIDs)
	if err != nil {
		return nil, err
	}
	p := new(postings)
	var id int64
	var algorithm int32
	var fingerprint *int64
	var shingles []int32
	rows := query(ctx, q, "SELECT submission_id, algorithm, fingerprint, shingles FROM "+schema+"index_entries WHERE submission_id = ANY ($1)",
		submissionIDs)
	_, err = pgx.ForEachRow(rows, []any{&id, &algorithm, &fingerprint, &shingles}, func() error {
		if fingerprint != nil {
			for _, bucket := range Buckets(int(algorithm), uint64(*fingerprint)) {
				p.buckets = append(p.buckets, bucket)
				p.fingerprints = append(p.fingerprints, *fingerprint)
				p.programs = append(p.programs, id)
				p.contests = append(p.contests, contests[id])
			}
		}
		for _, shingle := range shingles {
			p.shingles = append(p.shingles, shingle)
			p.algorithms = append(p.algorithms, algorithm)
			p.holders = append(p.holders, id)
		}
		return nil
	})
	return p, err
}

// Buckets returns the buckets of a fingerprint's postings, one for each block.
func Buckets(version int, fingerprint uint64) []int64 {
	var buckets []int64
	for block, value := range simhash.Thirds().Blocks(simhash.Fingerprint(fingerprint)) {
		buckets = append(buckets, bucket(version, block)|int64(value))
	}
	return buckets
}

// bucket returns the bucket of the postings with the value 0 of a block.
func bucket(version, block int) int64 { return int64(version)<<24 | int64(block)<<22 }

// addPostings stores the postings of submissions that are not stored already, in the order of the keys, so that neighbours
// go to one page. The schema is that of postingsOf.
func addPostings(ctx context.Context, tx pgx.Tx, schema string, submissionIDs []int64) error {
	p, err := postingsOf(ctx, tx, schema, submissionIDs)
	if err != nil {
		return err
	}
	err = execOne(ctx, tx, `
		INSERT INTO `+schema+`fingerprint_postings (bucket, fingerprint, program, contest_id)
		SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS p (bucket, fingerprint, program, contest_id)
		ORDER BY bucket, program
		ON CONFLICT DO NOTHING`, p.buckets, p.fingerprints, p.programs, p.contests)
	if err != nil {
		return err
	}
	return execOne(ctx, tx, `
		INSERT INTO `+schema+`shingle_postings (shingle, algorithm, program)
		SELECT * FROM unnest($1::integer[], $2::integer[], $3::bigint[]) AS p (shingle, algorithm, program)
		ORDER BY shingle, algorithm, program
		ON CONFLICT DO NOTHING`, p.shingles, p.algorithms, p.holders)
}

// removePostings removes the postings of submissions. Their index entries must still be there.
func removePostings(ctx context.Context, tx pgx.Tx, schema string, submissionIDs []int64) error {
	p, err := postingsOf(ctx, tx, schema, submissionIDs)
	if err != nil {
		return err
	}
	err = execOne(ctx, tx, `
		DELETE FROM `+schema+`fingerprint_postings p
		USING unnest($1::bigint[], $2::bigint[]) AS old (bucket, program)
		WHERE p.bucket = old.bucket AND p.program = old.program`, p.buckets, p.programs)
	if err != nil {
		return err
	}
	return execOne(ctx, tx, `
		DELETE FROM `+schema+`shingle_postings p
		USING unnest($1::integer[], $2::integer[], $3::bigint[]) AS old (shingle, algorithm, program)
		WHERE p.shingle = old.shingle AND p.algorithm = old.algorithm AND p.program = old.program`, p.shingles, p.algorithms, p.holders)
}

// selectPostings finds postings near searched fingerprints: within $1 bits, in the contests with an ID in $5 (in
// all if it is null) and not in $6. It counts at most $2 programs and lists the first $3. For each bucket it returns
// the nearest $4 fingerprints of each searched one.
//
// A fingerprint that is found in several buckets has the same counts in each.
const selectPostings = `
	SELECT ordinal, fingerprint, distance, programs, submissions
	FROM (
		SELECT q.ordinal, p.fingerprint, bit_count((p.fingerprint # q.fingerprint)::bit(64)) AS distance,
			least(count(*), $2::bigint) AS programs, (array_agg(p.program ORDER BY p.program))[1:$3::integer] AS submissions,
			row_number() OVER (PARTITION BY p.bucket, q.ordinal
				ORDER BY bit_count((p.fingerprint # q.fingerprint)::bit(64)), p.fingerprint # ` + signBit + `) AS place
		FROM %s
		WHERE bit_count((p.fingerprint # q.fingerprint)::bit(64)) <= $1::bigint
		  AND ($5::bigint[] IS NULL OR p.contest_id = ANY ($5)) AND p.contest_id <> ALL ($6::bigint[])
		GROUP BY p.bucket, q.ordinal, q.fingerprint, p.fingerprint
	) n
	WHERE place <= $4::bigint`

// selectPostingsOne searches for one fingerprint, $7, in the buckets $8. Only the machines that have one of these buckets
// take part. selectPostingsAll searches for all fingerprints in $7. On each machine, the query joins the postings with the
// buckets of each fingerprint. It computes a bucket from the bits of a block ($8 and $9), and from the bits to flip, to which
// the block's first bucket is added ($10).
var (
	selectPostingsOne = fmt.Sprintf(selectPostings, `(SELECT 1::bigint AS ordinal, $7::bigint AS fingerprint) AS q
		JOIN fingerprint_postings p ON p.bucket = ANY ($8::bigint[])`)
	selectPostingsAll = fmt.Sprintf(selectPostings, `unnest($7::bigint[]) WITH ORDINALITY AS q (fingerprint, ordinal)
		CROSS JOIN unnest($8::integer[], $9::bigint[], $10::bigint[]) AS f (shift, mask, flip)
		JOIN fingerprint_postings p ON p.bucket = (q.fingerprint >> f.shift & f.mask) # f.flip`)
)

// nearPostings returns the query for postings near fingerprints, with its arguments.
func nearPostings(version int, fingerprints []int64, radii []int, distance, limit int, scope contest.Scope) (query string, args []any) {
	maxCounted := int64(1) << 62
	if scope.Only != nil || len(scope.Except) > 0 {
		maxCounted = contest.MaxCountedPrograms
	}
	args = []any{distance, maxCounted, contest.MaxListedSubmissions, limit + 1, scope.Only, notNil(scope.Except)}
	var shifts []int32
	var masks, flips []int64
	shift := 64
	for block, width := range simhash.Thirds().Widths() {
		shift -= width
		for _, value := range simhash.Thirds().Neighbours(0, block, radii[block]) {
			shifts, masks, flips = append(shifts, int32(shift)), append(masks, 1<<width-1), append(flips, bucket(version, block)|int64(value))
		}
	}
	if len(fingerprints) > 1 {
		return selectPostingsAll, append(args, fingerprints, shifts, masks, flips)
	}
	buckets := make([]int64, len(flips))
	for i := range flips {
		buckets[i] = (fingerprints[0]>>shifts[i])&masks[i] ^ flips[i]
	}
	return selectPostingsOne, append(args, fingerprints[0], buckets)
}

const (
	// commonPostings selects the shingles of $2 that at least 3 programs with an ID divisible by 256 have.
	commonPostings = `
		SELECT shingle
		FROM shingle_postings
		WHERE shingle = ANY ($2::integer[]) AND algorithm = $1 AND program % 256 = 0
		GROUP BY shingle
		HAVING count(*) >= 3`
	selectHolders = "SELECT DISTINCT program FROM shingle_postings WHERE shingle = ANY ($2::integer[]) AND algorithm = $1"
	selectScope   = `
		SELECT s.id FROM submissions s
		WHERE s.id = ANY ($1) AND ($2::bigint[] IS NULL OR s.contest_id = ANY ($2)) AND s.contest_id <> ALL ($3::bigint[])`
)

// selectiveByPostings is [DB.SelectiveShingles] of an archive on several machines, for one batch.
func selectiveByPostings(ctx context.Context, tx pgx.Tx, version int, shingles []int32) ([]int32, error) {
	common, err := mapOf[int32, bool](ctx, tx, "SELECT shingle, true FROM ("+commonPostings+") c", version, shingles)
	return slices.DeleteFunc(shingles, func(shingle int32) bool { return common[shingle] }), err
}

// samplesByPostings is [DB.FindSamples] of an archive on several machines. It finds programs, leaves out programs that are not in
// the scope, and reads the samples of the remaining programs. Each statement reads only tables that Citus keeps together.
func samplesByPostings(ctx context.Context, tx pgx.Tx, version int, shingles []int32, scope contest.Scope) ([]contest.SampleMatch, error) {
	programs, err := list[int64](ctx, tx, selectHolders, version, shingles)
	if err == nil && (scope.Only != nil || len(scope.Except) > 0) {
		programs, err = list[int64](ctx, tx, selectScope, programs, scope.Only, notNil(scope.Except))
	}
	if err != nil {
		return nil, err
	}
	return collectSamples(query(ctx, tx, `
		SELECT submission_id, shingles
		FROM index_entries
		WHERE submission_id = ANY ($2) AND algorithm = $1 AND shingles IS NOT NULL
		ORDER BY submission_id`, version, programs))
}
