-- +goose Up
-- What follows a decision: outcomes, appeals, statements, and links for people without an account.

-- The outcomes that a chief judge can choose from.
ALTER TABLE contests ADD COLUMN outcomes text[] NOT NULL DEFAULT '{warning,"problem voided",disqualified}'
    CHECK (array_position(outcomes, NULL) IS NULL);

-- The outcome of each participant who has one, as the list named it when it was set.
CREATE TABLE outcomes (
    participant_id bigint PRIMARY KEY REFERENCES participants,
    outcome        text NOT NULL CHECK (outcome <> ''),
    set_by         bigint NOT NULL REFERENCES users,
    set_at         timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX outcomes_set_by ON outcomes (set_by);

-- Reviews from before the latest appeal stay, and no longer count.
ALTER TABLE cases ADD COLUMN appealed_at timestamptz; -- null without an appeal
ALTER TABLE cases ADD COLUMN appeal text NOT NULL DEFAULT ''; -- its grounds, in the words of the jury
ALTER TABLE cases DROP CONSTRAINT cases_state_check;
ALTER TABLE cases ADD CONSTRAINT cases_state_check
    CHECK (state IN ('open', 'pending', 'conflict', 'appealed', 'confirmed', 'dismissed', 'unclear'));

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
    CHECK (NOT (once AND participant_id IS NOT NULL)),
    CHECK ((stated_at IS NULL) = (statement = '')),
    CHECK (stated_at IS NULL OR participant_id IS NOT NULL)
);
CREATE INDEX links_case_id ON links (case_id);
CREATE INDEX links_participant_id ON links (participant_id) WHERE participant_id IS NOT NULL;
CREATE INDEX links_created_by ON links (created_by);
