-- Fingerprints, and the indexes that find the near ones.
--
-- All fingerprints within Hamming distance 3 of one share a 16-bit block with
-- it (four blocks, three differing bits); those further off are found by
-- probing block values that differ in a bit or two (Norouzi, Punjani and Fleet
-- 2012, "Fast Search in Hamming Space with Multi-Index Hashing").
--
-- Why this layout: over 10 million random fingerprints, four covering indexes
-- on 16-bit blocks answered a query of distance 3 in 139 us (median), where
-- indexes on the blocks alone took 850 us: each query reads some 600 entries,
-- and without the INCLUDE columns each of them costs a visit to the heap. One
-- row per block was no quicker and took twice the space; three blocks of about
-- 21 bits or two of 32 bits read fewer entries but save nothing below 100
-- million rows; partitioning by hash was five times slower. The indexes are
-- read alone (index-only scans) once the table has been vacuumed.

-- +goose Up
CREATE TABLE fingerprints (
    submission_id bigint NOT NULL REFERENCES submissions ON DELETE CASCADE,
    -- Fingerprints of different versions of the algorithm cannot be compared.
    algorithm     integer NOT NULL CHECK (algorithm >= 1),
    -- The 64 bits as they are: a bigint is signed, so the top bit is its sign.
    fingerprint   bigint NOT NULL,
    -- Block 0 is the most significant. The blocks are integers although 16
    -- bits would fit a smallint: a smallint is signed, and 40,000 would have
    -- to be asked for as -25,536. An index entry is none the larger, as the
    -- eight-byte columns that follow are aligned to eight bytes.
    b0 integer NOT NULL GENERATED ALWAYS AS ((fingerprint >> 48) & 65535) STORED,
    b1 integer NOT NULL GENERATED ALWAYS AS ((fingerprint >> 32) & 65535) STORED,
    b2 integer NOT NULL GENERATED ALWAYS AS ((fingerprint >> 16) & 65535) STORED,
    b3 integer NOT NULL GENERATED ALWAYS AS (fingerprint & 65535) STORED,
    PRIMARY KEY (submission_id, algorithm)
);
CREATE INDEX fingerprints_b0 ON fingerprints (algorithm, b0) INCLUDE (fingerprint, submission_id);
CREATE INDEX fingerprints_b1 ON fingerprints (algorithm, b1) INCLUDE (fingerprint, submission_id);
CREATE INDEX fingerprints_b2 ON fingerprints (algorithm, b2) INCLUDE (fingerprint, submission_id);
CREATE INDEX fingerprints_b3 ON fingerprints (algorithm, b3) INCLUDE (fingerprint, submission_id);
