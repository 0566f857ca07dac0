package report

import (
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// Redact makes of a bundle of one pair the copy that the participant keep gets:
// everybody else is a number. participants are all of the contest, and of the
// earlier contest that the other side is of, with their names; those who are
// hidden already stay so. It also returns the names that have to be masked
// inside the programs, for inspect.Inspector.
//
// The reviewers are numbered in the order of their reviews; notes are left out.
// Which earlier contests and which base code there were is told by their number
// alone, since those are names too.
func Redact(b Bundle, keep int64, roster blind.Roster) (Bundle, *blind.Masker, error) {
	roster = roster.HideAllBut(keep)
	b.Pairs = slices.Clone(b.Pairs)
	if len(b.Pairs) != 1 {
		return Bundle{}, nil, fmt.Errorf("redact a bundle of %d pairs: it is for one", len(b.Pairs))
	}
	p := &b.Pairs[0]
	other := &p.Right
	switch keep {
	case p.Left.ParticipantID:
		b.CopyFor = p.Left.Participant
	case p.Right.ParticipantID:
		other, b.CopyFor = &p.Left, p.Right.Participant
	default:
		return Bundle{}, nil, fmt.Errorf("redact a pair for participant %d: %w", keep, contest.ErrNotFound)
	}
	other.Hidden = true
	names := roster.Masker().ForSides(p.Left, p.Right)
	if p.Right.Contest != "" {
		p.Right.Contest = "an earlier contest"
	}
	*p = blind.Pair(*p)
	b.Check.Summary = roster.Summary(b.Check.Summary)
	if b.Check.Summary.Earlier != nil {
		earlier := *b.Check.Summary.Earlier
		earlier.NotIndexed = numbered(earlier.NotIndexed, "contest")
		b.Check.Summary.Earlier = &earlier
	}
	b.Check.Parameters.Against = numbered(b.Check.Parameters.Against, "contest")
	b.Check.Parameters.Base = numbered(b.Check.Parameters.Base, "file")
	b.Skipped = blind.Skipped(b.Skipped, 1, nil, names)
	b.Cases = slices.Clone(b.Cases)
	for i := range b.Cases {
		c := &b.Cases[i]
		c.Assigned.Name = ""
		c.Reviews = slices.Clone(c.Reviews)
		for j := range c.Reviews {
			c.Reviews[j].Reviewer.Name = fmt.Sprintf("reviewer %d", j+1)
			c.Reviews[j].Note = ""
		}
	}
	return b, names, nil
}

// numbered returns as many names that tell nothing. The one that stands for all
// contests stays.
func numbered(list []string, what string) []string {
	var names []string
	for i, name := range list {
		if name != contest.AgainstArchive {
			name = fmt.Sprintf("%s %d", what, i+1)
		}
		names = append(names, name)
	}
	return names
}
