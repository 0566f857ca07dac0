package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

const (
	// participantColumns are the columns of participant_profiles a.
	participantColumns = "a.id, a.contest_id, a.number, a.name, a.hidden, a.affiliation, a.site, a.address, a.seat, a.system_id, a.former_names"
	selectParticipant  = "SELECT " + participantColumns + " FROM participant_profiles a"
)

// Participants returns all participants of a contest, sorted by number, with their names
// even if they are hidden.
func (db *DB) Participants(ctx context.Context, contestID int64) (_ []contest.Participant, err error) {
	defer wrap(&err, "participants of contest %d", contestID)
	return list[contest.Participant](ctx, db.pool, selectParticipant+" WHERE contest_id = $1 ORDER BY number", contestID)
}

// ParticipantsOf is [DB.Participants] for several contests.
func (db *DB) ParticipantsOf(ctx context.Context, contests []int64) (_ map[int64][]contest.Participant, err error) {
	defer wrap(&err, "participants of %d contests", len(contests))
	return listsOf[int64, contest.Participant](ctx, db.pool, "SELECT a.contest_id, "+participantColumns+`
		FROM participant_profiles a WHERE contest_id = ANY ($1) ORDER BY number`, contests)
}

func (db *DB) Participant(ctx context.Context, contestID int64, number int) (_ contest.Participant, err error) {
	defer wrap(&err, "participant %d of contest %d", number, contestID)
	return get[contest.Participant](ctx, db.pool,
		selectParticipant+" WHERE contest_id = $1 AND number = $2", contestID, number)
}

// participantsByID returns participants of any contest by their IDs.
func participantsByID(ctx context.Context, q querier, ids []int64) (map[int64]contest.Participant, error) {
	return mapOf[int64, contest.Participant](ctx, q, "SELECT a.id, "+participantColumns+" FROM participant_profiles a WHERE id = ANY ($1)", ids)
}

// maxNamesakes bounds the results of Namesakes and ChecksAgainst.
const maxNamesakes = 50

// Namesakes returns the participants of other contests with the same name as a participant,
// sorted by contest, the newest first. The parameter visible lists the contests that the viewer may
// see; nil means all. Namesakes leaves out a hidden namesake of a visible participant, and a visible
// namesake of a hidden one: the visible one would reveal the name.
func (db *DB) Namesakes(ctx context.Context, participantID int64, visible []int64) (_ []contest.Namesake, err error) {
	defer wrap(&err, "namesakes of participant %d", participantID)
	return list[contest.Namesake](ctx, db.pool, `
		SELECT a.contest, `+participantColumns+`
		FROM participant_profiles own
		JOIN participant_profiles a ON a.name = own.name AND a.contest_id <> own.contest_id AND a.hidden = own.hidden
		JOIN contests c ON c.id = a.contest_id
		WHERE own.id = $1 AND ($2::bigint[] IS NULL OR a.contest_id = ANY ($2))
		ORDER BY c.created_at DESC, c.id DESC LIMIT $3`, participantID, visible, maxNamesakes)
}

// ChecksAgainst returns checks, newest first: of each other contest the newest
// check (see [contest.NewestCheck]), if it has pairs with the participant on the earlier side. The
// parameter visible lists the contests that the viewer may see; nil means all.
func (db *DB) ChecksAgainst(ctx context.Context, participantID int64, visible []int64) (_ []contest.CheckAndContest, err error) {
	defer wrap(&err, "checks against participant %d", participantID)
	return list[contest.CheckAndContest](ctx, db.pool, `
		WITH newest AS MATERIALIZED (
			SELECT DISTINCT ON (contest_id) id, contest_id FROM checks
			WHERE state = 'complete' AND ($2::bigint[] IS NULL OR contest_id = ANY ($2))
			ORDER BY contest_id, `+comparedNothing+`, id DESC
		)
		`+selectCheckAndContest+` WHERE k.id IN (
			SELECT n.id FROM newest n
			WHERE n.contest_id <> (SELECT contest_id FROM participants WHERE id = $1)
			  AND EXISTS (SELECT FROM check_submissions e JOIN submissions s ON s.id = e.submission_id
				WHERE e.check_id = n.id AND e.earlier AND s.participant_id = $1)
			  AND EXISTS (SELECT FROM pairs p WHERE p.check_id = n.id AND p.right_participant = $1)
			ORDER BY n.id DESC LIMIT $3)
		ORDER BY k.id DESC`, participantID, visible, maxNamesakes)
}

// SetRevealed shows the name of a participant to all members of a blind contest, or hides it again.
func (db *DB) SetRevealed(ctx context.Context, by review.Person, contestID int64, number int, revealed bool) (err error) {
	action := review.ActionHide
	if revealed {
		action = review.ActionReveal
	}
	defer wrap(&err, "%s participant %d of contest %d", action, number, contestID)
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		const ofNumber = " WHERE contest_id = $1 AND number = $2"
		before, err := get[bool](ctx, tx, "SELECT revealed FROM participants"+ofNumber+" FOR UPDATE", contestID, number)
		if err != nil || before == revealed {
			return err
		}
		if err := execOne(ctx, tx, "UPDATE participants SET revealed = $3"+ofNumber, contestID, number, revealed); err != nil {
			return err
		}
		return record(ctx, tx, review.Entry{Actor: by, ContestID: contestID, Action: action,
			First: review.ParticipantRef{ContestID: contestID, Number: number}})
	})
}

