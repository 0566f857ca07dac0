package postgres

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// pairOrder returns the SQL after ORDER BY. If backwards is true, it is the reverse order.
func pairOrder(filter contest.PairFilter, backwards bool) (string, error) {
	direction, byRank, nulls := " ASC", ", p.rank", " NULLS LAST"
	if filter.Descending != backwards {
		direction = " DESC"
	}
	if backwards {
		byRank, nulls = ", p.rank DESC", " NULLS FIRST"
	}
	switch filter.Sort {
	case "", contest.SortRank:
		return "p.rank" + direction, nil
	case contest.SortSuspicion, contest.SortChance, contest.SortPercentile, contest.SortSimilarity, contest.SortMaxSimilarity,
		contest.SortLongestMatch, contest.SortMatchedTokens, contest.SortHamming, contest.SortSharedTemplate:
		return "p." + string(filter.Sort) + direction + nulls + byRank, nil
	case contest.SortWithoutSources:
		return "coalesce((p.known->>'suspicion_without')::double precision, p.suspicion)" + direction + byRank, nil
	}
	return "", fmt.Errorf("pairs cannot be sorted by %q", filter.Sort)
}

// conditions collects the conditions of a WHERE clause and their arguments.
type conditions struct {
	list []string
	args []any
}

// add adds a condition. Each $? in it stands for arg, if there is one.
func (c *conditions) add(condition string, arg ...any) {
	for _, a := range arg {
		condition = strings.ReplaceAll(condition, "$?", c.arg(a))
	}
	c.list = append(c.list, condition)
}

// arg adds an argument, and returns SQL for it, such as "$3".
func (c *conditions) arg(value any) string {
	c.args = append(c.args, value)
	return fmt.Sprintf("$%d", len(c.args))
}

func (c *conditions) String() string { return strings.Join(c.list, " AND ") }

// resolvedFilter contains the rows that parts of a filter select.
type resolvedFilter struct {
	named       []participantIDs // the participants that PairFilter.Participant selects, for each name in it: one or two
	numbered    participantIDs   // the participant that PairFilter.Number selects
	submissions []int64          // IDs of the submissions that PairFilter.Verdict selects
	ranks       []int            // ranks of the pairs that PairFilter.Audit selects
}

// resolve looks up what a filter of a check's pairs selects in other tables.
func (db *DB) resolve(ctx context.Context, checkID int64, filter contest.PairFilter) (f resolvedFilter, err error) {
	if filter.Participant != "" {
		if f.named, err = db.namedParticipants(ctx, checkID, filter); err != nil {
			return f, err
		}
	}
	if filter.Number != 0 {
		if f.numbered, err = db.participantNumbered(ctx, checkID, filter); err != nil {
			return f, err
		}
	}
	if filter.Verdict != "" {
		if f.submissions, err = db.submissionsWithVerdict(ctx, checkID, filter.Verdict); err != nil {
			return f, err
		}
	}
	if filter.Audit.Size > 0 {
		f.ranks, err = db.auditRanks(ctx, checkID, filter.Audit, filter.Seal)
	}
	return f, err
}

// submissionsWithVerdict returns the submissions with a verdict in a check's contest and among
// the check's earlier submissions.
func (db *DB) submissionsWithVerdict(ctx context.Context, checkID int64, verdict contest.Verdict) ([]int64, error) {
	return list[int64](ctx, db.pool, `
		SELECT id FROM submissions WHERE contest_id = `+contestOfCheck+` AND upper(verdict) = upper($2)
		UNION ALL
		SELECT s.id FROM check_submissions e
		JOIN submissions s ON s.id = e.submission_id
		WHERE e.check_id = $1 AND e.earlier AND upper(s.verdict) = upper($2)`, checkID, storable(verdict))
}

// contestOfCheck is SQL for the ID of the contest of check $1.
const contestOfCheck = "(SELECT contest_id FROM checks WHERE id = $1)"

// earlierSide returns the condition that the right side of pair p is an earlier submission that meets a condition. In the
// condition, e is the submission's row of check_submissions, and s its row of submissions.
func earlierSide(condition string) string {
	return `p.right_submission IN (
	SELECT e.submission_id FROM check_submissions e
	JOIN submissions s ON s.id = e.submission_id
	WHERE e.check_id = $1 AND e.earlier AND ` + condition + ")"
}

