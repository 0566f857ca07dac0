package check

import (
	"context"
	"errors"
	"testing"
)

// A check waits for its turn, says so, and gives up with its context.
func TestTurn(t *testing.T) {
	t.Parallel()
	turn := NewTurn()
	release, err := turn.Take(t.Context(), func(Stage, int, int) {})
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	var stages []Stage
	_, err = (&Checker{Turn: turn}).Check(ctx, Request{Parameters: Defaults()}, func(s Stage, _, _ int) {
		stages = append(stages, s)
		cancel()
	})
	if !errors.Is(err, context.Canceled) || len(stages) != 1 || stages[0] != Waiting {
		t.Errorf("a second check has the stages %v and error %v, want only %q and Canceled", stages, err, Waiting)
	}
	release()
	if release, err = turn.Take(t.Context(), func(Stage, int, int) {}); err != nil {
		t.Errorf("after the first check: error %v", err)
	}
	release()
}
