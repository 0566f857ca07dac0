package blind

import (
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Summary hides the participants of a check's contest in its summary.
func Summary(s contest.Summary, participants []contest.Participant) contest.Summary {
	numbers := make(map[string]int)
	for _, p := range participants {
		if p.Hidden {
			numbers[p.Name] = p.Number
		}
	}
	hide := func(name string) string {
		if number, hidden := numbers[name]; hidden {
			return Label(number)
		}
		return name
	}
	s.PrivateTemplates = slices.Clone(s.PrivateTemplates)
	for i := range s.PrivateTemplates {
		t := &s.PrivateTemplates[i]
		t.Left, t.Right = hide(t.Left), hide(t.Right)
	}
	text := NewMasker(participants)
	s.Incomplete = slices.Clone(s.Incomplete)
	for i := range s.Incomplete {
		s.Incomplete[i] = text.Mask(s.Incomplete[i])
	}
	return s
}
