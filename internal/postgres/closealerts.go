package postgres

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// CloseAlerts compares the alerts of a contest with a complete check of the contest, in one
// transaction. Afterwards each pair at or above the check's threshold has an upheld alert.
// CloseAlerts adds the missing alerts with the time at, and returns the added alerts as stored,
// the most suspicious first. All other alerts are not upheld; Closing is then the suspicion of
// the alert's pair, if the check has that pair. If a case has several pairs, for example in
// several languages, the most suspicious pair counts.
//
// A second call with one check changes nothing; a call with a later check measures all alerts
// again. Check 0 is for a contest without submissions to compare, and upholds no alert. The
// error wraps [contest.ErrNotFound] if the contest does not have the check.
func (db *DB) CloseAlerts(ctx context.Context, contestID, checkID int64, at time.Time) (_ []contest.Alert, err error) {
	defer wrap(&err, "close alerts of contest %d by check %d", contestID, checkID)
	return db.withAlerts(ctx, contestID, func(tx pgx.Tx) ([]contest.Alert, error) { return closeAlerts(ctx, tx, contestID, checkID, at) })
}

// casePairs returns a subquery b of the most suspicious pair of each case in check $1 of
// contest $2. Its column listed says whether the parameters $3 list the pair. The condition
// is SQL on pairs p.
func casePairs(condition string) string {
	const caseKey = `p.problem, least(p.left_participant, p.right_participant), greatest(p.left_participant, p.right_participant),
			CASE WHEN r.contest_id <> $2 THEN r.problem_id END`
	return `(
		SELECT DISTINCT ON (` + caseKey + `) p.id, p.rank, p.suspicion, ` + listedBy("$3::jsonb") + `, p.left_submission, p.right_submission, ` + caseKey + `
		FROM pairs p
		JOIN submissions r ON r.id = p.right_submission
		WHERE p.check_id = $1 AND ` + condition + `
		ORDER BY ` + caseKey + `, p.rank
	) b (pair_id, rank, suspicion, listed, left_submission, right_submission, problem, first_participant, second_participant, earlier_problem)`
}

func closeAlerts(ctx context.Context, tx pgx.Tx, contestID, checkID int64, at time.Time) ([]contest.Alert, error) {
	if checkID == 0 {
		_, err := tx.Exec(ctx, "UPDATE alerts SET check_id = NULL, pair_id = NULL, closing = NULL, state = 'not_upheld' WHERE contest_id = $1", contestID)
		return nil, err
	}
	// Lock the check before the alerts, as the deletion of an earlier contest does.
	parameters, err := get(ctx, tx, pgx.RowTo[json.RawMessage], `
		SELECT parameters
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
			state = CASE WHEN b.listed THEN 'upheld' ELSE 'not_upheld' END
		FROM alerts o
		LEFT JOIN `+casePairs(`EXISTS (
			SELECT FROM alerts s
			WHERE s.contest_id = $2 AND s.problem = p.problem
			  AND s.first_participant = least(p.left_participant, p.right_participant)
			  AND s.second_participant = greatest(p.left_participant, p.right_participant))`)+`
		ON b.problem = o.problem AND b.first_participant = o.first_participant AND b.second_participant = o.second_participant
			AND b.earlier_problem IS NOT DISTINCT FROM o.earlier_problem
		WHERE o.contest_id = $2 AND a.id = o.id`, checkID, contestID, parameters)
	if err != nil {
		return nil, err
	}
	ids, err := list(ctx, tx, pgx.RowTo[int64], `
		INSERT INTO alerts (contest_id, at, problem, left_submission, right_submission, suspicion,
			first_participant, second_participant, earlier_problem, state, closing, check_id, pair_id)
		SELECT $2, $4, b.problem, b.left_submission, b.right_submission, b.suspicion,
			b.first_participant, b.second_participant, b.earlier_problem, 'upheld', b.suspicion, $1, b.pair_id
		FROM `+casePairs(listedBy("$3::jsonb"))+`
		WHERE `+strings.Replace(notAlerted, "$1", "$2", 1)+`
		ORDER BY b.rank
		RETURNING id`, checkID, contestID, parameters, at)
	if err != nil {
		return nil, err
	}
	return list(ctx, tx, scanAlert, selectAlerts+"a.id = ANY ($1) ORDER BY a.id", ids)
}

// relinkAlerts points the alerts of a contest at the latest stored version of their
// submissions. While a contest runs, the judge system may rename teams and problems; their
// submissions are then stored again, with new participants. relinkAlerts leaves an alert as it
// is if a submission was deleted, or if both sides are now of one participant.
func relinkAlerts(ctx context.Context, tx pgx.Tx, contestID int64) error {
	_, err := tx.Exec(ctx, `
		UPDATE alerts a
		SET problem = n.problem, left_submission = n.l, right_submission = n.r,
			first_participant = least(n.left_participant, n.right_participant),
			second_participant = greatest(n.left_participant, n.right_participant)
		FROM (
			SELECT DISTINCT ON (o.id) o.id,
				-- The problem of a pair across problems names both.
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

// lastStored selects the current submissions of contest $1.
const lastStored = `(
	SELECT s.id, s.path, s.participant_id, s.problem_id
	FROM submissions s
	JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
	WHERE s.contest_id = $1 AND NOT s.superseded)`
