-- The archive: every submission of every contest that was ever imported, what
-- checks found among them, and what juries decided.
--
-- Imports and checks are loaded in batches, each a transaction. Their rows count
-- only once the state of the import or check is 'complete': one change makes all
-- of them visible together. The server deletes the rows of an import or check that
-- was cut off.

-- +goose Up

-- Contests

CREATE TABLE contests (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- A unique index cannot hold entries of more than 2,704 bytes.
    name         text NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 1000),
    created_at   timestamptz NOT NULL DEFAULT now(),
    -- Each import counts these again when it completes, so that the list of contests
    -- does not count millions of rows.
    problems     integer NOT NULL DEFAULT 0 CHECK (problems >= 0),
    participants integer NOT NULL DEFAULT 0 CHECK (participants >= 0),
    submissions  integer NOT NULL DEFAULT 0 CHECK (submissions >= 0),
    blind        boolean NOT NULL DEFAULT true,  -- reviewers see numbers instead of names
    agreement    integer NOT NULL DEFAULT 2 CHECK (agreement BETWEEN 1 AND 9), -- reviewers who must confirm a pair
    -- Numbers follow a hash over this secret and the participant's name, so that
    -- nobody finds the number of a name by trying all names of a list.
    secret       uuid NOT NULL DEFAULT gen_random_uuid(),
    -- What the judge system reports about the contest.
    system       text NOT NULL DEFAULT '', -- its product name, for people to read
    system_id    text NOT NULL DEFAULT '', -- its ID of the contest
    title        text NOT NULL DEFAULT '',
    starts_at    timestamptz,              -- null if unknown
    duration     interval                  -- null if unknown
);

CREATE TABLE imports (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id  bigint NOT NULL REFERENCES contests,
    origin      text NOT NULL, -- where the input came from, as the user named it
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
    title      text NOT NULL DEFAULT '',
    system_id  text NOT NULL DEFAULT '',
    ordinal    integer CHECK (ordinal >= 1), -- in the contest's order; null if unknown
    UNIQUE (contest_id, name)
);

CREATE TABLE participants (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id  bigint NOT NULL REFERENCES contests,
    name        text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 1000),
    number      integer NOT NULL CHECK (number >= 1), -- never changes
    revealed    boolean NOT NULL DEFAULT false, -- shown by name although the contest is blind
    -- Facts beside the scores; no score depends on them.
    affiliation text NOT NULL DEFAULT '',
    site        text NOT NULL DEFAULT '',       -- a city, a building or a room
    address     text NOT NULL DEFAULT '',       -- of the computer in the network
    seat        text NOT NULL DEFAULT '',
    UNIQUE (contest_id, name),
    UNIQUE (contest_id, number)
);
-- Finds the same name in other contests.
CREATE INDEX participants_name ON participants (name);

-- Submissions

-- The bytes of each distinct source file, once, whoever submitted it.
CREATE TABLE sources (
    hash    bytea PRIMARY KEY CHECK (octet_length(hash) = 32), -- SHA-256 of the original bytes
    size    integer NOT NULL CHECK (size >= 0),                -- of the original, in bytes
    content bytea NOT NULL                                     -- one zstd frame
);
-- The content is compressed already, so PostgreSQL does not try again.
ALTER TABLE sources ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE submissions (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id     bigint NOT NULL REFERENCES contests,
    import_id      bigint NOT NULL REFERENCES imports, -- the first one that had it
    -- SHA-256 over the path, the files' paths and contents, and the columns down
    -- to submitted_at. The same input has the same identities, so a second import of
    -- it adds nothing. Where a second import reads something else (another layout, a
    -- later verdict), it adds rows; the old rows stay for the checks that used them.
    identity       bytea NOT NULL CHECK (octet_length(identity) = 32),
    path           text NOT NULL CHECK (path <> ''),
    problem_id     bigint NOT NULL REFERENCES problems,
    participant_id bigint NOT NULL REFERENCES participants,
    -- A column of the submission, not of the participant: somebody who took part
    -- officially may try again later, virtually.
    kind           text NOT NULL CHECK (kind IN ('official', 'virtual', 'staff')),
    language       text NOT NULL, -- '' if unknown
    verdict        text NOT NULL, -- '' if unknown
    attempt        integer NOT NULL CHECK (attempt >= 1),
    submitted_at   timestamptz,   -- null if unknown
    -- What the judge system reports about the submission. It may come later, so it is
    -- not part of the identity: a second import of the submission updates it.
    system_id        text NOT NULL DEFAULT '',
    language_version text NOT NULL DEFAULT '',
    judgements       jsonb, -- in order of time: verdict, solved, at, current; null for none
    -- Among the rows of one path, the one that was imported last is current. That can
    -- be a row stored earlier: when a judge system takes a verdict back, the old row is
    -- current again. No row is current if the judge system has deleted the submission.
    superseded     boolean NOT NULL DEFAULT false,
    UNIQUE (contest_id, identity)
);
CREATE INDEX submissions_import_id ON submissions (import_id);
CREATE INDEX submissions_problem_id ON submissions (problem_id);
CREATE INDEX submissions_participant_id ON submissions (participant_id);
-- Read four times a second while a contest is followed.
CREATE INDEX submissions_path ON submissions (contest_id, path);

