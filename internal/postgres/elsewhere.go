package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
)

const (
	// maxElsewhere is the maximum number of contests that PairsElsewhere returns.
	maxElsewhere = 12
	// maxRatedPairs is the number of first ranks of the check that PairsElsewhere looks up in each other contest.
	maxRatedPairs = 1000
)

// unversioned is the name of a contest's system without its version: "DOMjudge" of "DOMjudge 8.3.1, Contest API 2023-06".
const unversioned = `regexp_replace(c.system, '[ ,]*[0-9].*$', '')`

// PairsElsewhere returns the pairs that a pair's two participants are in other contests of the judge system, in any
// version: from each contest, the most suspicious pair that the newest complete check lists. A participant has one ID in
// all contests of a judge system; a participant without an ID is in no other contest. The contest with the most
// suspicious pair comes first. For the rate, PairsElsewhere takes the check's other listed pairs whose participants both
// took part in the other contest, and counts the pairs that the other contest lists too.
//
// It leaves out contests that visible does not list; visible nil means all. It also leaves out contests in which one of the
// two participants is hidden but visible here, or visible but hidden here: their pairs would link a number to a name.
func (db *DB) PairsElsewhere(ctx context.Context, p contest.Pair, visible []int64) (_ []facts.Elsewhere, err error) {
	defer wrap(&err, "pairs of the participants of pair %d in other contests", p.ID)
	return list(ctx, db.pool, func(row pgx.CollectableRow) (e facts.Elsewhere, err error) {
		err = scanPairAnd(row, &e.Pair, &e.Contest, &e.Others.Of, &e.Others.Count)
		return e, err
	}, `
		WITH here AS (
			SELECT k.id, k.contest_id, k.last_listed, `+unversioned+` AS system FROM checks k JOIN contests c ON c.id = k.contest_id WHERE k.id = $1
		), twice AS (
			SELECT a.contest_id, a.contest AS name, a.id AS one, b.id AS other
			FROM here
			JOIN participants own_a ON own_a.id = $2 AND own_a.system_id <> ''
			JOIN participants own_b ON own_b.id = $3 AND own_b.system_id <> ''
			JOIN participant_profiles a ON a.system_id = own_a.system_id AND a.system_id <> '' AND a.hidden = $4
			JOIN participant_profiles b ON b.system_id = own_b.system_id AND b.system_id <> '' AND b.hidden = $5 AND b.contest_id = a.contest_id
			JOIN contests c ON c.id = a.contest_id AND `+unversioned+` = here.system
			WHERE a.contest_id <> here.contest_id AND ($6::bigint[] IS NULL OR a.contest_id = ANY ($6))
		), newest AS (
			SELECT DISTINCT ON (k.contest_id) k.id, k.last_listed, t.name, t.contest_id, t.one, t.other
			FROM twice t JOIN checks k ON k.contest_id = t.contest_id AND k.state = 'complete'
			ORDER BY k.contest_id, `+comparedNothing+`, k.id DESC
		), best AS (
			SELECT DISTINCT ON (n.id) q.*, n.name AS found_in, n.contest_id AS there, n.last_listed
			FROM newest n
			JOIN pairs q ON q.check_id = n.id AND q.rank <= n.last_listed
				AND (q.left_participant, q.right_participant) IN ((n.one, n.other), (n.other, n.one))
			ORDER BY n.id, q.rank
		), rated AS (
			SELECT f.*, others.total, others.listed
			FROM (SELECT * FROM best ORDER BY suspicion DESC, id LIMIT $7) f
			CROSS JOIN LATERAL (
				SELECT count(*) AS total, count(*) FILTER (WHERE EXISTS (
					SELECT FROM pairs q WHERE q.check_id = f.check_id AND q.rank <= f.last_listed
					AND (q.left_participant, q.right_participant) IN ((x.id, y.id), (y.id, x.id)))) AS listed
				FROM (
					SELECT DISTINCT least(o.left_participant, o.right_participant) AS one, greatest(o.left_participant, o.right_participant) AS other
					FROM here JOIN pairs o ON o.check_id = here.id AND o.rank <= least(here.last_listed, $8)
					WHERE (o.left_participant, o.right_participant) NOT IN (($2, $3), ($3, $2))
				) o
				JOIN participants a ON a.id = o.one
				JOIN participants b ON b.id = o.other
				JOIN participants x ON x.contest_id = f.there AND x.system_id = a.system_id AND x.system_id <> ''
				JOIN participants y ON y.contest_id = f.there AND y.system_id = b.system_id AND y.system_id <> ''
			) others
		)`+selectPairs(", p.found_in, p.total, p.listed", "rated")+`
		ORDER BY p.suspicion DESC, p.id`,
		p.CheckID, p.Left.ParticipantID, p.Right.ParticipantID, p.Left.Hidden, p.Right.Hidden, visible, maxElsewhere, maxRatedPairs)
}
