package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// AddAlerts stores alerts of a contest, in their order, and returns the new ones as stored. It skips an alert if the case
// (two participants at a problem) has an alert already, from the same problem of an earlier contest if the right submission
// is earlier. It stores At, Problem, Suspicion, the code in known sources (Known) and the IDs of the two submissions; the
// left submission must belong to the contest. The error wraps [contest.ErrNotFound] if the contest or a submission does not
// exist.
//
// Alerts become visible in the order of their IDs. So a reader who always asks for the alerts
// after the last ID gets all alerts.
func (db *DB) AddAlerts(ctx context.Context, contestID int64, alerts []contest.Alert) (_ []contest.Alert, err error) {
	defer wrap(&err, "add alerts of contest %d", contestID)
	if len(alerts) == 0 {
		return nil, nil
	}
	return db.withAlerts(ctx, contestID, func(tx pgx.Tx) ([]contest.Alert, error) { return addAlerts(ctx, tx, contestID, alerts) })
}

// withAlerts calls add, which adds alerts of the contest, while nobody else changes its alerts.
func (db *DB) withAlerts(ctx context.Context, contestID int64, add func(pgx.Tx) ([]contest.Alert, error)) (added []contest.Alert, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		// Lock before the first ID is taken: no smaller ID may become visible after a
		// larger one. The lock on the contest's row prevents the contest's deletion.
		if err := lockAlertsOf(ctx, tx, contestID); err != nil {
			return err
		}
		if _, err := get[int64](ctx, tx, "SELECT id FROM contests WHERE id = $1 FOR KEY SHARE", contestID); err != nil {
			return err
		}
		added, err = add(tx)
		return err
	})
	return added, err
}

// lockAlertsOf prevents others from changing the alerts of a contest until the transaction ends.
func lockAlertsOf(ctx context.Context, tx pgx.Tx, contestID int64) error {
	return execOne(ctx, tx, "SELECT pg_advisory_xact_lock($1)", lockAlerts.key(contestID))
}

func addAlerts(ctx context.Context, tx pgx.Tx, contestID int64, alerts []contest.Alert) ([]contest.Alert, error) {
	for _, a := range alerts {
		if err := validateText("problem", a.Problem); err != nil {
			return nil, err
		}
		if !(a.Suspicion >= 0 && a.Suspicion <= 1) { // NaN too is refused
			return nil, fmt.Errorf("suspicion %v is not from 0 to 1", a.Suspicion)
		}
	}
	args := append([]any{contestID}, columns(alerts, func(a contest.Alert) []any {
		return []any{a.Left.SubmissionID, a.Right.SubmissionID, a.At, a.Problem, a.Suspicion, a.Known}
	})...)
	var submissions []int64
	for _, a := range alerts {
		submissions = append(submissions, a.Left.SubmissionID, a.Right.SubmissionID)
	}
	if err := shareContests(ctx, tx, submissions); err != nil {
		return nil, err
	}
	found, err := get[int](ctx, tx, `
		SELECT count(*)
		FROM unnest($2::bigint[], $3::bigint[]) AS given (l, r)
		JOIN submissions l ON l.id = given.l AND l.contest_id = $1
		JOIN submissions r ON r.id = given.r`, args[:3]...)
	if err != nil {
		return nil, err
	}
	if found != len(alerts) {
		return nil, fmt.Errorf("%d of %d pairs: the archive does not have both submissions, or the left one is not of the contest: %w",
			len(alerts)-found, len(alerts), contest.ErrNotFound)
	}
	ids, err := list[int64](ctx, tx, `
		INSERT INTO alerts (contest_id, at, problem, left_submission, right_submission, suspicion, known,
			first_participant, second_participant, earlier_problem)
		SELECT $1, at, problem, l, r, suspicion, known, first_participant, second_participant, earlier_problem
		FROM (
			SELECT DISTINCT ON (given.problem, c.first_participant, c.second_participant, c.earlier_problem) given.*, c.*
			FROM unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[], $6::double precision[], $7::jsonb[])
				WITH ORDINALITY AS given (l, r, at, problem, suspicion, known, place)
			JOIN submissions l ON l.id = given.l
			JOIN submissions r ON r.id = given.r
			CROSS JOIN LATERAL (
				SELECT least(l.participant_id, r.participant_id), greatest(l.participant_id, r.participant_id),
					CASE WHEN r.contest_id <> $1 THEN r.problem_id END
			) c (first_participant, second_participant, earlier_problem)
			ORDER BY given.problem, c.first_participant, c.second_participant, c.earlier_problem, given.place
		) b
		WHERE `+notAlerted+`
		ORDER BY place
		RETURNING id`, args...)
	if err != nil {
		return nil, err
	}
	return listAlerts(ctx, tx, "a.id = ANY ($1) ORDER BY a.id", ids)
}

