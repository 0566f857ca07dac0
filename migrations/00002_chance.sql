-- +goose Up
-- How many honest pairs are expected by chance to be like a pair. It replaces the z-score,
-- which says less where a pool is large; checks of before have none.

ALTER TABLE pairs DROP COLUMN z_score;
ALTER TABLE pairs ADD COLUMN chance double precision CHECK (chance BETWEEN 0 AND 1e15); -- refuses NaN
