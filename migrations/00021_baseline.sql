-- The schema: every submission of every contest that was ever imported, what checks found
-- among them, and what juries decided. Its number is 21 because development versions before
-- the first release had the schemas 1 to 20.
--
-- Contests, submissions, archive, accounts, known sources, checks, pairs, review, jobs,
-- running contests: in this order, each with its comment.
--
-- Imports and checks are loaded in batches, each a transaction. Their rows count
-- only once the state of the import or check is 'complete': one change makes all
-- of them visible together. ojcheck removes the rows of an interrupted import or check.

-- +goose Up

--
-- Contests
--

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
    blind        boolean NOT NULL DEFAULT true, -- reviewers see numbers instead of names
    -- Reviewers see the reviews of others on a pair only after their own decision.
    independent  boolean NOT NULL DEFAULT true,
    agreement    integer NOT NULL DEFAULT 2 CHECK (agreement BETWEEN 1 AND 9), -- reviewers who must confirm a pair
    -- The outcomes that a chief judge can choose from.
    outcomes     text[] NOT NULL DEFAULT '{warning,"problem voided",disqualified}'
        CHECK (array_position(outcomes, NULL) IS NULL),
    -- Published known sources from before the contest are base code.
    published_base boolean NOT NULL DEFAULT false,
    -- For how many days after the end of the contest its data is stored; 0 is for ever.
    place_days   integer NOT NULL DEFAULT 0 CHECK (place_days >= 0),   -- addresses and seats
    program_days integer NOT NULL DEFAULT 0 CHECK (program_days >= 0), -- programs
    contest_days integer NOT NULL DEFAULT 0 CHECK (contest_days >= 0), -- everything
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
    -- The judge system's ID, by which the same participant is known in other contests; '' if unknown.
    system_id   text NOT NULL DEFAULT '',
    revealed    boolean NOT NULL DEFAULT false, -- shown by name although the contest is blind
    -- Facts beside the scores; no score depends on them.
    affiliation text NOT NULL DEFAULT '',
    site        text NOT NULL DEFAULT '',       -- a city, a building or a room
    address     text NOT NULL DEFAULT '',       -- of the computer in the network
    seat        text NOT NULL DEFAULT '',
    UNIQUE (contest_id, name),
    UNIQUE (contest_id, number)
);
-- Both find the same participant in other contests.
CREATE INDEX participants_name ON participants (name);
CREATE INDEX participants_system_id ON participants (system_id, contest_id) WHERE system_id <> '';

--
-- Submissions
--

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
    a.affiliation, a.site, a.address, a.seat, a.system_id
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

--
-- Archive
--

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

-- The archive's index: one row for each program, with its fingerprint and its sample of shingles.
-- docs/decisions/fingerprint-index.md has the reasons and the figures.
CREATE TABLE index_entries (
    submission_id bigint PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
    -- The 64 bits of the fingerprint; null if the program is too short. A bigint is signed, so the top bit is
    -- its sign. The bits are three blocks: 22, 21 and 21. Each column begins with another block, then has the
    -- blocks after it, and the first one again after the last. So the prefix of each column is a block, and a range
    -- of an index has all fingerprints with one value of the block.
    --
    -- Indexes on expressions would save 16 bytes a row, but a query that writes such an expression differently
    -- would scan the whole table, without an error.
    fingerprint   bigint,
    b1            bigint GENERATED ALWAYS AS (fingerprint << 22 | (fingerprint >> 42 & 4194303)) STORED,
    b2            bigint GENERATED ALWAYS AS (fingerprint << 43 | (fingerprint >> 21 & 8796093022207)) STORED,
    -- Entries of different versions of the algorithm cannot be compared.
    algorithm     integer NOT NULL CHECK (algorithm >= 1),
    -- 32 bits of the hash of each sampled shingle, by which the archive finds programs that share a part with
    -- another one although their fingerprints are far apart; null if the program is too short. An integer is signed,
    -- so the top bit is its sign. Sorted as unsigned numbers, so that equal samples are equal arrays.
    shingles      integer[] CHECK (cardinality(shingles) >= 1),
    CHECK (fingerprint IS NOT NULL OR shingles IS NOT NULL)
) WITH (
    -- Rows are added by the thousand and rarely deleted. The default waits for a fifth of the table to be
    -- new, and until then each look at a new row visits the table. A vacuum reads new pages only, but also all of
    -- the index on shingles.
    autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_vacuum_insert_threshold = 5000
);
-- Hashes do not compress.
ALTER TABLE index_entries ALTER COLUMN shingles SET STORAGE EXTERNAL;
-- The index on block 0 also lists the submissions of a fingerprint, so that a search reads only indexes.
CREATE INDEX index_entries_b0 ON index_entries (fingerprint, algorithm, submission_id);
CREATE INDEX index_entries_b1 ON index_entries (b1);
CREATE INDEX index_entries_b2 ON index_entries (b2);
-- New rows wait in the index's pending list, which each search reads from end to end, until it has 1 MB: adding
-- each at once takes four times as long. A list of 0.7 MB costs a search 1 ms.
CREATE INDEX index_entries_shingles ON index_entries USING gin (shingles)
    WITH (fastupdate = on, gin_pending_list_limit = 1024);
