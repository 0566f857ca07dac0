package postgres

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Progress counts the pairs that a check lists, and how many of them are decided. If a program of a pair was erased, the pair
// counts only if somebody decided it before. ToReview counts the pairs of a queue. Reviewers are sorted by name; each has decided
// at least one of the pairs. If a seal has a viewer, Reviewers has only this one. Sealed cases count as not decided, and
// their new statements do not count. The parameter visible lists the contests that the viewer may see; nil means all.
//
// NewStatements and Unlisted count cases that the viewer may see, as [DB.Cases] lists them. A new statement counts even if
// the check has no pair of its case, so that nobody overlooks it. Unlisted counts the decided cases whose pairs the check does
// not list.
func (db *DB) Progress(ctx context.Context, checkID int64, visible []int64, queue contest.ReviewQueue, seal contest.Seal) (p review.Progress, err error) {
	defer wrap(&err, "progress of the review of check %d", checkID)
	reviewers := "true" // reviewers whose pairs are counted
	if seal.Viewer != 0 {
		reviewers = "r.user_id = $5"
	}
	// A full join, because PostgreSQL cannot plan it as a loop through all pairs for each case, whatever the statistics say.
	type row struct {
		Reviewer                                       review.Person // zero in the row of totals
		Pairs, Decided, ToReview, Unlisted, Statements int
	}
	rows, err := list[row](ctx, db.pool, `
		WITH `+checkK+`, c AS MATERIALIZED (
			SELECT c.*, `+sealedCase(seal, "$5")+` AS sealed FROM cases c WHERE c.contest_id = (SELECT contest_id FROM k)
		), sides AS MATERIALIZED ( -- listed pairs
			SELECT p.rank, p.problem, p.left_submission, p.right_submission, least(p.left_participant, p.right_participant) AS first,
				greatest(p.left_participant, p.right_participant) AS second
			FROM k JOIN pairs p ON p.check_id = k.id AND `+isListed+` AND `+visiblePair+`
		), `+storedSides+`, totals AS MATERIALIZED (
			SELECT count(p.rank) FILTER (WHERE c.shown <> 'open' OR `+sidesHavePrograms+`) AS listed, count(p.rank) FILTER (WHERE c.decided) AS decided,
				count(p.rank) FILTER (WHERE c.waits IS NOT false AND (c.shown <> 'open' OR `+sidesHavePrograms+`)) AS to_review,
				count(c.id) FILTER (WHERE p.rank IS NULL AND c.shown <> 'open' AND `+visibleCase("$2")+`) AS unlisted,
				array_agg(c.id) FILTER (WHERE p.rank IS NOT NULL AND c.id IS NOT NULL) AS cases
			FROM sides p
			FULL JOIN (SELECT c.*, NOT c.sealed AND c.state IN `+settledStates+` AS decided, `+stateShown("c.sealed")+` AS shown,
					NOT `+notWaitingFor("$3", "$4", "c.sealed")+` AS waits
				FROM c) c
			ON c.problem = p.problem AND c.first_participant = p.first AND c.second_participant = p.second)
		SELECT 0::bigint, '', listed, decided, to_review, unlisted,
			(SELECT count(*) FROM links l JOIN c ON c.id = l.case_id WHERE `+newStatement+` AND NOT c.sealed
				AND `+visibleCase("$2")+`)
		FROM totals
		UNION ALL
		(SELECT u.id, u.name, count(*), 0, 0, 0, 0
		FROM reviews r
		JOIN users u ON u.id = r.user_id
		WHERE r.case_id IN (SELECT unnest(cases) FROM totals) AND `+reviewers+`
		GROUP BY u.id ORDER BY u.key)`, checkID, visible, queue.User, queue.ConflictsOf, seal.Viewer)
	for _, r := range rows {
		if r.Reviewer.ID == 0 {
			p.Listed, p.Settled, p.ToReview, p.Unlisted, p.NewStatements = r.Pairs, r.Decided, r.ToReview, r.Unlisted, r.Statements
		} else {
			p.Reviewers = append(p.Reviewers, review.ReviewerPairs{Reviewer: r.Reviewer, Pairs: r.Pairs})
		}
	}
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

// auditRanks draws the ranks of a sample. It leaves out the pairs that the check lists. It also leaves out pairs with an erased
// program unless the viewer sees that somebody decided them, because nobody could decide them. It draws and looks up ranks in growing
// batches, until the sample is full or no rank is left.
func (db *DB) auditRanks(ctx context.Context, checkID int64, sample contest.AuditSample, seal contest.Seal) (ranks []int, err error) {
	highest, err := get[int](ctx, db.pool, "SELECT coalesce(max(rank), 0) FROM pairs WHERE check_id = $1", checkID)
	if err != nil {
		return nil, err
	}
	var batch []int
	size := 2*sample.Size + 20
	draw := func() error {
		found, err := list[int](ctx, db.pool,
			"WITH "+checkK+" SELECT p.rank FROM k JOIN pairs p ON p.check_id = k.id AND p.rank = ANY ($2) WHERE NOT "+isListed+
				" AND "+isReviewable(sealedCase(seal, "$3")), checkID, batch, seal.Viewer)
		slices.Sort(found)
		for _, rank := range batch {
			if _, ok := slices.BinarySearch(found, rank); ok && len(ranks) < sample.Size {
				ranks = append(ranks, rank)
			}
		}
		batch, size = batch[:0], 4*size
		return err
	}
	for rank := range sample.Ranks(highest) {
		if batch = append(batch, rank); len(batch) < size {
			continue
		}
		if err := draw(); err != nil || len(ranks) == sample.Size {
			return ranks, err
		}
	}
	err = draw()
	return ranks, err
}

// UnlistedPairs counts the stored pairs that a check does not list. The parameter visible lists the
// contests that the viewer may see; nil means all.
func (db *DB) UnlistedPairs(ctx context.Context, checkID int64, visible []int64) (pairs int, err error) {
	defer wrap(&err, "pairs that check %d does not list", checkID)
	return get[int](ctx, db.pool,
		"WITH "+checkK+" SELECT count(*) FROM k JOIN pairs p ON p.check_id = k.id WHERE NOT "+isListed+" AND "+visiblePair, checkID, visible)
}
