package contest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

// Summary counts what a check did.
type Summary struct {
	Problems      int   `json:"problems"`
	Participants  int   `json:"participants"`
	Submissions   int   `json:"submissions"`    // compared ones
	PairsCompared int64 `json:"pairs_compared"` // pairs of participants, once per problem
	PairsStored   int   `json:"pairs_kept"`     // stored: suspicion of Keep or more
	// PairsBeyond counts those that reach Keep too, but are not stored because
	// both their participants have KeptForEach more suspicious ones, or more.
	// The most suspicious of them has BeyondHighest, 0 to 1.
	PairsDropped         int     `json:"pairs_beyond"`
	HighestDropped       float64 `json:"beyond_highest"`
	StoredPerParticipant int     `json:"kept_for_each,omitempty"`
	Skipped              int     `json:"skipped"`
	// Earlier tells of the earlier contests that this one was compared with; nil
	// where it was compared with none.
	Earlier *EarlierSummary `json:"earlier,omitempty"`
	// PrivateTemplates lists the longest of them, and PrivateCount counts all.
	PrivateTemplates []PrivateTemplate `json:"private_templates,omitempty"`
	PrivateCount     int               `json:"private_count,omitempty"`
	// Generic names the languages that have no tables of their own: their
	// programs are compared less surely.
	Generic []string `json:"generic,omitempty"`
	// Incomplete tells, a line each, of inputs that were not read to their end.
	Incomplete []string `json:"incomplete,omitempty"`
}

// Nothing says why nothing was compared; "" where something was.
func (s Summary) EmptyReason() string {
	switch {
	case s.PairsCompared > 0:
		return ""
	case s.Submissions == 0:
		return "Nothing was compared: every submission was skipped."
	case s.Participants == 1:
		return "Nothing was compared: all submissions are of one participant. The layout tells how folders and files are named."
	}
	return "Nothing was compared: no two participants have a program for the same problem in the same family of languages."
}

// Notes tells what else one must know to read a ranking, a line each.
func (s Summary) Notes(p Parameters) []string {
	notes := slices.Clone(s.Incomplete)
	if s.PairsDropped > 0 {
		notes = append(notes, fmt.Sprintf("%s with a suspicion from %v to %.3f are not stored: both participants of each have at least %d more suspicious ones",
			text.Count(s.PairsDropped, "pair"), p.Keep, s.HighestDropped, cmp.Or(s.StoredPerParticipant, p.KeepPerParticipant)))
	}
	if s.Earlier != nil {
		notes = append(notes, s.Earlier.notes(p)...)
	}
	if s.PrivateCount > 0 {
		notes = append(notes, s.PrivateTemplatesNote())
	}
	if p.Threshold > 0 && p.Threshold < p.Keep {
		but := ""
		if s.PrivateCount > 0 { // those are stored whatever their suspicion
			but = ", but for those that share a template that few others have"
		}
		notes = append(notes, fmt.Sprintf("the threshold %v is below %v, from which pairs are stored: those between are not listed%s", p.Threshold, p.Keep, but))
	}
	if len(s.Generic) > 0 {
		notes = append(notes, fmt.Sprintf("%s: compared with general rules, less surely than languages with tables of their own", strings.Join(s.Generic, ", ")))
	}
	return notes
}

// Private is the note that tells who shares a private template; "" where nobody
// does.
func (s Summary) PrivateTemplatesNote() string {
	if s.PrivateCount == 0 {
		return ""
	}
	var names []string
	for _, t := range s.PrivateTemplates {
		names = append(names, fmt.Sprintf("%s and %s (%s)", t.Left, t.Right, text.Count(t.Tokens, "token")))
	}
	more := ""
	if n := s.PrivateCount - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	if s.PrivateCount == 1 {
		return "a template that few others have is shared by " + names[0] + "; it is no part of the suspicion"
	}
	return "templates that few others have are shared by " + strings.Join(names, ", ") + more + "; they are no part of the suspicion"
}

// String says it in a line: "4 problems, 40 participants, 93 submissions,
// 3,120 pairs compared", and how many pairs with earlier contests were found,
// which are not among those.
func (s Summary) String() string {
	earlier := ""
	if s.Earlier != nil && s.Earlier.Pairs > 0 {
		earlier = fmt.Sprintf(", and %s with earlier contests found", text.Count(s.Earlier.Pairs, "pair"))
	}
	return text.Count(s.Problems, "problem") + ", " +
		text.Count(s.Participants, "participant") + ", " +
		text.Count(s.Submissions, "submission") + ", " +
		text.Count(s.PairsCompared, "pair") + " compared" + earlier
}
