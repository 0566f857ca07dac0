package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Decide stores a reviewer's review of a case, and returns the changed case without notes and bases. The review replaces the
// reviewer's earlier review. Decide ignores r.Reviewer and r.At. The error wraps [review.ErrRefused]
// if the decision is invalid, and [contest.ErrNotFound] if the contest, a participant or the user
// does not exist.
func (db *DB) Decide(ctx context.Context, by review.Person, key review.Key, r review.Review) (review.Case, error) {
	keyed := review.KeyedReview{Key: key, Review: r}
	if err := keyed.Validate(); err != nil {
		return review.Case{}, fmt.Errorf("decide: %w", err)
	}
	cases, err := db.withCases(ctx, "decide", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		return []review.Entry{d.decisionEntry(by, keyed)}, d.decide(ctx, by, []review.KeyedReview{keyed}, nil)
	})
	return cases[key], err
}

// validKeys returns the keys of reviews. It returns an error if a review is invalid or two are of one case.
func validKeys(reviews []review.KeyedReview) ([]review.Key, error) {
	keys := make([]review.Key, len(reviews))
	seen := make(map[review.Key]bool)
	for i, r := range reviews {
		err := r.Validate()
		if err == nil && seen[r.Key] {
			err = review.Refuse("a pair is named twice")
		}
		if err != nil {
			return nil, fmt.Errorf("decide: %w", err)
		}
		keys[i], seen[r.Key] = r.Key, true
	}
	return keys, nil
}

// decide stores reviews of locked cases with the time at; with nil, each review gets the current time.
func (d *caseTx) decide(ctx context.Context, by review.Person, reviews []review.KeyedReview, at *time.Time) error {
	if err := d.refuseIfDecidedBeforeAppeal(ctx, by); err != nil {
		return err
	}
	batch := &pgx.Batch{}
	for _, r := range reviews {
		batch.Queue(`
			INSERT INTO reviews (case_id, user_id, decision, reason, note, ruling, basis, decided_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, coalesce($8, clock_timestamp()))
			ON CONFLICT (case_id, user_id) DO UPDATE
			SET (decision, reason, note, ruling, basis, decided_at, replaced) =
				(EXCLUDED.decision, EXCLUDED.reason, EXCLUDED.note, EXCLUDED.ruling, EXCLUDED.basis, EXCLUDED.decided_at,
				to_jsonb(reviews) - 'case_id' - 'user_id' - 'replaced')`,
			d.ids[r.Key], by.ID, r.Decision, r.Reason, r.Note, r.Ruling, r.Basis, at)
	}
	return d.tx.SendBatch(ctx, batch).Close()
}

func (d *caseTx) decisionEntry(by review.Person, r review.KeyedReview) review.Entry {
	action := review.ActionDecide
	if r.Ruling {
		action = review.ActionRule
	}
	entry := d.entry(by, action, r.Key)
	entry.Details.Decision, entry.Details.Reason, entry.Note = r.Decision, r.Reason, r.Note
	return entry
}

// Withdraw removes a reviewer's review of a case. The error wraps [contest.ErrNotFound] if
// the reviewer has no review of the case.
func (db *DB) Withdraw(ctx context.Context, by review.Person, key review.Key) (review.Case, error) {
	cases, err := db.withCases(ctx, "withdraw", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		return []review.Entry{d.entry(by, review.ActionWithdraw, key)}, d.withdraw(ctx, by, key)
	})
	return cases[key], err
}

func (d *caseTx) withdraw(ctx context.Context, by review.Person, key review.Key) error {
	if err := d.refuseIfDecidedBeforeAppeal(ctx, by); err != nil {
		return err
	}
	deleted, err := d.tx.Exec(ctx, "DELETE FROM reviews WHERE case_id = $1 AND user_id = $2", d.ids[key], by.ID)
	if err == nil && deleted.RowsAffected() == 0 {
		err = fmt.Errorf("a decision of %s: %w", by.Name, contest.ErrNotFound)
	}
	return err
}

