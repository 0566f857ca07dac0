-- Which alerts a webhook has taken. The others are sent, the oldest first, also
-- after the program that followed the contest was ended and begun again.

-- +goose Up
CREATE TABLE webhook_deliveries (
    alert_id     bigint PRIMARY KEY REFERENCES alerts ON DELETE CASCADE,
    delivered_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