// explainedPair is the condition that known sources explain pair p.
const explainedPair = "coalesce((p.known->>'explained')::boolean, false)"

// listedBy returns the condition that a check with the given parameters (SQL) lists pair p, as
// contest.Parameters.Lists reports it.
func listedBy(parameters string) string {
	return "p.suspicion >= (" + parameters + "->>'threshold')::double precision" +
		" AND " + withinChance("nullif(("+parameters+"->>'max_chance')::double precision, 0)")
}

// withinChance returns the condition that the chance of pair p is at most a limit (SQL). It holds for pairs without a
// chance, and if the limit is null.
func withinChance(limit string) string { return "coalesce(p.chance <= " + limit + ", true)" }

// visiblePair is the condition that pair p of check $1 is within its contest, or with a contest in $2; null means all.
var visiblePair = "($2::bigint[] IS NULL OR NOT (" + earlierSide("s.contest_id <> ALL ($2)") + "))"

// pairConditions returns the condition of a filter on pairs p, and the arguments of the statement: it has args already, first
// the ID of the check. It unnests the lists of submissions and participants: otherwise PostgreSQL would search each list from
// its start for each pair.
func pairConditions(args []any, filter contest.PairFilter, resolved resolvedFilter) (string, []any) {
	where := conditions{[]string{"p.check_id = $1"}, slices.Clip(args)}
	where.add("p.suspicion >= $?", filter.MinSuspicion)
	if filter.MaxChance != 0 {
		where.add(withinChance("$?"), filter.MaxChance)
	}
	if filter.Problem != "" {
		where.add("p.problem = $?", storable(filter.Problem))
	}
	if filter.Language != "" {
		where.add("p.language = $?", storable(filter.Language))
	}
	if filter.Verdict != "" {
		where.add("(p.left_submission IN (SELECT unnest($?::bigint[])) OR p.right_submission IN (SELECT unnest($?::bigint[])))", notNil(resolved.submissions))
	}
	if filter.Participant != "" {
		for _, named := range resolved.named {
			where.addParticipants(named)
		}
		if len(resolved.named) == 2 { // one on each side
			first, second := where.arg(resolved.named[0].all()), where.arg(resolved.named[1].all())
			where.add(fmt.Sprintf("(%[1]s AND %[4]s OR %[2]s AND %[3]s)", inList("p.left_participant", first), inList("p.left_participant", second),
				inList("p.right_participant", first), inList("p.right_participant", second)))
		}
	}
	if filter.Number != 0 {
		where.addParticipants(resolved.numbered)
	}
	if filter.Audit.Size > 0 {
		where.add("p.rank = ANY ($?)", notNil(resolved.ranks))
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
		where.add(explainedPair)
	case contest.NotExplained:
		where.add("NOT " + explainedPair)
	}
	switch filter.Sides {
	case contest.OwnSides:
		where.add("NOT (" + earlierSide("true") + ")")
	case contest.EarlierSides:
		where.add(earlierSide("true"))
	}
	if filter.Contest != "" {
		where.add(earlierSide(`s.contest_id = coalesce(
			(SELECT id FROM contests WHERE name = $?), (SELECT id FROM contests WHERE id::text = $?))`), storable(filter.Contest))
	}
	if filter.Visible != nil {
		where.add("NOT ("+earlierSide("s.contest_id <> ALL ($?)")+")", filter.Visible)
	}
	caseConditions(&where, filter)
	return where.String(), where.args
}

// settledStates is SQL for the states of cases that need no more reviews.
const settledStates = "('confirmed', 'dismissed', 'unclear')"

// hasCase returns the condition that pair p has a case c that meets a condition.
func hasCase(condition string) string {
	return `((p.problem, least(p.left_participant, p.right_participant), greatest(p.left_participant, p.right_participant))
		IN (SELECT c.problem, c.first_participant, c.second_participant FROM cases c WHERE c.contest_id = ` + contestOfCheck +
		" AND " + condition + "))"
}

