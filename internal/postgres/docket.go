package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// caseTx is some cases of a contest that a transaction holds, to change them.
type caseTx struct {
	tx           pgx.Tx
	contestID    int64
	agreement    int
	ids          map[review.Key]int64
	participants map[int64]contest.Participant
}

// lockCases locks the cases of keys, which are all of one contest, and makes those
// that are missing. Until the transaction ends nobody else changes them, nor
// what their contest asks for, nor removes their participants.
//
// All who hold cases take the contests first, by ID, then the cases, by key
// those that they make and then by ID those that were there: no two wait for
// each other.
func lockCases(ctx context.Context, tx pgx.Tx, keys []review.Key) (*caseTx, error) {
	contestID := keys[0].ContestID
	keys = slices.Clone(keys)
	slices.SortFunc(keys, func(a, b review.Key) int { return strings.Compare(a.Problem, b.Problem) })
	var people []int64
	for _, key := range keys {
		if key.ContestID != contestID {
			return nil, fmt.Errorf("%w: the pairs are of several contests", review.ErrRefused)
		}
		if key.First <= 0 || key.First >= key.Second || key.Problem == "" || checkText("problem", key.Problem) != nil {
			return nil, fmt.Errorf("%w: no pair of participants was named", review.ErrRefused)
		}
		people = append(people, key.First, key.Second)
	}
	rows, err := tx.Query(ctx, `
		SELECT id, agreement FROM contests
		WHERE id = $1 OR id = ANY (SELECT contest_id FROM participants WHERE id = ANY ($2))
		ORDER BY id FOR SHARE`, contestID, people)
	if err != nil {
		return nil, err
	}
	d := &caseTx{tx: tx, contestID: contestID, ids: make(map[review.Key]int64)}
	var id int64
	var agreement int
	if _, err := pgx.ForEachRow(rows, []any{&id, &agreement}, func() error {
		if id == contestID {
			d.agreement = agreement
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if d.agreement == 0 {
		return nil, contest.ErrNotFound
	}
	if d.participants, _, err = participantsByID(ctx, tx, people); err != nil {
		return nil, err
	}
	for _, key := range keys {
		first, ok := d.participants[key.First]
		second, also := d.participants[key.Second]
		if !ok || !also || first.ContestID != contestID && second.ContestID != contestID {
			return nil, contest.ErrNotFound
		}
	}
	return d, d.lock(ctx, keys)
}

// lock locks the cases of keys.
func (d *caseTx) lock(ctx context.Context, keys []review.Key) error {
	problems, firsts, seconds := keyColumns(keys)
	_, err := d.tx.Exec(ctx, `
		INSERT INTO cases (contest_id, problem, first_participant, second_participant)
		SELECT DISTINCT $1::bigint, key.problem, key.first, key.second
		FROM unnest($2::text[], $3::bigint[], $4::bigint[]) key (problem, first, second)
		ORDER BY key.problem, key.first, key.second
		ON CONFLICT DO NOTHING`, d.contestID, problems, firsts, seconds)
	if err != nil {
		return err
	}
	rows, err := d.tx.Query(ctx, `
		SELECT c.id, c.problem, c.first_participant, c.second_participant
		FROM cases c JOIN `+joinKeys+` ORDER BY c.id FOR UPDATE OF c`, d.contestID, problems, firsts, seconds)
	if err != nil {
		return err
	}
	key := review.Key{ContestID: d.contestID}
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&id, &key.Problem, &key.First, &key.Second}, func() error {
		d.ids[key] = id
		return nil
	})
	return err
}

// caseIDs lists the cases by ID.
func (d *caseTx) caseIDs() []int64 {
	var ids []int64
	for _, id := range d.ids {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// entry begins what the log says of a case.
func (d *caseTx) entry(by review.Person, action review.Action, key review.Key) review.Entry {
	first, second := d.participants[key.First], d.participants[key.Second]
	return review.Entry{Actor: by, ContestID: d.contestID, Action: action, Problem: key.Problem,
		First:  review.ParticipantRef{ContestID: first.ContestID, Number: first.Number},
		Second: review.ParticipantRef{ContestID: second.ContestID, Number: second.Number}}
}

// recomputeStates gives cases, which the transaction holds, the state that their
// reviews add up to, and returns them by ID.
func recomputeStates(ctx context.Context, tx pgx.Tx, agreement int, ids []int64) (map[int64]*review.Case, error) {
	cases, err := readCases(ctx, tx, "cases c JOIN unnest($1::bigint[]) wanted (id) ON wanted.id = c.id", ids)
	if err != nil {
		return nil, err
	}
	var changed []int64
	var states []string
	for _, id := range ids {
		c := cases[id]
		if state := review.StateOf(c.Reviews, agreement); state != c.State {
			c.State = state
			changed, states = append(changed, id), append(states, string(state))
		}
	}
	_, err = tx.Exec(ctx, `
		UPDATE cases c SET state = new.state
		FROM unnest($1::bigint[], $2::text[]) new (id, state)
		WHERE c.id = new.id`, changed, states)
	return cases, err
}
