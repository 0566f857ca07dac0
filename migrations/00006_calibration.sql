-- How unusual a pair is among the pairs of its problem and language, and what
-- is usual there. Checks of before have null, or 0 participants, and stay as
-- they are.

-- +goose Up
ALTER TABLE pairs
    ADD percentile      double precision CHECK (percentile BETWEEN 0 AND 1),  -- share of the other pairs that are less suspicious
    ADD z_score         double precision CHECK (z_score BETWEEN -1e9 AND 1e9), -- refuses NaN, as for the shares
    ADD shared_passages integer NOT NULL DEFAULT 0 CHECK (shared_passages >= 0),
    ADD unique_passages integer NOT NULL DEFAULT 0 CHECK (unique_passages BETWEEN 0 AND shared_passages);

ALTER TABLE histograms
    ADD participants integer NOT NULL DEFAULT 0 CHECK (participants >= 0),
    ADD median       double precision NOT NULL DEFAULT 0 CHECK (median BETWEEN 0 AND 1),
    ADD mad          double precision NOT NULL DEFAULT 0 CHECK (mad BETWEEN 0 AND 1),
    ADD typical_size integer NOT NULL DEFAULT 0 CHECK (typical_size >= 0),
    ADD simplicity   double precision NOT NULL DEFAULT 0 CHECK (simplicity BETWEEN 0 AND 1),
    ADD too_simple   boolean NOT NULL DEFAULT false;