// caseConditions adds the conditions on the case of a pair. "IS TRUE" and "NOT" make PostgreSQL use hash tables of the
// cases and reviews. It would plan a join as a loop through all cases for each pair, because it has no statistics of new rows.
func caseConditions(where *conditions, filter contest.PairFilter) {
	sealed := "false"
	if filter.State != "" || filter.HasCase || filter.Reviewer != 0 {
		sealed = where.sealed(filter.Seal)
	}
	switch filter.State {
	case "":
	case "open": // most open pairs have no case yet
		where.add("NOT " + hasCase(stateShown(sealed)+" <> 'open'"))
	case contest.StateWaiting:
		where.add(notSettled(sealed))
	case contest.StateMine:
		inQueue(where, filter.Queue, sealed)
	case contest.StateStatement:
		where.add(hasCase("NOT "+sealed+" AND c.id IN (SELECT l.case_id FROM links l WHERE "+newStatement+")") + " IS TRUE")
	default:
		where.add(hasCase(stateShown(sealed)+" = $?")+" IS TRUE", storable(filter.State))
	}
	if filter.HasCase {
		where.add(hasCase("("+stateShown(sealed)+" <> 'open' OR c.assigned IS NOT NULL)") + " IS TRUE")
	}
	if filter.Reviewer != 0 {
		where.add(hasCase("NOT "+sealed+" AND c.id IN (SELECT r.case_id FROM reviews r WHERE r.user_id = $?) IS TRUE")+" IS TRUE", filter.Reviewer)
	}
	if filter.Assigned != 0 {
		where.add(hasCase("c.assigned = $?")+" IS TRUE", filter.Assigned)
	}
}

// notSettled returns the condition that pair p has no case, a sealed one, or one that needs more reviews. For sealed, see
// sealedCase.
func notSettled(sealed string) string {
	return "NOT " + hasCase("NOT "+sealed+" AND c.state IN "+settledStates)
}

// hasPrograms is the condition that neither program of pair p of check $1 was erased, see [DB.Files]. PostgreSQL makes
// hash tables of the erased programs: that is faster than to look up the programs of each pair.
const hasPrograms = "(p.left_submission NOT IN " + erasedOfCheck + " AND p.right_submission NOT IN " + erasedOfCheck + ")"

// The array makes PostgreSQL look up the submissions in an index. Otherwise it might join them with the files of the whole
// archive.
const (
	submissionsOfCheck = "SELECT submission_id FROM check_submissions WHERE check_id = $1"
	erasedOfCheck      = "(" + submissionsOfCheck + " EXCEPT SELECT submission_id FROM submission_files WHERE submission_id = ANY (ARRAY(" + submissionsOfCheck + ")))"
)

// sidesHavePrograms is hasPrograms for a few pairs p of a check. It looks up the submissions of these pairs only. The
// statement needs two queries in its WITH clause: "sides", which selects the pairs, and storedSides.
const (
	sidesHavePrograms = "(p.left_submission IN (SELECT * FROM stored) AND p.right_submission IN (SELECT * FROM stored))"
	storedSides       = `stored AS MATERIALIZED (
			SELECT submission_id FROM submission_files
			WHERE submission_id = ANY (ARRAY(SELECT left_submission FROM sides UNION SELECT right_submission FROM sides))
		)`
)

// decidedBefore returns the condition that the viewer sees that case c was decided or appealed. Such a case waits for a review
// even if a program was erased. For sealed, see sealedCase.
func decidedBefore(sealed string) string { return stateShown(sealed) + " <> 'open'" }

// inQueue adds the conditions that pair p is in a queue. For sealed, see sealedCase.
func inQueue(where *conditions, queue contest.ReviewQueue, sealed string) {
	where.add(notSettled(sealed))
	where.add("NOT "+hasCase(waitsForOthers("$?")), queue.User)
	if queue.ConflictsOf != nil {
		where.add("NOT "+hasCase("NOT "+sealed+" AND c.state = 'conflict' AND c.contest_id <> ALL ($?)"), queue.ConflictsOf)
	}
	where.add(isReviewable(sealed))
}