CREATE TABLE submission_files (
    submission_id bigint NOT NULL REFERENCES submissions ON DELETE CASCADE,
    ordinal       integer NOT NULL CHECK (ordinal >= 1),
    path          text NOT NULL CHECK (path <> ''),
    source        bytea NOT NULL REFERENCES sources,
    PRIMARY KEY (submission_id, ordinal)
);
CREATE INDEX submission_files_source ON submission_files (source);

-- Participants, and whether reviewers see a number instead of their name. This
-- and submission_sides are the only places where SQL says who is hidden.
CREATE VIEW participant_profiles AS
SELECT a.id, a.contest_id, c.name AS contest, a.number, a.name, c.blind AND NOT a.revealed AS hidden,
    a.affiliation, a.site, a.address, a.seat
FROM participants a
JOIN contests c ON c.id = a.contest_id;

-- Submissions with everything that pages, reports and exports show of one side of a pair.
CREATE VIEW submission_sides AS
SELECT s.id, s.contest_id, c.name AS contest, s.participant_id, a.name AS participant, a.number,
    c.blind AND NOT a.revealed AS hidden, b.name AS problem, s.path, s.language, s.verdict, s.attempt, s.submitted_at,
    s.import_id, s.problem_id, s.kind, s.system_id, s.language_version, s.judgements, s.superseded
FROM submissions s
JOIN participants a ON a.id = s.participant_id
JOIN problems b ON b.id = s.problem_id
JOIN contests c ON c.id = s.contest_id;

-- Files after lexing, so that the next check of a contest lexes only what is new.
-- They are stored by content and language: a file is lexed once, whoever submits
-- it in whichever contest. Rows of an older version are replaced when the file is
-- lexed again.
--
-- internal/program writes the content (Encode): 1.7 bytes per token. The 13,100
-- programs of one problem, 11,997 distinct files with 5.2 million tokens, take 8.8
-- MB, and 10 MB with the index. Lexing them takes 3.1 s of CPU, storing the result
-- 0.4 s, loading it again 0.25 s. PostgreSQL compresses rows over 2 kB. Few are
-- larger, so ojcheck does not compress them.
CREATE TABLE lexed_files (
    source   bytea NOT NULL REFERENCES sources ON DELETE CASCADE,
    language text NOT NULL, -- ID of the lexer's language that the file was read in
    version  integer NOT NULL CHECK (version >= 1),
    content  bytea NOT NULL,
    PRIMARY KEY (source, language)
);

-- Search

