-- How many participants have a shingle, as a check counted it: so a pair that is
-- opened later tells in how many other programs a match is found, whatever has
-- been handed in since. Kept are the shingles of own code that three participants
-- have or more, of a check against earlier contests two: what a pair alone has
-- needs no row.
--
-- What stands in the content is written by internal/check (encodeFrequencies):
-- 48 bits of each hash and the number of participants, six bytes together. Of
-- 13,096 programs of one problem, each of another participant, 70,065 shingles are
-- kept, 419 kB. To count them takes nothing, for the index of the comparison knows
-- them; to encode them 13 ms of a check that takes 18 s of CPU, and to read them
-- again half a millisecond.

-- +goose Up
CREATE TABLE check_frequencies (
    check_id bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    problem  text NOT NULL, -- '' where all problems were compared with each other
    language text NOT NULL, -- family
    content  bytea NOT NULL,
    PRIMARY KEY (check_id, problem, language)
);
-- Hashes are not to be compressed.
ALTER TABLE check_frequencies ALTER COLUMN content SET STORAGE EXTERNAL;
