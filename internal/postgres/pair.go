package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
)

// scoreColumns lists the columns of contest.Scores, in the order of its fields.
const scoreColumns = `suspicion percentile chance similarity max_similarity coverage_left coverage_right
	longest_match matched_tokens hamming shared_passages unique_passages named_passages
	shared_template shared_template_others shared_template_score known`

// SavePairs stores pairs of the check's submissions; earlier submissions must be on the right.
// A second pair with the same rank is an error. SavePairs stores only the IDs of the sides'
// submissions and participants.
func (r *Run) SavePairs(ctx context.Context, pairs []contest.Pair) error {
	return r.do("save pairs", func(s *session) error {
		participants, err := r.participantsOf(ctx, s)
		if err != nil {
			return err
		}
		for _, p := range pairs {
			if participants[p.Left.SubmissionID] == 0 || participants[p.Right.SubmissionID] == 0 {
				return fmt.Errorf("pair %d: a submission is not of the check: %w", p.Rank, contest.ErrNotFound)
			}
		}
		saving, inner := errgroup.WithContext(ctx)
		rest := pairs
		if second := r.openSecond(ctx, len(pairs)); second != nil {
			saving.Go(func() error { return r.copyOverSecond(inner, second, pairs[:len(pairs)/2]) })
			rest = pairs[len(pairs)/2:]
		}
		saving.Go(func() error { return r.copyPairs(inner, s, rest) })
		if err := saving.Wait(); err != nil {
			return err
		}
		r.pairs += len(pairs)
		return nil
	})
}

const (
	minParallel   = 1000            // number of pairs that are worth a second connection: PostgreSQL uses one processor for each
	secondTimeout = 5 * time.Second // for opening it: a pooler makes clients wait until a connection is free
)

// openSecond opens a second connection to store n pairs. It returns nil for few pairs, and if none is free: then it does not
// try again, and the first connection stores all pairs.
func (r *Run) openSecond(ctx context.Context, n int) *session {
	if n < minParallel || r.noneFree {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, secondTimeout)
	defer cancel()
	s, err := r.db.session(ctx)
	r.noneFree = err != nil
	return s
}

// copyOverSecond is copyPairs over a second connection, which it closes. That connection does not hold the lock of the check,
// so the transaction keeps others from marking the check as failed before it ends.
func (r *Run) copyOverSecond(ctx context.Context, s *session, pairs []contest.Pair) error {
	err := s.commitLater(ctx)
	if err == nil {
		err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
			running, err := tx.Exec(ctx, "SELECT FROM checks WHERE id = $1 AND state = 'running' FOR SHARE", r.id)
			if err == nil && running.RowsAffected() == 0 {
				err = errEnded
			}
			if err != nil {
				return err
			}
			return r.copyPairs(ctx, tx, pairs)
		})
	}
	return errors.Join(s.explain(err), s.close())
}

func (r *Run) copyPairs(ctx context.Context, w writer, pairs []contest.Pair) error {
	const columns = `check_id rank problem language left_submission right_submission
		left_participant right_participant cluster ` + scoreColumns
	return copyRows(ctx, w, "pairs", columns, len(pairs), func(i int) []any {
		p := &pairs[i]
		return append([]any{r.id, p.Rank, p.Problem, p.Language, p.Left.SubmissionID, p.Right.SubmissionID,
			r.participants[p.Left.SubmissionID], r.participants[p.Right.SubmissionID], orNull(p.Cluster)}, fieldsOf(p.Scores)...)
	})
}

// participantsOf returns the participants of the check's submissions, including earlier
// submissions, by submission ID.
func (r *Run) participantsOf(ctx context.Context, s *session) (map[int64]int64, error) {
	if r.participants != nil {
		return r.participants, nil
	}
	participants, err := mapOf[int64, int64](ctx, s, `
		SELECT s.id, s.participant_id
		FROM check_submissions c
		JOIN submissions s ON s.id = c.submission_id
		WHERE c.check_id = $1`, r.id)
	if err == nil {
		r.participants = participants
	}
	return participants, err
}

// pairColumns lists the columns of pairs p with both sides, and the contest of their checks k.
var pairColumns = "p.id, p.check_id, p.rank, p.problem, p.language, coalesce(p.cluster, 0), " + bothSides +
	", p." + strings.Join(strings.Fields(scoreColumns), ", p.") + ", k.contest_id"

// bothSides lists the columns of the sides l and r of a pair or an alert.
var bothSides = sideColumnsWithContest("l") + ", " + sideColumnsWithContest("r")

