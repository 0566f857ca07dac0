-- Since when a contest has data that is stored for longer than its retention says. "ojcheck serve" erases the data a day later.

-- +goose Up
ALTER TABLE contests ADD COLUMN overdue_since timestamptz; -- null if nothing is overdue
