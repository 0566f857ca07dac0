package postgres

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// CloseAlerts measures the alerts of a contest by a complete check of it, in one
// transaction. Afterwards every pair of the check at its threshold or above has an
// alert that is upheld; pairs that had none get one of the moment at, which are returned
// as stored, the most suspicious first. All other alerts are marked as not upheld, with
// the score that the check has of them, if any; none is removed. If a case has several
// pairs, as in several languages, the most suspicious one counts. Doing it again changes
// nothing; a later check measures all of them again. Check 0 is for a contest without
// anything to check: no alert is upheld. The error wraps [contest.ErrNotFound] if the
// contest has no such check.
func (db *DB) CloseAlerts(ctx context.Context, contestID, checkID int64, at time.Time) (added []contest.Alert, err error) {
	defer wrap(&err, "close alerts of contest %d by check %d", contestID, checkID)
	err = db.withAlerts(ctx, contestID, func(tx pgx.Tx) error {
		added, err = closeAlerts(ctx, tx, contestID, checkID, at)
		return err
	})
	return added, err
}

// casePairs is what check $1, in contest $2, has of each case b: its most
// suspicious pair. The condition is one of pairs p.
func casePairs(condition string) string {
	const of = `p.problem, least(p.left_participant, p.right_participant), greatest(p.left_participant, p.right_participant),
			CASE WHEN r.contest_id <> $2 THEN r.problem_id END`
	return `(
		SELECT DISTINCT ON (` + of + `) p.id, p.rank, p.suspicion, p.left_submission, p.right_submission, ` + of + `
		FROM pairs p
		JOIN submissions r ON r.id = p.right_submission
		WHERE p.check_id = $1 AND ` + condition + `
		ORDER BY ` + of + `, p.rank
	) b (pair_id, rank, suspicion, left_submission, right_submission, problem, first_participant, second_participant, earlier_problem)`
}

func closeAlerts(ctx context.Context, tx pgx.Tx, contestID, checkID int64, at time.Time) ([]contest.Alert, error) {
	if checkID == 0 {
		_, err := tx.Exec(ctx, "UPDATE alerts SET check_id = NULL, pair_id = NULL, closing = NULL, state = 'fallen' WHERE contest_id = $1", contestID)
		return nil, err
	}
	// The check before the alerts, as whoever deletes an earlier contest does.
	threshold, err := get(ctx, tx, pgx.RowTo[float64], `
		SELECT (parameters->>'threshold')::double precision
		FROM checks
		WHERE id = $1 AND contest_id = $2 AND state = 'complete'
		FOR KEY SHARE`, checkID, contestID)
	if err != nil {
		return nil, err
	}
	if err := relinkAlerts(ctx, tx, contestID); err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `
		UPDATE alerts a
		SET check_id = $1, pair_id = b.pair_id, closing = b.suspicion,
			state = CASE WHEN b.suspicion >= $3 THEN 'standing' ELSE 'fallen' END
		FROM alerts o
		LEFT JOIN `+casePairs(`EXISTS (
			SELECT FROM alerts s
			WHERE s.contest_id = $2 AND s.problem = p.problem
			  AND s.first_participant = least(p.left_participant, p.right_participant)
			  AND s.second_participant = greatest(p.left_participant, p.right_participant))`)+`
		ON b.problem = o.problem AND b.first_participant = o.first_participant AND b.second_participant = o.second_participant
			AND b.earlier_problem IS NOT DISTINCT FROM o.earlier_problem
		WHERE o.contest_id = $2 AND a.id = o.id`, checkID, contestID, threshold)
	if err != nil {
		return nil, err
	}
	ids, err := list(ctx, tx, pgx.RowTo[int64], `
		INSERT INTO alerts (contest_id, at, problem, left_submission, right_submission, suspicion,
			first_participant, second_participant, earlier_problem, state, closing, check_id, pair_id)
		SELECT $2, $4, b.problem, b.left_submission, b.right_submission, b.suspicion,
			b.first_participant, b.second_participant, b.earlier_problem, 'standing', b.suspicion, $1, b.pair_id
		FROM `+casePairs("p.suspicion >= $3")+`
		WHERE `+strings.Replace(notAlerted, "$1", "$2", 1)+`
		ORDER BY b.rank
		RETURNING id`, checkID, contestID, threshold, at)
	if err != nil {
		return nil, err
	}
	return readAlerts(ctx, tx, "a.id = ANY ($1) ORDER BY a.id", ids)
}

// relinkAlerts points the alerts of a contest at the latest stored version of their
// submissions. While a contest runs, teams are renamed, get namesakes, and problems get
// other labels; their submissions are then stored again, of other participants, and the
// cases stay what they were. An alert stays as it is if the judge system deleted its
// submission, or if its two sides have become one participant.
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