// selectPairs returns a query of pairs: first pairColumns, then the columns in more. from is SQL
// for the rows p of pairs.
func selectPairs(more, from string) string {
	return "SELECT " + pairColumns + more + " FROM " + from + " p JOIN checks k ON k.id = p.check_id AND k.state = 'complete'" +
		lookUpSides("p.left_submission", "p.right_submission")
}

// selectCheckPairs returns a query of all pairs of check $1 that meet a condition. It reads
// each submission of the check once, not once for each pair.
func selectCheckPairs(where string) string {
	return `
		WITH sides AS MATERIALIZED (
			SELECT * FROM submission_sides WHERE id IN (SELECT submission_id FROM check_submissions WHERE check_id = $1)
		)
		SELECT ` + pairColumns + " FROM (SELECT * FROM pairs p WHERE " + where + `) p
		JOIN checks k ON k.id = p.check_id AND k.state = 'complete'
		JOIN sides l ON l.id = p.left_submission
		JOIN sides r ON r.id = p.right_submission`
}

// lookUpSides joins the sides l and r of two submissions; left and right are SQL for their
// IDs. OFFSET 0 makes PostgreSQL look up each side by itself: in a plain join of more than
// eight tables (join_collapse_limit) it reads the submissions of the whole archive first.
func lookUpSides(left, right string) string {
	return `
		CROSS JOIN LATERAL (SELECT * FROM submission_sides WHERE id = ` + left + ` OFFSET 0) l
		CROSS JOIN LATERAL (SELECT * FROM submission_sides WHERE id = ` + right + ` OFFSET 0) r`
}

// pairRow is a row of pairColumns and of more columns.
type pairRow[T any] struct {
	contest.Pair
	ContestID int64 // of the check
	Extra     T
}

// listPairsAnd returns the rows of a query of selectPairs.
func listPairsAnd[T any](ctx context.Context, q querier, sql string, args ...any) ([]pairRow[T], error) {
	rows, err := list[pairRow[T]](ctx, q, sql, args...)
	for i := range rows {
		redactSides(rows[i].ContestID, &rows[i].Left, &rows[i].Right)
	}
	return rows, err
}

// listPairs is listPairsAnd without more columns.
func listPairs(ctx context.Context, q querier, sql string, args ...any) ([]contest.Pair, error) {
	rows, err := listPairsAnd[struct{}](ctx, q, sql, args...)
	pairs := make([]contest.Pair, len(rows))
	for i, r := range rows {
		pairs[i] = r.Pair
	}
	return pairs, err
}

// redactSides removes the name of the pair's own contest from its sides. If only one side is hidden, redactSides also
// hides the other side and removes its number, like [blind.HideCounterpart].
func redactSides(contestID int64, left, right *contest.Side) {
	if left.ContestID != right.ContestID && left.Hidden != right.Hidden {
		visible := left
		if left.Hidden {
			visible = right
		}
		visible.Hidden, visible.Number = true, 0
	}
	for _, s := range []*contest.Side{left, right} {
		if s.ContestID == contestID {
			s.Contest = ""
		}
	}
}

// PairAndCheck returns one pair of a complete check, and the check with its contest.
func (db *DB) PairAndCheck(ctx context.Context, id int64) (p contest.Pair, c contest.CheckAndContest, err error) {
	defer wrap(&err, "pair %d", id)
	r, err := one(listPairsAnd[contest.CheckAndContest](ctx, db.pool,
		selectPairs(", "+checkAndContestColumns, "pairs")+" JOIN contests c ON c.id = k.contest_id WHERE p.id = $1", id))
	return r.Pair, r.Extra, err
}

// PairsByID returns the pairs of complete checks with these IDs, by ID.
func (db *DB) PairsByID(ctx context.Context, ids []int64) (_ map[int64]contest.Pair, err error) {
	defer wrap(&err, "%d pairs", len(ids))
	pairs, err := listPairs(ctx, db.pool, selectPairs("", "(SELECT * FROM pairs WHERE id = ANY ($1))"), ids)
	byID := make(map[int64]contest.Pair, len(pairs))
	for _, p := range pairs {
		byID[p.ID] = p
	}
	return byID, err
}

