-- A watch tells that the closing check is being made, and what is wrong with its
-- webhook. Alerts fall also where nothing is left to check. A message that a webhook
-- refuses again and again is left out.

-- +goose Up
ALTER TABLE watches
    DROP CONSTRAINT watches_state_check,
    ADD CONSTRAINT watches_state_check CHECK (state IN ('following', 'reconnecting', 'closing', 'ended', 'stopped', 'failed')),
    ADD webhook text NOT NULL DEFAULT ''; -- '' for nothing

ALTER TABLE alerts
    DROP CONSTRAINT alerts_check1,
    ADD CONSTRAINT alerts_closed CHECK (state = 'fallen' OR (state = 'open') = (check_id IS NULL));

ALTER TABLE webhook_deliveries
    ADD refused text NOT NULL DEFAULT ''; -- why it was not taken; '' where it was