// Undo restores a reviewer's previous review of a case. If there is no previous review, or Undo has
// restored it already, Undo withdraws the review. It returns the errors of Withdraw.
func (db *DB) Undo(ctx context.Context, by review.Person, key review.Key) (review.Case, error) {
	cases, err := db.withCases(ctx, "undo", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		entry := d.entry(by, review.ActionUndo, key)
		if err := d.refuseIfDecidedBeforeAppeal(ctx, by); err != nil {
			return nil, err
		}
		err := d.tx.QueryRow(ctx, restoreReplaced+" AND r.replaced IS NOT NULL RETURNING r.decision, r.reason", by.ID, d.caseIDs()).
			Scan(&entry.Details.Decision, &entry.Details.Reason)
		if errors.Is(err, pgx.ErrNoRows) {
			err = d.withdraw(ctx, by, key)
		}
		return []review.Entry{entry}, err
	})
	return cases[key], err
}

// restoreReplaced restores, for the cases $2, the reviews that user $1 has replaced.
const restoreReplaced = `
	UPDATE reviews r
	SET (decision, reason, note, ruling, basis, decided_at, replaced) = (
		SELECT b.decision, b.reason, b.note, b.ruling, b.basis, b.decided_at, NULL::jsonb
		FROM jsonb_populate_record(NULL::reviews, r.replaced) b)
	WHERE r.user_id = $1 AND r.case_id = ANY ($2)`

// withCases locks the cases of keys, calls change, recomputes the states of the cases, and logs the entries that change
// returns. If all cases have the same state, each entry gets it.
func (db *DB) withCases(ctx context.Context, action string, keys []review.Key,
	change func(*caseTx) ([]review.Entry, error)) (_ map[review.Key]review.Case, err error) {
	defer wrap(&err, "%s", action)
	if len(keys) == 0 {
		return nil, nil
	}
	changed := make(map[review.Key]review.Case, len(keys))
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		d, err := lockCases(ctx, tx, keys)
		if err != nil {
			return err
		}
		entries, err := change(d)
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
			entries[i].Details.State = sharedState(cases)
		}
		return record(ctx, tx, entries...)
	})
	return changed, orNotFound(err) // ErrNotFound if the user does not exist
}

// sharedState returns the state that all cases have; "" if they have several, or there are none.
func sharedState(cases map[int64]*review.Case) review.State {
	states := make(map[review.State]bool)
	var last review.State
	for _, c := range cases {
		last, states[c.State] = c.State, true
	}
	if len(states) != 1 {
		return ""
	}
	return last
}

// caseTx is a transaction that has locked cases of one contest.
type caseTx struct {
	tx           pgx.Tx
	contestID    int64
	agreement    int
	ids          map[review.Key]int64
	participants map[int64]contest.Participant
}

