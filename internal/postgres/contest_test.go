package postgres

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestContests(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	if got, err := db.Contests(ctx); err != nil || len(got) != 0 {
		t.Errorf("an empty archive: %v, %v", got, err)
	}
	small, large := contestOf(3), contestOf(5)
	first := imported(t, db, "first", small)
	second := imported(t, db, "second", large)
	run := begun(t, db, first, small)

	got, err := db.Contests(ctx)
	if err != nil {
		t.Fatal(err)
	}
	want := []contest.Contest{
		{ID: second, Name: "second", Submissions: 5, Participants: 5, Problems: 2, Blind: true, Agreement: 2},
		{ID: first, Name: "first", Submissions: 3, Participants: 3, Problems: 2, Checks: 1, Blind: true, Agreement: 2},
	}
	for i := range got {
		if got[i].CreatedAt.IsZero() {
			t.Errorf("contest %d was made at no time", got[i].ID)
		}
		one, err := db.Contest(ctx, got[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got[i], one); diff != "" {
			t.Errorf("contest alone (-list +alone):\n%s", diff)
		}
		want[i].CreatedAt = got[i].CreatedAt
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("contests (-want +got):\n%s", diff)
	}
	if _, err := db.Contest(ctx, 4711); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("no such contest: got error %v, want ErrNotFound", err)
	}
	if err := run.Close(); err != nil {
		t.Error(err)
	}
}
