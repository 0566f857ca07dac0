package ccs

import (
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// kind tells how the participant of a submission took part.
//
// Staff are teams that are hidden, or all of whose groups are, as juries are
// on systems that let them have a team; accounts of the jury; and accounts
// that are of no team, which the specification says cannot affect the
// scoreboard. A group that is hidden beside another that is not is taken for
// one that the jury keeps for itself.
//
// Virtual is what was handed in before the contest began or after it ended,
// which systems keep apart: it was not part of the contest. The contest's own
// time is what tells, for it leaves out intervals that do not count; the time of
// the day where it is missing.
func (m *Model) kind(s submission) contest.ParticipantKind {
	if m.isStaff(s) {
		return contest.Staff
	}
	start, end := m.startAndEnd()
	length := m.contest.Duration
	switch at := s.Time.Time; {
	case s.ContestTime.known:
		if s.ContestTime.Duration < 0 || length.known && length.Duration > 0 && s.ContestTime.Duration >= length.Duration {
			return contest.Virtual
		}
	case at.IsZero():
	case !start.IsZero() && at.Before(start), !end.IsZero() && !at.Before(end):
		return contest.Virtual
	}
	return contest.Official
}

func (m *Model) isStaff(s submission) bool {
	id := m.teamOf(s)
	if id == "" {
		return true
	}
	switch strings.ToLower(string(m.accounts[string(s.Account)].Type)) {
	case "judge", "admin", "analyst", "staff", "coach", "jury":
		return true
	}
	team := m.teams[id]
	if team.Hidden == yes {
		return true
	}
	groups := team.groups()
	for _, group := range groups {
		if m.groups[group].Hidden != yes {
			return false
		}
	}
	return len(groups) > 0
}
