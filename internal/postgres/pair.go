package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// batchPairs is how many pairs are copied in one transaction.
const batchPairs = 20_000

// SavePairs stores pairs of the check's submissions, and of those with earlier
// ones, which stand on the right. It may be called several times; each rank must
// be there once. Of the sides, only the submissions' IDs are stored, and the
// participants whose they are.
func (r *Run) SavePairs(ctx context.Context, pairs []contest.Pair) error {
	return r.do("save pairs", func(s *session) error {
		participants, err := r.participantsOf(ctx, s)
		if err != nil {
			return err
		}
		for _, p := range pairs {
			if participants[p.Left.SubmissionID] == 0 || participants[p.Right.SubmissionID] == 0 {
				return fmt.Errorf("pair %d: its submissions are none of the check's: %w", p.Rank, contest.ErrNotFound)
			}
		}
		for batch := range slices.Chunk(pairs, batchPairs) {
			_, err := s.CopyFrom(ctx, pgx.Identifier{"pairs"},
				[]string{"check_id", "rank", "problem", "language", "left_submission", "right_submission",
					"left_participant", "right_participant", "cluster",
					"suspicion", "similarity", "max_similarity", "coverage_left", "coverage_right",
					"longest_match", "matched_tokens", "hamming",
					"percentile", "z_score", "shared_passages", "unique_passages", "named_passages",
					"shared_template", "shared_template_others", "shared_template_score"},
				pgx.CopyFromSlice(len(batch), func(i int) ([]any, error) {
					p := &batch[i]
					return []any{r.id, p.Rank, p.Problem, p.Language, p.Left.SubmissionID, p.Right.SubmissionID,
						participants[p.Left.SubmissionID], participants[p.Right.SubmissionID], nullNumber(p.Cluster),
						p.Suspicion, p.Similarity, p.MaxSimilarity, p.CoverageLeft, p.CoverageRight,
						p.LongestMatch, p.MatchedTokens, p.Hamming,
						p.Percentile, p.ZScore, p.SharedPassages, p.UniquePassages, p.NamedPassages,
						p.SharedTemplate, p.SharedTemplateOthers, p.SharedTemplateScore}, nil
				}))
			if err != nil {
				return err
			}
			r.pairs += len(batch)
		}
		return nil
	})
}

// participantsOf returns whose the check's submissions are, by their IDs, those
// of earlier contests too.
func (r *Run) participantsOf(ctx context.Context, s *session) (map[int64]int64, error) {
	if r.participants != nil {
		return r.participants, nil
	}
	rows, err := s.Query(ctx, `
		SELECT s.id, s.participant_id
		FROM check_submissions c
		JOIN submissions s ON s.id = c.submission_id
		WHERE c.check_id = $1`, r.id)
	if err != nil {
		return nil, err
	}
	participants := make(map[int64]int64)
	var submission, participant int64
	_, err = pgx.ForEachRow(rows, []any{&submission, &participant}, func() error {
		participants[submission] = participant
		return nil
	})
	if err == nil {
		r.participants = participants
	}
	return r.participants, err
}

// Of a pair across contests both sides are hidden or none, as blind.HideCounterpart says
// of participants. A side that is hidden for the other's sake has no number.
const (
	leftHidden  = "(lc.blind AND NOT la.uncovered)"
	rightHidden = "(rc.blind AND NOT ra.uncovered)"
	pairHidden  = " OR lc.id <> rc.id AND "
	leftSide    = "CASE WHEN lc.id = rc.id OR " + leftHidden + " OR NOT " + rightHidden + " THEN la.number ELSE 0 END, " + leftHidden + pairHidden + rightHidden
	rightSide   = "CASE WHEN lc.id = rc.id OR " + rightHidden + " OR NOT " + leftHidden + " THEN ra.number ELSE 0 END, " + rightHidden + pairHidden + leftHidden
)

// selectPair is followed by what gives rows p of pairs, and by joinPair.
const selectPair = `
	SELECT p.id, p.check_id, p.rank, p.problem, p.language, coalesce(p.cluster, 0),
		p.suspicion, p.similarity, p.max_similarity, p.coverage_left, p.coverage_right,
		p.longest_match, p.matched_tokens, p.hamming,
		p.percentile, p.z_score, p.shared_passages, p.unique_passages, p.named_passages,
		p.shared_template, p.shared_template_others, p.shared_template_score,
		l.id, CASE WHEN lc.id <> k.contest_id THEN lc.name ELSE '' END, lc.id, la.id, la.name, ` + leftSide + `, lb.name, l.path, l.language, l.verdict, l.attempt, l.submitted_at,
		r.id, CASE WHEN rc.id <> k.contest_id THEN rc.name ELSE '' END, rc.id, ra.id, ra.name, ` + rightSide + `, rb.name, r.path, r.language, r.verdict, r.attempt, r.submitted_at
	FROM `