// lockCases locks the cases of keys, and creates missing cases. The keys must be of one contest. Until
// the transaction ends, nobody else can change the cases or the contest's settings, or remove
// participants of the cases.
//
// To prevent deadlocks, every transaction locks first the contests, sorted by ID, then the new cases,
// sorted by key, then the stored cases, sorted by ID.
func lockCases(ctx context.Context, tx pgx.Tx, keys []review.Key) (*caseTx, error) {
	contestID := keys[0].ContestID
	var people []int64
	for _, key := range keys {
		if key.ContestID != contestID {
			return nil, review.Refuse("the pairs are of several contests")
		}
		if key.First <= 0 || key.First >= key.Second || key.Problem == "" || validateText("problem", key.Problem) != nil {
			return nil, review.Refuse("no pair of participants is named")
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
	d := &caseTx{tx: tx, contestID: contestID, agreement: agreements[contestID]}
	if d.agreement == 0 {
		return nil, contest.ErrNotFound
	}
	if d.participants, err = participantsByID(ctx, tx, people); err != nil {
		return nil, err
	}
	for _, key := range keys {
		first, ok := d.participants[key.First]
		second, secondOK := d.participants[key.Second]
		if !ok || !secondOK || first.ContestID != contestID && second.ContestID != contestID {
			return nil, contest.ErrNotFound
		}
	}
	return d, d.lock(ctx, keys)
}

func (d *caseTx) lock(ctx context.Context, keys []review.Key) error {
	args := keyArguments(d.contestID, keys)
	err := execOne(ctx, d.tx, `
		INSERT INTO cases (contest_id, problem, first_participant, second_participant)
		SELECT DISTINCT $1::bigint, key.problem, key.first, key.second
		FROM unnest($2::text[], $3::bigint[], $4::bigint[]) key (problem, first, second)
		ORDER BY key.problem, key.first, key.second
		ON CONFLICT DO NOTHING`, args...)
	if err != nil {
		return err
	}
	d.ids, err = mapOf[review.Key, int64](ctx, d.tx, `
		SELECT c.contest_id, c.problem, c.first_participant, c.second_participant, c.id
		FROM cases c JOIN `+joinKeys+` ORDER BY c.id FOR UPDATE OF c`, args...)
	return err
}

func (d *caseTx) caseIDs() []int64 { return slices.Sorted(maps.Values(d.ids)) }

// entry returns a log entry about a case, without details.
func (d *caseTx) entry(by review.Person, action review.Action, key review.Key) review.Entry {
	first, second := d.participants[key.First], d.participants[key.Second]
	return review.Entry{Actor: by, ContestID: d.contestID, Action: action, Problem: key.Problem,
		First:  review.ParticipantRef{ContestID: first.ContestID, Number: first.Number},
		Second: review.ParticipantRef{ContestID: second.ContestID, Number: second.Number}}
}

// recomputeStates computes the states of locked cases from their reviews, stores the
// changed ones, and returns the cases by ID, without the notes and the bases of reviews.
// The subquery hides the length of the list from PostgreSQL. Otherwise PostgreSQL would plan the statement at each call.
func recomputeStates(ctx context.Context, tx pgx.Tx, agreement int, ids []int64) (map[int64]*review.Case, error) {
	cases, err := readCases(ctx, tx, briefReviews, "cases c JOIN unnest((SELECT $1::bigint[])) wanted (id) ON wanted.id = c.id", ids)
	if err != nil {
		return nil, err
	}
	var changed []int64
	var states []string
	for _, id := range ids {
		c := cases[id]
		if state := review.StateOf(c.Reviews, c.Appeal, agreement); state != c.State {
			c.State = state
			changed, states = append(changed, id), append(states, string(state))
		}
	}
	if len(changed) == 0 {
		return cases, nil
	}
	err = execOne(ctx, tx, `
		UPDATE cases c SET state = new.state
		FROM unnest($1::bigint[], $2::text[]) new (id, state)
		WHERE c.id = new.id`, changed, states)
	return cases, err
}

// Assign assigns all given cases of one contest to a user; userID 0 means nobody. The log gets one entry for each case
// that had another assignee. After an error, no case has changed. The error wraps [contest.ErrNotFound] if the contest, a
// participant or the user does not exist. It wraps [review.ErrRefused] if the user decided a case before its appeal. If the
// seal has a viewer, Assign refuses only this viewer: for another user, the refusal would tell the viewer what that user decided.
func (db *DB) Assign(ctx context.Context, by review.Person, keys []review.Key, userID int64, seal contest.Seal) (err error) {
	defer wrap(&err, "assign")
	if len(keys) == 0 {
		return nil
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		d, err := lockCases(ctx, tx, keys)
		if err != nil {
			return err
		}
		type row struct {
			ID       int64
			State    review.State
			User     string
			IsBarred bool
		}
		rows, err := list[row](ctx, tx, `
			UPDATE cases SET assigned = nullif($2::bigint, 0)
			WHERE id = ANY ($1) AND coalesce(assigned, 0) <> $2
			RETURNING id, state, coalesce((SELECT name FROM users WHERE id = $2), ''), $3::bigint IN (0, $2) AND EXISTS (
				SELECT FROM reviews r WHERE r.case_id = cases.id AND r.user_id = $2 AND r.decided_at < cases.appealed_at)`,
			d.caseIDs(), userID, seal.Viewer)
		if err != nil {
			return err
		}
		changed := make(map[int64]row)
		for _, r := range rows {
			if r.IsBarred {
				return review.Refuse("%s decided one of the pairs before its appeal, so assign it to another reviewer", r.User)
			}
			changed[r.ID] = r
		}
		var entries []review.Entry
		for _, key := range keys {
			id := d.ids[key]
			if r, ok := changed[id]; ok {
				delete(changed, id) // a key may come twice
				entry := d.entry(by, review.ActionAssign, key)
				entry.Details = review.Details{User: userID, UserName: r.User, State: r.State}
				entries = append(entries, entry)
			}
		}
		return record(ctx, tx, entries...)
	})
	return orNotFound(err)
}

// Appeal reopens and returns a settled case. An assignee who has decided the case is removed, because others decide it
// now. The error wraps [review.ErrRefused] if the case still needs a review, or the grounds are invalid.
func (db *DB) Appeal(ctx context.Context, by review.Person, key review.Key, grounds string) (review.Case, error) {
	if err := review.CheckText("the grounds", grounds); err != nil {
		return review.Case{}, fmt.Errorf("appeal: %w", err)
	}
	cases, err := db.withCases(ctx, "appeal", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		state, err := get[review.State](ctx, d.tx, "SELECT state FROM cases WHERE id = $1", d.ids[key])
		if err != nil {
			return nil, err
		}
		if state.NeedsReview() {
			return nil, review.Refuse("this pair is not settled yet, so there is nothing to appeal against")
		}
		entry := d.entry(by, review.ActionAppeal, key)
		entry.Note = grounds
		entries := []review.Entry{entry}
		if err := execOne(ctx, d.tx, "UPDATE cases SET appealed_at = clock_timestamp(), appeal = $2 WHERE id = $1", d.ids[key], grounds); err != nil {
			return nil, err
		}
		removed, err := d.tx.Exec(ctx, `
			UPDATE cases SET assigned = NULL
			WHERE id = $1 AND assigned IN (SELECT user_id FROM reviews WHERE case_id = $1)`, d.ids[key])
		if err == nil && removed.RowsAffected() > 0 {
			entries = append(entries, d.entry(by, review.ActionAssign, key))
		}
		return entries, err
	})
	return cases[key], err
}

