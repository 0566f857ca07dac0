-- What the matches of a check's pairs depend on beside the two programs: checks
-- of one value measure a pair alike, so the next one takes over what the last
-- one measured. Checks of before have '', which is like no other.

-- +goose Up
ALTER TABLE checks ADD matching text NOT NULL DEFAULT '';
