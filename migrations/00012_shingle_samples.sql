-- Samples of each program's shingles, by which the archive finds programs that
-- have a part of another one, where their fingerprints are far apart.
--
-- Why an array for each program under a GIN index: over 208,128 programs with 34
-- sampled shingles each (those of 16 problems made of real ones, with their
-- templates), bytes per program were
--
--	                                         heap  primary key  index    all
--	array, GIN                                204           23    235    462
--	a row for each shingle, covering B-tree  1496         1065    250   2811
--
-- and the rows took 33 s to load where the arrays took 2.
--
-- A shingle that a great many programs have would make every query slow, and
-- tells nothing. With rows in a B-tree, a LIMIT would find it out; a GIN index
-- reads the list of a key to its end. So a second index holds every 256th
-- program: a shingle that three of those have is not looked up (see
-- internal/postgres). Some 4 bytes per program. It finds out in 20 us per shingle,
-- where the commonest one stood in 187,248 programs.
--
-- New rows wait in the index's pending list, which each search reads from end to
-- end, until there is 1 MB of them: adding each at once takes four times as long.
-- A list of 0.7 MB costs a search 1 ms.

-- +goose Up
CREATE TABLE shingle_samples (
    submission_id bigint NOT NULL REFERENCES submissions ON DELETE CASCADE,
    -- Samples of different versions of the algorithm cannot be compared.
    algorithm     integer NOT NULL CHECK (algorithm >= 1),
    -- 32 bits of each shingle's hash as they are: an integer is signed, so the
    -- top bit is its sign. Sorted as unsigned numbers, so that equal samples
    -- are equal arrays.
    shingles      integer[] NOT NULL CHECK (cardinality(shingles) >= 1),
    PRIMARY KEY (submission_id, algorithm)
);
-- Hashes do not compress.
ALTER TABLE shingle_samples ALTER COLUMN shingles SET STORAGE EXTERNAL;
CREATE INDEX shingle_samples_shingles ON shingle_samples USING gin (shingles)
    WITH (fastupdate = on, gin_pending_list_limit = 1024);
CREATE INDEX shingle_samples_common ON shingle_samples USING gin (shingles)
    WITH (fastupdate = off) WHERE submission_id % 256 = 0;
