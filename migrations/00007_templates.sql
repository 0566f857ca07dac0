-- Own templates: the code that participants repeat in their other problems. To
-- find one takes all programs of a check, so what was found is kept with it.

-- +goose Up
CREATE TABLE check_templates (
    check_id      bigint NOT NULL,
    submission_id bigint NOT NULL,
    first_token   integer NOT NULL CHECK (first_token >= 0), -- of the submission's tokens, base code included
    tokens        integer NOT NULL CHECK (tokens >= 1),
    problems      text[] NOT NULL CHECK (cardinality(problems) >= 1), -- the others that it was handed in for
    earlier       boolean NOT NULL,                                   -- it is known to have been there earlier
    PRIMARY KEY (check_id, submission_id, first_token),
    FOREIGN KEY (check_id, submission_id) REFERENCES check_submissions ON DELETE CASCADE
);
