-- +goose Up
-- The second factor of local accounts: a secret shared with an app, from which both compute a code
-- of six digits every 30 seconds (TOTP, RFC 6238).

ALTER TABLE users
    ADD COLUMN totp_secret text NOT NULL DEFAULT '',  -- base32; '' for no second factor
    ADD COLUMN totp_step   bigint NOT NULL DEFAULT 0; -- of the last code that was used: none works twice
