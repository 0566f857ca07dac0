package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// One at a time follows a contest.
func TestFollow(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	_, release, err := db.Follow(ctx, "finals", 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := db.Follow(ctx, "finals", 0); !errors.Is(err, contest.ErrInUse) {
		t.Errorf("a second one: error %v", err)
	}
	_, other, err := db.Follow(ctx, "semifinals", 0)
	if err != nil {
		t.Fatalf("another contest: %v", err)
	}
	other()
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := db.Follow(stopped, "finals", time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("one who is stopped while they wait: error %v", err)
	}
	time.AfterFunc(50*time.Millisecond, release)
	_, again, err := db.Follow(ctx, "finals", time.Hour)
	if err != nil {
		t.Fatalf("one who waits for the first: %v", err)
	}
	again()
}

// Where the database cuts its connections off, whoever follows takes the lock again,
// or learns that somebody else has it.
func TestFollowAgain(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	holder := func() (pid int) {
		t.Helper()
		for pid == 0 {
			if err := ctx.Err(); err != nil {
				t.Fatal(err)
			}
			_ = db.pool.QueryRow(ctx, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = $1", lockWatch.key(nameKey("finals"))).Scan(&pid)
		}
		return pid
	}
	kill := func(pid int) {
		t.Helper()
		if _, err := db.pool.Exec(ctx, "SELECT pg_terminate_backend($1)", pid); err != nil {
			t.Fatal(err)
		}
	}
	following, release, err := db.Follow(ctx, "finals", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	first := holder()
	kill(first)
	for holder() == first {
		time.Sleep(time.Millisecond)
	}
	if err := context.Cause(following); err != nil {
		t.Errorf("nobody else follows it, and it ends: %v", err)
	}
	// The lock is waited for before the session that has it ends, so it goes to the
	// one that waits.
	other, err := db.session(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer other.close()
	taken := make(chan error, 1)
	go func() { taken <- other.lock(ctx, lockWatch, nameKey("finals")) }()
	for waits := false; !waits; {
		if err := db.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND (classid::bigint << 32 | objid::bigint) = $1)", lockWatch.key(nameKey("finals"))).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	kill(holder())
	if err := <-taken; err != nil {
		t.Fatal(err)
	}
	<-following.Done()
	if err := context.Cause(following); !errors.Is(err, contest.ErrInUse) {
		t.Errorf("somebody else follows it, and it ends: %v", err)
	}
}