-- Fingerprints, in three blocks of 22, 21 and 21 bits with an index on each.
-- docs/decisions/fingerprint-index.md has the reasons and the figures.
CREATE TABLE fingerprints (
    -- The 64 bits of the fingerprint. A bigint is signed, so the top bit is its sign.
    fingerprint   bigint NOT NULL,
    submission_id bigint NOT NULL REFERENCES submissions ON DELETE CASCADE,
    -- Fingerprints of different versions of the algorithm cannot be compared.
    algorithm     integer NOT NULL CHECK (algorithm >= 1),
    -- Block 0 is the most significant. The columns stand in the order that needs
    -- no padding: 60 bytes a row, of which 28 are PostgreSQL's own. They are
    -- stored, which takes 8 bytes more than indexes on expressions: a query that
    -- writes such an expression differently would scan the whole table, without an
    -- error.
    b0 integer NOT NULL GENERATED ALWAYS AS ((fingerprint >> 42) & 4194303) STORED,
    b1 integer NOT NULL GENERATED ALWAYS AS ((fingerprint >> 21) & 2097151) STORED,
    b2 integer NOT NULL GENERATED ALWAYS AS (fingerprint & 2097151) STORED,
    PRIMARY KEY (submission_id, algorithm)
) WITH (
    -- Rows are added by the thousand and rarely deleted. The default waits
    -- for a fifth of the table to be new, and until then each look at a new row
    -- visits the heap. A vacuum after 5,000 reads new pages only.
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 5000
);
CREATE INDEX fingerprints_b0 ON fingerprints (b0, algorithm, fingerprint, submission_id);
CREATE INDEX fingerprints_b1 ON fingerprints (b1, algorithm, fingerprint);
CREATE INDEX fingerprints_b2 ON fingerprints (b2, algorithm, fingerprint);

-- Samples of each program's shingles, by which the archive finds programs that
-- share a part with another one although their fingerprints are far apart.
--
-- Why an array per program under a GIN index: over 208,128 programs with 34
-- sampled shingles each (made of real programs of 16 problems, with their
-- templates), bytes per program were
--
--	                                         heap  primary key  index    all
--	array, GIN                                204           23    235    462
--	a row for each shingle, covering B-tree  1496         1065    250   2811
--
-- and the rows took 33 s to load where the arrays took 2.
--
-- A shingle that very many programs have shows nothing about a pair, and would make
-- every query slow. With rows in a B-tree, a LIMIT would stop the query; a GIN index
-- reads the list of a key to its end. So a second index holds every 256th program: a shingle
-- that three of those have is not looked up (see internal/postgres). It takes about
-- 4 bytes per program and 20 us per shingle, where the most common shingle was in
-- 187,248 programs.
--
-- New rows wait in the index's pending list, which each search reads from end to
-- end, until it has 1 MB: adding each at once takes four times as long. A list of
-- 0.7 MB costs a search 1 ms.
CREATE TABLE shingle_samples (
    submission_id bigint NOT NULL REFERENCES submissions ON DELETE CASCADE,
    -- Samples of different versions of the algorithm cannot be compared.
    algorithm     integer NOT NULL CHECK (algorithm >= 1),
    -- 32 bits of each shingle's hash. An integer is signed, so the top bit is its
    -- sign. Sorted as unsigned numbers, so that equal samples
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

-- Checks: runs of the analysis over the submissions of a contest, with everything
-- that their results depend on.

CREATE TABLE checks (
    id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id        bigint NOT NULL REFERENCES contests,
    state             text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'complete', 'failed')),
    reason            text NOT NULL DEFAULT '', -- why it failed
    digest            text NOT NULL,            -- of all that the result depends on
    -- What the measures of a pair depend on, apart from the two programs. Checks with
    -- the same value measure a pair alike, so the next check reuses what the last one
    -- measured. '' equals no value.
    matching          text NOT NULL DEFAULT '',
    parameters        jsonb NOT NULL,
    tool_version      text NOT NULL,
    algorithm_version text NOT NULL,
    summary           jsonb,
    -- The last rank whose pair reaches the threshold, so that the pairs to review
    -- are counted among those that are listed: often a few hundred of 100,000.
    last_listed       integer NOT NULL DEFAULT 0 CHECK (last_listed >= 0),
    started_at        timestamptz NOT NULL DEFAULT now(),
    finished_at       timestamptz,
    CHECK ((state = 'running') = (finished_at IS NULL)),
    CHECK ((state = 'complete') = (summary IS NOT NULL)),
    CHECK ((state = 'failed') = (reason <> ''))
);
CREATE INDEX checks_contest_id ON checks (contest_id);

