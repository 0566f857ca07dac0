-- +goose Up
-- Whether somebody of the jury has read a statement. Those from before count as read.

ALTER TABLE links ADD COLUMN read_at timestamptz CHECK (read_at IS NULL OR stated_at IS NOT NULL);
UPDATE links SET read_at = stated_at;
