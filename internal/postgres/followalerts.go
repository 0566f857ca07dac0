package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// relinkAlerts has the alerts of a contest be of what is stored last of their
// submissions. While a contest runs, teams are renamed, get namesakes, and problems
// other labels; their submissions are stored anew then, of other participants, and
// the cases are what they were. An alert stays as it is where its submission was
// deleted by the judge system, and where its two sides have become one participant.
func relinkAlerts(ctx context.Context, tx pgx.Tx, contestID int64) error {
	_, err := tx.Exec(ctx, `
		UPDATE alerts a
		SET problem = n.problem, left_submission = n.l, right_submission = n.r,
			first_participant = least(n.left_participant, n.right_participant),
			second_participant = greatest(n.left_participant, n.right_participant)
		FROM (
			SELECT DISTINCT ON (o.id) o.id,
				-- That of a pair across problems names both.
				CASE WHEN o.problem = lb.name THEN nb.name ELSE o.problem END AS problem,
				coalesce(nl.id, l.id) AS l, coalesce(nl.participant_id, l.participant_id) AS left_participant,
				coalesce(nr.id, r.id) AS r, coalesce(nr.participant_id, r.participant_id) AS right_participant
			FROM alerts o
			JOIN submissions l ON l.id = o.left_submission
			JOIN submissions r ON r.id = o.right_submission
			LEFT JOIN `+lastStored+` nl ON l.superseded AND nl.path = l.path
			LEFT JOIN `+lastStored+` nr ON r.superseded AND nr.path = r.path AND r.contest_id = $1
			JOIN problems lb ON lb.id = l.problem_id
			JOIN problems nb ON nb.id = coalesce(nl.problem_id, l.problem_id)
			WHERE o.contest_id = $1 AND (l.superseded OR r.superseded)
			ORDER BY o.id, nl.id DESC, nr.id DESC
		) n
		WHERE a.id = n.id AND n.left_participant <> n.right_participant
		  AND (a.left_submission, a.right_submission) <> (n.l, n.r)`, contestID)
	return err
}

// lastStored is what counts of the submissions of contest $1.
const lastStored = `(
	SELECT s.id, s.path, s.participant_id, s.problem_id
	FROM submissions s
	JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
	WHERE s.contest_id = $1 AND NOT s.superseded)`
