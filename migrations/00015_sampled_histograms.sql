-- Whether the pairs below the suspicion that is kept were counted by a sample:
-- in pools of millions of pairs only those that may reach it are scored, and
-- these.

-- +goose Up
ALTER TABLE histograms ADD sampled boolean NOT NULL DEFAULT false;
