-- Checks: runs of the analysis over the submissions of a contest, with all
-- that their results depend on.
--
-- As with imports, pairs are loaded in batches, and count only once the
-- check's state is 'complete'.

-- +goose Up
CREATE TABLE checks (
    id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id        bigint NOT NULL REFERENCES contests,
    state             text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'complete', 'failed')),
    reason            text NOT NULL DEFAULT '', -- why it failed
    digest            text NOT NULL,            -- of all that the result depends on
    parameters        jsonb NOT NULL,
    tool_version      text NOT NULL,
    algorithm_version text NOT NULL,
    summary           jsonb,
    started_at        timestamptz NOT NULL DEFAULT now(),
    finished_at       timestamptz,
    CHECK ((state = 'running') = (finished_at IS NULL)),
    CHECK ((state = 'complete') = (summary IS NOT NULL)),
    CHECK ((state = 'failed') = (reason <> ''))
);
CREATE INDEX checks_contest_id ON checks (contest_id);

-- The submissions that a check was given.
CREATE TABLE check_submissions (
    check_id      bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    submission_id bigint NOT NULL REFERENCES submissions,
    PRIMARY KEY (check_id, submission_id)
);
CREATE INDEX check_submissions_submission_id ON check_submissions (submission_id);

-- The base code that a check left out.
CREATE TABLE check_base (
    check_id bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    ordinal  integer NOT NULL CHECK (ordinal >= 1),
    path     text NOT NULL CHECK (path <> ''),
    source   bytea NOT NULL REFERENCES sources,
    PRIMARY KEY (check_id, ordinal)
);
CREATE INDEX check_base_source ON check_base (source);

-- What was not compared, and why.
CREATE TABLE check_skipped (
    check_id bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    ordinal  integer NOT NULL CHECK (ordinal >= 1),
    path     text NOT NULL,
    reason   text NOT NULL CHECK (reason <> ''),
    PRIMARY KEY (check_id, ordinal)
);

-- All pairs of a problem and language family, counted by suspicion.
CREATE TABLE histograms (
    check_id bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    ordinal  integer NOT NULL CHECK (ordinal >= 1),
    problem  text NOT NULL,
    language text NOT NULL,
    programs integer NOT NULL CHECK (programs >= 0),
    bins     bigint[] NOT NULL CHECK (cardinality(bins) = 50 AND 0 <= ALL (bins)),
    PRIMARY KEY (check_id, ordinal),
    UNIQUE (check_id, problem, language)
);

CREATE TABLE pairs (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    check_id         bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    rank             integer NOT NULL CHECK (rank >= 1),
    problem          text NOT NULL, -- 'A', or 'A + B' where the sides are of different problems
    language         text NOT NULL, -- the family
    left_submission  bigint NOT NULL,
    right_submission bigint NOT NULL,
    -- Shares. Double precision gives back the very numbers that were
    -- computed, so that a report made later has the same bytes. NaN, which
    -- PostgreSQL takes to be greater than all numbers, is refused as well.
    suspicion        double precision NOT NULL CHECK (suspicion BETWEEN 0 AND 1),
    similarity       double precision NOT NULL CHECK (similarity BETWEEN 0 AND 1),
    max_similarity   double precision NOT NULL CHECK (max_similarity BETWEEN 0 AND 1),
    coverage_left    double precision NOT NULL CHECK (coverage_left BETWEEN 0 AND 1),
    coverage_right   double precision NOT NULL CHECK (coverage_right BETWEEN 0 AND 1),
    longest_match    integer NOT NULL CHECK (longest_match >= 0),               -- tokens
    matched_tokens   integer NOT NULL CHECK (matched_tokens >= longest_match),
    hamming          smallint CHECK (hamming BETWEEN 0 AND 64),                 -- null without a fingerprint
    CHECK (left_submission <> right_submission),
    UNIQUE (check_id, rank),
    -- Both sides are of the check's own submissions.
    FOREIGN KEY (check_id, left_submission) REFERENCES check_submissions,
    FOREIGN KEY (check_id, right_submission) REFERENCES check_submissions
);
CREATE INDEX pairs_left_submission ON pairs (check_id, left_submission);
CREATE INDEX pairs_right_submission ON pairs (check_id, right_submission);