-- The submissions that a check compared, and those of earlier contests that it found
-- in the archive. The right side of a pair may be of an earlier contest.
CREATE TABLE check_submissions (
    check_id      bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    submission_id bigint NOT NULL REFERENCES submissions,
    earlier       boolean NOT NULL DEFAULT false,
    PRIMARY KEY (check_id, submission_id)
);
CREATE INDEX check_submissions_submission_id ON check_submissions (submission_id);
-- A check has tens of thousands of submissions, and few of them are earlier ones.
CREATE INDEX check_submissions_earlier ON check_submissions (check_id, submission_id) WHERE earlier;

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

-- Personal templates: code that participants repeat in their other problems. Finding
-- them takes all programs of a check, so they are stored.
CREATE TABLE check_templates (
    check_id      bigint NOT NULL,
    submission_id bigint NOT NULL,
    first_token   integer NOT NULL CHECK (first_token >= 0), -- of the submission's tokens, base code included
    tokens        integer NOT NULL CHECK (tokens >= 1),
    problems      text[] NOT NULL CHECK (cardinality(problems) >= 1), -- the others that it was submitted for
    earlier       boolean NOT NULL,                                   -- the participant is known to have had it before
    PRIMARY KEY (check_id, submission_id, first_token),
    FOREIGN KEY (check_id, submission_id) REFERENCES check_submissions ON DELETE CASCADE
);

-- How many participants have a shingle, as counted by a check. With it, the page of a
-- pair says how many other participants have a match, whatever was submitted since.
-- Rows have only the shingles of own code that at least three participants have (two
-- in a check against earlier contests).
--
-- internal/check writes the content (encodeFrequencies): 48 bits of each hash and
-- the number of participants, six bytes together. Of 13,096 programs of one
-- problem, each of another participant, 70,065 shingles take 419 kB. Counting them
-- costs nothing, since the index of the comparison knows them; encoding takes 13 ms
-- of a check of 18 s of CPU, reading them again half a millisecond.
CREATE TABLE check_frequencies (
    check_id bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    problem  text NOT NULL, -- '' if all problems were compared with each other
    language text NOT NULL, -- family
    content  bytea NOT NULL,
    PRIMARY KEY (check_id, problem, language)
);
-- Hashes do not compress.
ALTER TABLE check_frequencies ALTER COLUMN content SET STORAGE EXTERNAL;

-- All pairs of a problem and language family, counted by suspicion, and what is
-- typical of them.
CREATE TABLE histograms (
    check_id     bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    ordinal      integer NOT NULL CHECK (ordinal >= 1),
    problem      text NOT NULL,
    language     text NOT NULL,
    programs     integer NOT NULL CHECK (programs >= 0),
    bins         bigint[] NOT NULL CHECK (cardinality(bins) = 50 AND 0 <= ALL (bins)),
    -- Whether the pairs that are not stored were counted by a sample. In pools of
    -- millions of pairs, only the sample and the pairs that may be stored are scored.
    sampled      boolean NOT NULL DEFAULT false,
    highest      bigint[] CHECK (cardinality(highest) = 50 AND 0 <= ALL (highest)), -- participants by their most suspicious pair
    participants integer NOT NULL DEFAULT 0 CHECK (participants >= 0),
    -- The number of participants among whom the rarity of passages was counted: all of
    -- the contest if the problem has few; 0 if unknown.
    rarity_among integer NOT NULL DEFAULT 0 CHECK (rarity_among >= 0),
    median       double precision NOT NULL DEFAULT 0 CHECK (median BETWEEN 0 AND 1),
    mad          double precision NOT NULL DEFAULT 0 CHECK (mad BETWEEN 0 AND 1),
    typical_size integer NOT NULL DEFAULT 0 CHECK (typical_size >= 0),
    simplicity   double precision NOT NULL DEFAULT 0 CHECK (simplicity BETWEEN 0 AND 1),
    too_simple   boolean NOT NULL DEFAULT false,
    PRIMARY KEY (check_id, ordinal),
    UNIQUE (check_id, problem, language)
);

-- Pairs

