package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

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
) (list []contest.RankedParticipant, total int, err error) {
	defer wrap(&err, "participants of check %d", checkID)
	order, ok := participantOrders[filter.Sort]
	if !ok {
		return nil, 0, fmt.Errorf("participants cannot be sorted by %q", filter.Sort)
	}
	if _, err := db.requireComplete(ctx, checkID); err != nil || checkText("filter", filter.Participant) != nil {
		return nil, 0, err
	}
	where, args := pairConditions(checkID, contest.PairFilter{Visible: filter.Visible}, resolvedFilter{})
	only := "true"
	if filter.Participant != "" {
		like, err := db.participantsLike(ctx, checkID, filter.Participant)
		if err != nil {
			return nil, 0, err
		}
		args = append(args, slices.Concat([]int64{}, like.hidden, like.shown))
		only = fmt.Sprintf("a.id = ANY ($%d)", len(args))
	}
	args = append(args, filter.Seal.Viewer)
	sealed := sealedCase(filter.Seal, fmt.Sprintf("$%d", len(args)))
	args = append(args, filter.Visible, filter.Limit, filter.Offset)
	rows := query(ctx, db.pool, fmt.Sprintf(`
		WITH %[1]s,
		shown AS MATERIALIZED (
			SELECT p.rank, p.left_participant, p.right_participant, %[9]s AS listed,
				p.right_submission IN (
					SELECT e.submission_id FROM check_submissions e JOIN submission_sides s ON s.id = e.submission_id
					WHERE e.check_id = $1 AND e.earlier AND s.hidden) AS hides
			FROM pairs p CROSS JOIN k WHERE %[2]s
		), sides AS (
			SELECT participant, hides, min(rank) AS rank, count(*) FILTER (WHERE listed) AS listed
			FROM (SELECT left_participant AS participant, * FROM shown UNION ALL SELECT right_participant, * FROM shown) side
			GROUP BY participant, hides
		), totals AS (
			SELECT a.id, min(s.rank) AS rank, coalesce(sum(s.listed), 0)::bigint AS listed
			FROM participant_profiles a LEFT JOIN sides s ON s.participant = a.id AND (a.hidden OR NOT s.hides)
			WHERE a.contest_id = (SELECT contest_id FROM k) GROUP BY a.id
		), confirmed AS (
			SELECT first_participant AS participant, second_participant AS other FROM cases c
			WHERE c.contest_id = (SELECT contest_id FROM k) AND c.state = 'confirmed' AND NOT %[3]s
			UNION ALL
			SELECT second_participant, first_participant FROM cases c
			WHERE c.contest_id = (SELECT contest_id FROM k) AND c.state = 'confirmed' AND NOT %[3]s
		)
		SELECT a.id, a.contest_id, a.number, a.name, a.hidden, a.affiliation, a.site, a.address, a.seat,
			coalesce(best.id, 0), coalesce(best.suspicion, 0), t.listed, count(c.other),
			ARRAY(SELECT m.number FROM cluster_members m WHERE m.check_id = $1 AND m.participant_id = a.id ORDER BY m.number),
			count(*) OVER ()
		FROM totals t
		JOIN participant_profiles a ON a.id = t.id
		LEFT JOIN pairs best ON best.check_id = $1 AND best.rank = t.rank
		LEFT JOIN (confirmed c JOIN participant_profiles o ON o.id = c.other) ON c.participant = a.id
			AND (o.contest_id = a.contest_id OR (a.hidden OR NOT o.hidden) AND ($%[5]d::bigint[] IS NULL OR o.contest_id = ANY ($%[5]d)))
		WHERE %[4]s
		GROUP BY a.id, a.contest_id, a.number, a.name, a.hidden, a.affiliation, a.site, a.address, a.seat, best.id, best.suspicion, t.rank, t.listed
		ORDER BY %[6]s, a.number LIMIT nullif($%[7]d::bigint, 0) OFFSET $%[8]d`,
		checkK, where, sealed, only, len(args)-2, order, len(args)-1, len(args), isListed), args...)
	var p contest.RankedParticipant
	_, err = pgx.ForEachRow(rows, []any{&p.ID, &p.ContestID, &p.Number, &p.Name, &p.Hidden, &p.Affiliation, &p.Site, &p.Address, &p.Seat,
		&p.PairID, &p.Suspicion, &p.Listed, &p.Confirmed, &p.Clusters, &total}, func() error {
		list = append(list, p)
		p.Clusters = nil
		return nil
	})
	return list, total, err
}
