-- Reviewers judge programs, not people: by default they see "Participant 17".
-- Numbers are given in the order of a hash over the name and a secret of the
-- contest, so that they tell nothing of the names, nor can be found by trying
-- all names of a list. A number, once given, stays.
--
-- Beside them stands what the contest's data says of each participant. It is
-- shown as a fact and is no part of any score.

-- +goose Up
ALTER TABLE contests
    ADD blind     boolean NOT NULL DEFAULT true,                              -- names are hidden
    ADD agreement integer NOT NULL DEFAULT 2 CHECK (agreement BETWEEN 1 AND 9), -- reviewers who must confirm a pair
    ADD secret    uuid    NOT NULL DEFAULT gen_random_uuid();

ALTER TABLE participants
    ADD number      integer CHECK (number >= 1), -- null only until the transaction that adds the participant ends
    ADD uncovered   boolean NOT NULL DEFAULT false, -- shown by name although the contest is blind
    ADD affiliation text NOT NULL DEFAULT '',
    ADD site        text NOT NULL DEFAULT '',       -- where they sat: a city, a building, a room
    ADD address     text NOT NULL DEFAULT '',       -- of their computer in the network
    ADD seat        text NOT NULL DEFAULT '',
    ADD UNIQUE (contest_id, number);

-- Numbers those participants of a contest that have none.
-- +goose StatementBegin
CREATE FUNCTION number_participants(contest bigint) RETURNS void LANGUAGE sql AS $$
    WITH numbered AS (
        SELECT a.id, coalesce((SELECT max(number) FROM participants WHERE contest_id = contest), 0)
            + row_number() OVER (ORDER BY sha256(convert_to(c.secret::text || a.name, 'UTF8')), a.id) AS number
        FROM participants a
        JOIN contests c ON c.id = a.contest_id
        WHERE a.contest_id = contest AND a.number IS NULL
    )
    UPDATE participants a SET number = n.number FROM numbered n WHERE n.id = a.id
$$;
-- +goose StatementEnd

SELECT number_participants(id) FROM contests;