// Pairs returns a page of the pairs of a complete check that pass a filter, and counts all such
// pairs. It sorts ties by rank, so that pages do not overlap.
func (db *DB) Pairs(ctx context.Context, checkID int64, filter contest.PairFilter) (pairs []contest.Pair, total int, err error) {
	defer wrap(&err, "pairs of check %d", checkID)
	q, err := db.pairQuery(ctx, checkID, filter)
	if err != nil {
		return nil, 0, err
	}
	if total, err = get[int](ctx, db.pool, q.count(), q.args...); err != nil {
		return nil, 0, err
	}
	pairs, err = db.pagePairs(ctx, checkID, q, filter, total)
	return pairs, total, err
}

// PairsAndPools is [DB.Pairs] for a filter, and [DB.ListedPools] for a wider filter, which all pairs of the first filter pass.
func (db *DB) PairsAndPools(ctx context.Context, checkID int64, filter, wider contest.PairFilter) (
	pairs []contest.Pair, total int, pools []contest.ListedPool, err error) {
	defer wrap(&err, "pairs and pools of check %d", checkID)
	q, err := db.pairQuery(ctx, checkID, filter)
	if err != nil {
		return nil, 0, nil, err
	}
	if pools, total, err = db.countInPools(ctx, checkID, wider, q); err != nil {
		return nil, 0, nil, err
	}
	pairs, err = db.pagePairs(ctx, checkID, q, filter, total)
	return pairs, total, pools, err
}

// pagePairs returns the pairs of the filter's page; total is the number of all pairs that pass the filter.
func (db *DB) pagePairs(ctx context.Context, checkID int64, q pairQuery, filter contest.PairFilter, total int) (pairs []contest.Pair, err error) {
	if filter.Offset < total {
		sql, args := q.rows(filter, total)
		pairs, err = listPairs(ctx, db.pool, sql, args...)
	}
	if err == nil && len(pairs) == 0 {
		err = db.requireComplete(ctx, checkID)
	}
	return pairs, err
}

// ListedPools returns the pools of the pairs of a check that pass a filter.
func (db *DB) ListedPools(ctx context.Context, checkID int64, filter contest.PairFilter) (_ []contest.ListedPool, err error) {
	defer wrap(&err, "pools of check %d", checkID)
	pools, _, err := db.countInPools(ctx, checkID, filter, pairQuery{where: "true", args: []any{checkID}})
	return pools, err
}

// countInPools returns the pools of the pairs of a check that pass a filter, and counts the pairs that also pass q.
func (db *DB) countInPools(ctx context.Context, checkID int64, filter contest.PairFilter, q pairQuery) (
	pools []contest.ListedPool, total int, err error) {
	resolved, err := db.resolve(ctx, checkID, filter)
	if err != nil {
		return nil, 0, err
	}
	where, args := pairConditions(q.args, filter, resolved)
	type row struct {
		contest.ListedPool
		Count int
	}
	rows, err := list[row](ctx, db.pool, `
		WITH earlier AS MATERIALIZED (
			SELECT s.id, s.contest_id, b.name AS problem FROM check_submissions e
			JOIN submissions s ON s.id = e.submission_id
			JOIN problems b ON b.id = s.problem_id
			WHERE e.check_id = $1 AND e.earlier
		)
		SELECT p.problem, p.language, coalesce(e.contest_id, 0), coalesce(e.problem, ''), coalesce(max(p.chance), -1), count(*) FILTER (WHERE `+q.where+`)
		FROM pairs p
		LEFT JOIN earlier e ON e.id = p.right_submission
		WHERE `+where+`
		GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`, args...)
	for _, r := range rows {
		total += r.Count
		if r.HighestChance >= 0 { // else no pair has a chance
			pools = append(pools, r.ListedPool)
		}
	}
	return pools, total, err
}

// PairIDs returns the IDs of the pairs of [DB.Pairs], in the same order, and counts all pairs that pass the filter.
func (db *DB) PairIDs(ctx context.Context, checkID int64, filter contest.PairFilter) (ids []int64, total int, err error) {
	defer wrap(&err, "IDs of pairs of check %d", checkID)
	q, err := db.pairQuery(ctx, checkID, filter)
	if err != nil {
		return nil, 0, err
	}
	sql, args := q.page("p.id, ("+q.count()+")", filter, 0)
	ids, total, err = page[int64](ctx, db.pool, q.count(), q.args, sql, args...)
	if err == nil && len(ids) == 0 {
		err = db.requireComplete(ctx, checkID)
	}
	return ids, total, err
}

