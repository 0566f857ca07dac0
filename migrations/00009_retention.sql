-- +goose Up
-- For how many days after its end a contest's data is stored; 0 is for ever.

ALTER TABLE contests
    ADD COLUMN place_days   integer NOT NULL DEFAULT 0 CHECK (place_days >= 0),   -- addresses and seats
    ADD COLUMN program_days integer NOT NULL DEFAULT 0 CHECK (program_days >= 0), -- programs
    ADD COLUMN contest_days integer NOT NULL DEFAULT 0 CHECK (contest_days >= 0); -- everything
