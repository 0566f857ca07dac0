package check

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// reusableMeasures holds the measures of pairs of an earlier check, by the IDs of the left
// and the right submission.
type reusableMeasures map[[2]int64]pairs.Measures

// loadMeasures returns the measures of an earlier check. If the lexer timed out on a file, which depends on the load of
// the machine, some programs are incomplete. Such a check reuses no measures, and later checks do not reuse its measures.
func loadMeasures(ctx context.Context, r contest.Run, timedOut bool) (reusableMeasures, error) {
	if timedOut {
		return nil, r.PreventReuse(ctx)
	}
	list, err := r.StoredMeasures(ctx)
	if err != nil {
		return nil, err
	}
	reusable := make(reusableMeasures, len(list))
	for _, m := range list {
		reusable[[2]int64{m.Left, m.Right}] = pairs.Measures{
			Similarity:    m.Similarity,
			MaxSimilarity: m.MaxSimilarity,
			CoverageLeft:  m.CoverageLeft,
			CoverageRight: m.CoverageRight,
			LongestMatch:  m.LongestMatch,
			MatchedTokens: m.MatchedTokens,
		}
	}
	return reusable, nil
}