// participantOrders has the SQL after ORDER BY. A participant without a pair comes last.
var participantOrders = map[contest.ParticipantSort]string{
	"":                              "t.rank NULLS LAST",
	contest.ParticipantsBySuspicion: "t.rank NULLS LAST",
	contest.ParticipantsByListed:    "t.listed DESC, t.rank NULLS LAST",
	contest.ParticipantsByConfirmed: "count(c.other) DESC, t.rank NULLS LAST",
	contest.ParticipantsByNumber:    "a.number",
}

// RankedParticipants returns a page of the participants of a complete check's contest, and the
// number of all that pass a filter.
//
// Pages hide both sides of a pair with an earlier contest if one side is hidden. Such a pair and
// its case count for a hidden participant only: a name beside them would reveal the side.
func (db *DB) RankedParticipants(
	ctx context.Context, checkID int64, filter contest.ParticipantFilter,
) (ranked []contest.RankedParticipant, total int, err error) {
	defer wrap(&err, "participants of check %d", checkID)
	order, ok := participantOrders[filter.Sort]
	if !ok {
		return nil, 0, fmt.Errorf("participants cannot be sorted by %q", filter.Sort)
	}
	var matching []int64 // nil for all
	if filter.Participant != "" {
		matches, err := db.participantsLike(ctx, checkID, filter.Visible, filter.Participant)
		if err != nil {
			return nil, 0, err
		}
		matching = matches[0].all()
	}
	confirmed := "c.contest_id = (SELECT contest_id FROM k) AND c.state = 'confirmed' AND NOT " + sealedCase(filter.Seal, "$4")
	ranked, total, err = page[contest.RankedParticipant](ctx, db.pool,
		"WITH "+checkK+" SELECT count(*) FROM participants a JOIN k ON a.contest_id = k.contest_id WHERE $2::bigint[] IS NULL OR a.id = ANY ($2)",
		[]any{checkID, matching}, `
		WITH `+checkK+`,
		-- The pairs that the viewer may see. If right_hidden, the earlier side is hidden, so the pair counts for a hidden participant only.
		shown AS MATERIALIZED (
			SELECT p.rank, p.left_participant, p.right_participant, `+isListed+` AS listed,
				p.right_submission IN (
					SELECT e.submission_id FROM check_submissions e JOIN submission_sides s ON s.id = e.submission_id
					WHERE e.check_id = $1 AND e.earlier AND s.hidden) AS right_hidden
			FROM pairs p CROSS JOIN k WHERE p.check_id = $1 AND `+visiblePair+`
		), sides AS ( -- the participants of these pairs
			SELECT participant, right_hidden, min(rank) AS rank, count(*) FILTER (WHERE listed) AS listed
			FROM (SELECT left_participant AS participant, * FROM shown UNION ALL SELECT right_participant, * FROM shown) side
			GROUP BY participant, right_hidden
		), totals AS ( -- the participants of the contest
			SELECT a.id, min(s.rank) AS rank, coalesce(sum(s.listed), 0)::bigint AS listed
			FROM participant_profiles a LEFT JOIN sides s ON s.participant = a.id AND (a.hidden OR NOT s.right_hidden)
			WHERE a.contest_id = (SELECT contest_id FROM k) GROUP BY a.id
		), confirmed AS ( -- the participants of confirmed cases
			SELECT first_participant AS participant, second_participant AS other FROM cases c WHERE `+confirmed+`
			UNION ALL
			SELECT second_participant, first_participant FROM cases c WHERE `+confirmed+`
		)
		SELECT `+participantColumns+`,
			coalesce(best.id, 0), coalesce(best.suspicion, 0), best.chance, t.listed, count(c.other),
			ARRAY(SELECT m.number FROM cluster_members m WHERE m.check_id = $1 AND m.participant_id = a.id ORDER BY m.number),
			(SELECT count(*) FROM participants a JOIN k ON a.contest_id = k.contest_id WHERE $3::bigint[] IS NULL OR a.id = ANY ($3))
		FROM totals t
		JOIN participant_profiles a ON a.id = t.id
		LEFT JOIN pairs best ON best.check_id = $1 AND best.rank = t.rank
		LEFT JOIN (confirmed c JOIN participant_profiles o ON o.id = c.other) ON c.participant = a.id
			AND (o.contest_id = a.contest_id OR (a.hidden OR NOT o.hidden) AND ($2::bigint[] IS NULL OR o.contest_id = ANY ($2)))
		WHERE $3::bigint[] IS NULL OR a.id = ANY ($3)
		GROUP BY `+participantColumns+`, best.id, best.suspicion, best.chance, t.rank, t.listed
		ORDER BY `+order+", a.number LIMIT nullif($5::bigint, 0) OFFSET $6",
		checkID, filter.Visible, matching, filter.Seal.Viewer, filter.Limit, filter.Offset)
	if err == nil && len(ranked) == 0 {
		err = db.requireComplete(ctx, checkID)
	}
	return ranked, total, err
}
