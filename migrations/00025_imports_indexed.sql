-- Whether the programs of an import are wholly in the archive's index. A check that is interrupted has read only some.

-- +goose Up
ALTER TABLE imports ADD COLUMN indexed integer NOT NULL DEFAULT 0; -- the version of the index that has all; 0 for none
