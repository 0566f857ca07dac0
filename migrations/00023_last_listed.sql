-- The last rank of a complete check whose pair reaches its threshold, so that the
-- pairs that wait for a decision are counted among those that are listed alone:
-- in a check of 100,000 pairs, often a few hundred.

-- +goose Up
ALTER TABLE checks ADD last_listed integer NOT NULL DEFAULT 0 CHECK (last_listed >= 0);
UPDATE checks k SET last_listed = coalesce((
    SELECT max(p.rank) FROM pairs p
    WHERE p.check_id = k.id AND p.suspicion >= (k.parameters->>'threshold')::double precision), 0)
WHERE k.state = 'complete';
