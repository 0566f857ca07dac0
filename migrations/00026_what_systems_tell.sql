-- What judge systems tell beside the programs: of a contest, of its problems, and
-- of each submission what it is called there and how it was judged. None of it is
-- part of a submission's identity, for it may come later than the program: reading
-- the submission again brings it up to date.

-- +goose Up
ALTER TABLE contests
    ADD system    text NOT NULL DEFAULT '', -- which one, for people to read
    ADD system_id text NOT NULL DEFAULT '', -- what it calls the contest
    ADD title     text NOT NULL DEFAULT '',
    ADD starts_at timestamptz,              -- null where it is not known
    ADD duration  interval;                 -- null where it is not known

ALTER TABLE problems
    ADD title     text NOT NULL DEFAULT '',
    ADD system_id text NOT NULL DEFAULT '',
    ADD ordinal   integer CHECK (ordinal >= 1); -- in the contest's order; null where it is not known

ALTER TABLE submissions
    ADD system_id        text NOT NULL DEFAULT '',
    ADD language_version text NOT NULL DEFAULT '', -- what the system calls the language
    ADD judgements       jsonb;                    -- in order of time: verdict, solved, at, current; null for none
