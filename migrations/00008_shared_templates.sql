-- What both participants of a pair repeat in their other problems: a fact of
-- its own beside the scores, and no part of the suspicion. Checks of before
-- have 0.

-- +goose Up
ALTER TABLE pairs
    ADD shared_template        integer NOT NULL DEFAULT 0 CHECK (shared_template >= 0),        -- tokens
    ADD shared_template_others integer NOT NULL DEFAULT 0 CHECK (shared_template_others >= 0), -- participants who have it as well
    ADD shared_template_score  double precision NOT NULL DEFAULT 0 CHECK (shared_template_score BETWEEN 0 AND 1);
