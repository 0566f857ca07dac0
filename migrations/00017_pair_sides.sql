-- Both sides of a pair are of the check's own submissions. So far foreign keys
-- said so, which PostgreSQL looks up row by row, with two indexes for the other
-- direction; from here on triggers do, for all rows of a statement at once. To
-- store 200,000 pairs took the server 3.8 s of CPU: 2.9 for three foreign keys
-- and two indexes, of which the triggers take back 0.2.
--
-- They keep what foreign keys keep, by the same locks: whoever adds pairs holds
-- the check's row against whoever removes its submissions, and the other way
-- round. Without the indexes, the pairs of some participants are found by
-- reading all of the check's, some 100 ms for 200,000.

-- +goose Up
ALTER TABLE pairs
    DROP CONSTRAINT pairs_check_id_fkey,
    DROP CONSTRAINT pairs_check_id_left_submission_fkey,
    DROP CONSTRAINT pairs_check_id_right_submission_fkey;
DROP INDEX pairs_left_submission;
DROP INDEX pairs_right_submission;

-- +goose StatementBegin
CREATE FUNCTION pairs_need_their_sides() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    missing bigint;
BEGIN
    PERFORM FROM checks WHERE id IN (SELECT check_id FROM added) ORDER BY id FOR KEY SHARE;
    -- An aggregate, for the first row alone would be looked for row by row.
    SELECT min(side.submission_id) INTO missing
    FROM (
        SELECT check_id, left_submission AS submission_id FROM added
        UNION ALL
        SELECT check_id, right_submission FROM added
    ) side
    LEFT JOIN check_submissions s USING (check_id, submission_id)
    WHERE s.check_id IS NULL;
    IF missing IS NOT NULL THEN
        RAISE foreign_key_violation USING TABLE = 'pairs',
            MESSAGE = format('submission %s of a pair is none of the check''s', missing);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION pairs_keep_their_sides() RETURNS trigger LANGUAGE plpgsql
-- Row by row, each look at pairs would pass all those that the same transaction
-- has removed.
SET enable_nestloop = off AS $$
DECLARE
    changed bigint[] := ARRAY(SELECT DISTINCT check_id FROM removed ORDER BY check_id);
    needed bigint;
BEGIN
    PERFORM FROM checks WHERE id = ANY (changed) ORDER BY id FOR UPDATE;
    IF NOT EXISTS (SELECT FROM pairs WHERE check_id = ANY (changed)) THEN
        RETURN NULL; -- as when a contest is deleted
    END IF;
    SELECT min(r.submission_id) INTO needed
    FROM removed r
    JOIN (
        SELECT check_id, left_submission AS submission_id FROM pairs WHERE check_id = ANY (changed)
        UNION
        SELECT check_id, right_submission FROM pairs WHERE check_id = ANY (changed)
    ) side USING (check_id, submission_id)
    WHERE NOT EXISTS (SELECT FROM check_submissions s WHERE s.check_id = r.check_id AND s.submission_id = r.submission_id);
    IF needed IS NOT NULL THEN
        RAISE foreign_key_violation USING TABLE = 'check_submissions',
            MESSAGE = format('submission %s is a side of a pair of the check', needed);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION checks_take_their_pairs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM pairs WHERE check_id = OLD.id;
    RETURN OLD;
END $$;
-- +goose StatementEnd

-- A trigger for each event, as those with such tables have to be.
CREATE TRIGGER pairs_inserted AFTER INSERT ON pairs
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION pairs_need_their_sides();
CREATE TRIGGER pairs_updated AFTER UPDATE ON pairs
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION pairs_need_their_sides();
CREATE TRIGGER check_submissions_deleted AFTER DELETE ON check_submissions
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION pairs_keep_their_sides();
CREATE TRIGGER check_submissions_updated AFTER UPDATE ON check_submissions
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION pairs_keep_their_sides();
CREATE TRIGGER checks_deleted BEFORE DELETE ON checks
    FOR EACH ROW EXECUTE FUNCTION checks_take_their_pairs();