// NextToReview returns the ID and the position (from 1) of the filter's next pair that is in a queue: the first pair
// from position start on, or else the first of all. It skips the pair with the ID current. It returns 0 if there is no
// such pair.
func (db *DB) NextToReview(
	ctx context.Context, checkID int64, filter contest.PairFilter, queue contest.ReviewQueue, current int64, start int,
) (id int64, position int, err error) {
	defer wrap(&err, "next pair to review of check %d", checkID)
	q, err := db.pairQuery(ctx, checkID, filter)
	if err != nil {
		return 0, 0, err
	}
	waiting := conditions{args: q.args}
	currentArg, startArg := waiting.arg(current), waiting.arg(start)
	inQueue(&waiting, queue, waiting.sealed(filter.Seal))
	err = db.pool.QueryRow(ctx, fmt.Sprintf(`
		SELECT id, position FROM (
			SELECT p.id, row_number() OVER (ORDER BY %s) AS position, %s AS waits FROM pairs p WHERE %s) p
		WHERE waits AND id <> %s ORDER BY position < %s, position LIMIT 1`,
		q.order, &waiting, q.where, currentArg, startArg), waiting.args...).Scan(&id, &position)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return id, position, err
}

// pairQuery is the SQL of a filter on a check's pairs.
type pairQuery struct {
	where, order, reverse string // reverse is the reverse of the order
	args                  []any
}

func (db *DB) pairQuery(ctx context.Context, checkID int64, filter contest.PairFilter) (q pairQuery, err error) {
	if q.order, err = pairOrder(filter, false); err != nil {
		return q, err
	}
	if q.reverse, err = pairOrder(filter, true); err != nil {
		return q, err
	}
	resolved, err := db.resolve(ctx, checkID, filter)
	if err == nil {
		q.where, q.args = pairConditions([]any{checkID}, filter, resolved)
	}
	return q, err
}

// count returns the query of the number of all pairs that pass the filter.
func (q pairQuery) count() string { return "SELECT count(*) FROM pairs p WHERE " + q.where }

// rows returns the query of the pairs of the filter's page, and its arguments. For total, see page.
func (q pairQuery) rows(filter contest.PairFilter, total int) (string, []any) {
	if filter.Limit == 0 && filter.Offset == 0 {
		return selectCheckPairs(q.where) + " ORDER BY " + q.order, q.args
	}
	// Cut the page before joining its rows to their submissions, and sort only IDs:
	// PostgreSQL copies each row that it sorts.
	page, args := q.page("p.id", filter, total)
	return selectPairs("", "(SELECT q.* FROM ("+page+") page JOIN pairs q ON q.id = page.id)") + " ORDER BY " + q.order, args
}

// page returns a query of columns of the pairs of the filter's page, and its arguments. total is the number of all pairs
// that pass the filter; 0 if unknown. If it is known, the query reads a page of the second half from the end, and returns
// its rows in the reverse order.
func (q pairQuery) page(columns string, filter contest.PairFilter, total int) (string, []any) {
	order, limit, offset := q.order, filter.Limit, filter.Offset
	if limit > 0 && offset > total/2 && total > 0 {
		limit = min(limit, total-offset)
		order, offset = q.reverse, total-offset-limit
	}
	args := append(slices.Clip(q.args), limit, offset)
	return fmt.Sprintf("SELECT %s FROM pairs p WHERE %s ORDER BY %s LIMIT nullif($%d::bigint, 0) OFFSET $%d",
		columns, q.where, order, len(args)-1, len(args)), args
}

// maxRelatedPairs is the maximum number of pairs that RelatedPairs returns.
const maxRelatedPairs = 12

// RelatedPairs returns the other pairs of a pair's two participants in the pair's check, sorted by rank.
func (db *DB) RelatedPairs(ctx context.Context, p contest.Pair) (_ []contest.Pair, err error) {
	defer wrap(&err, "other pairs of the participants of pair %d", p.ID)
	return listPairs(ctx, db.pool, selectPairs("", "pairs")+`
		WHERE p.check_id = $1 AND p.id <> $2 AND (p.left_participant, p.right_participant) IN (($3, $4), ($4, $3))
		ORDER BY p.rank LIMIT $5`,
		p.CheckID, p.ID, p.Left.ParticipantID, p.Right.ParticipantID, maxRelatedPairs)
}

