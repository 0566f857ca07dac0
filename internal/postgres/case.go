package postgres

import (
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// reviewSelection says what readCases reads of the reviews r of a case.
type reviewSelection struct {
	content   string // SQL for the note and the basis
	condition string // SQL after the condition that a review is of the case
}

// Notes and bases are most of the bytes of a list of cases.
var (
	wholeReviews = reviewSelection{content: "coalesce(r.note, ''), r.basis"}
	briefReviews = reviewSelection{content: "'', NULL::jsonb"}
	// unsealingReviews are the reviews that may unseal a case for user $5: rulings and the user's own.
	unsealingReviews = reviewSelection{briefReviews.content, " AND (r.ruling OR r.user_id = $5)"}
)

// readCases returns cases by ID, with the selected reviews. from is SQL that selects the cases c. OFFSET 0 makes
// PostgreSQL look up the outcomes and statements once for each case, not for each review.
func readCases(ctx context.Context, q querier, reviews reviewSelection, from string, args ...any) (map[int64]*review.Case, error) {
	rows := query(ctx, q, `
		SELECT c.*, r.user_id, coalesce(u.name, ''), coalesce(r.decision, ''), coalesce(r.reason, ''), coalesce(r.ruling, false), r.decided_at,
			`+reviews.content+`
		FROM (SELECT c.id, c.contest_id, c.problem, c.first_participant, c.second_participant, c.state, c.appealed_at, c.appeal,
			coalesce(c.assigned, 0), coalesce(a.name, ''), `+outcomeOf("c.first_participant")+`, `+outcomeOf("c.second_participant")+`,
			(SELECT jsonb_agg(jsonb_build_object('LinkID', l.id, 'ParticipantID', l.participant_id, 'Text', l.statement, 'At', l.stated_at, 'ReadAt', l.read_at,
					'ReadBy', jsonb_build_object('ID', coalesce(l.read_by, 0), 'Name', coalesce(by.name, ''))) ORDER BY l.stated_at)
				FROM links l LEFT JOIN users by ON by.id = l.read_by WHERE l.case_id = c.id AND l.stated_at IS NOT NULL)
			FROM `+from+`
			LEFT JOIN users a ON a.id = c.assigned
			OFFSET 0) c
		LEFT JOIN reviews r ON r.case_id = c.id`+reviews.condition+`
		LEFT JOIN users u ON u.id = r.user_id
		ORDER BY r.decided_at, r.user_id`, args...)
	cases := make(map[int64]*review.Case)
	var id int64
	var c review.Case
	var r review.Review
	var user *int64
	var basis *review.Basis
	_, err := pgx.ForEachRow(rows, []any{&id, &c.ContestID, &c.Problem, &c.First, &c.Second, &c.State, &c.Appeal.At, &c.Appeal.Grounds,
		&c.Assigned.ID, &c.Assigned.Name, &c.Outcomes[0], &c.Outcomes[1], &c.Statements,
		&user, &r.Reviewer.Name, &r.Decision, &r.Reason, &r.Ruling, &r.At, &r.Note, &basis}, func() error {
		if cases[id] == nil {
			cases[id] = new(c)
		}
		if user != nil {
			r.Reviewer.ID = *user
			if basis != nil {
				r.Basis = *basis
			}
			cases[id].Reviews = append(cases[id].Reviews, r)
		}
		return nil
	})
	return cases, err
}

// outcomeOf selects the outcome of a participant of case c. It is empty for a participant of an earlier contest.
func outcomeOf(participant string) string {
	return `coalesce((SELECT o.outcome FROM outcomes o JOIN participants p ON p.id = o.participant_id
		WHERE p.id = ` + participant + ` AND p.contest_id = c.contest_id), '')`
}

// Case returns the case of a key. If nobody has decided the case, it returns an open case.
func (db *DB) Case(ctx context.Context, key review.Key) (_ review.Case, err error) {
	defer wrap(&err, "case of contest %d", key.ContestID)
	cases, err := readCases(ctx, db.pool, wholeReviews, `(SELECT * FROM cases
		WHERE contest_id = $1 AND problem = $2 AND first_participant = $3 AND second_participant = $4) c`,
		key.ContestID, storable(key.Problem), key.First, key.Second)
	if err != nil {
		return review.Case{}, err
	}
	for _, c := range cases {
		return *c, nil
	}
	return review.Case{Key: key, State: review.Open}, nil
}

// CasesByPairs returns the cases of pairs, by key. The pairs may be of several checks. A pair that nobody has decided gets an open
// case.
func (db *DB) CasesByPairs(ctx context.Context, pairs []contest.Pair) (map[review.Key]review.Case, error) {
	return db.casesByPairs(ctx, wholeReviews, pairs)
}

// BriefCasesByPairs is [DB.CasesByPairs] with two kinds of reviews only: rulings, and the reviews of one user. The reviews
// have no notes and no bases.
func (db *DB) BriefCasesByPairs(ctx context.Context, pairs []contest.Pair, user int64) (map[review.Key]review.Case, error) {
	return db.casesByPairs(ctx, unsealingReviews, pairs, user)
}

func (db *DB) casesByPairs(ctx context.Context, reviews reviewSelection, pairs []contest.Pair, args ...any) (_ map[review.Key]review.Case, err error) {
	defer wrap(&err, "cases of %d pairs", len(pairs))
	cases := make(map[review.Key]review.Case, len(pairs))
	for _, p := range pairs {
		key := review.KeyOf(p.Left.ContestID, p) // an earlier side is on the right
		cases[key] = review.Case{Key: key, State: review.Open}
	}
	keys := columns(slices.Collect(maps.Keys(cases)), func(k review.Key) []any { return []any{k.ContestID, k.Problem, k.First, k.Second} })
	stored, err := readCases(ctx, db.pool, reviews, `cases c
		JOIN unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) key (contest_id, problem, first, second)
		ON c.contest_id = key.contest_id AND c.problem = key.problem AND c.first_participant = key.first AND c.second_participant = key.second`,
		append(keys, args...)...)
	if err != nil {
		return nil, err
	}
	for _, c := range stored {
		cases[c.Key] = *c
	}
	return cases, nil
}

// joinKeys joins the cases c of contest $1 to keys. The arguments are those of keyArguments.
const joinKeys = `unnest($2::text[], $3::bigint[], $4::bigint[]) key (problem, first, second)
	ON c.contest_id = $1 AND c.problem = key.problem AND c.first_participant = key.first AND c.second_participant = key.second`

// keyArguments returns the arguments $1 to $4 of joinKeys for keys of a contest, and more after them.
func keyArguments(contestID int64, keys []review.Key, more ...any) []any {
	return slices.Concat([]any{contestID}, columns(keys, func(k review.Key) []any { return []any{k.Problem, k.First, k.Second} }), more)
}

// Cases returns the decided or assigned cases of a contest that pass a filter. It sorts them by problem, then by contest ID
// and number of the first participant, then by contest ID and number of the second participant.
func (db *DB) Cases(ctx context.Context, contestID int64, filter review.Filter) (entries []review.CaseEntry, err error) {
	defer wrap(&err, "cases of contest %d", contestID)
	err = pgx.BeginTxFunc(ctx, db.pool, oneSnapshot, func(tx pgx.Tx) error {
		type row struct {
			ID, First, Second int64
			EarlierContest    string
		}
		rows, err := list[row](ctx, tx, `
			SELECT c.id, a.id, b.id, coalesce((SELECT name FROM contests WHERE id IN (a.contest_id, b.contest_id) AND id <> $1), '')
			FROM cases c
			JOIN participants a ON a.id = c.first_participant
			JOIN participants b ON b.id = c.second_participant
			WHERE c.contest_id = $1 AND (c.state <> 'open' OR c.assigned IS NOT NULL)
			  AND ($2 = '' OR c.state = $2) AND ($3::bigint = 0 OR $3 IN (a.id, b.id))
			  AND ($4::bigint[] IS NULL OR a.contest_id = ANY ($4) AND b.contest_id = ANY ($4))
			ORDER BY c.problem COLLATE "C", a.contest_id, a.number, b.contest_id, b.number`,
			contestID, storable(filter.State), filter.Participant, filter.Visible)
		if err != nil {
			return err
		}
		var ids, people []int64
		for _, r := range rows {
			ids, people = append(ids, r.ID), append(people, r.First, r.Second)
		}
		cases, err := readCases(ctx, tx, wholeReviews, "cases c JOIN unnest($1::bigint[]) wanted (id) ON wanted.id = c.id", ids)
		if err != nil {
			return err
		}
		participants, err := participantsByID(ctx, tx, people)
		if err != nil {
			return err
		}
		for _, r := range rows { // the snapshot still has each of them
			entries = append(entries, review.CaseEntry{
				Case: *cases[r.ID], FirstParticipant: participants[r.First], SecondParticipant: participants[r.Second], EarlierContest: r.EarlierContest,
			})
		}
		return nil
	})
	return entries, err
}

// visibleCase returns the condition that both participants of case c are of the case's contest, or of a contest in a list.
// contests is SQL for the list; null means all.
func visibleCase(contests string) string {
	return "(" + contests + `::bigint[] IS NULL OR NOT EXISTS (SELECT FROM participants a
		WHERE a.id IN (c.first_participant, c.second_participant) AND a.contest_id <> c.contest_id AND a.contest_id <> ALL (` + contests + ")))"
}

// Reviewers lists the users who have decided a case of a contest, or have an assigned case, sorted by name. Some may not be
// members or administrators any more. Reviews of sealed cases do not count, nor cases with contests that visible does not
// list; visible nil means all.
func (db *DB) Reviewers(ctx context.Context, contestID int64, visible []int64, seal contest.Seal) (_ []review.Person, err error) {
	defer wrap(&err, "reviewers of contest %d", contestID)
	return list[review.Person](ctx, db.pool, `
		SELECT id, name FROM users
		WHERE id IN (
			SELECT c.assigned FROM cases c WHERE c.contest_id = $1 AND c.assigned IS NOT NULL AND `+visibleCase("$3")+`
			UNION ALL
			SELECT r.user_id FROM cases c JOIN reviews r ON r.case_id = c.id
			WHERE c.contest_id = $1 AND NOT `+sealedCase(seal, "$2")+" AND "+visibleCase("$3")+`)
		ORDER BY key`, contestID, seal.Viewer, visible)
}
