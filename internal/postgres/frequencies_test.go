package postgres

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestFrequencies(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(2)
	contestID := imported(t, db, "c", submissions)
	run := begun(t, db, contestID, submissions)
	stored := []contest.Frequencies{
		{Problem: "A", Language: "c++", Content: []byte{1, 2, 3}},
		{Problem: "A", Language: "java", Content: []byte{}},
		{Problem: "", Language: "c++", Content: bytes.Repeat([]byte{7, 0, 200}, 1<<20)},
	}
	if err := run.SaveFrequencies(ctx, stored); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Frequencies(ctx, run.ID(), "A", "c++"); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("seen while the check runs: %v", err)
	}
	if err := run.Complete(ctx, contest.Summary{}, nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range stored {
		got, err := db.Frequencies(ctx, run.ID(), want.Problem, want.Language)
		if err != nil || !bytes.Equal(got, want.Content) {
			t.Errorf("problem %q in %s: %d bytes, %v; want %d", want.Problem, want.Language, len(got), err, len(want.Content))
		}
	}
	if _, err := db.Frequencies(ctx, run.ID(), "B", "c++"); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("of a problem that is not there: %v", err)
	}

	failed := begun(t, db, contestID, submissions)
	if err := errors.Join(failed.SaveFrequencies(ctx, stored), failed.Fail(ctx, "broken on purpose")); err != nil {
		t.Fatal(err)
	}
	if n := rowsOf(t, db, "check_frequencies")["check_frequencies"]; n != len(stored) {
		t.Errorf("%d rows, want the %d of the check that is complete", n, len(stored))
	}
}