// refuseIfDecidedBeforeAppeal returns an error that wraps [review.ErrRefused] if the person decided one of the cases before
// the case's appeal.
func (d *caseTx) refuseIfDecidedBeforeAppeal(ctx context.Context, by review.Person) error {
	// The subquery hides the length of the list, see recomputeStates.
	decided, err := get[bool](ctx, d.tx, `
		SELECT EXISTS (SELECT FROM cases c JOIN reviews r ON r.case_id = c.id
			WHERE c.id = ANY ((SELECT $1::bigint[])::bigint[]) AND r.user_id = $2 AND r.decided_at < c.appealed_at)`, d.caseIDs(), by.ID)
	if err == nil && decided {
		err = review.Refuse("you decided this pair before its appeal, so another reviewer decides it now")
	}
	return err
}

// DecideCluster stores a reviewer's reviews of cases of a cluster, with one entry in the audit
// log. It returns the time of the reviews, by which [DB.UndoCluster] identifies them. The errors
// are those of [DB.Decide]. After an error, no case has changed.
func (db *DB) DecideCluster(ctx context.Context, by review.Person, cluster review.ClusterRef, reviews []review.KeyedReview) (at time.Time, err error) {
	keys, err := validKeys(reviews)
	if err != nil {
		return at, err
	}
	_, err = db.withCases(ctx, "decide cluster", keys, func(d *caseTx) ([]review.Entry, error) {
		// The cases are locked, so this time is after all earlier reviews.
		if err := d.tx.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&at); err != nil {
			return nil, err
		}
		entry := d.clusterEntry(d.decisionEntry(by, reviews[0]), cluster, keys)
		return []review.Entry{entry}, d.decide(ctx, by, reviews, &at)
	})
	return at, err
}

