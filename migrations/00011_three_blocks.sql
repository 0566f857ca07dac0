-- Three blocks instead of four, and leaner indexes on them.
--
-- A fingerprint is cut into blocks of 22, 21 and 21 bits. A search for Hamming
-- distance k looks up the values of block i that differ from its own in at most
-- r(i) bits, where the sum of r(i) + 1 is k + 1 (Norouzi, Punjani and Fleet
-- 2012, "Fast Search in Hamming Space with Multi-Index Hashing"; simhash.Radii).
--
-- Why this layout: measured through pgx on two shared cores with PostgreSQL 15,
-- random fingerprints, one in a hundred of them planted near another; bytes per
-- fingerprint with heap and primary key, and the time of a query in milliseconds,
-- the quickest of thousands, so that others on the machine count least:
--
--   blocks, index on each                       bytes  k = 3     5     6     8    11
--   1 million
--   4  (algorithm, b) INCLUDE (fp, id)            262   0.06  0.17  0.22  0.69   1.9
--   3  (algorithm, b) INCLUDE (fp, id)            213   0.08  0.15  0.43  1.10   6.0
--   3  the same on expressions, no columns        205   0.07  0.15  0.42  1.03   5.7
--   3  (algorithm, b, fp); b0 with id             195   0.09  0.16  0.40  0.99   5.7
--   3  (b, algorithm, fp); b0 with id             195   0.07  0.12  0.35  0.87   4.8
--   10 million
--   4  (algorithm, b) INCLUDE (fp, id)            262   0.15  0.66  0.92  3.19   8.8
--   3  (algorithm, b) INCLUDE (fp, id)            213   0.13  0.32  0.80  2.36  11.2
--   3  the same on expressions, no columns        205   0.13  0.32  0.82  2.32  12.5
--   3  (algorithm, b, fp); b0 with id             195   0.14  0.32  0.83  1.93  11.0
--   3  (b, algorithm, fp); b0 with id             195   0.15  0.29  0.71  2.18   9.9
--   50 million
--   3  (b, algorithm, fp); b0 with id             195   0.23  0.56  1.5   3.7
--   10 million made of Java programs for one problem, the worst there is
--   3  (b, algorithm, fp); b0 with id             158   0.18  0.38  1.1   1.8
--
-- (There the median is 1.6 ms for k = 3: 24,000 fingerprints are looked at, since
-- a hundredth of all are equal and 2,600 programs are found.)
--
-- Three blocks take a quarter less room. They ask for more values (25, 67, 298,
-- 718, 4,918 for these k, against 4, 36, 52, 188, 548), but come upon fewer
-- fingerprints that are too far: for k = 3 64 of 10 million, against 610. The
-- larger the archive, the more that counts. Real programs crowd: among 13,033
-- Java programs for one problem, a search comes upon 34 of them for k = 3 (with
-- four blocks 73), in the worst hundredth of searches upon 434 (624) and more,
-- and for k = 8 upon 282 (730).
--
-- Each index begins with the block, which nearly always decides the way down the
-- tree (with the algorithm first it takes half as long again to build), and ends
-- with what the search has to see: the fingerprint. As a key column rather than
-- an included one it costs no more, and lets PostgreSQL fold the entries of equal
-- fingerprints into one. Only the index on b0 has the submissions too, in their
-- order: the first few that have a fingerprint are read from there, once it is
-- known to be near. The table is searched by these indexes alone (index-only
-- scans), which asks for a vacuum after many inserts: see the settings at the
-- end.
--
-- The blocks are stored rather than computed in the indexes, for 8 bytes more: a
-- query that spells such an expression in any other way scans the whole table
-- without a word.

-- +goose Up
ALTER TABLE fingerprints RENAME TO fingerprints_in_four_blocks;

CREATE TABLE fingerprints (
    -- The 64 bits as they are: a bigint is signed, so the top bit is its sign.
    fingerprint   bigint NOT NULL,
    submission_id bigint NOT NULL,
    -- Fingerprints of different versions of the algorithm cannot be compared.
    algorithm     integer NOT NULL,
    -- Block 0 is the most significant. The columns stand in the order that
    -- needs no padding: 60 bytes a row, of which 28 are PostgreSQL's own.
    b0 integer NOT NULL GENERATED ALWAYS AS ((fingerprint >> 42) & 4194303) STORED,
    b1 integer NOT NULL GENERATED ALWAYS AS ((fingerprint >> 21) & 2097151) STORED,
    b2 integer NOT NULL GENERATED ALWAYS AS (fingerprint & 2097151) STORED
);
INSERT INTO fingerprints (fingerprint, submission_id, algorithm)
SELECT fingerprint, submission_id, algorithm FROM fingerprints_in_four_blocks
ORDER BY submission_id, algorithm;
DROP TABLE fingerprints_in_four_blocks;

ALTER TABLE fingerprints
    ADD PRIMARY KEY (submission_id, algorithm),
    ADD FOREIGN KEY (submission_id) REFERENCES submissions ON DELETE CASCADE,
    ADD CHECK (algorithm >= 1);
CREATE INDEX fingerprints_b0 ON fingerprints (b0, algorithm, fingerprint, submission_id);
CREATE INDEX fingerprints_b1 ON fingerprints (b1, algorithm, fingerprint);
CREATE INDEX fingerprints_b2 ON fingerprints (b2, algorithm, fingerprint);

-- Rows are added by the thousand, a contest at a time, and hardly ever deleted.
-- The default waits for a fifth of the table to be new, and until then each
-- look at a new row visits the heap. A vacuum after 5,000 reads new pages only.
ALTER TABLE fingerprints SET (
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 5000
);