const joinPair = ` p
	JOIN checks k ON k.id = p.check_id AND k.state = 'complete'
	JOIN submissions l ON l.id = p.left_submission
	JOIN participants la ON la.id = l.participant_id
	JOIN problems lb ON lb.id = l.problem_id
	JOIN contests lc ON lc.id = l.contest_id
	JOIN submissions r ON r.id = p.right_submission
	JOIN participants ra ON ra.id = r.participant_id
	JOIN problems rb ON rb.id = r.problem_id
	JOIN contests rc ON rc.id = r.contest_id`

func scanPair(row pgx.CollectableRow) (p contest.Pair, err error) {
	var left, right *time.Time
	err = row.Scan(&p.ID, &p.CheckID, &p.Rank, &p.Problem, &p.Language, &p.Cluster,
		&p.Suspicion, &p.Similarity, &p.MaxSimilarity, &p.CoverageLeft, &p.CoverageRight,
		&p.LongestMatch, &p.MatchedTokens, &p.Hamming,
		&p.Percentile, &p.ZScore, &p.SharedPassages, &p.UniquePassages, &p.NamedPassages,
		&p.SharedTemplate, &p.SharedTemplateOthers, &p.SharedTemplateScore,
		&p.Left.SubmissionID, &p.Left.Contest, &p.Left.ContestID, &p.Left.ParticipantID, &p.Left.Participant, &p.Left.Number, &p.Left.Hidden, &p.Left.Problem, &p.Left.Path, &p.Left.Language, &p.Left.Verdict, &p.Left.Attempt, &left,
		&p.Right.SubmissionID, &p.Right.Contest, &p.Right.ContestID, &p.Right.ParticipantID, &p.Right.Participant, &p.Right.Number, &p.Right.Hidden, &p.Right.Problem, &p.Right.Path, &p.Right.Language, &p.Right.Verdict, &p.Right.Attempt, &right)
	p.Left.Time, p.Right.Time = fromNullTime(left), fromNullTime(right)
	return p, err
}

// Pair returns one pair of a complete check.
func (db *DB) Pair(ctx context.Context, id int64) (contest.Pair, error) {
	rows, err := db.pool.Query(ctx, selectPair+"pairs"+joinPair+" WHERE p.id = $1", id)
	if err != nil {
		return contest.Pair{}, fmt.Errorf("pair %d: %w", id, explain(err))
	}
	pair, err := one(rows, scanPair)
	if err != nil {
		return contest.Pair{}, fmt.Errorf("pair %d: %w", id, explain(err))
	}
	return pair, nil
}

// Pairs returns those pairs of a complete check that a filter asks for, and how
// many there are without its Offset and Limit. Equal ones stand by rank, so
// pages neither repeat nor leave out any.
func (db *DB) Pairs(ctx context.Context, checkID int64, filter contest.PairFilter) (pairs []contest.Pair, total int, err error) {
	pairs, total, err = db.pairs(ctx, checkID, filter)
	if err != nil {
		return nil, 0, fmt.Errorf("pairs of check %d: %w", checkID, explain(err))
	}
	return pairs, total, nil
}

func (db *DB) pairs(ctx context.Context, checkID int64, filter contest.PairFilter) ([]contest.Pair, int, error) {
	order, err := pairOrder(filter)
	if err != nil {
		return nil, 0, err
	}
	contestID, err := db.requireComplete(ctx, checkID)
	if err != nil {
		return nil, 0, err
	}
	for _, text := range []string{filter.Problem, filter.Language, string(filter.Verdict), filter.Contest, filter.State} {
		if checkText("filter", text) != nil {
			return nil, 0, nil // nothing stored is like that
		}
	}
	found, err := db.find(ctx, checkID, contestID, filter)
	if err != nil {
		return nil, 0, err
	}
	where, args := pairConditions(checkID, filter, found)
	// A complete check does not change, so the count and the page agree.
	var total int
	if err := db.pool.QueryRow(ctx, "SELECT count(*) FROM pairs p WHERE "+where, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	from := "(SELECT * FROM pairs p WHERE " + where + ")"
	if filter.Limit != 0 || filter.Offset != 0 {
		// The page is cut before its rows are joined to their submissions, and only
		// the IDs are sorted: PostgreSQL copies each row that it sorts.
		args = append(args, filter.Limit, filter.Offset)
		from = fmt.Sprintf(`(
			SELECT q.* FROM (SELECT p.id FROM pairs p WHERE %s ORDER BY %s LIMIT nullif($%d::bigint, 0) OFFSET $%d) page
			JOIN pairs q ON q.id = page.id)`, where, order, len(args)-1, len(args))
	}
	rows, err := db.pool.Query(ctx, selectPair+from+joinPair+" ORDER BY "+order, args...)
	if err != nil {
		return nil, 0, err
	}
	pairs, err := pgx.CollectRows(rows, scanPair)
	return pairs, total, err
}

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
