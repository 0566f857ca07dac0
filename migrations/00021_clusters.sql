-- Groups of participants tied by pairs from the threshold on, whose each side a
-- pair is, and the participants of a problem by their most suspicious pair.
-- Checks of before have no groups, and null in histograms.highest.

-- +goose Up
CREATE TABLE clusters (
    check_id bigint NOT NULL REFERENCES checks ON DELETE CASCADE,
    number   integer NOT NULL CHECK (number >= 1), -- by highest, then size, then rank
    problem  text NOT NULL,                        -- '' where problems were compared across
    language text NOT NULL,                        -- the family
    size     integer NOT NULL CHECK (size >= 2),
    pairs    integer NOT NULL CHECK (pairs >= size - 1),
    highest  double precision NOT NULL CHECK (highest BETWEEN 0 AND 1),
    cohesion double precision NOT NULL CHECK (cohesion BETWEEN 0 AND 1),
    chain    boolean NOT NULL,
    weakest  integer NOT NULL CHECK (weakest >= 1), -- rank of the pair up to whose suspicion it holds together
    holds    double precision NOT NULL CHECK (holds BETWEEN 0 AND 1),
    bridges  integer[] NOT NULL,                    -- ranks of the pairs without any of which it falls apart
    PRIMARY KEY (check_id, number)
);

-- The submissions are of the check, as are those of its pairs, and go with it.
CREATE TABLE cluster_members (
    check_id            bigint NOT NULL,
    number              integer NOT NULL,
    participant_id      bigint NOT NULL REFERENCES participants,
    pairs               integer NOT NULL CHECK (pairs >= 1),
    earliest_submission bigint NOT NULL, -- of those that were compared there
    similar_submission  bigint NOT NULL, -- of the most suspicious pair
    first               boolean NOT NULL, -- nobody else of the group handed in before
    PRIMARY KEY (check_id, number, participant_id),
    FOREIGN KEY (check_id, number) REFERENCES clusters ON DELETE CASCADE
);
CREATE INDEX cluster_members_participant_id ON cluster_members (participant_id);

ALTER TABLE histograms
    ADD highest bigint[] CHECK (cardinality(highest) = 50 AND 0 <= ALL (highest));

-- Whose the submissions are stands with the pair itself, so that those of a
-- participant, or of a case, are found without a join of all of a check's pairs.
ALTER TABLE pairs
    ADD left_participant  bigint,
    ADD right_participant bigint,
    ADD cluster           integer; -- its number in the check
ALTER TABLE pairs DISABLE TRIGGER pairs_updated;
UPDATE pairs p SET left_participant = l.participant_id, right_participant = r.participant_id
FROM submissions l, submissions r
WHERE l.id = p.left_submission AND r.id = p.right_submission;
ALTER TABLE pairs ENABLE TRIGGER pairs_updated;
ALTER TABLE pairs
    ALTER left_participant SET NOT NULL,
    ALTER right_participant SET NOT NULL,
    ADD CHECK (left_participant <> right_participant);
-- Few pairs of a check tie anybody.
CREATE INDEX pairs_cluster ON pairs (check_id, cluster) WHERE cluster IS NOT NULL;
