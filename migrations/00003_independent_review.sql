-- +goose Up
-- Whether reviewers see the reviews of others on a pair only after their own decision.

ALTER TABLE contests ADD COLUMN independent boolean NOT NULL DEFAULT true;
