-- Alerts: pairs that reached the threshold while their contest ran, each an
-- event with the score of that moment, and what the closing check made of it.
-- Watches: how far a running contest has been followed.

-- +goose Up
CREATE TABLE alerts (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest_id       bigint NOT NULL REFERENCES contests,
    at               timestamptz NOT NULL,
    problem          text NOT NULL CHECK (octet_length(problem) BETWEEN 1 AND 2003), -- as in pairs.problem
    left_submission  bigint NOT NULL REFERENCES submissions, -- of the contest
    right_submission bigint NOT NULL REFERENCES submissions, -- of it or of an earlier one
    suspicion        double precision NOT NULL CHECK (suspicion BETWEEN 0 AND 1),
    -- The case that the alert is of. These follow from the two submissions.
    first_participant  bigint NOT NULL,
    second_participant bigint NOT NULL CHECK (first_participant < second_participant),
    earlier_problem    bigint, -- of an earlier contest; null where both are of this one
    -- What the closing check has of the case.
    state            text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'standing', 'fallen')),
    closing          double precision CHECK (closing BETWEEN 0 AND 1), -- its suspicion; null where it has no pair
    check_id         bigint REFERENCES checks,
    -- No foreign key, which would be looked up for each of the many pairs that go
    -- with a check. A pair goes with a check or with an earlier contest, and so
    -- does the alert.
    pair_id          bigint,
    CHECK ((state = 'open') = (check_id IS NULL)),
    CHECK (state <> 'standing' OR pair_id IS NOT NULL),
    CHECK ((pair_id IS NULL) = (closing IS NULL)),
    UNIQUE NULLS NOT DISTINCT (contest_id, problem, first_participant, second_participant, earlier_problem)
);
CREATE INDEX alerts_contest_id ON alerts (contest_id, id);
CREATE INDEX alerts_left_submission ON alerts (left_submission);
CREATE INDEX alerts_right_submission ON alerts (right_submission);
CREATE INDEX alerts_check_id ON alerts (check_id) WHERE check_id IS NOT NULL;

CREATE TABLE watches (
    contest_id    bigint PRIMARY KEY REFERENCES contests,
    url           text NOT NULL,
    system_id     text NOT NULL,
    state         text NOT NULL CHECK (state IN ('following', 'reconnecting', 'ended', 'stopped', 'failed')),
    reason        text NOT NULL,
    started_at    timestamptz NOT NULL,
    last_event_at timestamptz, -- null where nothing has come yet
    updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    submissions   integer NOT NULL CHECK (submissions >= 0),
    judged        integer NOT NULL CHECK (judged >= 0),
    compared      integer NOT NULL CHECK (compared >= 0),
    pending       integer NOT NULL CHECK (pending >= 0),
    check_id      bigint REFERENCES checks -- the closing check; null before it
);
CREATE INDEX watches_check_id ON watches (check_id) WHERE check_id IS NOT NULL;
