package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// AddAlerts stores alerts of a contest, in their order, and returns those that
// are new, as the archive knows them: a case that was alerted already is left
// out, also where somebody else does so at this moment. Of an alert are stored
// At, Problem, Suspicion and the IDs of the two submissions; the left one must be
// of the contest. It returns an error that wraps [contest.ErrNotFound] where a
// contest or a submission is not there.
//
// IDs grow in the order in which alerts become visible, so whoever reads those
// after the last that they have seen misses none.
func (db *DB) AddAlerts(ctx context.Context, contestID int64, alerts []contest.Alert) (added []contest.Alert, err error) {
	if len(alerts) == 0 {
		return nil, nil
	}
	err = db.alerting(ctx, contestID, func(tx pgx.Tx) error {
		added, err = addAlerts(ctx, tx, contestID, alerts)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("add alerts of contest %d: %w", contestID, explain(err))
	}
	return added, nil
}

// alerting has a function change the alerts of a contest while nobody else does.
func (db *DB) alerting(ctx context.Context, contestID int64, change func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		// Before the first ID is taken, for a smaller one may not come later. The
		// contest's row keeps whoever deletes it away.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lockAlerts.key(contestID)); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, "SELECT id FROM contests WHERE id = $1 FOR KEY SHARE", contestID)
		if err != nil {
			return err
		}
		if _, err := one(rows, pgx.RowTo[int64]); err != nil {
			return err
		}
		return change(tx)
	})
}

func addAlerts(ctx context.Context, tx pgx.Tx, contestID int64, alerts []contest.Alert) ([]contest.Alert, error) {
	var at []time.Time
	var problems []string
	var left, right []int64
	var suspicion []float64
	for _, a := range alerts {
		if err := checkText("problem", a.Problem); err != nil {
			return nil, err
		}
		if !(a.Suspicion >= 0 && a.Suspicion <= 1) { // NaN is neither
			return nil, fmt.Errorf("suspicion %v: it is from 0 to 1", a.Suspicion)
		}
		at, problems, suspicion = append(at, a.At), append(problems, a.Problem), append(suspicion, a.Suspicion)
		left, right = append(left, a.Left.SubmissionID), append(right, a.Right.SubmissionID)
	}
	// Whoever deletes one of the contests waits, or has.
	_, err := tx.Exec(ctx, `
		SELECT FROM contests
		WHERE id IN (SELECT contest_id FROM submissions WHERE id = ANY ($1) OR id = ANY ($2))
		ORDER BY id
		FOR KEY SHARE`, left, right)
	if err != nil {
		return nil, err
	}
	var there int
	err = tx.QueryRow(ctx, `
		SELECT count(*)
		FROM unnest($2::bigint[], $3::bigint[]) AS given (l, r)
		JOIN submissions l ON l.id = given.l AND l.contest_id = $1
		JOIN submissions r ON r.id = given.r`, contestID, left, right).Scan(&there)
	if err != nil {
		return nil, err
	}
	if there != len(alerts) {
		return nil, fmt.Errorf("%d of their %d pairs are not of submissions in the archive, the left one of the contest: %w", len(alerts)-there, len(alerts), contest.ErrNotFound)
	}
	if err := relinkAlerts(ctx, tx, contestID); err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		INSERT INTO alerts (contest_id, at, problem, left_submission, right_submission, suspicion,
			first_participant, second_participant, earlier_problem)
		SELECT $1, at, problem, l, r, suspicion, first_participant, second_participant, earlier_problem
		FROM (
			SELECT DISTINCT ON (given.problem, c.first_participant, c.second_participant, c.earlier_problem) given.*, c.*
			FROM unnest($2::timestamptz[], $3::text[], $4::bigint[], $5::bigint[], $6::double precision[])
				WITH ORDINALITY AS given (at, problem, l, r, suspicion, place)
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
		RETURNING id`, contestID, at, problems, left, right, suspicion)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, err
	}
	return readAlerts(ctx, tx, "a.id = ANY ($1) ORDER BY a.id", ids)
}

// notAlerted is the condition that case b of contest $1 has no alert. It holds
// until the transaction ends: see alerting.
const notAlerted = `NOT EXISTS (
	SELECT FROM alerts a
	WHERE a.contest_id = $1 AND a.problem = b.problem
	  AND a.first_participant = b.first_participant AND a.second_participant = b.second_participant
	  AND a.earlier_problem IS NOT DISTINCT FROM b.earlier_problem)`

// readAlerts returns the alerts a that a condition lets through.
func readAlerts(ctx context.Context, q querier, where string, args ...any) ([]contest.Alert, error) {
	rows, err := q.Query(ctx, `
		SELECT a.id, a.contest_id, a.at, a.problem, a.suspicion, a.closing, a.state, coalesce(a.check_id, 0), coalesce(a.pair_id, 0),
			l.id, '', lc.id, la.id, la.name, `+leftSide+`, lb.name, l.path, l.language, l.verdict, l.attempt, l.submitted_at,
			r.id, CASE WHEN rc.id <> a.contest_id THEN rc.name ELSE '' END, rc.id, ra.id, ra.name, `+rightSide+`, rb.name, r.path, r.language, r.verdict, r.attempt, r.submitted_at
		FROM alerts a
		JOIN submissions l ON l.id = a.left_submission
		JOIN participants la ON la.id = l.participant_id
		JOIN problems lb ON lb.id = l.problem_id
		JOIN contests lc ON lc.id = l.contest_id
		JOIN submissions r ON r.id = a.right_submission
		JOIN participants ra ON ra.id = r.participant_id
		JOIN problems rb ON rb.id = r.problem_id
		JOIN contests rc ON rc.id = r.contest_id
		WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanAlert)
}