// isReviewable returns the condition that a reviewer can decide pair p: no program was erased, or somebody decided the pair
// before. For sealed, see sealedCase.
func isReviewable(sealed string) string {
	return "(" + hasPrograms + " OR " + hasCase(decidedBefore(sealed)) + ")"
}

// sealedCase returns the condition that case c is sealed: independent review hides its reviews from the viewer, see
// [contest.Seal]. viewer is the argument with the ID of the viewer, such as $5: all viewers have the same statement, which
// PostgreSQL plans once. sealedCase ignores Seal.Contests.
func sealedCase(s contest.Seal, viewer string) string {
	if s.Viewer == 0 {
		return "(" + viewer + "::bigint IS NULL)" // never true; a statement must use each of its arguments
	}
	condition := `(c.id NOT IN (SELECT r.case_id FROM reviews r JOIN cases own ON own.id = r.case_id
		WHERE r.user_id = ` + viewer + ` OR r.ruling AND r.decided_at >= coalesce(own.appealed_at, '-infinity'))`
	if !s.AlsoSettled {
		condition += " AND c.state NOT IN " + settledStates
	}
	return condition + ")"
}

// sealed adds the viewer of a seal to the arguments, and returns sealedCase.
func (c *conditions) sealed(s contest.Seal) string { return sealedCase(s, c.arg(s.Viewer)) }

// stateShown returns SQL for the state of case c as the viewer sees it. For sealed, see sealedCase.
func stateShown(sealed string) string {
	return "CASE WHEN NOT " + sealed + " THEN c.state WHEN c.appealed_at IS NULL THEN 'open' ELSE 'appealed' END"
}

// waitsForOthers returns an SQL condition: case c still needs a review, but not by the user, given as SQL, who has reviewed it
// already or decided it before its appeal. The list of cases is uncorrelated, so PostgreSQL makes one hash table for all pairs.
func waitsForOthers(user string) string {
	return `c.id IN (SELECT r.case_id FROM reviews r JOIN cases own ON own.id = r.case_id
		WHERE r.user_id = ` + user + ` AND (own.state IN ('pending', 'appealed')
			OR own.state = 'conflict' AND r.decided_at < own.appealed_at))`
}

// notWaitingFor returns the condition that case c does not wait for a user; see [contest.ReviewQueue]. The parameters
// are SQL: the user's ID, the list of the contests in which the user settles conflicts, and whether c is sealed for the
// user. A sealed case waits for the user.
func notWaitingFor(user, conflictsOf, sealed string) string {
	return `(NOT ` + sealed + ` AND (c.state IN ` + settledStates + ` OR ` + waitsForOthers(user) +
		` OR c.state = 'conflict' AND c.contest_id <> ALL (` + conflictsOf + `)))`
}

// addParticipants adds the condition that pair p has one of some participants.
func (c *conditions) addParticipants(p participantIDs) {
	hidden, shown := "false", "false"
	if len(p.hidden) > 0 {
		hidden = participantIn(c.arg(p.hidden))
	}
	if len(p.shown) > 0 {
		shown = participantIn(c.arg(p.shown))
	}
	c.add("(" + hidden + " OR " + shown + " AND NOT " + halfHidden + ")")
}

// participantIn returns the condition that a list of IDs (SQL) contains a participant of pair p.
func participantIn(ids string) string {
	return "(" + inList("p.left_participant", ids) + " OR " + inList("p.right_participant", ids) + ")"
}

// inList returns the condition that a list of IDs (SQL) contains an ID (SQL).
func inList(id, ids string) string { return id + " IN (SELECT unnest(" + ids + "::bigint[]))" }

// halfHidden is the condition that the participants of pair p are of two contests, and one of them is hidden. Pages then
// hide both. A filter by the visible participant's name leaves out such pairs: otherwise it would reveal a name that the
// pages hide. PostgreSQL makes hash tables of the lists, and only if a pair of such participants is found.
var halfHidden = "(" + earlierSide("true") + `
	AND (p.left_participant IN (SELECT id FROM participant_profiles WHERE contest_id = ` + contestOfCheck + ` AND hidden))
		<> (p.right_participant IN (
			SELECT a.id FROM check_submissions e
			JOIN submissions s ON s.id = e.submission_id
			JOIN participant_profiles a ON a.id = s.participant_id
			WHERE e.check_id = $1 AND e.earlier AND a.hidden)))`

