-- +goose Up
-- The words of the glossary: an alert is upheld or not, and pairs are stored or dropped.

ALTER TABLE alerts DROP CONSTRAINT alerts_state_check, DROP CONSTRAINT alerts_closed, DROP CONSTRAINT alerts_check1;
UPDATE alerts SET state = CASE state WHEN 'standing' THEN 'upheld' WHEN 'fallen' THEN 'not_upheld' ELSE state END;
ALTER TABLE alerts
    ADD CONSTRAINT alerts_state_check CHECK (state IN ('open', 'upheld', 'not_upheld')),
    ADD CONSTRAINT alerts_closed CHECK (state = 'not_upheld' OR (state = 'open') = (check_id IS NULL)),
    ADD CONSTRAINT alerts_upheld CHECK (state <> 'upheld' OR pair_id IS NOT NULL);

-- Keys that a summary lacks stay away.
UPDATE checks
SET summary = summary - ARRAY['pairs_kept', 'pairs_beyond', 'beyond_highest', 'kept_for_each', 'earlier']
    || jsonb_strip_nulls(jsonb_build_object(
        'pairs_stored', summary->'pairs_kept', 'pairs_dropped', summary->'pairs_beyond',
        'highest_dropped', summary->'beyond_highest', 'stored_per_participant', summary->'kept_for_each',
        'earlier', (summary->'earlier') - ARRAY['beyond', 'beyond_highest', 'kept_for_each', 'unlisted', 'unread']
            || jsonb_strip_nulls(jsonb_build_object(
                'dropped', summary->'earlier'->'beyond', 'highest_dropped', summary->'earlier'->'beyond_highest',
                'stored_per_participant', summary->'earlier'->'kept_for_each', 'omitted', summary->'earlier'->'unlisted',
                'not_indexed', summary->'earlier'->'unread'))))
WHERE summary IS NOT NULL;
