-- Cases: what a jury says of two participants at one problem. They belong to
-- the contest and not to a check, so a pair that the next check finds again
-- keeps its case. Decisions, which nothing ever wrote, held one word for each;
-- here every reviewer has their own.
--
-- Beside them stands the log of who did what. Nothing edits it, and nothing in
-- it names a participant: it outlives the contest. What may name one, the notes
-- of reviewers, stands in a table of its own and goes with the contest.

-- +goose Up
DROP TABLE decisions;

CREATE TABLE cases (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id         bigint NOT NULL REFERENCES contests, -- the check's; one of the two may be of an earlier one
    problem            text NOT NULL CHECK (octet_length(problem) BETWEEN 1 AND 2003), -- as in pairs.problem
    first_participant  bigint NOT NULL REFERENCES participants,
    second_participant bigint NOT NULL REFERENCES participants,
    -- What the reviews add up to, by the agreement that the contest asks for.
    -- Whoever changes either changes this in the same transaction.
    state              text NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'pending', 'conflict', 'confirmed', 'dismissed', 'unclear')),
    assigned           bigint REFERENCES users, -- who is to look at it; null for nobody
    -- A fixed order: two people are one case, whichever stands on the left.
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
    reason   text NOT NULL,    -- '' where none was given
    note     text NOT NULL,
    ruling   boolean NOT NULL, -- a chief judge's word, which settles the case
    basis    jsonb NOT NULL,   -- the hashes, scores and version that it was made on
    decided_at timestamptz NOT NULL,
    PRIMARY KEY (case_id, user_id) -- the latest of each; the log has those before
);
CREATE INDEX reviews_user_id ON reviews (user_id);

CREATE TABLE audit_log (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor      bigint NOT NULL,  -- the user; 0 for the command line
    actor_name text NOT NULL,    -- as it was then
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
CREATE FUNCTION audit_log_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE 'the audit log is only ever added to' USING ERRCODE = 'insufficient_privilege';
END $$;
-- +goose StatementEnd
CREATE TRIGGER audit_log_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_kept();
-- Not even where other triggers are switched off, as for replication.
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_is_kept;