-- A shingle that very many programs have shows nothing about a pair, and would make every query slow, because a GIN
-- index reads the list of a key to its end. So this index holds every 256th program: a shingle that three of those
-- have is not looked up (see internal/postgres).
CREATE INDEX index_entries_common ON index_entries USING gin (shingles)
    WITH (fastupdate = off) WHERE submission_id % 256 = 0;

--
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
    -- The second factor: a secret shared with an app, from which both compute a code
    -- of six digits every 30 seconds (TOTP, RFC 6238).
    totp_secret   text NOT NULL DEFAULT '',  -- base32; '' for no second factor
    totp_step     bigint NOT NULL DEFAULT 0, -- of the last code that was used: none works twice
    language      text NOT NULL DEFAULT '',  -- of pages; BCP 47, such as pt-BR; '' for that of the browser
    administrator boolean NOT NULL DEFAULT false, -- has every role in every contest
    disabled      boolean NOT NULL DEFAULT false,
    -- Each session has the epoch in which it began. A new password, disabling the
    -- account and "sign out everywhere" raise the epoch, which ends all sessions of
    -- the user.
    epoch         integer NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now()
);

-- Who signs in through an identity provider. Only the provider's name and its ID of the person
-- say who somebody is: names and mail addresses change hands.
CREATE TABLE identities (
    issuer  text NOT NULL CHECK (issuer <> ''),  -- of the provider
    subject text NOT NULL CHECK (subject <> ''), -- the provider's ID of the person
    user_id bigint NOT NULL REFERENCES users,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_user_id ON identities (user_id);

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

-- Sessions of the web pages.
CREATE TABLE sessions (
    token  text PRIMARY KEY,
    data   bytea NOT NULL,
    expiry timestamptz NOT NULL
);
CREATE INDEX sessions_expiry ON sessions (expiry);

--
-- Known sources
--

-- Programs that the jury brings, such as generated answers and editorials. Each program of a
-- contest is compared with those of its problem; none of them is a participant.
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

--
-- Checks
--

-- Runs of the analysis over the submissions of a contest, with everything that their
-- results depend on.
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
    -- The last rank of a listed pair; 0 if there is none. The pairs to review are
    -- counted among the ranks up to it: often a few hundred of 100,000.
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

-- The base code of a check.
CREATE TABLE check_base (
    check_id bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    ordinal  integer NOT NULL CHECK (ordinal >= 1),
    path     text NOT NULL CHECK (path <> ''),
    source   bytea NOT NULL REFERENCES sources,
    PRIMARY KEY (check_id, ordinal)
);
CREATE INDEX check_base_source ON check_base (source);

-- The known sources that a check used, as they were then.
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

-- The programs that are near a known source. The submissions are of the check, and are
-- deleted with it.
CREATE TABLE check_near (
    check_id      bigint NOT NULL,
    submission_id bigint NOT NULL,
    number        integer NOT NULL,
    suspicion     double precision NOT NULL CHECK (suspicion BETWEEN 0 AND 1),
    PRIMARY KEY (check_id, number, submission_id),
    FOREIGN KEY (check_id, number) REFERENCES check_sources ON DELETE CASCADE
);

-- What was not compared, and why.
CREATE TABLE check_skipped (
    check_id bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    ordinal  integer NOT NULL CHECK (ordinal >= 1),
    path     text NOT NULL,
    reason   text NOT NULL CHECK (reason <> ''),
    PRIMARY KEY (check_id, ordinal)
);

-- Own templates: code that participants repeat in their other problems. Finding
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
-- the number of participants, six bytes together. Of 13,100 programs of one
-- problem, each of another participant, 68,968 shingles take 413 kB. Counting them
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

--
-- Pairs and clusters
--

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
    chance           double precision CHECK (chance BETWEEN 0 AND 1e15),        -- number of honest pairs expected by chance to be as suspicious
    shared_passages  integer NOT NULL DEFAULT 0 CHECK (shared_passages >= 0),
    unique_passages  integer NOT NULL DEFAULT 0 CHECK (unique_passages BETWEEN 0 AND shared_passages),
    named_passages   integer NOT NULL DEFAULT 0 CHECK (named_passages >= 0),    -- passages with the same names in both programs
    -- Code that both participants repeat in their other problems; not part of the
    -- suspicion.
    shared_template        integer NOT NULL DEFAULT 0 CHECK (shared_template >= 0),        -- tokens
    shared_template_others integer NOT NULL DEFAULT 0 CHECK (shared_template_others >= 0), -- other participants who have it
    shared_template_score  double precision NOT NULL DEFAULT 0 CHECK (shared_template_score BETWEEN 0 AND 1),
    known            jsonb, -- the pair's code that stands in known sources, as contest.KnownCode; null for none
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
    -- An aggregate, for the first row alone would be looked for row by row.
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
        RETURN NULL; -- as when a contest is deleted
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

-- Clusters: participants linked by listed pairs.
CREATE TABLE clusters (
    check_id bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    -- The clusters of pairs that known sources explain come last, and before them those of two
    -- members. Otherwise the order is by highest, then by size, then by rank.
    number   integer NOT NULL CHECK (number >= 1),
    problem  text NOT NULL,                        -- '' if problems were compared across
    language text NOT NULL,                        -- the family
    size     integer NOT NULL CHECK (size >= 2),
    pairs    integer NOT NULL CHECK (pairs >= size - 1),
    highest  double precision NOT NULL CHECK (highest BETWEEN 0 AND 1),
    cohesion double precision NOT NULL CHECK (cohesion BETWEEN 0 AND 1),
    chain    boolean NOT NULL,
    weakest  integer NOT NULL CHECK (weakest >= 1), -- rank of the pair at which the cluster falls apart
    holds    double precision NOT NULL CHECK (holds BETWEEN 0 AND 1), -- suspicion of that pair
    bridges  integer[] NOT NULL, -- ranks of pairs; without any one of them, the cluster falls apart
    -- A large cluster is split into parts that hold together.
    parts    integer[] NOT NULL DEFAULT '{}', -- numbers of all parts, with this one; empty if it was not split
    links    integer[] NOT NULL DEFAULT '{}', -- ranks of the pairs with members of the other parts
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

--
-- Review
--

-- Cases: what a jury decides about two participants and one problem. A case belongs
-- to the contest, not to a check, so a pair that the next check finds again keeps it.
CREATE TABLE cases (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The contest of the check; one participant may be of an earlier contest.
    contest_id         bigint NOT NULL REFERENCES contests,
    problem            text NOT NULL CHECK (octet_length(problem) BETWEEN 1 AND 2003), -- as in pairs.problem
    first_participant  bigint NOT NULL REFERENCES participants,
    second_participant bigint NOT NULL REFERENCES participants,
    -- The state that follows from the reviews and from contests.agreement. Each
    -- transaction that changes one of them also sets the state.
    state              text NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'pending', 'conflict', 'appealed', 'confirmed', 'dismissed', 'unclear')),
    assigned           bigint REFERENCES users, -- who is to review it; null for nobody
    -- Reviews from before the latest appeal stay, and no longer count.
    appealed_at        timestamptz, -- null without an appeal
    appeal             text NOT NULL DEFAULT '', -- its grounds, in the words of the jury
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

-- The outcome of each participant who has one, as the list named it when it was set.
CREATE TABLE outcomes (
    participant_id bigint PRIMARY KEY REFERENCES participants,
    outcome        text NOT NULL CHECK (outcome <> ''),
    set_by         bigint NOT NULL REFERENCES users,
    set_at         timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX outcomes_set_by ON outcomes (set_by);

-- Links that show one case to somebody without an account.
CREATE TABLE links (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    case_id        bigint NOT NULL REFERENCES cases ON DELETE CASCADE,
    -- What the link shows. No foreign key, which would be looked up for each of the many
    -- pairs that go with a check.
    pair_id        bigint NOT NULL,
    participant_id bigint REFERENCES participants ON DELETE CASCADE, -- who may make a statement; null for an outsider
    recipient      text NOT NULL, -- an outsider, in the words of the jury; '' for a participant
    hides          text NOT NULL CHECK (hides IN ('nothing', 'names', 'program')),
    hash           bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32), -- SHA-256 of the token
    once           boolean NOT NULL, -- ends when it is opened
    ends_at        timestamptz NOT NULL,
    created_by     bigint NOT NULL REFERENCES users,
    created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    opened_at      timestamptz, -- the latest entry in the log; null before the first
    withdrawn_at   timestamptz,
    -- The statement.
    stated_at      timestamptz,
    statement      text NOT NULL DEFAULT '',
    read_at        timestamptz, -- when somebody of the jury marked it as read
    read_by        bigint REFERENCES users,
    CHECK (NOT (once AND participant_id IS NOT NULL)),
    CHECK ((stated_at IS NULL) = (statement = '')),
    CHECK (stated_at IS NULL OR participant_id IS NOT NULL),
    CHECK (read_at IS NULL OR stated_at IS NOT NULL),
    CHECK (read_by IS NULL OR read_at IS NOT NULL)
);
CREATE INDEX links_case_id ON links (case_id);
CREATE INDEX links_participant_id ON links (participant_id) WHERE participant_id IS NOT NULL;
CREATE INDEX links_created_by ON links (created_by);
CREATE INDEX links_read_by ON links (read_by) WHERE read_by IS NOT NULL;

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

--
-- Jobs
--

-- Work that the server has accepted. A job is stored before the answer says so, and a server that
-- starts continues the jobs that have not ended.
CREATE TABLE jobs (
    number   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- in the order of acceptance
    id       text NOT NULL UNIQUE CHECK (id <> ''),           -- in addresses
    check_id bigint REFERENCES checks ON DELETE SET NULL,     -- the check that it has begun last
    content  json NOT NULL                                    -- the settings, the files and the end, as package jobs writes them
);
CREATE UNIQUE INDEX jobs_check_id ON jobs (check_id);

--
-- Running contests
--

-- Alerts: pairs that a check would have listed while the contest ran, each with its
-- suspicion at that time, and with the result of the closing check. Each alert is added
-- for a new case. Later two alerts may have the same case: a participant who is renamed
-- while the contest runs gets new submissions, and the alerts follow them.
CREATE TABLE alerts (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id       bigint NOT NULL REFERENCES contests,
    at               timestamptz NOT NULL,
    problem          text NOT NULL CHECK (octet_length(problem) BETWEEN 1 AND 2003), -- as in pairs.problem
    left_submission  bigint NOT NULL REFERENCES submissions, -- of the contest
    right_submission bigint NOT NULL REFERENCES submissions, -- of the contest or of an earlier one
    suspicion        double precision NOT NULL CHECK (suspicion BETWEEN 0 AND 1),
    known            jsonb, -- as in pairs.known
    -- The case of the alert; follows from the two submissions.
    first_participant  bigint NOT NULL,
    second_participant bigint NOT NULL CHECK (first_participant < second_participant),
    earlier_problem    bigint, -- of an earlier contest; null if both are of this one
    -- The result of the closing check for the case.
    state            text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'not_upheld')),
    closing          double precision CHECK (closing BETWEEN 0 AND 1), -- its suspicion; null without a pair
    check_id         bigint REFERENCES checks,
    -- Not a foreign key, which would be looked up for each of the many pairs that are
    -- deleted with a check. An alert is deleted together with the check or the earlier
    -- contest of its pair.
    pair_id          bigint,
    CONSTRAINT alerts_closed CHECK (state = 'not_upheld' OR (state = 'open') = (check_id IS NULL)),
    CONSTRAINT alerts_upheld CHECK (state <> 'upheld' OR pair_id IS NOT NULL),
    CONSTRAINT alerts_check2 CHECK ((pair_id IS NULL) = (closing IS NULL))
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

-- Contests that "ojcheck serve" follows, or has followed. The contest need not exist yet: it
-- begins with its first submission.
CREATE TABLE followings (
    name      text PRIMARY KEY CHECK (name <> ''),      -- of the contest
    url       text NOT NULL CHECK (url <> ''),          -- of the judge system, without user and password
    system_id text NOT NULL CHECK (system_id <> ''),    -- the judge system's ID of the contest
    account   bytea,                                    -- encrypted for the key file of the server; NULL for the server's own
    active    boolean NOT NULL,
    number    bigint GENERATED BY DEFAULT AS IDENTITY,  -- a new one whenever somebody starts it
    reason    text NOT NULL DEFAULT ''                  -- why it waits, or why it has ended
);
