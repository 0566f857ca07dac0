package ccs

import (
	"cmp"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

type idSet = map[string]bool

// index holds what a Model derives from its objects.
type index struct {
	judgementsOf map[string]idSet // by submission
	names        *names           // nil after a change that may concern names

	// What the current notification has changed so far.
	changed    idSet // submissions that the notification changes itself, or whose judgements it changes
	allChanged bool  // the notification changes something on which other submissions depend
}

// names finds the objects that share a name, because different participants need different names, and so do problems.
type names struct {
	teams             map[string]idSet // by display name
	labelsDistinguish map[string]bool  // by display name: the result of Model.labelsDistinguish, if it is known
	accounts          map[string]idSet // by display name: the accounts without a team that have submissions
	problems          map[string]int   // by label: number of problems
}

// allNames returns the names of all teams, accounts and problems.
func (m *Model) allNames() *names {
	if m.names != nil {
		return m.names
	}
	n := &names{map[string]idSet{}, map[string]bool{}, map[string]idSet{}, map[string]int{}}
	for id, t := range m.teams {
		add(n.teams, t.displayName(id), id)
	}
	for _, s := range m.submissions {
		if account := string(s.Account); m.isWithoutTeam(account) {
			add(n.accounts, m.accounts[account].displayName(account), account)
		}
	}
	for _, p := range m.problems {
		n.problems[string(p.Label)]++
	}
	m.names = n
	return n
}

// isWithoutTeam reports whether an account has no team; false for "".
func (m *Model) isWithoutTeam(account string) bool {
	return account != "" && m.accountTeam(account) == ""
}

// compareIDs compares identifiers in natural order. It returns 0 only for equal identifiers.
func compareIDs(a, b string) int {
	return cmp.Or(text.CompareNatural(a, b), strings.Compare(a, b))
}

// add adds a value to the set of a key.
func add(sets map[string]idSet, key, value string) {
	if sets[key] == nil {
		sets[key] = idSet{}
	}
	sets[key][value] = true
}

// mark marks a submission as changed, if the Model has it.
func (m *Model) mark(id identifier) {
	if _, ok := m.submissions[string(id)]; ok {
		m.changed[string(id)] = true
	}
}

func (m *Model) markAllChanged() { m.names, m.allChanged = nil, true }

// submissionChanged marks a submission. It marks all if the submission gets or loses an account without a team, because another
// account may have the same name: then the participant names of both change.
func (m *Model) submissionChanged(id string, old, current submission) {
	m.changed[id] = true
	if old.Account != current.Account && (m.isWithoutTeam(string(old.Account)) || m.isWithoutTeam(string(current.Account))) {
		m.markAllChanged()
	}
}

func (m *Model) judgementChanged(id string, old, current judgement) {
	m.mark(old.Submission)
	m.mark(current.Submission)
	delete(m.judgementsOf[string(old.Submission)], id)
	if _, exists := m.judgements[id]; exists {
		add(m.judgementsOf, string(current.Submission), id)
	}
}
