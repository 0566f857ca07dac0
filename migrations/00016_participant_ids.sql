-- +goose Up
-- The judge system's own ID of a participant, by which the same participant is known in other contests.

ALTER TABLE participants ADD COLUMN system_id text NOT NULL DEFAULT ''; -- '' if unknown
CREATE INDEX participants_system_id ON participants (system_id, contest_id) WHERE system_id <> '';

CREATE OR REPLACE VIEW participant_profiles AS
SELECT a.id, a.contest_id, c.name AS contest, a.number, a.name, c.blind AND NOT a.revealed AS hidden,
    a.affiliation, a.site, a.address, a.seat, a.system_id
FROM participants a
JOIN contests c ON c.id = a.contest_id;
