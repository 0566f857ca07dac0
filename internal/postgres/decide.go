package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Decide stores what a reviewer says of a case, instead of what they said of it
// before, and returns the case as it is then. Of the review, Reviewer and At
// are not read. The error wraps [review.ErrRefused] where the decision makes no
// sense, and [contest.ErrNotFound] where there is no such contest, participant
// or user.
func (db *DB) Decide(ctx context.Context, by review.Person, key review.Key, r review.Review) (review.Case, error) {
	cases, err := db.DecideAll(ctx, by, []review.NewReview{{Key: key, Review: r}})
	return cases[key], err
}

// DecideAll is [DB.Decide] for several cases of one contest, such as those of a
// cluster: all or none.
func (db *DB) DecideAll(ctx context.Context, by review.Person, decided []review.NewReview) (map[review.Key]review.Case, error) {
	keys := make([]review.Key, len(decided))
	seen := make(map[review.Key]bool)
	for i, d := range decided {
		err := d.Validate()
		if err == nil && seen[d.Key] {
			err = review.Refuse("a pair was named twice")
		}
		if err != nil {
			return nil, fmt.Errorf("decide: %w", err)
		}
		keys[i], seen[d.Key] = d.Key, true
	}
	return db.withCases(ctx, "decide", keys, func(d *caseTx) ([]review.Entry, error) {
		batch := &pgx.Batch{}
		var entries []review.Entry
		for _, one := range decided {
			batch.Queue(`
				INSERT INTO reviews (case_id, user_id, decision, reason, note, ruling, basis, decided_at)
				VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
				ON CONFLICT (case_id, user_id) DO UPDATE
				SET (decision, reason, note, ruling, basis, decided_at, replaced) =
					(EXCLUDED.decision, EXCLUDED.reason, EXCLUDED.note, EXCLUDED.ruling, EXCLUDED.basis, EXCLUDED.decided_at,
					to_jsonb(reviews) - 'case_id' - 'user_id' - 'replaced')`,
				d.ids[one.Key], by.ID, one.Decision, one.Reason, one.Note, one.Ruling, one.Basis)
			action := review.ActionDecide
			if one.Ruling {
				action = review.ActionSettle
			}
			entry := d.entry(by, action, one.Key)
			entry.Details.Decision, entry.Details.Reason, entry.Note = one.Decision, one.Reason, one.Note
			entries = append(entries, entry)
		}
		return entries, d.tx.SendBatch(ctx, batch).Close()
	})
}

// Withdraw removes what a reviewer has said of a case. The error wraps
// [contest.ErrNotFound] where they have said nothing.
func (db *DB) Withdraw(ctx context.Context, by review.Person, key review.Key) (review.Case, error) {
	cases, err := db.withCases(ctx, "withdraw", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		return []review.Entry{d.entry(by, review.ActionWithdraw, key)}, d.withdraw(ctx, by, key)
	})
	return cases[key], err
}

func (d *caseTx) withdraw(ctx context.Context, by review.Person, key review.Key) error {
	gone, err := d.tx.Exec(ctx, "DELETE FROM reviews WHERE case_id = $1 AND user_id = $2", d.ids[key], by.ID)
	if err == nil && gone.RowsAffected() == 0 {
		err = fmt.Errorf("a decision of %s: %w", by.Name, contest.ErrNotFound)
	}
	return err
}

// Undo puts what a reviewer said of a case before in the place of what they said
// last, or withdraws that where it was the first, or was undone already. The
// error is that of Withdraw.
func (db *DB) Undo(ctx context.Context, by review.Person, key review.Key) (review.Case, error) {
	cases, err := db.withCases(ctx, "undo", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		entry := d.entry(by, review.ActionUndo, key)
		err := d.tx.QueryRow(ctx, `
			UPDATE reviews r
			SET (decision, reason, note, ruling, basis, decided_at, replaced) =
				(b.decision, b.reason, b.note, b.ruling, b.basis, b.decided_at, NULL)
			FROM (
				SELECT b.* FROM reviews r, jsonb_populate_record(NULL::reviews, r.replaced) b
				WHERE r.case_id = $1 AND r.user_id = $2 AND r.replaced IS NOT NULL
			) b
			WHERE r.case_id = $1 AND r.user_id = $2
			RETURNING r.decision, r.reason`, d.ids[key], by.ID).Scan(&entry.Details.Decision, &entry.Details.Reason)
		if errors.Is(err, pgx.ErrNoRows) {
			err = d.withdraw(ctx, by, key)
		}
		return []review.Entry{entry}, err
	})
	return cases[key], err
}

