package inspect

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/facts"
)

// maxTimed is the largest number of submissions whose times are read, in 0.2 s, for facts about a contest.
const maxTimed = 100_000

// Solves returns the first solves of a check's contest, read once and then cached; nil for too many submissions.
func (i *Inspector) Solves(ctx context.Context, checkID int64) (*facts.Contest, error) {
	return i.solves.get(ctx, checkID)
}

func (i *Inspector) loadSolves(ctx context.Context, checkID int64) (*facts.Contest, int, error) {
	const emptyBytes = 64
	c, err := i.checks.get(ctx, checkID)
	if err != nil {
		return nil, 0, err
	}
	submissions, err := i.store.TimedSubmissions(ctx, c.check.ContestID, maxTimed+1)
	if err != nil {
		return nil, 0, fmt.Errorf("read the solves of check %d: %w", checkID, err)
	}
	if len(submissions) > maxTimed {
		return nil, emptyBytes, nil
	}
	solves := facts.NewContest(submissions)
	return solves, emptyBytes + solves.Bytes(), nil
}
