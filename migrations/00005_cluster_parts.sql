-- +goose Up
-- Large clusters are split where their parts hold together.

ALTER TABLE clusters
    ADD COLUMN parts integer[] NOT NULL DEFAULT '{}', -- numbers of the clusters that one was split into, with this one; empty if it was not split
    ADD COLUMN links integer[] NOT NULL DEFAULT '{}'; -- ranks of the pairs with members of the other parts
