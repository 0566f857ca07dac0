-- +goose Up
-- Who marked a statement as read; null for those from before.

ALTER TABLE links ADD COLUMN read_by bigint REFERENCES users CHECK (read_by IS NULL OR read_at IS NOT NULL);
CREATE INDEX links_read_by ON links (read_by) WHERE read_by IS NOT NULL;
