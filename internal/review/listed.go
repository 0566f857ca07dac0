package review

import "github.com/ojcheck/ojcheck/internal/contest"

// Listed is a case with those it is about, as lists and exports show it.
type CaseEntry struct {
	Case
	FirstParticipant, SecondParticipant contest.Participant
	Earlier                             string // the contest of the one of them who is of an earlier one; "" where both are of this one
}

// Filter says which cases of a contest to list. The zero value is all of them.
type Filter struct {
	State    State  // "" for any
	Problem  string // exactly; "" for all
	Reviewer int64  // ID of a user who has decided; 0 for anybody
	Assigned int64  // ID of the user it is assigned to; 0 for anybody
	// Visible lists the contests whose participants may be seen; nil is all.
	// Cases with others are left out.
	Visible []int64
	Offset  int // cases to pass over
	Limit   int // cases to return; 0 for no limit
}