-- Both sides of a pair are submissions of its check. Triggers ensure that instead of
-- foreign keys; docs/decisions/statement-triggers.md says why.
CREATE TABLE pairs (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    check_id         bigint NOT NULL,
    rank             integer NOT NULL CHECK (rank >= 1),
    problem          text NOT NULL, -- 'A', or 'A + B' if the sides are of different problems
    language         text NOT NULL, -- the family
    left_submission  bigint NOT NULL,
    right_submission bigint NOT NULL,
    -- The participants of the submissions, copied here so that the pairs of a
    -- participant or of a case are found without a join over all pairs of a check.
    left_participant  bigint NOT NULL,
    right_participant bigint NOT NULL,
    cluster          integer, -- its number in the check; null for most
    -- Shares from 0 to 1. Double precision stores the exact numbers, so that a later
    -- report has the same bytes. The constraints also refuse NaN, because PostgreSQL
    -- takes NaN to be greater than all numbers.
    suspicion        double precision NOT NULL CHECK (suspicion BETWEEN 0 AND 1),
    similarity       double precision NOT NULL CHECK (similarity BETWEEN 0 AND 1),
    max_similarity   double precision NOT NULL CHECK (max_similarity BETWEEN 0 AND 1),
    coverage_left    double precision NOT NULL CHECK (coverage_left BETWEEN 0 AND 1),
    coverage_right   double precision NOT NULL CHECK (coverage_right BETWEEN 0 AND 1),
    longest_match    integer NOT NULL CHECK (longest_match >= 0),               -- tokens
    matched_tokens   integer NOT NULL CHECK (matched_tokens >= longest_match),
    hamming          smallint CHECK (hamming BETWEEN 0 AND 64),                 -- null without a fingerprint
    percentile       double precision CHECK (percentile BETWEEN 0 AND 1),       -- share of the other pairs that are less suspicious
    z_score          double precision CHECK (z_score BETWEEN -1e9 AND 1e9),     -- refuses NaN, as for the shares
    shared_passages  integer NOT NULL DEFAULT 0 CHECK (shared_passages >= 0),
    unique_passages  integer NOT NULL DEFAULT 0 CHECK (unique_passages BETWEEN 0 AND shared_passages),
    named_passages   integer NOT NULL DEFAULT 0 CHECK (named_passages >= 0),    -- passages with the same names in both programs
    -- Code that both participants repeat in their other problems; not part of the
    -- suspicion.
    shared_template        integer NOT NULL DEFAULT 0 CHECK (shared_template >= 0),        -- tokens
    shared_template_others integer NOT NULL DEFAULT 0 CHECK (shared_template_others >= 0), -- other participants who have it
    shared_template_score  double precision NOT NULL DEFAULT 0 CHECK (shared_template_score BETWEEN 0 AND 1),
    CHECK (left_submission <> right_submission),
    CHECK (left_participant <> right_participant),
    UNIQUE (check_id, rank)
);
-- Few pairs of a check are in a cluster.
CREATE INDEX pairs_cluster ON pairs (check_id, cluster) WHERE cluster IS NOT NULL;

-- Finds the other pairs of the same two participants, which the page of a pair lists:
-- 0.2 ms, instead of 49 ms for all 101,775 pairs of a check. Storing those pairs takes
-- about 0.1 s more.
CREATE INDEX pairs_left_participant ON pairs (check_id, left_participant);

-- The triggers take the same locks as foreign keys: a transaction that adds pairs
-- blocks one that removes submissions of the check, and the other way round.
-- +goose StatementBegin
CREATE FUNCTION pairs_require_sides() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    missing bigint;
BEGIN
    PERFORM FROM checks WHERE id IN (SELECT check_id FROM added) ORDER BY id FOR KEY SHARE;
    -- An aggregate: to find only the first row, PostgreSQL would search row by row.
    SELECT min(side.submission_id) INTO missing
    FROM (
        SELECT check_id, left_submission AS submission_id FROM added
        UNION ALL
        SELECT check_id, right_submission FROM added
    ) side
    LEFT JOIN check_submissions s USING (check_id, submission_id)
    WHERE s.check_id IS NULL;
    IF missing IS NOT NULL THEN
        RAISE foreign_key_violation USING TABLE = 'pairs',
            MESSAGE = format('submission %s of a pair does not belong to the check', missing);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION pairs_protect_sides() RETURNS trigger LANGUAGE plpgsql
