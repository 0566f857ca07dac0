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

// pairOrder returns the SQL after ORDER BY.
func pairOrder(filter contest.PairFilter) (string, error) {
	direction := " ASC"
	if filter.Descending {
		direction = " DESC"
	}
	switch filter.Sort {
	case "", contest.SortRank:
		return "p.rank" + direction, nil
	case contest.SortSuspicion, contest.SortChance, contest.SortPercentile, contest.SortSimilarity, contest.SortMaxSimilarity,
		contest.SortLongestMatch, contest.SortMatchedTokens, contest.SortHamming, contest.SortSharedTemplate:
		return "p." + string(filter.Sort) + direction + " NULLS LAST, p.rank", nil
	case contest.SortWithoutSources:
		return "coalesce((p.known->>'suspicion_without')::double precision, p.suspicion)" + direction + ", p.rank", nil
	}
	return "", fmt.Errorf("pairs cannot be sorted by %q", filter.Sort)
}

// conditions collects the conditions of a WHERE clause and their arguments.
type conditions struct {
	list []string
	args []any
}

// add adds a condition, in which $? is the argument.
func (c *conditions) add(condition string, arg any) {
	c.args = append(c.args, arg)
	c.list = append(c.list, strings.ReplaceAll(condition, "$?", fmt.Sprintf("$%d", len(c.args))))
}

func (c *conditions) String() string { return strings.Join(c.list, " AND ") }

// resolvedFilter contains the IDs that a filter's texts select.
type resolvedFilter struct {
	participants people  // by Participant
	submissions  []int64 // by Verdict
	ranks        []int   // by Audit
}

// resolve looks up the IDs that a filter of a check's pairs needs.
func (db *DB) resolve(ctx context.Context, checkID int64, filter contest.PairFilter) (f resolvedFilter, err error) {
	if filter.Participant != "" {
		if f.participants, err = db.participantsLike(ctx, checkID, filter.Participant); err != nil {
			return f, err
		}
	}
	if filter.Verdict != "" {
		if f.submissions, err = db.submissionsWithVerdict(ctx, checkID, filter.Verdict); err != nil {
			return f, err
		}
	}
	if filter.Audit.Size > 0 {
		f.ranks, err = db.auditRanks(ctx, checkID, filter.Audit)
	}
	return f, err
}

// submissionsWithVerdict returns the submissions with a verdict in a check's contest and among
// the check's earlier submissions.
func (db *DB) submissionsWithVerdict(ctx context.Context, checkID int64, verdict contest.Verdict) ([]int64, error) {
	rows := query(ctx, db.pool, `
		SELECT id FROM submissions WHERE contest_id = `+contestOfCheck+` AND upper(verdict) = upper($2)
		UNION ALL
		SELECT s.id FROM check_submissions e
		JOIN submissions s ON s.id = e.submission_id
		WHERE e.check_id = $1 AND e.earlier AND upper(s.verdict) = upper($2)`, checkID, verdict)
	return pgx.AppendRows([]int64{}, rows, pgx.RowTo[int64]) // not nil: a condition with null is neither true nor false
}

// contestOfCheck is SQL for the ID of the contest of check $1.
const contestOfCheck = "(SELECT contest_id FROM checks WHERE id = $1)"

// earlierSide is the condition that the right side is an earlier submission: e in the check, s
// in the archive. Append more conditions if needed, and then a closing parenthesis.
const earlierSide = `p.right_submission IN (
	SELECT e.submission_id FROM check_submissions e
	JOIN submissions s ON s.id = e.submission_id
	WHERE e.check_id = $1 AND e.earlier`

// explainedPair is the condition that known sources explain pair p.
const explainedPair = "coalesce((p.known->>'explained')::boolean, false)"

// listedBy returns the condition that the parameters of a check list pairs p, as
// contest.Parameters.Lists does.
func listedBy(parameters string) string {
	return "p.suspicion >= (" + parameters + "->>'threshold')::double precision" +
		" AND " + withinChance("nullif(("+parameters+"->>'max_chance')::double precision, 0)")
}

// withinChance returns the condition that the chance of pairs p is at most a limit, given as
// SQL. It holds for pairs without a chance, and if the limit is null.
func withinChance(limit string) string { return "coalesce(p.chance <= " + limit + ", true)" }

