package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Undo restores the user's previous review. If there is none, it removes the review.
func TestUndo(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 2, 2)
	key := keyOf("A", people[0], people[1])
	first := review.Review{Reviewer: users[0], Decision: review.Confirmed, Reason: review.Copied, Note: "same typo", Ruling: true,
		Basis: review.Basis{CheckID: 7, FirstHash: "ab", Suspicion: 0.25}}
	second := reviewOf(users[0], review.Dismissed)
	for _, r := range []review.Review{first, second} {
		decide(t, db, users[0], key, r)
	}
	if _, err := db.Undo(ctx, users[1], key); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("undo without a review: got error %v, want ErrNotFound", err)
	}
	for _, step := range []struct {
		name string
		want review.Case
	}{
		{"second review", review.Case{Key: key, State: review.CaseConfirmed, Reviews: []review.Review{first}}},
		{"first review", review.Case{Key: key, State: review.Open}},
	} {
		_, undoErr := db.Undo(ctx, users[0], key)
		got, err := db.Case(ctx, key)
		if diff := cmp.Diff(step.want, got, ignoreTime); diff != "" || undoErr != nil || err != nil {
			t.Errorf("%s undone: %v, %v (-want +got):\n%s", step.name, undoErr, err, diff)
		}
	}
	if _, err := db.Undo(ctx, users[0], key); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("undone a third time: got error %v, want ErrNotFound", err)
	}
	entries, total, err := db.AuditLog(ctx, key.ContestID, review.LogFilter{}, 0, 10)
	if err != nil || total < 4 || entries[1].Action != review.ActionUndo || entries[1].Details.Decision != review.Confirmed || entries[0].Details.Decision != "" {
		t.Errorf("the log has %d entries, error %v; want the newest two to undo the reviews, got %+v", total, err, entries)
	}
}

// UndoCluster counts and logs each case once, although two pairs of a check across problems may be of one case.
func TestUndoCluster(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 2, 1)
	key, cluster := keyOf("A + B", people[0], people[1]), review.ClusterRef{CheckID: 7, Number: 1}
	at, err := db.DecideCluster(ctx, users[0], cluster, []review.KeyedReview{{Key: key, Review: reviewOf(users[0], review.Confirmed)}})
	must(t, err)
	if undone, err := db.UndoCluster(ctx, users[0], cluster, []review.Key{key, key}, at); err != nil || undone != 1 {
		t.Errorf("undone %d cases, error %v; want 1", undone, err)
	}
	entries, _, err := db.AuditLog(ctx, key.ContestID, review.LogFilter{}, 0, 1)
	if err != nil || len(entries) != 1 || entries[0].Details.Count != 1 || len(entries[0].Details.Pairs) != 1 {
		t.Errorf("the log has %+v, error %v; want an entry with one pair", entries, err)
	}
	if _, err := db.UndoCluster(ctx, users[0], cluster, []review.Key{key}, at); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("undone again: got error %v, want ErrNotFound", err)
	}
}

// A review that changes while UndoCluster waits for the cases stays, and is neither counted nor logged.
func TestUndoClusterWaits(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	db := open(t)
	people, users := jury(t, db, 3, 1)
	kept, undone := keyOf("A", people[0], people[1]), keyOf("A", people[0], people[2])
	rev, cluster := reviewOf(users[0], review.Confirmed), review.ClusterRef{CheckID: 7, Number: 1}
	at, err := db.DecideCluster(ctx, users[0], cluster, []review.KeyedReview{{Key: kept, Review: rev}, {Key: undone, Review: rev}})
	must(t, err)
	tx, err := db.pool.Begin(ctx)
	must(t, err)
	defer tx.Rollback(context.WithoutCancel(ctx))
	must(t, execOne(ctx, tx, "SELECT FROM contests WHERE id = $1 FOR UPDATE", kept.ContestID))
	count := make(chan int)
	go func() {
		n, err := db.UndoCluster(ctx, users[0], cluster, []review.Key{kept, undone}, at)
		if err != nil {
			t.Error(err)
		}
		count <- n
	}()
	for waits := false; !waits; {
		err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))").Scan(&waits)
		must(t, err)
	}
	_, err = tx.Exec(ctx, `UPDATE reviews SET decided_at = clock_timestamp() WHERE case_id = (
		SELECT id FROM cases WHERE contest_id = $1 AND first_participant = $2 AND second_participant = $3)`, kept.ContestID, kept.First, kept.Second)
	must(t, errors.Join(err, tx.Commit(ctx)))
	if n := <-count; n != 1 {
		t.Errorf("undone %d cases, want 1", n)
	}
	for key, want := range map[review.Key]int{kept: 1, undone: 0} {
		if c, err := db.Case(ctx, key); err != nil || len(c.Reviews) != want {
			t.Errorf("%+v has %d reviews, %v; want %d", key, len(c.Reviews), err, want)
		}
	}
	entries, _, err := db.AuditLog(ctx, kept.ContestID, review.LogFilter{}, 0, 1)
	if err != nil || len(entries) != 1 || entries[0].Action != review.ActionUndo || entries[0].Details.Count != 1 || len(entries[0].Details.Pairs) != 1 {
		t.Errorf("the log has %+v, error %v; want an entry with one pair", entries, err)
	}
}
