package inspect

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/facts"
)

// maxTimed is the largest number of submissions whose times are read for facts about a contest. That takes
// 0.2 s.
const maxTimed = 100_000

// Solves returns when the participants of a check's contest solved their problems; nil if it has too many
// submissions.
func (ins *Inspector) Solves(ctx context.Context, checkID int64) (*facts.Solves, error) {
	return ins.solves.get(ctx, checkID)
}

func (ins *Inspector) loadSolves(ctx context.Context, checkID int64) (*facts.Solves, int, error) {
	const emptyBytes = 64
	c, err := ins.checks.get(ctx, checkID)
	if err != nil {
		return nil, 0, err
	}
	submissions, err := ins.store.TimedSubmissions(ctx, c.check.ContestID, maxTimed+1)
	if err != nil {
		return nil, 0, err
	}
	if len(submissions) > maxTimed {
		return nil, emptyBytes, nil
	}
	solves := facts.NewSolves(submissions)
	return solves, emptyBytes + solves.Bytes(), nil
}
