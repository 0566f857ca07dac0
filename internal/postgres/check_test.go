package postgres

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestChecks(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(2)
	contestID := imported(t, db, "c", submissions)
	other := contestOf(2)
	begun(t, db, imported(t, db, "other", other), other)

	complete := begun(t, db, contestID, submissions)
	failed := begun(t, db, contestID, submissions)
	running := begun(t, db, contestID, submissions)
	if err := errors.Join(complete.Complete(ctx, contest.Summary{Problems: 2}, nil, nil), failed.Fail(ctx, "why")); err != nil {
		t.Fatal(err)
	}
	checks, err := db.Checks(ctx, contestID)
	if err != nil {
		t.Fatal(err)
	}
	type line struct {
		ID     int64
		State  contest.CheckState
		Reason string
	}
	var got []line
	for _, c := range checks {
		got = append(got, line{c.ID, c.State, c.Reason})
		one, err := db.Check(ctx, c.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c, one); diff != "" {
			t.Errorf("check alone (-list +alone):\n%s", diff)
		}
	}
	want := []line{{running.ID(), contest.Running, ""}, {failed.ID(), contest.Failed, "why"}, {complete.ID(), contest.Complete, ""}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("checks, the newest first (-want +got):\n%s", diff)
	}
	if _, err := db.Check(ctx, 4711); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("no such check: got error %v, want ErrNotFound", err)
	}
}
