package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// pairOrder returns what to sort by.
func pairOrder(filter contest.PairFilter) (string, error) {
	direction := " ASC"
	if filter.Descending {
		direction = " DESC"
	}
	switch filter.Sort {
	case "", contest.SortRank:
		return "p.rank" + direction, nil
	case contest.SortSuspicion, contest.SortPercentile, contest.SortSimilarity, contest.SortMaxSimilarity,
		contest.SortLongestMatch, contest.SortMatchedTokens, contest.SortHamming, contest.SortSharedTemplate:
		return "p." + string(filter.Sort) + direction + " NULLS LAST, p.rank", nil
	}
	return "", fmt.Errorf("pairs cannot be sorted by %q", filter.Sort)
}

// conditions is what a WHERE clause is made of.
type conditions struct {
	list []string
	args []any
}

// add adds a condition in which $? stands for the argument.
func (c *conditions) add(condition string, arg any) {
	c.args = append(c.args, arg)
	c.list = append(c.list, strings.ReplaceAll(condition, "$?", fmt.Sprintf("$%d", len(c.args))))
}

func (c *conditions) String() string { return strings.Join(c.list, " AND ") }

// resolvedFilter is what was looked up for a filter before the pairs are.
type resolvedFilter struct {
	participants people  // by Participant
	submissions  []int64 // by Verdict
}

// resolve looks up what a filter of a check's pairs needs.
func (db *DB) resolve(ctx context.Context, checkID int64, filter contest.PairFilter) (f resolvedFilter, err error) {
	if filter.Participant != "" {
		if f.participants, err = db.participantsLike(ctx, checkID, filter.Participant); err != nil {
			return f, err
		}
	}
	if filter.Verdict != "" {
		f.submissions, err = db.submissionsJudged(ctx, checkID, filter.Verdict)
	}
	return f, err
}

// submissionsJudged returns the submissions with a verdict of a check's contest, and
// of the earlier ones of the check.
func (db *DB) submissionsJudged(ctx context.Context, checkID int64, verdict contest.Verdict) ([]int64, error) {
	rows := query(ctx, db.pool, `
		SELECT id FROM submissions WHERE contest_id = `+ofCheck+` AND upper(verdict) = upper($2)
		UNION ALL
		SELECT s.id FROM check_submissions e
		JOIN submissions s ON s.id = e.submission_id
		WHERE e.check_id = $1 AND e.earlier AND upper(s.verdict) = upper($2)`, checkID, verdict)
	return pgx.AppendRows([]int64{}, rows, pgx.RowTo[int64]) // not nil, which would be null and so neither true nor false
}

// ofCheck is the contest of the check.
const ofCheck = "(SELECT contest_id FROM checks WHERE id = $1)"

// earlierSide is followed by a condition on the earlier submissions e of the
// check, s of the archive, and a closing parenthesis.
const earlierSide = `p.right_submission IN (
	SELECT e.submission_id FROM check_submissions e
	JOIN submissions s ON s.id = e.submission_id
	WHERE e.check_id = $1 AND e.earlier`

// pairConditions returns the condition that a filter puts on a row p of pairs,
// with its arguments. Lists are unnested, or else gone through for each pair.
func pairConditions(checkID int64, filter contest.PairFilter, found resolvedFilter) (string, []any) {
	where := conditions{[]string{"p.check_id = $1", "p.suspicion >= $2"}, []any{checkID, filter.MinSuspicion}}
	if filter.Problem != "" {
		where.add("p.problem = $?", filter.Problem)
	}
	if filter.Language != "" {
		where.add("p.language = $?", filter.Language)
	}
	if filter.Verdict != "" {
		where.add("(p.left_submission IN (SELECT unnest($?::bigint[])) OR p.right_submission IN (SELECT unnest($?::bigint[])))", found.submissions)
	}
	if filter.Participant != "" {
		hidden, shown := "false", "false"
		if len(found.participants.hidden) > 0 {
			where.args = append(where.args, found.participants.hidden)
			hidden = of(len(where.args))
		}
		if len(found.participants.shown) > 0 {
			where.args = append(where.args, found.participants.shown)
			shown = of(len(where.args))
		}
		where.list = append(where.list, "("+hidden+" OR "+shown+" AND NOT "+halfHidden+")")
	}
	if filter.Number != 0 {
		contest := ofCheck
		if filter.NumberOf != 0 {
			contest = strconv.FormatInt(filter.NumberOf, 10)
		}
		numbered := " FROM participant_profiles WHERE contest_id = " + contest + " AND number = $?"
		where.add("(SELECT id"+numbered+") IN (p.left_participant, p.right_participant)", filter.Number)
		where.add("((SELECT hidden"+numbered+") OR NOT "+halfHidden+")", filter.Number)
	}
	if filter.AfterRank != 0 {
		where.add("p.rank > $?", filter.AfterRank)
	}
	if filter.Submission != 0 {
		where.add("$? IN (p.left_submission, p.right_submission)", filter.Submission)
	}
	if filter.Cluster != 0 {
		where.add("p.cluster = $?", filter.Cluster)
	}
	switch filter.Sides {
	case contest.OwnSides:
		where.list = append(where.list, "NOT ("+earlierSide+"))")
	case contest.EarlierSides:
		where.list = append(where.list, earlierSide+")")
	}
	if filter.Contest != "" {
		where.add(earlierSide+` AND s.contest_id = coalesce(
			(SELECT id FROM contests WHERE name = $?), (SELECT id FROM contests WHERE id::text = $?)))`, filter.Contest)
	}
	if filter.Visible != nil {
		where.add("NOT ("+earlierSide+" AND s.contest_id <> ALL ($?)))", filter.Visible)
	}
	caseConditions(&where, filter)
	return where.String(), where.args
}