// participantIDs has the IDs of hidden and of shown participants.
type participantIDs struct{ hidden, shown []int64 }

func (p *participantIDs) add(id int64, hidden bool) {
	if hidden {
		p.hidden = append(p.hidden, id)
	} else {
		p.shown = append(p.shown, id)
	}
}

func (p participantIDs) all() []int64 { return notNil(slices.Concat(p.hidden, p.shown)) }

// maxNameWords is the largest number of words of a text that may name two participants.
const maxNameWords = 12

// namedParticipants returns, for each name in PairFilter.Participant, the participants that it selects. The text is one name
// or number. If no participant that the viewer may see has it, it may be two, one after the other, such as "19 41".
func (db *DB) namedParticipants(ctx context.Context, checkID int64, filter contest.PairFilter) ([]participantIDs, error) {
	parts := []string{filter.Participant} // the whole text, then two parts for each place between its words
	words := strings.FieldsFunc(filter.Participant, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	for i := 1; i < len(words) && len(words) <= maxNameWords; i++ {
		parts = append(parts, strings.Join(words[:i], " "), strings.Join(words[i:], " "))
	}
	found, err := db.participantsLike(ctx, checkID, filter.Visible, parts...)
	if err != nil {
		return nil, err
	}
	if len(found[0].all()) == 0 {
		for i := 1; i < len(found); i += 2 {
			if len(found[i].all()) > 0 && len(found[i+1].all()) > 0 {
				return found[i : i+2], nil
			}
		}
	}
	return found[:1], nil
}

// participantNumbered returns the participant that PairFilter.Number selects.
func (db *DB) participantNumbered(ctx context.Context, checkID int64, filter contest.PairFilter) (matches participantIDs, err error) {
	found, err := mapOf[int64, bool](ctx, db.pool, `
		SELECT id, hidden FROM participant_profiles
		WHERE contest_id = coalesce(nullif($2::bigint, 0), `+contestOfCheck+`) AND number = $3`, checkID, filter.NumberContestID, filter.Number)
	for id, hidden := range found { // one at most
		matches.add(id, hidden)
	}
	return matches, err
}

// participantsLike returns, for each part, the participants of a check and of its earlier contests whose names contain
// the part, ignoring case. The parameter visible lists the contests that the viewer may see; nil means all. In blind
// contests it also finds participants by number, and hidden ones only by number. It compares names in Go because a database
// with the locale C, such as the private one, ignores the case of ASCII letters only.
func (db *DB) participantsLike(ctx context.Context, checkID int64, visible []int64, parts ...string) ([]participantIDs, error) {
	type row struct {
		ID            int64
		Name          string
		Number        int
		Blind, Hidden bool
	}
	participants, err := list[row](ctx, db.pool, `
		SELECT a.id, a.name, a.number, c.blind, a.hidden
		FROM participant_profiles a
		JOIN contests c ON c.id = a.contest_id
		WHERE a.contest_id = `+contestOfCheck+` OR a.id = ANY (ARRAY(
			SELECT s.participant_id FROM check_submissions e
			JOIN submissions s ON s.id = e.submission_id
			WHERE e.check_id = $1 AND e.earlier AND ($2::bigint[] IS NULL OR s.contest_id = ANY ($2))))`, checkID, visible)
	matches := make([]participantIDs, len(parts))
	labels := make([]string, len(parts)) // the parts with single spaces, to compare with numbers and labels
	parts = slices.Clone(parts)
	for i, part := range parts {
		parts[i] = strings.ToLower(part)
		labels[i] = strings.Join(strings.Fields(parts[i]), " ")
	}
	for _, p := range participants {
		digits, label, name := strconv.Itoa(p.Number), strings.ToLower(blind.Labels{}.Participant(p.Number)), strings.ToLower(p.Name)
		for i, part := range parts {
			byNumber := p.Blind && (labels[i] == digits || labels[i] == label)
			if byNumber || !p.Hidden && strings.Contains(name, part) {
				matches[i].add(p.ID, p.Hidden)
			}
		}
	}
	return matches, err
}
