package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// selectSubmissions parts the submissions that the parameters ask for from the
// others, which it names with the reason, both in the order given.
func selectSubmissions(all []contest.Submission, p contest.Parameters) (selected, others []contest.Submission, skipped []contest.SkippedItem) {
	for _, s := range all {
		if reason := leftOut(s, p); reason != "" {
			others = append(others, s)
			skipped = append(skipped, contest.SkippedItem{Path: s.Path, Reason: reason})
			continue
		}
		selected = append(selected, s)
	}
	return selected, others, skipped
}

// leftOut tells why a submission is not to be compared; "" where it is.
func leftOut(s contest.Submission, p contest.Parameters) string {
	if p.Participants == ParticipantsOfficial && s.Kind != contest.Official && s.Kind != "" {
		return fmt.Sprintf("%s participant: compared only where all participants are asked for", s.Kind)
	}
	switch p.Verdicts {
	case VerdictsAccepted:
		if s.Verdict != contest.VerdictAccepted {
			return fmt.Sprintf("verdict %s: only accepted submissions are compared", cmp.Or(s.Verdict, "unknown"))
		}
	case VerdictsJudged:
		if s.Verdict == contest.VerdictCompileError {
			return "compile error: compared only where all verdicts are asked for"
		}
	}
	return ""
}

func ids(submissions []contest.Submission) []int64 {
	list := make([]int64, len(submissions))
	for i, s := range submissions {
		list[i] = s.ID
	}
	return list
}

func sortSkipped(skipped []contest.SkippedItem) {
	slices.SortStableFunc(skipped, func(a, b contest.SkippedItem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
}