// notAlerted is the condition that case b of contest $1 has no alert. The column earlier_problem is the problem of a right
// side from another, earlier contest, else null; a case may have an alert for each such problem. In withAlerts, nobody
// else can add an alert of the contest before the transaction ends.
const notAlerted = `NOT EXISTS (
	SELECT FROM alerts a
	WHERE a.contest_id = $1 AND a.problem = b.problem
	  AND a.first_participant = b.first_participant AND a.second_participant = b.second_participant
	  AND a.earlier_problem IS NOT DISTINCT FROM b.earlier_problem)`

// listAlerts returns the alerts a that meet a condition. The SQL after the condition may sort and limit them.
func listAlerts(ctx context.Context, q querier, where string, args ...any) ([]contest.Alert, error) {
	alerts, err := list[contest.Alert](ctx, q, "SELECT a.id, a.contest_id, a.at, a.problem, "+bothSides+`,
			a.suspicion, a.known, a.closing, a.state, coalesce(a.check_id, 0), coalesce(a.pair_id, 0)
		FROM alerts a`+lookUpSides("a.left_submission", "a.right_submission")+"\n\t\tWHERE "+where, args...)
	for i := range alerts {
		redactSides(alerts[i].ContestID, &alerts[i].Left, &alerts[i].Right)
	}
	return alerts, err
}

// AlertsAfter returns at most limit alerts of a contest that have a larger ID than after, the
// oldest first; limit 0 means no limit. See [contest.AlertFilter] for visible.
func (db *DB) AlertsAfter(ctx context.Context, contestID, after int64, limit int, visible []int64) (_ []contest.Alert, err error) {
	defer wrap(&err, "alerts of contest %d", contestID)
	return listAlerts(ctx, db.pool, `
		a.contest_id = $1 AND a.id > $2 AND ($3::bigint[] IS NULL OR r.contest_id = ANY ($3))
		ORDER BY a.id LIMIT nullif($4::bigint, 0)`, contestID, after, visible, limit)
}

// Alerts returns the alerts of a contest that pass a filter: the newest first, or
// with BySuspicion the most suspicious first.
func (db *DB) Alerts(ctx context.Context, contestID int64, f contest.AlertFilter) (_ []contest.Alert, err error) {
	defer wrap(&err, "alerts of contest %d", contestID)
	order := "a.id DESC"
	if f.BySuspicion {
		order = "a.suspicion DESC, a.id DESC"
	}
	return listAlerts(ctx, db.pool, `
		a.contest_id = $1 AND ($2::bigint = 0 OR a.id < $2) AND ($3 = '' OR a.problem = $3) AND ($4::bigint[] IS NULL OR r.contest_id = ANY ($4))
		ORDER BY `+order+" LIMIT nullif($5::bigint, 0) OFFSET $6", contestID, f.Before, storable(f.Problem), f.Visible, f.Limit, f.Offset)
}

// AlertProblems lists the problems of a contest's alerts, sorted. See
// [contest.AlertFilter] for visible.
func (db *DB) AlertProblems(ctx context.Context, contestID int64, visible []int64) (_ []string, err error) {
	defer wrap(&err, "problems of the alerts of contest %d", contestID)
	return list[string](ctx, db.pool, `
		SELECT a.problem COLLATE "C"
		FROM alerts a
		JOIN submissions r ON r.id = a.right_submission
		WHERE a.contest_id = $1 AND ($2::bigint[] IS NULL OR r.contest_id = ANY ($2))
		GROUP BY 1
		ORDER BY 1`, contestID, visible)
}

