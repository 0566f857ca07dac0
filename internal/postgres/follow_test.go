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
	release, err := db.Follow(ctx, "finals", 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Follow(ctx, "finals", 0); !errors.Is(err, contest.ErrInUse) {
		t.Errorf("a second one: error %v", err)
	}
	other, err := db.Follow(ctx, "semifinals", 0)
	if err != nil {
		t.Fatalf("another contest: %v", err)
	}
	other()
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := db.Follow(stopped, "finals", time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("one who is stopped while they wait: error %v", err)
	}
	time.AfterFunc(50*time.Millisecond, release)
	again, err := db.Follow(ctx, "finals", time.Hour)
	if err != nil {
		t.Fatalf("one who waits for the first: %v", err)
	}
	again()
}
