-- +goose Up
-- Work that the server has accepted. A job is stored before the answer says so, and a server that
-- starts continues the jobs that have not ended.

CREATE TABLE jobs (
    number   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- in the order of acceptance
    id       text NOT NULL UNIQUE CHECK (id <> ''),           -- in addresses
    check_id bigint REFERENCES checks ON DELETE SET NULL,     -- the check that it has begun last
    content  json NOT NULL                                    -- the settings, the files and the end, as package jobs writes them
);
CREATE UNIQUE INDEX jobs_check_id ON jobs (check_id);
