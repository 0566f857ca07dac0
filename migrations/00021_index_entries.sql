-- +goose Up
-- The archive's index: one row for each program, with its fingerprint and its sample of shingles.
-- docs/decisions/fingerprint-index.md has the reasons and the figures.

CREATE TABLE index_entries (
    submission_id bigint NOT NULL,
    -- The 64 bits of the fingerprint; null if the program is too short. A bigint is signed, so the top bit is
    -- its sign. The bits are three blocks: 22, 21 and 21. Each column begins with another block, then has the
    -- blocks after it, and the first one again after the last. So the prefix of each column is a block, and a range
    -- of an index has all fingerprints with one value of the block.
    --
    -- Indexes on expressions would save 16 bytes a row, but a query that writes such an expression differently
    -- would scan the whole table, without an error.
    fingerprint   bigint,
    b1            bigint GENERATED ALWAYS AS (fingerprint << 22 | (fingerprint >> 42 & 4194303)) STORED,
    b2            bigint GENERATED ALWAYS AS (fingerprint << 43 | (fingerprint >> 21 & 8796093022207)) STORED,
    -- Entries of different versions of the algorithm cannot be compared.
    algorithm     integer NOT NULL CHECK (algorithm >= 1),
    -- 32 bits of the hash of each sampled shingle, by which the archive finds programs that share a part with
    -- another one although their fingerprints are far apart; null if the program is too short. An integer is signed,
    -- so the top bit is its sign. Sorted as unsigned numbers, so that equal samples are equal arrays.
    shingles      integer[] CHECK (cardinality(shingles) >= 1),
    CHECK (fingerprint IS NOT NULL OR shingles IS NOT NULL)
) WITH (
    -- Rows are added by the thousand and rarely deleted. The default waits for a fifth of the table to be
    -- new, and until then each look at a new row visits the table. A vacuum reads new pages only, but also all of
    -- the index on shingles.
    autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_vacuum_insert_threshold = 5000
);
-- Hashes do not compress.
ALTER TABLE index_entries ALTER COLUMN shingles SET STORAGE EXTERNAL;

-- Of several versions of a program, the newest stays. The version of an entry is that of the fingerprint and the last
-- two digits of the sample's; both begin with the version of the lexer.
INSERT INTO index_entries (submission_id, algorithm, fingerprint, shingles)
SELECT DISTINCT ON (submission_id) submission_id,
    coalesce(f.algorithm, s.algorithm / 100 * 10000 + 102) * 100 + coalesce(s.algorithm % 100, 1) AS version,
    f.fingerprint, s.shingles
FROM (SELECT submission_id, algorithm / 10000 AS lexer, algorithm, fingerprint FROM fingerprints) f
FULL JOIN (SELECT submission_id, algorithm / 100 AS lexer, algorithm, shingles FROM shingle_samples) s
    USING (submission_id, lexer)
ORDER BY submission_id, version DESC;

DROP TABLE fingerprints, shingle_samples;

SET LOCAL maintenance_work_mem = '512MB';
ALTER TABLE index_entries
    ADD PRIMARY KEY (submission_id),
    ADD FOREIGN KEY (submission_id) REFERENCES submissions ON DELETE CASCADE;
-- The index on block 0 also lists the submissions of a fingerprint, so that a search reads only indexes.
CREATE INDEX index_entries_b0 ON index_entries (fingerprint, algorithm, submission_id);
CREATE INDEX index_entries_b1 ON index_entries (b1);
CREATE INDEX index_entries_b2 ON index_entries (b2);
-- New rows wait in the index's pending list, which each search reads from end to end, until it has 1 MB: adding
-- each at once takes four times as long. A list of 0.7 MB costs a search 1 ms.
CREATE INDEX index_entries_shingles ON index_entries USING gin (shingles)
    WITH (fastupdate = on, gin_pending_list_limit = 1024);
-- A shingle that very many programs have shows nothing about a pair, and would make every query slow, because a GIN
-- index reads the list of a key to its end. So this index holds every 256th program: a shingle that three of those
-- have is not looked up (see internal/postgres).
CREATE INDEX index_entries_common ON index_entries USING gin (shingles)
    WITH (fastupdate = off) WHERE submission_id % 256 = 0;
