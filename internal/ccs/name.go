package ccs

import "strings"

// maxName bounds the name of a participant or a problem, in bytes. It leaves
// room for what tells namesakes apart.
const maxName = 255

// displayName is the name that a team has of itself.
func (t team) displayName(id string) string {
	return shortName(string(t.DisplayName), string(t.Name), id)
}

// displayName is the same for an account that is of no team.
func (a account) displayName(id string) string {
	return shortName(string(a.Name), string(a.Username), id)
}

// shortName is the first of the names that is one.
func shortName(names ...string) string {
	for _, name := range names {
		name = strings.TrimSpace(strings.ToValidUTF8(name[:min(len(name), maxName)], ""))
		if name != "" {
			return name
		}
	}
	return ""
}

// teamName is the name of a team as a participant: its own where no other team
// has the same; else with the label behind it, where all namesakes have labels
// of their own, or the identifier: "Team 1 (42)".
func (m *Model) teamName(id string) string {
	name := m.teams[id].displayName(id)
	namesakes := m.teamsByName[name]
	if len(namesakes) < 2 {
		return name
	}
	full := name + " (" + m.labelOrID(namesakes, id) + ")"
	for len(m.teamsByName[full]) > 0 { // somebody calls themselves so
		full += " (" + id + ")"
	}
	return full
}

// labelOrID tells a team from its namesakes.
func (m *Model) labelOrID(namesakes map[string]bool, id string) string {
	labels := map[string]bool{}
	for namesake := range namesakes {
		label := string(m.teams[namesake].Label)
		if label == "" || len(label) > maxIdentifier || strings.ContainsAny(label, "()") || labels[label] {
			return id
		}
		labels[label] = true
	}
	return string(m.teams[id].Label)
}

// accountName is the name of an account without a team, as a participant. It
// is never that of a team.
func (m *Model) accountName(id string) string {
	name := m.accounts[id].displayName(id)
	for unique := name; ; unique += " (" + id + ")" {
		if len(m.teamsByName[unique]) == 0 && !m.isAccountNameTaken(unique, id) {
			return unique
		}
	}
}

// isAccountNameTaken tells whether another account that has submissions, and no
// team, has the name.
func (m *Model) isAccountNameTaken(name, id string) bool {
	for other := range m.submissionsOfAccount {
		if a := m.accounts[other]; other != id && a.displayName(other) == name && m.accountTeam(other) == "" {
			return true
		}
	}
	return false
}

// problemName is the label of a problem, or its identifier where the label is
// missing, or is another problem's too, or the identifier of another.
func (m *Model) problemName(id string) string {
	label := string(m.problems[id].Label)
	_, other := m.problems[label]
	if label == "" || len(label) > maxName || len(m.problemsByLabel[label]) > 1 || other && label != id {
		return id
	}
	return label
}
