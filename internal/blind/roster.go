package blind

import (
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Roster is the participants of some contests. It masks their names, and tells
// none.
type Roster struct{ people []contest.Participant }

// NewRoster returns a roster of participants with their names.
func NewRoster(people []contest.Participant) Roster { return Roster{people} }

// HideAllBut returns a roster in which all are hidden but one participant.
func (r Roster) HideAllBut(participantID int64) Roster {
	people := slices.Clone(r.people)
	for i := range people {
		people[i].Hidden = people[i].Hidden || people[i].ID != participantID
	}
	return Roster{people}
}

// Masker returns a masker for those of the roster who are hidden.
func (r Roster) Masker() *Masker { return NewMasker(r.people) }

// Summary masks the summary of a check.
func (r Roster) Summary(s contest.Summary) contest.Summary { return Summary(s, r.people) }
