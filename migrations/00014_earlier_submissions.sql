-- Submissions of earlier contests among those of a check: what "check --against"
-- found in the archive. The right side of a pair may be one of them.

-- +goose Up
ALTER TABLE check_submissions ADD earlier boolean NOT NULL DEFAULT false;
-- A check has tens of thousands of submissions, and few of them are earlier ones.
CREATE INDEX check_submissions_earlier ON check_submissions (check_id, submission_id) WHERE earlier;
