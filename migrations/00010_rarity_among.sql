-- How many participants there were among whom the rarity of a pair's passages
-- was counted: those of the contest, where the problem has fewer. Checks of
-- before have 0: not known.

-- +goose Up
ALTER TABLE histograms ADD rarity_among integer NOT NULL DEFAULT 0 CHECK (rarity_among >= 0);