func (db *DB) Alert(ctx context.Context, id int64) (_ contest.Alert, err error) {
	defer wrap(&err, "alert %d", id)
	return one(listAlerts(ctx, db.pool, "a.id = $1", id))
}

// AlertCounts counts the alerts of a contest by state. See [contest.AlertFilter] for
// visible.
func (db *DB) AlertCounts(ctx context.Context, contestID int64, visible []int64) (_ contest.AlertCounts, err error) {
	defer wrap(&err, "count alerts of contest %d", contestID)
	return get[contest.AlertCounts](ctx, db.pool, `
		SELECT count(*) FILTER (WHERE a.state = 'open'), count(*) FILTER (WHERE a.state = 'upheld'), count(*) FILTER (WHERE a.state = 'not_upheld')
		FROM alerts a
		JOIN submissions r ON r.id = a.right_submission
		WHERE a.contest_id = $1 AND ($2::bigint[] IS NULL OR r.contest_id = ANY ($2))`, contestID, visible)
}

// CloseAlerts compares the alerts of a contest with a complete check of the contest, in one transaction. Afterwards each
// case has an upheld alert if the check lists a pair of it; cases with earlier contests count once for each earlier problem.
// CloseAlerts adds the missing alerts with the time at, and returns the added alerts as stored, the most suspicious first.
// All other alerts are not upheld; ClosingSuspicion is then the suspicion of the alert's pair, if the check has that pair.
// If a case has several pairs, for example in several languages, the most suspicious pair counts.
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
		return nil, execOne(ctx, tx, "UPDATE alerts SET check_id = NULL, pair_id = NULL, closing = NULL, state = 'not_upheld' WHERE contest_id = $1", contestID)
	}
	// Lock the check before the alerts, as the deletion of an earlier contest does.
	parameters, err := get[json.RawMessage](ctx, tx, `
		SELECT parameters
		FROM checks
		WHERE id = $1 AND contest_id = $2 AND state = 'complete'
		FOR KEY SHARE`, checkID, contestID)
	if err != nil {
		return nil, err
	}
	err = execOne(ctx, tx, `
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
	ids, err := list[int64](ctx, tx, `
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
	return listAlerts(ctx, tx, "a.id = ANY ($1) ORDER BY a.id", ids)
}

// relinkAlerts points the alerts of a contest at the latest stored version of their
// submissions. While a contest runs, the judge system may give a submission to another team; the
// submission is then stored again, with another participant. relinkAlerts leaves an alert as it
// is if a submission was deleted, or if both sides are now of one participant.
func relinkAlerts(ctx context.Context, tx pgx.Tx, contestID int64) error {
	if err := lockAlertsOf(ctx, tx, contestID); err != nil {
		return err
	}
	return execOne(ctx, tx, `
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
			-- The current versions of both submissions.
			LEFT JOIN `+currentSubmissions+` nl ON l.superseded AND nl.path = l.path
			LEFT JOIN `+currentSubmissions+` nr ON r.superseded AND nr.path = r.path AND r.contest_id = $1
			JOIN problems lb ON lb.id = l.problem_id
			JOIN problems nb ON nb.id = coalesce(nl.problem_id, l.problem_id)
			WHERE o.contest_id = $1 AND (l.superseded OR r.superseded)
			ORDER BY o.id, nl.id DESC, nr.id DESC
		) n
		WHERE a.id = n.id AND n.left_participant <> n.right_participant
		  AND (a.left_submission, a.right_submission) <> (n.l, n.r)`, contestID)
}

// currentSubmissions selects the current submissions of contest $1.
const currentSubmissions = `(
	SELECT s.id, s.path, s.participant_id, s.problem_id
	FROM submissions s
	JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
	WHERE s.contest_id = $1 AND NOT s.superseded)`
