-- One key decides, so one key takes it back: each review holds the one of the
-- same reviewer that it replaced, to be put in its place again. The log keeps
-- what came and went.

-- +goose Up
ALTER TABLE reviews ADD replaced jsonb; -- decision, reason, note, ruling, basis, decided_at; null for none
