-- Decisions: what a reviewer says of two participants at one problem. They
-- belong to the contest and not to a check, so that they hold in the next one.

-- +goose Up
CREATE TABLE decisions (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id         bigint NOT NULL REFERENCES contests,
    problem            text NOT NULL CHECK (octet_length(problem) BETWEEN 1 AND 2003), -- as in pairs.problem
    first_participant  bigint NOT NULL REFERENCES participants,
    second_participant bigint NOT NULL REFERENCES participants,
    decision           text NOT NULL CHECK (decision IN ('confirmed', 'dismissed', 'unclear')),
    reason             text NOT NULL DEFAULT '',
    note               text NOT NULL DEFAULT '',
    decided_at         timestamptz NOT NULL DEFAULT now(),
    -- A fixed order: two people are one pair, whichever stands on the left.
    CHECK (first_participant < second_participant),
    UNIQUE (contest_id, problem, first_participant, second_participant)
);
CREATE INDEX decisions_first_participant ON decisions (first_participant);
CREATE INDEX decisions_second_participant ON decisions (second_participant);
