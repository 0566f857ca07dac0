-- +goose Up
-- The language in which a user reads pages.

ALTER TABLE users ADD COLUMN language text NOT NULL DEFAULT ''; -- BCP 47, such as pt-BR; '' for that of the browser
