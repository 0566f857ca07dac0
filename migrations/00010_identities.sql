-- +goose Up
-- Who signs in through an identity provider. Only the provider's name and its ID of the person
-- say who somebody is: names and mail addresses change hands.

CREATE TABLE identities (
    issuer  text NOT NULL CHECK (issuer <> ''),  -- of the provider
    subject text NOT NULL CHECK (subject <> ''), -- the provider's ID of the person
    user_id bigint NOT NULL REFERENCES users,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_user_id ON identities (user_id);
