-- Who may sign in, and what they may do. Users are disabled and never deleted:
-- the log of decisions goes on naming who did what. Beside the name as it is
-- written stands a key, in which case and the spellings of Unicode are gone, so
-- that nobody is taken for somebody else.
--
-- Each sign-in knows the epoch in which it began. A new password, a disabled
-- account and "sign out everywhere" begin another one, which ends all sign-ins
-- of the user at once, without a search through the sessions.
--
-- Of passwords and tokens only hashes are kept: argon2id in the PHC string
-- format of the ones, which people choose, and SHA-256 of the others, which are
-- random.

-- +goose Up
CREATE TABLE users (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name          text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 1000),
    key           text NOT NULL UNIQUE CHECK (octet_length(key) BETWEEN 1 AND 1000),
    password      text NOT NULL DEFAULT '', -- '' for those who sign in by a one-time link alone
    administrator boolean NOT NULL DEFAULT false,
    disabled      boolean NOT NULL DEFAULT false,
    epoch         integer NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now()
);

-- An administrator has every role in every contest, and needs no row here.
CREATE TABLE memberships (
    contest_id bigint NOT NULL REFERENCES contests,
    user_id    bigint NOT NULL REFERENCES users,
    role       text NOT NULL CHECK (role IN ('viewer', 'reviewer', 'chief')),
    PRIMARY KEY (contest_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

CREATE TABLE tokens (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id    bigint NOT NULL REFERENCES users,
    label      text NOT NULL,
    scope      text NOT NULL CHECK (scope IN ('read', 'write')),
    hash       bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX tokens_user ON tokens (user_id);
