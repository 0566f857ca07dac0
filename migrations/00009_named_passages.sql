-- Passages of code that both programs of a pair have with the same names in
-- them. Checks of before have 0.

-- +goose Up
ALTER TABLE pairs ADD named_passages integer NOT NULL DEFAULT 0 CHECK (named_passages >= 0);
