package ccs

// participantKey tells participants apart, by what cannot change as names do;
// "" where a submission is nobody's.
func (m *Model) participantKey(s submission) string {
	if team := m.teamOf(s); team != "" {
		return "team " + team
	}
	if s.Account != "" {
		return "account " + string(s.Account)
	}
	return ""
}

// teamOf is the team that a submission is of: the one that it names, or that of
// the account that made it. "" where there is none.
func (m *Model) teamOf(s submission) string {
	if s.Team != "" {
		return string(s.Team)
	}
	return m.accountTeam(string(s.Account))
}

// accountTeam is the team of an account, if that is known; "" otherwise.
func (m *Model) accountTeam(id string) string {
	team := string(m.accounts[id].Team)
	if _, known := m.teams[team]; !known {
		return ""
	}
	return team
}