-- A trigger for each row would, each time, read past all pairs that the same
-- transaction has removed.
SET enable_nestloop = off AS $$
DECLARE
    changed bigint[] := ARRAY(SELECT DISTINCT check_id FROM removed ORDER BY check_id);
    needed bigint;
BEGIN
    PERFORM FROM checks WHERE id = ANY (changed) ORDER BY id FOR UPDATE;
    IF NOT EXISTS (SELECT FROM pairs WHERE check_id = ANY (changed)) THEN
        RETURN NULL; -- for example, a contest is being deleted
    END IF;
    SELECT min(r.submission_id) INTO needed
    FROM removed r
    JOIN (
        SELECT check_id, left_submission AS submission_id FROM pairs WHERE check_id = ANY (changed)
        UNION
        SELECT check_id, right_submission FROM pairs WHERE check_id = ANY (changed)
    ) side USING (check_id, submission_id)
    WHERE NOT EXISTS (SELECT FROM check_submissions s WHERE s.check_id = r.check_id AND s.submission_id = r.submission_id);
    IF needed IS NOT NULL THEN
        RAISE foreign_key_violation USING TABLE = 'check_submissions',
            MESSAGE = format('submission %s is a side of a pair of the check', needed);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION checks_delete_pairs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM pairs WHERE check_id = OLD.id;
    RETURN OLD;
END $$;
-- +goose StatementEnd

-- One trigger for each event, because triggers with transition tables allow only one.
CREATE TRIGGER pairs_inserted AFTER INSERT ON pairs
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION pairs_require_sides();
CREATE TRIGGER pairs_updated AFTER UPDATE ON pairs
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION pairs_require_sides();
CREATE TRIGGER check_submissions_deleted AFTER DELETE ON check_submissions
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION pairs_protect_sides();
CREATE TRIGGER check_submissions_updated AFTER UPDATE ON check_submissions
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION pairs_protect_sides();
CREATE TRIGGER checks_deleted BEFORE DELETE ON checks
    FOR EACH ROW EXECUTE FUNCTION checks_delete_pairs();

-- Clusters: groups of participants linked by pairs at the threshold or above.
CREATE TABLE clusters (
    check_id bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    number   integer NOT NULL CHECK (number >= 1), -- by highest, then size, then rank
    problem  text NOT NULL,                        -- '' if problems were compared across
    language text NOT NULL,                        -- the family
    size     integer NOT NULL CHECK (size >= 2),
    pairs    integer NOT NULL CHECK (pairs >= size - 1),
    highest  double precision NOT NULL CHECK (highest BETWEEN 0 AND 1),
    cohesion double precision NOT NULL CHECK (cohesion BETWEEN 0 AND 1),
    chain    boolean NOT NULL,
    weakest  integer NOT NULL CHECK (weakest >= 1), -- rank of the pair at which the cluster falls apart
    holds    double precision NOT NULL CHECK (holds BETWEEN 0 AND 1), -- suspicion of that pair
    bridges  integer[] NOT NULL,                    -- ranks of pairs; without any one of them, the cluster falls apart
    PRIMARY KEY (check_id, number)
);
-- The submissions belong to the check, and are deleted with it.
CREATE TABLE cluster_members (
    check_id            bigint NOT NULL,
    number              integer NOT NULL,
    participant_id      bigint NOT NULL REFERENCES participants,
    pairs               integer NOT NULL CHECK (pairs >= 1),
    earliest_submission bigint NOT NULL, -- of those compared in the problem
    similar_submission  bigint NOT NULL, -- of the most suspicious pair
    first               boolean NOT NULL, -- nobody in the cluster submitted earlier
    PRIMARY KEY (check_id, number, participant_id),
    FOREIGN KEY (check_id, number) REFERENCES clusters ON DELETE CASCADE
);
CREATE INDEX cluster_members_participant_id ON cluster_members (participant_id);

-- Accounts
--
-- Users are disabled, never deleted, because the audit log names them. Only
-- hashes of passwords (argon2id, PHC string format) and tokens (SHA-256) are
-- stored.

