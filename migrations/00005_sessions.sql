-- Sessions of the web pages, in the shape that scs's pgxstore asks for.

-- +goose Up
CREATE TABLE sessions (
    token  text PRIMARY KEY,
    data   bytea NOT NULL,
    expiry timestamptz NOT NULL
);
CREATE INDEX sessions_expiry ON sessions (expiry);
