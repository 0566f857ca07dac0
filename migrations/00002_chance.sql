-- +goose Up
-- The number of honest pairs that are expected by chance to be as suspicious as the pair. It
-- replaces the z-score, which says less in a large pool. Pairs of older checks have none.

ALTER TABLE pairs DROP COLUMN z_score;
ALTER TABLE pairs ADD COLUMN chance double precision CHECK (chance BETWEEN 0 AND 1e15); -- refuses NaN