func scanAlert(row pgx.CollectableRow) (a contest.Alert, err error) {
	var left, right *time.Time
	err = row.Scan(&a.ID, &a.ContestID, &a.At, &a.Problem, &a.Suspicion, &a.Closing, &a.State, &a.CheckID, &a.PairID,
		&a.Left.SubmissionID, &a.Left.Contest, &a.Left.ContestID, &a.Left.ParticipantID, &a.Left.Participant, &a.Left.Number, &a.Left.Hidden, &a.Left.Problem, &a.Left.Path, &a.Left.Language, &a.Left.Verdict, &a.Left.Attempt, &left,
		&a.Right.SubmissionID, &a.Right.Contest, &a.Right.ContestID, &a.Right.ParticipantID, &a.Right.Participant, &a.Right.Number, &a.Right.Hidden, &a.Right.Problem, &a.Right.Path, &a.Right.Language, &a.Right.Verdict, &a.Right.Attempt, &right)
	a.At, a.Left.Time, a.Right.Time = a.At.UTC(), fromNullTime(left), fromNullTime(right)
	return a, err
}

// Alerts returns the alerts of a contest after one of them, the oldest first, at
// most limit of them; after 0 begins with the first, limit 0 is no limit.
func (db *DB) Alerts(ctx context.Context, contestID, after int64, limit int) ([]contest.Alert, error) {
	alerts, err := readAlerts(ctx, db.pool, "a.contest_id = $1 AND a.id > $2 ORDER BY a.id LIMIT nullif($3::bigint, 0)", contestID, after, limit)
	if err != nil {
		return nil, fmt.Errorf("alerts of contest %d: %w", contestID, explain(err))
	}
	return alerts, nil
}

// NewestAlerts returns the alerts of a contest that a filter lets through, the
// newest first unless it asks for another order.
func (db *DB) NewestAlerts(ctx context.Context, contestID int64, f contest.AlertFilter) ([]contest.Alert, error) {
	order := "a.id DESC"
	if f.Suspicious {
		order = "a.suspicion DESC, a.id DESC"
	}
	alerts, err := readAlerts(ctx, db.pool, `
		a.contest_id = $1 AND ($2::bigint = 0 OR a.id < $2) AND ($3 = '' OR a.problem = $3) AND ($4::bigint[] IS NULL OR rc.id = ANY ($4))
		ORDER BY `+order+" LIMIT nullif($5::bigint, 0) OFFSET $6", contestID, f.Before, f.Problem, f.Visible, f.Limit, f.Offset)
	if err != nil {
		return nil, fmt.Errorf("alerts of contest %d: %w", contestID, explain(err))
	}
	return alerts, nil
}

// AlertProblems lists the problems that a contest has alerts of, in order. Visible
// is that of contest.AlertFilter.
func (db *DB) AlertProblems(ctx context.Context, contestID int64, visible []int64) ([]string, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT a.problem COLLATE "C"
		FROM alerts a
		JOIN submissions r ON r.id = a.right_submission
		WHERE a.contest_id = $1 AND ($2::bigint[] IS NULL OR r.contest_id = ANY ($2))
		GROUP BY 1
		ORDER BY 1`, contestID, visible)
	if err != nil {
		return nil, fmt.Errorf("problems of the alerts of contest %d: %w", contestID, explain(err))
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("problems of the alerts of contest %d: %w", contestID, explain(err))
	}
	return list, nil
}

// Alert returns one alert.
func (db *DB) Alert(ctx context.Context, id int64) (contest.Alert, error) {
	alerts, err := readAlerts(ctx, db.pool, "a.id = $1", id)
	if err == nil && len(alerts) == 0 {
		err = contest.ErrNotFound
	}
	if err != nil {
		return contest.Alert{}, fmt.Errorf("alert %d: %w", id, explain(err))
	}
	return alerts[0], nil
}

// AlertCounts counts the alerts of a contest. Visible is that of contest.AlertFilter.
func (db *DB) AlertCounts(ctx context.Context, contestID int64, visible []int64) (c contest.AlertCounts, err error) {
	err = db.pool.QueryRow(ctx, `
		SELECT count(*) FILTER (WHERE a.state = 'open'), count(*) FILTER (WHERE a.state = 'standing'), count(*) FILTER (WHERE a.state = 'fallen')
		FROM alerts a
		JOIN submissions r ON r.id = a.right_submission
		WHERE a.contest_id = $1 AND ($2::bigint[] IS NULL OR r.contest_id = ANY ($2))`, contestID, visible).Scan(&c.Open, &c.Upheld, &c.NotUpheld)
	if err != nil {
		return c, fmt.Errorf("count alerts of contest %d: %w", contestID, explain(err))
	}
	return c, nil
}
