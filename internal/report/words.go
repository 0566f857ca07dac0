package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// caseStatus describes the state of a case.
func caseStatus(c review.Case) string {
	return cmp.Or(map[review.State]string{
		review.Pending: "Confirmed by " + text.Count(len(c.Reviews), "reviewer") +
			", fewer than the contest asks for: this is not yet a finding.",
		review.Conflict:      "The reviewers do not agree: the case waits for a chief judge.",
		review.Appealed:      "Appealed: a reviewer who has not decided this pair decides it again.",
		review.CaseConfirmed: "Confirmed by the jury.",
		review.CaseDismissed: "Dismissed by the jury: there is nothing to pursue.",
		review.CaseUnclear:   "Unclear: the programs do not show whether code was copied.",
	}[c.State], "Nobody has decided on this pair.")
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

// basisText says on which scores and which versions of the programs a reviewer decided.
func basisText(b review.Basis) string {
	words := "on a suspicion of " + text.Score(b.Suspicion) + " and a similarity of " + text.Percent(b.Similarity)
	if b.FirstHash != "" && b.SecondHash != "" {
		words += ", programs " + shortHash(b.FirstHash) + " and " + shortHash(b.SecondHash)
	}
	return words
}

// sideOf returns the side of a participant of a pair.
func sideOf(p contest.Pair, participantID int64) contest.Side {
	if p.Right.ParticipantID == participantID {
		return p.Right
	}
	return p.Left
}

// shortHash returns enough of a hash to identify it.
func shortHash(hash string) string { return text.Visible(hash[:min(len(hash), 12)]) }

func verdict(v contest.Verdict) string { return text.Visible(cmp.Or(string(v), "not known")) }

// SortAttempts sorts the attempts of two participants by time. Attempts without a time come
// last, by path.
func SortAttempts(attempts []contest.Side) []contest.Side {
	return slices.SortedStableFunc(slices.Values(attempts), func(a, b contest.Side) int {
		if a.Time.IsZero() != b.Time.IsZero() {
			return b.Time.Compare(a.Time)
		}
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Path, b.Path), cmp.Compare(a.SubmissionID, b.SubmissionID))
	})
}

// gapText says how much later one of the two programs was submitted.
func gapText(p contest.Pair) string {
	const words = "The two programs that are compared are set in bold. "
	first, later := p.Left, p.Right
	if later.Time.Before(first.Time) {
		first, later = later, first
	}
	switch gap := later.Time.Sub(first.Time); {
	case first.Time.IsZero():
		return words + "At least one of their times is not known."
	case gap == 0:
		return words + "They were submitted at the same time."
	default:
		return words + text.Visible(later.Participant) + " submitted " + cmp.Or(text.Duration(gap), "less than a second") +
			" after " + text.Visible(first.Participant) + "."
	}
}
