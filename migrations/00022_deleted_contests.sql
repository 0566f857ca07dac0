-- A contest that was deleted, but for the participants whom decisions of other contests name.

-- +goose Up
ALTER TABLE contests ADD COLUMN deleted boolean NOT NULL DEFAULT false;
