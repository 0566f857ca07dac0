package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// maxRelatedPairs is how many pairs Together returns at most, of the check and of
// others each.
const maxRelatedPairs = 12

// RelatedPairs returns in which other pairs the two participants of a pair stand
// together: first those of the same check, then those that the newest complete
// checks of other contests found for people of the same names, each the most
// suspicious first. Visible lists the contests that may be told of; nil is all.
//
// A contest in which one of the two is hidden while they are not here, or the
// other way round, is left out: it would tell whose number it is.
func (db *DB) RelatedPairs(ctx context.Context, p contest.Pair, visible []int64) ([]contest.RelatedPair, error) {
	here, err := db.relatedInCheck(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("pairs of the participants of pair %d: %w", p.ID, explain(err))
	}
	elsewhere, err := db.relatedElsewhere(ctx, p, visible)
	if err != nil {
		return nil, fmt.Errorf("pairs of the participants of pair %d elsewhere: %w", p.ID, explain(err))
	}
	return append(here, elsewhere...), nil
}

func (db *DB) relatedInCheck(ctx context.Context, p contest.Pair) ([]contest.RelatedPair, error) {
	rows, err := db.pool.Query(ctx, selectPair+`(
		SELECT * FROM pairs
		WHERE check_id = $1 AND id <> $2 AND (left_participant, right_participant) IN (($3, $4), ($4, $3))
		ORDER BY rank LIMIT $5)`+joinPair+" ORDER BY p.rank",
		p.CheckID, p.ID, p.Left.ParticipantID, p.Right.ParticipantID, maxRelatedPairs)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m contest.RelatedPair, err error) {
		m.Pair, err = scanPair(row)
		return m, err
	})
}

func (db *DB) relatedElsewhere(ctx context.Context, p contest.Pair, visible []int64) ([]contest.RelatedPair, error) {
	rows, err := db.pool.Query(ctx, `
		WITH twice AS (
			SELECT c.id AS contest_id, c.name, a.id AS one, b.id AS other
			FROM contests c
			JOIN participants a ON a.contest_id = c.id
				AND a.name = (SELECT name FROM participants WHERE id = $2) AND (c.blind AND NOT a.uncovered) = $4
			JOIN participants b ON b.contest_id = c.id
				AND b.name = (SELECT name FROM participants WHERE id = $3) AND (c.blind AND NOT b.uncovered) = $5
			WHERE c.id <> (SELECT contest_id FROM checks WHERE id = $1) AND ($6::bigint[] IS NULL OR c.id = ANY ($6))
		), newest AS (
			SELECT DISTINCT ON (k.contest_id) k.id, t.name, t.one, t.other
			FROM twice t JOIN checks k ON k.contest_id = t.contest_id AND k.state = 'complete'
			ORDER BY k.contest_id, `+comparedNothing+`, k.id DESC
		)
		SELECT q.id, n.name
		FROM newest n
		JOIN pairs q ON q.check_id = n.id
			AND (q.left_participant, q.right_participant) IN ((n.one, n.other), (n.other, n.one))
		ORDER BY q.suspicion DESC, q.id LIMIT $7`,
		p.CheckID, p.Left.ParticipantID, p.Right.ParticipantID, p.Left.Hidden, p.Right.Hidden, visible, maxRelatedPairs)
	if err != nil {
		return nil, err
	}
	var ids []int64
	in := make(map[int64]string)
	var id int64
	var name string
	if _, err := pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		ids, in[id] = append(ids, id), name
		return nil
	}); err != nil || len(ids) == 0 {
		return nil, err
	}
	rows, err = db.pool.Query(ctx, selectPair+"pairs"+joinPair+" WHERE p.id = ANY ($1) ORDER BY p.suspicion DESC, p.id", ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m contest.RelatedPair, err error) {
		m.Pair, err = scanPair(row)
		m.Contest = in[m.ID]
		return m, err
	})
}

// NextPairOf returns the most suspicious of a participant's pairs that come after a
// rank in a check; the zero pair where there is none. Pairs in which they are
// hidden for the other's sake are left out. Visible is that of
// [contest.PairFilter].
func (db *DB) NextPairOf(ctx context.Context, checkID, participantID int64, rank int, visible []int64) (contest.Pair, error) {
	where, args := pairConditions(checkID, contest.PairFilter{Visible: visible}, found{})
	args = append(args, participantID, rank)
	rows, err := db.pool.Query(ctx, fmt.Sprintf(`
		%[1]s(
			SELECT * FROM pairs p
			WHERE %[2]s AND $%[3]d IN (p.left_participant, p.right_participant) AND p.rank > $%[4]d
				AND ((SELECT c.blind AND NOT a.uncovered FROM participants a JOIN contests c ON c.id = a.contest_id WHERE a.id = $%[3]d) OR NOT %[5]s)
			ORDER BY p.rank LIMIT 1)%[6]s`, selectPair, where, len(args)-1, len(args), halfHidden, joinPair), args...)
	if err == nil {
		var p contest.Pair
		if p, err = one(rows, scanPair); err == nil {
			return p, nil
		}
	}
	if err = explain(err); errors.Is(err, contest.ErrNotFound) {
		return contest.Pair{}, nil
	}
	return contest.Pair{}, fmt.Errorf("pairs of a participant after rank %d of check %d: %w", rank, checkID, err)
}