// caseConditions adds those on the case of a pair. All are such that PostgreSQL
// makes a hash table of the cases: "IS TRUE" and "NOT" keep it from a join, for
// which it takes a loop through all cases for each pair as long as it has not
// counted the rows of a new check.
func caseConditions(where *conditions, filter contest.PairFilter) {
	const cases = `(p.problem, least(p.left_participant, p.right_participant), greatest(p.left_participant, p.right_participant))
		IN (SELECT c.problem, c.first_participant, c.second_participant FROM cases c WHERE c.contest_id = ` + ofCheck
	switch filter.State {
	case "":
	case "open": // most have no case yet
		where.list = append(where.list, "NOT ("+cases+" AND c.state <> 'open'))")
	case contest.StateWaiting, contest.StateMine:
		where.list = append(where.list, "NOT ("+cases+" AND c.state IN ('confirmed', 'dismissed', 'unclear')))")
	default:
		where.add("("+cases+" AND c.state = $?)) IS TRUE", filter.State)
	}
	if filter.Decided {
		where.list = append(where.list, "("+cases+" AND (c.state <> 'open' OR c.assigned IS NOT NULL))) IS TRUE")
	}
	if filter.State == contest.StateMine {
		where.add("NOT ("+cases+" AND c.state = 'pending' AND c.id IN (SELECT r.case_id FROM reviews r WHERE r.user_id = $?)))", filter.Queue.User)
		if filter.Queue.ConflictsOf != nil {
			where.add("NOT ("+cases+" AND c.state = 'conflict' AND c.contest_id <> ALL ($?)))", filter.Queue.ConflictsOf)
		}
	}
	if filter.Reviewer != 0 {
		where.add("("+cases+" AND c.id IN (SELECT r.case_id FROM reviews r WHERE r.user_id = $?))) IS TRUE", filter.Reviewer)
	}
	if filter.Assigned != 0 {
		where.add("("+cases+" AND c.assigned = $?)) IS TRUE", filter.Assigned)
	}
}

// of is the condition that one of a pair's participants is in an argument.
func of(arg int) string {
	return fmt.Sprintf("(p.left_participant IN (SELECT unnest($%[1]d::bigint[])) OR p.right_participant IN (SELECT unnest($%[1]d::bigint[])))", arg)
}

// halfHidden is the condition on pairs across contests of which only one participant
// is hidden on their own account. Who asks for the other one does not get them: that
// would reveal who is shown there without a name.
const halfHidden = `EXISTS (
	SELECT FROM participant_profiles l
	JOIN participant_profiles r ON r.id = p.right_participant AND r.contest_id <> l.contest_id AND r.hidden <> l.hidden
	WHERE l.id = p.left_participant)`

// people are IDs of participants, divided by whether they are hidden themselves.
type people struct{ hidden, shown []int64 }

// participantsLike returns those participants of a check, also of earlier
// contests, whose names contain a part, in any case. They are compared here,
// because a database with the locale C, as a private one may have, knows the
// case of ASCII only. In blind contests, participants have a number too, and
// hidden ones nothing else.
func (db *DB) participantsLike(ctx context.Context, checkID int64, part string) (like people, err error) {
	rows := query(ctx, db.pool, `
		SELECT a.id, a.name, a.number, c.blind, a.hidden
		FROM participant_profiles a
		JOIN contests c ON c.id = a.contest_id
		WHERE a.contest_id = `+ofCheck+` OR a.id = ANY (ARRAY(
			SELECT s.participant_id FROM check_submissions e
			JOIN submissions s ON s.id = e.submission_id
			WHERE e.check_id = $1 AND e.earlier))`, checkID)
	part = strings.ToLower(part)
	words := strings.Join(strings.Fields(part), " ")
	var id int64
	var name string
	var number int
	var blinded, hidden bool
	_, err = pgx.ForEachRow(rows, []any{&id, &name, &number, &blinded, &hidden}, func() error {
		byNumber := blinded && (words == strconv.Itoa(number) || words == strings.ToLower(blind.Label(number)))
		switch {
		case !hidden && (byNumber || strings.Contains(strings.ToLower(name), part)):
			like.shown = append(like.shown, id)
		case hidden && byNumber:
			like.hidden = append(like.hidden, id)
		}
		return nil
	})
	return like, err
}
