package postgres

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// DecideCluster stores a reviewer's reviews of cases of a cluster, with one entry in the audit
// log. It returns the time of the reviews, by which [DB.UndoCluster] identifies them. The errors
// are those of [DB.DecideAll].
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
	var err error
	keys, err = db.keysDecidedAt(ctx, by, keys, at)
	if err == nil && len(keys) == 0 {
		err = contest.ErrNotFound
	}
	if err != nil {
		return 0, err
	}
	_, err = db.withCases(ctx, "undo cluster", keys, func(d *caseTx) ([]review.Entry, error) {
		if err := d.refuseEarlierReviewer(ctx, by); err != nil {
			return nil, err
		}
		// A review that somebody changed before the cases were locked has another time, and stays.
		const where = " WHERE r.user_id = $1 AND r.case_id = ANY ($2) AND r.decided_at = $3"
		args := []any{by.ID, d.caseIDs(), at}
		if _, err := d.tx.Exec(ctx, "DELETE FROM reviews r"+where+" AND r.replaced IS NULL", args...); err != nil {
			return nil, err
		}
		_, err := d.tx.Exec(ctx, `
			UPDATE reviews r
			SET (decision, reason, note, ruling, basis, decided_at, replaced) = (
				SELECT b.decision, b.reason, b.note, b.ruling, b.basis, b.decided_at, NULL::jsonb
				FROM jsonb_populate_record(NULL::reviews, r.replaced) b)`+where, args...)
		return []review.Entry{d.clusterEntry(d.entry(by, review.ActionUndo, keys[0]), cluster, keys)}, err
	})
	return len(keys), err
}

// keysDecidedAt returns the keys of the cases that a reviewer decided at a time and that nobody has appealed after that.
func (db *DB) keysDecidedAt(ctx context.Context, by review.Person, keys []review.Key, at time.Time) (decided []review.Key, err error) {
	defer wrap(&err, "undo cluster")
	if len(keys) == 0 {
		return nil, nil
	}
	problems, firsts, seconds := keyColumns(keys)
	return list(ctx, db.pool, func(row pgx.CollectableRow) (review.Key, error) {
		key := review.Key{ContestID: keys[0].ContestID}
		err := row.Scan(&key.Problem, &key.First, &key.Second)
		return key, err
	}, `
		SELECT c.problem, c.first_participant, c.second_participant
		FROM cases c JOIN `+joinKeys+`
		JOIN reviews r ON r.case_id = c.id AND r.user_id = $5 AND r.decided_at = $6
			AND r.decided_at >= coalesce(c.appealed_at, '-infinity')
		ORDER BY c.id`, keys[0].ContestID, problems, firsts, seconds, by.ID, at)
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