// withCases locks the cases of keys while f changes them, recomputes their states, and
// writes the entries that f returns into the audit log: one for each key, in their
// order.
func (db *DB) withCases(ctx context.Context, what string, keys []review.Key, f func(*caseTx) ([]review.Entry, error)) (_ map[review.Key]review.Case, err error) {
	defer wrap(&err, "%s", what)
	if len(keys) == 0 {
		return nil, nil
	}
	changed := make(map[review.Key]review.Case, len(keys))
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		d, err := lockCases(ctx, tx, keys)
		if err != nil {
			return err
		}
		entries, err := f(d)
		if err != nil {
			return err
		}
		cases, err := recomputeStates(ctx, tx, d.agreement, d.caseIDs())
		if err != nil {
			return err
		}
		for _, c := range cases {
			changed[c.Key] = *c
		}
		for i := range entries {
			entries[i].Details.State = changed[keys[i]].State
		}
		return record(ctx, tx, entries...)
	})
	if isForeignKeyViolation(err) {
		err = contest.ErrNotFound // the user
	}
	if err != nil {
		return nil, err
	}
	return changed, nil
}

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
			return nil, review.Refuse("the pairs are of several contests")
		}
		if key.First <= 0 || key.First >= key.Second || key.Problem == "" || checkText("problem", key.Problem) != nil {
			return nil, review.Refuse("no pair of participants was named")
		}
		people = append(people, key.First, key.Second)
	}
	agreements, err := mapOf[int64, int](ctx, tx, `
		SELECT id, agreement FROM contests
		WHERE id = $1 OR id = ANY (SELECT contest_id FROM participants WHERE id = ANY ($2))
		ORDER BY id FOR SHARE`, contestID, people)
	if err != nil {
		return nil, err
	}
	d := &caseTx{tx: tx, contestID: contestID, agreement: agreements[contestID], ids: make(map[review.Key]int64)}
	if d.agreement == 0 {
		return nil, contest.ErrNotFound
	}
	if d.participants, err = participantsByID(ctx, tx, people); err != nil {
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
	rows := query(ctx, d.tx, `
		SELECT c.id, c.problem, c.first_participant, c.second_participant
		FROM cases c JOIN `+joinKeys+` ORDER BY c.id FOR UPDATE OF c`, d.contestID, problems, firsts, seconds)
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

// Assign gives cases of one contest to somebody to look at, or, with an ID of 0,
// to nobody: all or none. The error wraps [contest.ErrNotFound] where there is
// no such contest, participant or user.
func (db *DB) Assign(ctx context.Context, by review.Person, keys []review.Key, to int64) (err error) {
	defer wrap(&err, "assign")
	if len(keys) == 0 {
		return nil
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		d, err := lockCases(ctx, tx, keys)
		if err != nil {
			return err
		}
		var name string
		states := make(map[int64]review.State)
		var id int64
		var state review.State
		rows := query(ctx, tx, `
			UPDATE cases SET assigned = nullif($2::bigint, 0)
			WHERE id = ANY ($1) AND coalesce(assigned, 0) <> $2
			RETURNING id, state, coalesce((SELECT name FROM users WHERE id = $2), '')`, d.caseIDs(), to)
		if _, err := pgx.ForEachRow(rows, []any{&id, &state, &name}, func() error {
			states[id] = state
			return nil
		}); err != nil {
			return err
		}
		var entries []review.Entry
		for _, key := range slices.Compact(slices.Clone(keys)) {
			if state, changed := states[d.ids[key]]; changed {
				entry := d.entry(by, review.ActionAssign, key)
				entry.Details = review.Details{User: to, UserName: name, State: state}
				entries = append(entries, entry)
			}
		}
		return record(ctx, tx, entries...)
	})
	if isForeignKeyViolation(err) {
		err = contest.ErrNotFound
	}
	return err
}
