-- Participants are called otherwise while a contest runs, and then their submissions
-- are stored anew: an alert goes with what is stored last of its two submissions, and
-- two alerts may come to be of one case. Whoever adds alerts of a contest does so
-- alone, and leaves out what is there.

-- +goose Up
ALTER TABLE alerts DROP CONSTRAINT alerts_contest_id_problem_first_participant_second_particip_key;
CREATE INDEX alerts_case ON alerts (contest_id, problem, first_participant, second_participant);