CREATE TABLE users (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name          text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 1000),
    -- The name without case and variants of Unicode, so that no two accounts look
    -- alike.
    key           text NOT NULL UNIQUE CHECK (octet_length(key) BETWEEN 1 AND 1000),
    password      text NOT NULL DEFAULT '', -- '' for users who sign in only by a one-time link
    administrator boolean NOT NULL DEFAULT false, -- has every role in every contest
    disabled      boolean NOT NULL DEFAULT false,
    -- Each session has the epoch in which it began. A new password, disabling the
    -- account and "sign out everywhere" raise the epoch, which ends all sessions of
    -- the user.
    epoch         integer NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE memberships (
    contest_id bigint NOT NULL REFERENCES contests,
    user_id    bigint NOT NULL REFERENCES users,
    role       text NOT NULL CHECK (role IN ('viewer', 'reviewer', 'chief')),
    PRIMARY KEY (contest_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

CREATE TABLE tokens (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id    bigint NOT NULL REFERENCES users,
    label      text NOT NULL,
    scope      text NOT NULL CHECK (scope IN ('read', 'write')),
    hash       bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX tokens_user ON tokens (user_id);

-- Sessions of the web pages, with the columns that pgxstore of scs needs.
CREATE TABLE sessions (
    token  text PRIMARY KEY,
    data   bytea NOT NULL,
    expiry timestamptz NOT NULL
);
CREATE INDEX sessions_expiry ON sessions (expiry);

-- Review

-- Cases: what a jury decides about two participants and one problem. A case belongs
-- to the contest, not to a check, so a pair that the next check finds again keeps it.
CREATE TABLE cases (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id         bigint NOT NULL REFERENCES contests, -- the contest of the check; one participant may be of an earlier contest
    problem            text NOT NULL CHECK (octet_length(problem) BETWEEN 1 AND 2003), -- as in pairs.problem
    first_participant  bigint NOT NULL REFERENCES participants,
    second_participant bigint NOT NULL REFERENCES participants,
    -- The state that follows from the reviews and from contests.agreement. Each
    -- transaction that changes one of them also sets the state.
    state              text NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'pending', 'conflict', 'confirmed', 'dismissed', 'unclear')),
    assigned           bigint REFERENCES users, -- who is to review it; null for nobody
    -- In a fixed order: two participants have one case, whoever is on the left.
    CHECK (first_participant < second_participant),
    UNIQUE (contest_id, problem, first_participant, second_participant)
);
CREATE INDEX cases_first_participant ON cases (first_participant);
CREATE INDEX cases_second_participant ON cases (second_participant);
CREATE INDEX cases_assigned ON cases (assigned) WHERE assigned IS NOT NULL;

CREATE TABLE reviews (
    case_id  bigint NOT NULL REFERENCES cases ON DELETE CASCADE,
    user_id  bigint NOT NULL REFERENCES users,
    decision text NOT NULL CHECK (decision IN ('confirmed', 'dismissed', 'unclear')),
    reason   text NOT NULL,    -- '' for none
    note     text NOT NULL,
    ruling   boolean NOT NULL, -- a chief judge's decision, which settles the case
    basis    jsonb NOT NULL,   -- hashes, scores and version that the reviewer saw
    decided_at timestamptz NOT NULL,
    -- The review of the same reviewer that this one replaced, for undo: decision,
    -- reason, note, ruling, basis, decided_at; null for none.
    replaced jsonb,
    PRIMARY KEY (case_id, user_id) -- the latest review of each reviewer; the log has all
);
CREATE INDEX reviews_user_id ON reviews (user_id);

-- The audit log: who did what. Nothing edits it, and it stays when the contest is
-- deleted, so nothing in it names a participant. Reviewers' notes may name one; they
-- are in a table of their own, and are deleted with the contest.
CREATE TABLE audit_log (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor      bigint NOT NULL,  -- the user; 0 for the command line
    actor_name text NOT NULL,    -- at that time
    contest_id bigint,           -- no foreign key: the contest may be gone; null for none
    action     text NOT NULL CHECK (action <> ''),
    problem    text NOT NULL,
    -- Participants by number, each in a contest; null for none.
    first_contest  bigint,
    first_number   integer,
    second_contest bigint,
    second_number  integer,
    details    jsonb NOT NULL
);
CREATE INDEX audit_log_contest_id ON audit_log (contest_id, id);

CREATE TABLE audit_notes (
    entry_id   bigint PRIMARY KEY REFERENCES audit_log,
    contest_id bigint NOT NULL REFERENCES contests,
    note       text NOT NULL
);
CREATE INDEX audit_notes_contest_id ON audit_notes (contest_id);

-- +goose StatementBegin
CREATE FUNCTION audit_log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE 'the audit log is only ever added to' USING ERRCODE = 'insufficient_privilege';
END $$;
-- +goose StatementEnd
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse_change();
-- Also where other triggers are switched off, as in replication.
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only;

-- Running contests

-- Alerts: pairs that reached the threshold while the contest ran, each with its score
-- at that time, and with the result of the closing check. Each alert is added for a
-- new case. Later two alerts may have the same case: a participant who is renamed
-- while the contest runs gets new submissions, and the alerts follow them.
CREATE TABLE alerts (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id       bigint NOT NULL REFERENCES contests,
    at               timestamptz NOT NULL,
    problem          text NOT NULL CHECK (octet_length(problem) BETWEEN 1 AND 2003), -- as in pairs.problem
    left_submission  bigint NOT NULL REFERENCES submissions, -- of the contest
    right_submission bigint NOT NULL REFERENCES submissions, -- of the contest or of an earlier one
    suspicion        double precision NOT NULL CHECK (suspicion BETWEEN 0 AND 1),
    -- The case of the alert; follows from the two submissions.
    first_participant  bigint NOT NULL,
    second_participant bigint NOT NULL CHECK (first_participant < second_participant),
    earlier_problem    bigint, -- of an earlier contest; null if both are of this one
    -- The result of the closing check for the case.
    state            text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'standing', 'fallen')),
    closing          double precision CHECK (closing BETWEEN 0 AND 1), -- its suspicion; null without a pair
    check_id         bigint REFERENCES checks,
    -- Not a foreign key, which would be looked up for each of the many pairs that are
    -- deleted with a check. An alert is deleted together with the check or the earlier
    -- contest of its pair.
    pair_id          bigint,
    CONSTRAINT alerts_closed CHECK (state = 'fallen' OR (state = 'open') = (check_id IS NULL)),
    CHECK (state <> 'standing' OR pair_id IS NOT NULL),
    CHECK ((pair_id IS NULL) = (closing IS NULL))
);
CREATE INDEX alerts_contest_id ON alerts (contest_id, id);
CREATE INDEX alerts_case ON alerts (contest_id, problem, first_participant, second_participant);
CREATE INDEX alerts_left_submission ON alerts (left_submission);
CREATE INDEX alerts_right_submission ON alerts (right_submission);
CREATE INDEX alerts_check_id ON alerts (check_id) WHERE check_id IS NOT NULL;

