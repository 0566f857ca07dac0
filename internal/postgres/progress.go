package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Progress counts the pairs that a check lists by the progress of their review. ToReview counts the
// pairs of a queue. Reviewers are sorted by name; each has decided at least one of the pairs. If a seal has a user,
// Reviewers has only this one.
// Sealed cases count as not decided, and their new statements do not count. The parameter visible lists the contests that the viewer may see; nil means all.
func (db *DB) Progress(ctx context.Context, checkID int64, visible []int64, queue contest.ReviewQueue, seal contest.Seal) (p review.Progress, err error) {
	defer wrap(&err, "progress of the review of check %d", checkID)
	// IN instead of joins, so that PostgreSQL makes hash tables of the cases. Reviews are few:
	// for each, the index of participants finds its pair. OFFSET 0 keeps PostgreSQL from making a join of that, which
	// compares each review with all pairs of the problem: minutes for 5,000 reviews and 100,000 pairs.
	rows := query(ctx, db.pool, `
		WITH `+checkK+`
		SELECT 0::bigint, '', count(*), count(*) FILTER (WHERE `+pairCaseIn+` AND NOT `+sealedCase(seal)+` AND c.state IN `+settledStates+`)),
			count(*) FILTER (WHERE NOT `+pairCaseIn+` AND `+notWaitingFor("$3", "$4", seal)+`)),
			(SELECT count(*) FROM links l JOIN cases c ON c.id = l.case_id
				WHERE c.contest_id = (SELECT contest_id FROM k) AND `+newStatement+` AND NOT `+sealedCase(seal)+`)
		FROM k JOIN pairs p ON `+listedInCheck+`
		UNION ALL
		(SELECT u.id, u.name, count(*), 0, 0, 0
		FROM k JOIN cases c ON c.contest_id = k.contest_id
		JOIN reviews r ON r.case_id = c.id
		JOIN users u ON u.id = r.user_id
		WHERE $5::bigint IN (0, r.user_id) AND EXISTS (SELECT FROM pairs p WHERE `+listedInCheck+` AND p.problem = c.problem
			AND p.left_participant IN (c.first_participant, c.second_participant)
			AND p.right_participant IN (c.first_participant, c.second_participant) OFFSET 0)
		GROUP BY u.id ORDER BY u.key)`, checkID, visible, queue.User, queue.ConflictsOf, seal.Viewer)
	var person review.Person
	var pairs, decided, toReview, statements int
	_, err = pgx.ForEachRow(rows, []any{&person.ID, &person.Name, &pairs, &decided, &toReview, &statements}, func() error {
		if person.ID == 0 {
			p.Listed, p.Decided, p.ToReview, p.NewStatements = pairs, decided, toReview, statements
		} else {
			p.Reviewers = append(p.Reviewers, review.ReviewerPairs{Reviewer: person, Pairs: pairs})
		}
		return nil
	})
	return p, err
}

// checkK is the check $1 as k, for a WITH clause. It has the thresholds as numbers: PostgreSQL would
// read them from JSON again for each pair.
const checkK = `k AS MATERIALIZED (
	SELECT id, contest_id, last_listed, (parameters->>'threshold')::double precision AS threshold,
		nullif((parameters->>'max_chance')::double precision, 0) AS max_chance
	FROM checks WHERE id = $1 AND state = 'complete')`

// isListed is the condition that check k of checkK lists pair p.
var isListed = "(p.rank <= k.last_listed AND p.suspicion >= k.threshold AND " + withinChance("k.max_chance") + ")"

// pairCaseIn is the condition that a pair p of check k has a case c. Append more conditions if
// needed, and then a closing parenthesis.
const pairCaseIn = `(p.problem, least(p.left_participant, p.right_participant), greatest(p.left_participant, p.right_participant)) IN (
	SELECT c.problem, c.first_participant, c.second_participant FROM cases c WHERE c.contest_id = (SELECT contest_id FROM k)`

// listedInCheck is the condition that a pair p is listed by check k, and visible by $2.
var listedInCheck = `p.check_id = k.id AND ` + isListed + `
	AND ($2::bigint[] IS NULL OR p.right_submission NOT IN (
		SELECT e.submission_id FROM check_submissions e JOIN submissions s ON s.id = e.submission_id
		WHERE e.check_id = $1 AND e.earlier AND s.contest_id <> ALL ($2)))`