// UndoCluster undoes the reviews that DecideCluster stored at a time: each case gets the
// reviewer's previous review back, if there was one. A review stays if the reviewer has changed
// the review or somebody has appealed the case after that time. The audit log gets one entry.
// UndoCluster counts the undone reviews; the error wraps [contest.ErrNotFound] if there are none.
func (db *DB) UndoCluster(ctx context.Context, by review.Person, cluster review.ClusterRef, keys []review.Key, at time.Time) (int, error) {
	keys, err := keysDecidedAt(ctx, db.pool, by, keys, at)
	if err != nil {
		wrap(&err, "undo cluster")
		return 0, err
	}
	_, err = db.withCases(ctx, "undo cluster", keys, func(d *caseTx) ([]review.Entry, error) {
		// Reviews may have changed before the cases were locked.
		if keys, err = keysDecidedAt(ctx, d.tx, by, keys, at); err != nil {
			return nil, err
		}
		maps.DeleteFunc(d.ids, func(key review.Key, _ int64) bool { return !slices.Contains(keys, key) })
		err := execAll(ctx, d.tx, []string{
			"DELETE FROM reviews r WHERE r.user_id = $1 AND r.case_id = ANY ($2) AND r.decided_at = $3 AND r.replaced IS NULL",
			restoreReplaced + " AND r.decided_at = $3",
		}, by.ID, d.caseIDs(), at)
		return []review.Entry{d.clusterEntry(d.entry(by, review.ActionUndo, keys[0]), cluster, keys)}, err
	})
	return len(keys), err
}

// keysDecidedAt returns, each once, the keys of the cases that a reviewer decided at a time and that nobody has appealed
// after that; contest.ErrNotFound if there are none.
func keysDecidedAt(ctx context.Context, q querier, by review.Person, keys []review.Key, at time.Time) (decided []review.Key, err error) {
	if len(keys) == 0 {
		return nil, contest.ErrNotFound
	}
	decided, err = list[review.Key](ctx, q, `
		SELECT DISTINCT ON (c.id) c.contest_id, c.problem, c.first_participant, c.second_participant
		FROM cases c JOIN `+joinKeys+`
		JOIN reviews r ON r.case_id = c.id AND r.user_id = $5 AND r.decided_at = $6
			AND r.decided_at >= coalesce(c.appealed_at, '-infinity')
		ORDER BY c.id`, keyArguments(keys[0].ContestID, keys, by.ID, at)...)
	if err == nil && len(decided) == 0 {
		err = contest.ErrNotFound
	}
	return decided, err
}

// clusterEntry turns the log entry of one case into the entry of all cases of a cluster.
func (d *caseTx) clusterEntry(entry review.Entry, cluster review.ClusterRef, keys []review.Key) review.Entry {
	entry.First, entry.Second = review.ParticipantRef{}, review.ParticipantRef{}
	entry.Details.CheckID, entry.Details.Cluster, entry.Details.Count = cluster.CheckID, cluster.Number, len(keys)
	for _, key := range keys {
		if key.Problem != entry.Problem {
			entry.Problem = "" // a check across problems
		}
		a, b := d.participants[key.First].Number, d.participants[key.Second].Number
		entry.Details.Pairs = append(entry.Details.Pairs, review.LoggedPair{Problem: key.Problem, First: min(a, b), Second: max(a, b)})
	}
	slices.SortFunc(entry.Details.Pairs, func(p, q review.LoggedPair) int {
		return cmp.Or(cmp.Compare(p.First, q.First), cmp.Compare(p.Second, q.Second), cmp.Compare(p.Problem, q.Problem))
	})
	return entry
}
