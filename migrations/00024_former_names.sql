-- Names that participants had before the judge system renamed them: notes and programs may still have these names.

-- +goose Up
ALTER TABLE participants ADD COLUMN former_names text[] NOT NULL DEFAULT '{}';

CREATE OR REPLACE VIEW participant_profiles AS
SELECT a.id, a.contest_id, c.name AS contest, a.number, a.name, c.blind AND NOT a.revealed AS hidden,
    a.affiliation, a.site, a.address, a.seat, a.system_id, a.former_names
FROM participants a
JOIN contests c ON c.id = a.contest_id;
