-- +goose Up
-- Known sources: programs that the jury brings, such as generated answers and editorials. Each
-- program of a contest is compared with those of its problem; none of them is a participant.

CREATE TABLE known_sources (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id bigint REFERENCES contests, -- null for all contests
    problem    text NOT NULL CHECK (octet_length(problem) <= 1000), -- '' for all problems
    kind       text NOT NULL CHECK (kind IN ('generated', 'editorial', 'published', 'jury', 'leaked')),
    name       text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 1000),
    published  date, -- null if unknown
    url        text NOT NULL,
    licence    text NOT NULL,
    path       text NOT NULL CHECK (path <> ''), -- of the file; its extension says the language
    source     bytea NOT NULL REFERENCES sources,
    sample         bigint[] NOT NULL, -- of its shingles, by which a search finds it
    sample_version integer NOT NULL,
    added_at   timestamptz NOT NULL DEFAULT now(),
    CHECK (contest_id IS NOT NULL OR problem = ''),
    UNIQUE NULLS NOT DISTINCT (contest_id, problem, source)
);
CREATE INDEX known_sources_source ON known_sources (source);
CREATE INDEX known_sources_sample ON known_sources USING gin (sample);

-- The sources that a check used, as they were then.
CREATE TABLE check_sources (
    check_id  bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    number    integer NOT NULL CHECK (number >= 1),
    problem   text NOT NULL,
    kind      text NOT NULL,
    name      text NOT NULL,
    published date,
    url       text NOT NULL,
    licence   text NOT NULL,
    path      text NOT NULL,
    source    bytea NOT NULL REFERENCES sources,
    PRIMARY KEY (check_id, number)
);
CREATE INDEX check_sources_source ON check_sources (source);

-- The programs that are near a source. The submissions are of the check, and go with it.
CREATE TABLE check_near (
    check_id      bigint NOT NULL,
    submission_id bigint NOT NULL,
    number        integer NOT NULL,
    suspicion     double precision NOT NULL CHECK (suspicion BETWEEN 0 AND 1),
    PRIMARY KEY (check_id, number, submission_id),
    FOREIGN KEY (check_id, number) REFERENCES check_sources ON DELETE CASCADE
);

-- What of a pair, or of an alert, stands in known sources, as contest.KnownCode; null if nothing does.
ALTER TABLE pairs ADD COLUMN known jsonb;
ALTER TABLE alerts ADD COLUMN known jsonb;

-- Whether published sources from before the contest are base code.
ALTER TABLE contests ADD COLUMN published_base boolean NOT NULL DEFAULT false;