// NextPairs returns, by participant ID, each participant's first pair after a rank. It leaves
// out pairs of two of the participants, and pairs in which the participant is hidden only because the other participant is. For
// visible see [contest.PairFilter].
func (db *DB) NextPairs(ctx context.Context, checkID int64, participants []int64, rank int,
	visible []int64) (_ map[int64]contest.Pair, err error) {
	defer wrap(&err, "pairs of participants after rank %d of check %d", rank, checkID)
	args := []any{checkID, visible, rank, participants}
	// One query for each participant: PostgreSQL would plan a query with a list of participants at each call.
	selects := make([]string, len(participants))
	for i, participant := range participants {
		args = append(args, participant)
		selects[i] = fmt.Sprintf(`
			(SELECT $%[1]d::bigint AS participant, p.id FROM pairs p
			WHERE p.check_id = $1 AND %[2]s AND p.rank > $3 AND $%[1]d IN (p.left_participant, p.right_participant)
				AND NOT (p.left_participant = ANY ($4) AND p.right_participant = ANY ($4))
				AND ((SELECT hidden FROM participant_profiles WHERE id = $%[1]d) OR NOT %[3]s)
			ORDER BY p.rank LIMIT 1)`, len(args), visiblePair, halfHidden)
	}
	first := "(SELECT q.*, f.participant FROM (" + strings.Join(selects, " UNION ALL ") + ") f JOIN pairs q ON q.id = f.id)"
	rows, err := listPairsAnd[int64](ctx, db.pool, selectPairs(", p.participant", first), args...)
	next := make(map[int64]contest.Pair, len(rows))
	for _, r := range rows {
		next[r.Extra] = r.Pair
	}
	return next, err
}

// FirstPairs returns, for each participant in a check, the first pairs by rank, and counts all. It leaves out pairs with
// contests that visible does not list, and pairs in which the participant is hidden only because the other participant is: see
// halfHidden. Only the right side of a pair may be of another contest than the check.
func (db *DB) FirstPairs(ctx context.Context, of []contest.PairsOf, visible []int64) (_ []contest.FirstPairs, err error) {
	defer wrap(&err, "first pairs of participants in %d checks", len(of))
	args := columns(of, func(f contest.PairsOf) []any { return []any{f.CheckID, f.ParticipantID, f.Limit} })
	rows, err := listPairsAnd[struct{ Place, Total int }](ctx, db.pool, selectPairs(", p.place, p.total", `(
		SELECT q.*, found.place, found.total
		FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY wanted (check_id, participant, most, place)
		CROSS JOIN LATERAL (
			SELECT p.id, wanted.place, count(*) OVER () AS total
			FROM pairs p
			CROSS JOIN LATERAL (SELECT contest_id, hidden FROM participant_profiles WHERE id = p.left_participant OFFSET 0) l
			CROSS JOIN LATERAL (SELECT contest_id, hidden FROM participant_profiles WHERE id = p.right_participant OFFSET 0) r
			WHERE p.check_id = wanted.check_id AND wanted.participant IN (p.left_participant, p.right_participant)
				AND (l.contest_id = r.contest_id OR ($4::bigint[] IS NULL OR r.contest_id = ANY ($4))
					AND (l.hidden = r.hidden OR CASE wanted.participant WHEN p.left_participant THEN l.hidden ELSE r.hidden END))
			ORDER BY p.rank LIMIT wanted.most
		) found
		JOIN pairs q ON q.id = found.id)`)+" ORDER BY p.place, p.rank", append(args, visible)...)
	first := make([]contest.FirstPairs, len(of))
	for _, r := range rows {
		f := &first[r.Extra.Place-1]
		f.Pairs, f.Total = append(f.Pairs, r.Pair), r.Extra.Total
	}
	return first, err
}

const (
	// maxOtherContests is the maximum number of contests that PairsInOtherContests returns.
	maxOtherContests = 12
	// maxRatedPairs is the number of first ranks of the check whose listed pairs PairsInOtherContests looks up in each other contest.
	maxRatedPairs = 1000
)

// unversioned is the name of a contest's system without its version: "DOMjudge" of "DOMjudge 8.3.1, Contest API 2023-06".
const unversioned = `regexp_replace(c.system, '[ ,]*[0-9].*$', '')`