// pairConditions returns the condition of a filter on pairs p, and its arguments. It unnests
// lists: otherwise PostgreSQL would search them from the start for each pair.
func pairConditions(checkID int64, filter contest.PairFilter, resolved resolvedFilter) (string, []any) {
	where := conditions{[]string{"p.check_id = $1", "p.suspicion >= $2"}, []any{checkID, filter.MinSuspicion}}
	if filter.MaxChance != 0 {
		where.add(withinChance("$?"), filter.MaxChance)
	}
	if filter.Problem != "" {
		where.add("p.problem = $?", filter.Problem)
	}
	if filter.Language != "" {
		where.add("p.language = $?", filter.Language)
	}
	if filter.Verdict != "" {
		where.add("(p.left_submission IN (SELECT unnest($?::bigint[])) OR p.right_submission IN (SELECT unnest($?::bigint[])))", resolved.submissions)
	}
	if filter.Participant != "" {
		hidden, shown := "false", "false"
		if len(resolved.participants.hidden) > 0 {
			where.args = append(where.args, resolved.participants.hidden)
			hidden = oneParticipantIn(len(where.args))
		}
		if len(resolved.participants.shown) > 0 {
			where.args = append(where.args, resolved.participants.shown)
			shown = oneParticipantIn(len(where.args))
		}
		where.list = append(where.list, "("+hidden+" OR "+shown+" AND NOT "+halfHidden+")")
	}
	if filter.Number != 0 {
		contest := contestOfCheck
		if filter.NumberContestID != 0 {
			contest = strconv.FormatInt(filter.NumberContestID, 10)
		}
		numbered := " FROM participant_profiles WHERE contest_id = " + contest + " AND number = $?"
		where.add("(SELECT id"+numbered+") IN (p.left_participant, p.right_participant)", filter.Number)
		where.add("((SELECT hidden"+numbered+") OR NOT "+halfHidden+")", filter.Number)
	}
	if filter.Audit.Size > 0 {
		where.add("p.rank = ANY ($?)", resolved.ranks)
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
	switch filter.Explanation {
	case contest.Explained:
		where.list = append(where.list, explainedPair)
	case contest.NotExplained:
		where.list = append(where.list, "NOT "+explainedPair)
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

// caseConditions adds the conditions on the case of a pair. "IS TRUE" and "NOT" make
// PostgreSQL use a hash table of the cases. In a join it would loop through all cases for
// each pair until it has counted the rows of a new check.
func caseConditions(where *conditions, filter contest.PairFilter) {
	const cases = `(p.problem, least(p.left_participant, p.right_participant), greatest(p.left_participant, p.right_participant))
		IN (SELECT c.problem, c.first_participant, c.second_participant FROM cases c WHERE c.contest_id = ` + contestOfCheck
	unsealed := " AND NOT " + sealedCase(filter.Seal)
	switch filter.State {
	case "":
	case "open": // most open pairs have no case yet
		where.list = append(where.list, "NOT ("+cases+" AND "+stateShown(filter.Seal)+" <> 'open'))")
	case contest.StateWaiting, contest.StateMine:
		where.list = append(where.list, "NOT ("+cases+" AND c.state IN ('confirmed', 'dismissed', 'unclear')))")
	case contest.StateStatement:
		where.list = append(where.list, "("+cases+unsealed+" AND c.id IN (SELECT l.case_id FROM links l WHERE "+newStatement+"))) IS TRUE")
	default:
		where.add("("+cases+" AND "+stateShown(filter.Seal)+" = $?)) IS TRUE", filter.State)
	}
	if filter.HasCase {
		where.list = append(where.list, "("+cases+" AND ("+stateShown(filter.Seal)+" <> 'open' OR c.assigned IS NOT NULL))) IS TRUE")
	}
	if filter.State == contest.StateMine {
		where.add("NOT ("+cases+" AND "+reviewedBy("$?")+"))", filter.Queue.User)
		if filter.Queue.ConflictsOf != nil {
			where.add("NOT ("+cases+" AND c.state = 'conflict' AND c.contest_id <> ALL ($?)))", filter.Queue.ConflictsOf)
		}
	}
	if filter.Reviewer != 0 {
		where.add("("+cases+unsealed+" AND c.id IN (SELECT r.case_id FROM reviews r WHERE r.user_id = $?))) IS TRUE", filter.Reviewer)
	}
	if filter.Assigned != 0 {
		where.add("("+cases+" AND c.assigned = $?)) IS TRUE", filter.Assigned)
	}
}

// sealedCase returns the condition that a case c is sealed, as [contest.Seal] says.
func sealedCase(s contest.Seal) string {
	if s.Viewer == 0 {
		return "false"
	}
	condition := fmt.Sprintf(`(c.id NOT IN (SELECT r.case_id FROM reviews r JOIN cases ruled ON ruled.id = r.case_id
		WHERE r.user_id = %d OR r.ruling AND r.decided_at >= coalesce(ruled.appealed_at, '-infinity'))`, s.Viewer)
	if !s.Settled {
		condition += " AND c.state IN ('open', 'pending', 'conflict', 'appealed')"
	}
	return condition + ")"
}

// stateShown returns the state of a case c as its viewer sees it.
func stateShown(s contest.Seal) string {
	return "CASE WHEN NOT " + sealedCase(s) + " THEN c.state WHEN c.appealed_at IS NULL THEN 'open' ELSE 'appealed' END"
}

// reviewedBy returns the condition that a case c needs a reviewer other than the user (SQL), who has reviewed it already or
// decided it before its appeal. The list of cases is uncorrelated, so PostgreSQL makes one hash table for all pairs.
func reviewedBy(user string) string {
	return `c.id IN (SELECT r.case_id FROM reviews r JOIN cases waiting ON waiting.id = r.case_id
		WHERE r.user_id = ` + user + ` AND (waiting.state IN ('pending', 'appealed')
			OR waiting.state = 'conflict' AND r.decided_at < waiting.appealed_at))`
}

// notWaitingFor returns the condition that a case c does not wait for a user; see [contest.ReviewQueue]. Both parameters
// are SQL: the user, and the contests where the user settles conflicts.
func notWaitingFor(user, conflictsOf string) string {
	return `(c.state IN ('confirmed', 'dismissed', 'unclear') OR ` + reviewedBy(user) +
		` OR c.state = 'conflict' AND c.contest_id <> ALL (` + conflictsOf + `))`
}

// oneParticipantIn returns the condition that an argument contains a participant of the pair.
func oneParticipantIn(arg int) string {
	return fmt.Sprintf("(p.left_participant IN (SELECT unnest($%[1]d::bigint[])) OR p.right_participant IN (SELECT unnest($%[1]d::bigint[])))", arg)
}

// halfHidden is the condition that a pair is across contests and only one of its participants
// is hidden in their contest. Pages then hide both. A filter by the visible participant's name
// leaves out such pairs: otherwise the list would reveal a name that the pages hide.
const halfHidden = `EXISTS (
	SELECT FROM participant_profiles l
	JOIN participant_profiles r ON r.id = p.right_participant AND r.contest_id <> l.contest_id AND r.hidden <> l.hidden
	WHERE l.id = p.left_participant)`

// people contains IDs of participants, separated by whether they are hidden.
type people struct{ hidden, shown []int64 }

// participantsLike returns the participants of a check and of its earlier contests with part in
// their names, in upper or lower case. In blind contests it also compares their numbers; of hidden
// participants it compares only the numbers. It compares names in Go because in a database with the
// locale C, such as the private database, only ASCII has upper and lower case.
func (db *DB) participantsLike(ctx context.Context, checkID int64, part string) (matches people, err error) {
	rows := query(ctx, db.pool, `
		SELECT a.id, a.name, a.number, c.blind, a.hidden
		FROM participant_profiles a
		JOIN contests c ON c.id = a.contest_id
		WHERE a.contest_id = `+contestOfCheck+` OR a.id = ANY (ARRAY(
			SELECT s.participant_id FROM check_submissions e
			JOIN submissions s ON s.id = e.submission_id
			WHERE e.check_id = $1 AND e.earlier))`, checkID)
	part = strings.ToLower(part)
	words := strings.Join(strings.Fields(part), " ")
	var id int64
	var name string
	var number int
	var isBlind, hidden bool
	_, err = pgx.ForEachRow(rows, []any{&id, &name, &number, &isBlind, &hidden}, func() error {
		byNumber := isBlind && (words == strconv.Itoa(number) || words == strings.ToLower(blind.Labels{}.Participant(number)))
		switch {
		case !hidden && (byNumber || strings.Contains(strings.ToLower(name), part)):
			matches.shown = append(matches.shown, id)
		case hidden && byNumber:
			matches.hidden = append(matches.hidden, id)
		}
		return nil
	})
	return matches, err
}
