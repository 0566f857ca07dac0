package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// caseStatus describes the state of a case.
func caseStatus(c review.Case) string {
	switch c.State {
	case review.Pending:
		return "Confirmed by " + text.Count(len(c.Reviews), "reviewer") + ", and not yet by as many as must agree. It is no finding before that."
	case review.Conflict:
		return "The reviewers do not agree: the case waits for a chief judge."
	case review.CaseConfirmed:
		return "Confirmed by the jury."
	case review.CaseDismissed:
		return "Dismissed by the jury: there is nothing to pursue."
	case review.CaseUnclear:
		return "Unclear: the programs do not tell."
	}
	return "Nobody has decided on this pair."
}

// decisionText describes a reviewer's decision.
func decisionText(r review.Review) string {
	words := text.Capitalize(string(r.Decision))
	if r.Reason != "" {
		words += " (" + string(r.Reason) + ")"
	}
	if r.Ruling {
		words += ", a ruling"
	}
	return words
}

// note returns a note that is safe to show, with its line ends.
func note(words string) string {
	lines := strings.Split(strings.ReplaceAll(words, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = text.Visible(lines[i])
	}
	return strings.Join(lines, "\n")
}

// basisText describes the basis of a decision.
func basisText(b review.Basis) string {
	words := "on a suspicion of " + text.Score(b.Suspicion) + " and a similarity of " + text.Percent(b.Similarity)
	if b.FirstHash != "" && b.SecondHash != "" {
		words += ", programs " + shortHash(b.FirstHash) + " and " + shortHash(b.SecondHash)
	}
	return words
}

// shortHash returns enough of a hash to identify it.
func shortHash(hash string) string { return text.Visible(hash[:min(len(hash), 12)]) }

func verdict(v contest.Verdict) string { return text.Visible(cmp.Or(string(v), "not known")) }

// SortAttempts sorts the attempts of two participants by time; those without follow by path.
func SortAttempts(attempts []contest.Side) []contest.Side {
	return slices.SortedStableFunc(slices.Values(attempts), func(a, b contest.Side) int {
		if a.Time.IsZero() != b.Time.IsZero() {
			if a.Time.IsZero() {
				return 1
			}
			return -1
		}
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Path, b.Path), cmp.Compare(a.SubmissionID, b.SubmissionID))
	})
}

// gapText says how much later one of the two programs was submitted.
func gapText(p contest.Pair) string {
	if p.Left.Time.IsZero() || p.Right.Time.IsZero() {
		return "The two programs that are compared are set in bold. When they were handed in is not known of both."
	}
	first, later, gap := p.Left, p.Right, p.Right.Time.Sub(p.Left.Time)
	if gap < 0 {
		first, later, gap = later, first, -gap
	}
	words := "The two programs that are compared are set in bold. "
	if gap == 0 {
		return words + "They were handed in at the same time."
	}
	return words + "That of " + text.Visible(later.Participant) + " came " + duration(gap) + " after that of " + text.Visible(first.Participant) + "."
}

// duration formats a duration with its two largest units.
func duration(d time.Duration) string {
	seconds := int(d.Round(time.Second) / time.Second)
	var parts []string
	for _, unit := range []struct {
		seconds int
		name    string
	}{{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}} {
		if n := seconds / unit.seconds; n > 0 && len(parts) < 2 {
			parts = append(parts, text.Count(n, unit.name))
		} else if len(parts) > 0 {
			break
		}
		seconds %= unit.seconds
	}
	if len(parts) == 0 {
		return "less than a second"
	}
	return strings.Join(parts, " ")
}