// PairsInOtherContests looks for a pair's two participants in other contests of the judge system, whatever its version. It returns
// one pair of the two from each contest: the most suspicious one that the contest's newest complete check lists. The contest
// with the most suspicious pair comes first. A participant has one ID in all contests of a judge system; a participant without
// an ID is in no other contest. Others says how usual such a pair is: of the check's other listed pairs whose participants
// both took part in the other contest, how many the other contest lists too.
//
// It leaves out contests that visible does not list; visible nil means all. It also leaves out contests in which one of the
// two participants is hidden but visible here, or visible but hidden here: their pairs would link a number to a name.
func (db *DB) PairsInOtherContests(ctx context.Context, p contest.Pair, visible []int64) (_ []facts.OtherContest, err error) {
	defer wrap(&err, "pairs of the participants of pair %d in other contests", p.ID)
	type more struct {
		Contest       string
		Total, Listed int
	}
	rows, err := listPairsAnd[more](ctx, db.pool, `
		WITH here AS (
			SELECT k.id, k.contest_id, k.last_listed, k.parameters, `+unversioned+` AS system FROM checks k JOIN contests c ON c.id = k.contest_id WHERE k.id = $1
		), twice AS ( -- contests with both participants
			SELECT a.contest_id, a.contest AS name, a.id AS one, b.id AS other
			FROM here
			JOIN participants own_a ON own_a.id = $2 AND own_a.system_id <> ''
			JOIN participants own_b ON own_b.id = $3 AND own_b.system_id <> ''
			JOIN participant_profiles a ON a.system_id = own_a.system_id AND a.system_id <> '' AND a.hidden = $4
			JOIN participant_profiles b ON b.system_id = own_b.system_id AND b.system_id <> '' AND b.hidden = $5 AND b.contest_id = a.contest_id
			JOIN contests c ON c.id = a.contest_id AND `+unversioned+` = here.system
			WHERE a.contest_id <> here.contest_id AND ($6::bigint[] IS NULL OR a.contest_id = ANY ($6))
		), newest AS ( -- the check of each of these contests
			SELECT DISTINCT ON (k.contest_id) k.id, k.last_listed, k.parameters, t.name, t.contest_id, t.one, t.other
			FROM twice t JOIN checks k ON k.contest_id = t.contest_id AND k.state = 'complete'
			ORDER BY k.contest_id, `+comparedNothing+`, k.id DESC
		), best AS ( -- the most suspicious pair of the two that each check lists
			SELECT DISTINCT ON (n.id) p.*, n.name AS found_in, n.contest_id AS there, n.last_listed, n.parameters
			FROM newest n
			JOIN pairs p ON p.check_id = n.id AND p.rank <= n.last_listed AND `+listedBy("n.parameters")+`
				AND (p.left_participant, p.right_participant) IN ((n.one, n.other), (n.other, n.one))
			ORDER BY n.id, p.rank
		), rated AS ( -- of the other pairs listed here: how many are of participants there, and how many are listed there too
			SELECT f.*, others.total, others.listed
			FROM (SELECT * FROM best ORDER BY suspicion DESC, id LIMIT $7) f
			CROSS JOIN LATERAL (
				SELECT count(*) AS total, count(*) FILTER (WHERE EXISTS (
					SELECT FROM pairs p WHERE p.check_id = f.check_id AND p.rank <= f.last_listed AND `+listedBy("f.parameters")+`
					AND (p.left_participant, p.right_participant) IN ((x.id, y.id), (y.id, x.id)))) AS listed
				FROM (
					SELECT DISTINCT least(p.left_participant, p.right_participant) AS one, greatest(p.left_participant, p.right_participant) AS other
					FROM here JOIN pairs p ON p.check_id = here.id AND p.rank <= least(here.last_listed, $8) AND `+listedBy("here.parameters")+`
					WHERE (p.left_participant, p.right_participant) NOT IN (($2, $3), ($3, $2))
				) o
				JOIN participants a ON a.id = o.one
				JOIN participants b ON b.id = o.other
				JOIN participants x ON x.contest_id = f.there AND x.system_id = a.system_id AND x.system_id <> ''
				JOIN participants y ON y.contest_id = f.there AND y.system_id = b.system_id AND y.system_id <> ''
			) others
		)`+selectPairs(", p.found_in, p.total, p.listed", "rated")+`
		ORDER BY p.suspicion DESC, p.id`,
		p.CheckID, p.Left.ParticipantID, p.Right.ParticipantID, p.Left.Hidden, p.Right.Hidden, visible, maxOtherContests, maxRatedPairs)
	others := make([]facts.OtherContest, len(rows))
	for i, r := range rows {
		others[i] = facts.OtherContest{Pair: r.Pair, Contest: r.Extra.Contest, Others: facts.Rate{Count: r.Extra.Listed, Total: r.Extra.Total}}
	}
	return others, err
}
