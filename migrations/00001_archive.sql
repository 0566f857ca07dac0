-- The archive: every submission of every contest that was ever read in.
--
-- An import is loaded in batches. Its rows count only once its state is
-- 'complete'; that one change makes all of them visible together. Rows of an
-- import that never got there are swept.

-- +goose Up
CREATE TABLE contests (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- A unique index cannot hold entries of more than 2,704 bytes.
    name         text NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 1000),
    created_at   timestamptz NOT NULL DEFAULT now(),
    -- Counted anew when an import completes, so that the list of contests
    -- need not count millions of rows.
    problems     integer NOT NULL DEFAULT 0 CHECK (problems >= 0),
    participants integer NOT NULL DEFAULT 0 CHECK (participants >= 0),
    submissions  integer NOT NULL DEFAULT 0 CHECK (submissions >= 0)
);

CREATE TABLE imports (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id  bigint NOT NULL REFERENCES contests,
    origin      text NOT NULL, -- where the input came from, in the words of the user
    state       text NOT NULL DEFAULT 'loading' CHECK (state IN ('loading', 'complete', 'failed')),
    reason      text NOT NULL DEFAULT '', -- why it failed
    started_at  timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CHECK ((state = 'loading') = (finished_at IS NULL)),
    CHECK ((state = 'failed') = (reason <> ''))
);
CREATE INDEX imports_contest_id ON imports (contest_id, state);

CREATE TABLE import_skipped (
    import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
    ordinal   integer NOT NULL CHECK (ordinal >= 1),
    path      text NOT NULL,
    reason    text NOT NULL CHECK (reason <> ''),
    PRIMARY KEY (import_id, ordinal)
);

CREATE TABLE problems (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id bigint NOT NULL REFERENCES contests,
    name       text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 1000),
    UNIQUE (contest_id, name)
);

CREATE TABLE participants (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id bigint NOT NULL REFERENCES contests,
    name       text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 1000),
    UNIQUE (contest_id, name)
);

-- The bytes of each distinct source file, once, whoever handed it in.
CREATE TABLE sources (
    hash    bytea PRIMARY KEY CHECK (octet_length(hash) = 32), -- SHA-256 of the original bytes
    size    integer NOT NULL CHECK (size >= 0),                -- of the original, in bytes
    content bytea NOT NULL                                     -- one zstd frame
);
-- What zstd has compressed, PostgreSQL need not try to compress again.
ALTER TABLE sources ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE submissions (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id     bigint NOT NULL REFERENCES contests,
    import_id      bigint NOT NULL REFERENCES imports, -- the one that brought it first
    -- SHA-256 over the path, the files' paths and contents, and what the
    -- columns below say. The same input gives the same identities, so that
    -- reading it again adds nothing. Reading it in another way (another
    -- layout, a verdict that came later) adds rows and leaves the old ones to
    -- the checks that used them.
    identity       bytea NOT NULL CHECK (octet_length(identity) = 32),
    path           text NOT NULL CHECK (path <> ''),
    problem_id     bigint NOT NULL REFERENCES problems,
    participant_id bigint NOT NULL REFERENCES participants,
    -- Of the submission, not of the participant: one who took part officially
    -- may try again later, virtually.
    kind           text NOT NULL CHECK (kind IN ('official', 'virtual', 'staff')),
    language       text NOT NULL, -- '' where it is not known
    verdict        text NOT NULL, -- '' where it is not known
    attempt        integer NOT NULL CHECK (attempt >= 1),
    submitted_at   timestamptz,   -- null where it is not known
    UNIQUE (contest_id, identity)
);
CREATE INDEX submissions_import_id ON submissions (import_id);
CREATE INDEX submissions_problem_id ON submissions (problem_id);
CREATE INDEX submissions_participant_id ON submissions (participant_id);

CREATE TABLE submission_files (
    submission_id bigint NOT NULL REFERENCES submissions ON DELETE CASCADE,
    ordinal       integer NOT NULL CHECK (ordinal >= 1),
    path          text NOT NULL CHECK (path <> ''),
    source        bytea NOT NULL REFERENCES sources,
    PRIMARY KEY (submission_id, ordinal)
);
CREATE INDEX submission_files_source ON submission_files (source);
