-- Which of the submissions that were read from one path counts: the one that was
-- read last, also where that was stored before another one. A verdict that is taken
-- back makes a submission what it once was, and so finds its old row. None counts
-- where the judge system has deleted the submission.

-- +goose Up
ALTER TABLE submissions ADD superseded boolean NOT NULL DEFAULT false;

UPDATE submissions s SET superseded = true
WHERE EXISTS (
    SELECT FROM submissions n
    JOIN imports i ON i.id = n.import_id AND i.state = 'complete'
    WHERE n.contest_id = s.contest_id AND n.path = s.path AND n.id > s.id
);
