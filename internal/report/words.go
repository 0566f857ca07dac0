package report

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

func caseStatus(p *i18n.Printer, c review.Case) string {
	if c.State == review.Pending {
		return p.T("Confirmed by %d reviewers, fewer than the contest asks for: this is not yet a finding.", len(c.Reviews))
	}
	return p.T(cmp.Or(caseStatuses[c.State], "Nobody has decided on this pair."))
}

var caseStatuses = map[review.State]i18n.Key{
	review.Conflict:      "The reviewers do not agree: the case needs a chief judge.",
	review.Appealed:      "Appealed: a reviewer who has not decided this pair decides it again.",
	review.CaseConfirmed: "Confirmed by the jury.",
	review.CaseDismissed: "Dismissed by the jury: there is nothing to pursue.",
	review.CaseUnclear:   "Unclear: the programs do not show whether code was copied.",
}

func decisionText(p *i18n.Printer, r review.Review) string {
	words := text.Capitalize(r.Decision.Name(p))
	if r.Reason != "" {
		words = p.T("%s (%s)", words, r.Reason.Name(p))
	}
	if r.Ruling {
		return p.T("%s, a ruling", words)
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

func basisText(p *i18n.Printer, b review.Basis) string {
	return p.T("The pair then had a suspicion of %s and a similarity of %s.", p.Score(b.Suspicion), p.Percent(b.Similarity))
}

// changedText says which programs of a pair changed since a decision; "" if none did. Files are those of both programs.
func changedText(p *i18n.Printer, pair contest.Pair, old review.Basis, files []ComparedFile) string {
	first, second := pair.Left.ParticipantID, pair.Right.ParticipantID
	current := review.Basis{FirstHash: programHash(files, min(first, second)), SecondHash: programHash(files, max(first, second))}
	return review.Changed(pair, old, current).Text(p)
}

// programHash returns the [review.ProgramHash] of a participant's files, which are sorted by path; "" if there are none.
func programHash(files []ComparedFile, participantID int64) string {
	var sums [][]byte
	for _, f := range files {
		if sum, err := hex.DecodeString(f.SHA256); err == nil && f.ParticipantID == participantID {
			sums = append(sums, sum)
		}
	}
	if len(sums) == 0 {
		return ""
	}
	return review.ProgramHash(sums)
}

func verdict(p *i18n.Printer, v contest.Verdict) string {
	return text.Visible(cmp.Or(string(v), p.T("not known")))
}

// SortAttempts sorts the attempts of two participants by time. Attempts without a time come last, by their numbers.
func SortAttempts(attempts []contest.Side) []contest.Side {
	return slices.SortedStableFunc(slices.Values(attempts), func(a, b contest.Side) int {
		if a.Time.IsZero() != b.Time.IsZero() {
			return b.Time.Compare(a.Time)
		}
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Number, b.Number), cmp.Compare(a.Attempt, b.Attempt),
			cmp.Compare(a.SubmissionID, b.SubmissionID))
	})
}

// gapText says how much later one of the two programs was submitted.
func gapText(p *i18n.Printer, pair contest.Pair) string {
	first, later := pair.Left, pair.Right
	if later.Time.Before(first.Time) {
		first, later = later, first
	}
	switch gap := later.Time.Sub(first.Time); {
	case first.Time.IsZero():
		return p.T("At least one of their times is not known.")
	case gap == 0:
		return p.T("They were submitted at the same time.")
	default:
		return p.T("%s submitted %s after %s.", text.Visible(later.Participant),
			cmp.Or(p.Duration(gap), p.T("less than a second")), text.Visible(first.Participant))
	}
}