-- Watches: how far a running contest has been followed.
CREATE TABLE watches (
    contest_id    bigint PRIMARY KEY REFERENCES contests,
    url           text NOT NULL,
    system_id     text NOT NULL,
    state         text NOT NULL CHECK (state IN ('following', 'reconnecting', 'closing', 'ended', 'stopped', 'failed')),
    reason        text NOT NULL,
    webhook       text NOT NULL DEFAULT '', -- the problem with it; '' for none
    started_at    timestamptz NOT NULL,
    last_event_at timestamptz, -- null before the first
    updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    submissions   integer NOT NULL CHECK (submissions >= 0),
    judged        integer NOT NULL CHECK (judged >= 0),
    compared      integer NOT NULL CHECK (compared >= 0),
    pending       integer NOT NULL CHECK (pending >= 0),
    check_id      bigint REFERENCES checks -- the closing check; null before it
);
CREATE INDEX watches_check_id ON watches (check_id) WHERE check_id IS NOT NULL;

-- Alerts that a webhook has accepted, or refuses for good. All others are still to be
-- sent, the oldest first, also after a restart of the program that follows the contest.
CREATE TABLE webhook_deliveries (
    alert_id     bigint PRIMARY KEY REFERENCES alerts ON DELETE CASCADE,
    delivered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    refused      text NOT NULL DEFAULT '' -- why; '' if it was accepted
);
