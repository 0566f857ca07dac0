package inspect

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/facts"
)

// maxTimed is the largest number of submissions of a contest for which the facts about times are read: it
// takes 0.2 s. Larger contests have none of these facts.
const maxTimed = 100_000

// Solves returns the first solves of the contest of a check, as they were when somebody first asked for
// them; nil if the contest has too many submissions.
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
