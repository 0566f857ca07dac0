package ccs

import (
	"cmp"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

type idSet = map[string]bool

// index finds objects of a Model.
type index struct {
	judgementsOf         map[string]idSet // by submission
	submissionsOfAccount map[string]idSet // by account that the submission names
	teamsByName          map[string]idSet // by display name
	haveLabelsByName     map[string]bool  // by display name: the result of haveLabels, while it holds
	accountsByName       map[string]idSet // by display name; only accounts that submissions name
	problemsByLabel      map[string]idSet // by label

	// What the current notification has changed so far.
	changed    idSet // submissions that it changes itself, or whose judgements it changes
	allChanged bool  // it changes something on which other submissions depend
}

func newIndex() index {
	return index{
		judgementsOf: map[string]idSet{}, submissionsOfAccount: map[string]idSet{}, teamsByName: map[string]idSet{},
		haveLabelsByName: map[string]bool{}, accountsByName: map[string]idSet{}, problemsByLabel: map[string]idSet{},
	}
}

// compareIDs compares identifiers in natural order. It returns 0 only for equal identifiers.
func compareIDs(a, b string) int {
	return cmp.Or(text.CompareNatural(a, b), strings.Compare(a, b))
}

// add adds a value to the set of a key. The key "" has no set.
func add(sets map[string]idSet, key, value string) {
	if key == "" {
		return
	}
	if sets[key] == nil {
		sets[key] = idSet{}
	}
	sets[key][value] = true
}

// remove removes a value from the set of a key, and deletes a set that becomes empty.
func remove(sets map[string]idSet, key, value string) {
	delete(sets[key], value)
	if len(sets[key]) == 0 {
		delete(sets, key)
	}
}

// move moves a value between the sets of two keys. The key "" has no set.
func move[K ~string](sets map[string]idSet, value string, oldKey, newKey K) {
	remove(sets, string(oldKey), value)
	add(sets, string(newKey), value)
}

// mark marks a submission as changed, if the Model has it.
func (m *Model) mark(id identifier) {
	if _, ok := m.submissions[string(id)]; ok {
		m.changed[string(id)] = true
	}
}

// markAll marks all submissions as changed after a change of an object of another type.
func markAll[T any](m *Model) func(id string, old, current T) {
	return func(string, T, T) { m.allChanged = true }
}

// teamChanged updates the index after a change of a team. Here and below, old is empty if the object is new,
// and current is empty if the object was deleted.
func (m *Model) teamChanged(id string, old, current team) {
	oldName, name := old.displayName(id), current.displayName(id)
	remove(m.teamsByName, oldName, id)
	if _, exists := m.teams[id]; exists {
		add(m.teamsByName, name, id)
	}
	delete(m.haveLabelsByName, oldName)
	delete(m.haveLabelsByName, name)
	m.allChanged = true
}

func (m *Model) accountChanged(id string, old, current account) {
	if len(m.submissionsOfAccount[id]) > 0 {
		move(m.accountsByName, id, old.displayName(id), current.displayName(id))
	}
	m.allChanged = true
}

func (m *Model) problemChanged(id string, old, current problem) {
	move(m.problemsByLabel, id, old.Label, current.Label)
	m.allChanged = true
}

func (m *Model) submissionChanged(id string, old, current submission) {
	m.changed[id] = true
	move(m.submissionsOfAccount, id, old.Account, current.Account)
	m.updateAccountName(string(old.Account))
	m.updateAccountName(string(current.Account))
}

// updateAccountName updates the index after a change of the submissions that name an account. Only accounts
// that submissions name can take a name from another account.
func (m *Model) updateAccountName(account string) {
	name := m.accounts[account].displayName(account)
	isNamed := len(m.submissionsOfAccount[account]) > 0
	switch {
	case isNamed == m.accountsByName[name][account]:
		return
	case isNamed:
		add(m.accountsByName, name, account)
	default:
		remove(m.accountsByName, name, account)
	}
	m.allChanged = true
}

func (m *Model) judgementChanged(id string, old, current judgement) {
	m.mark(old.Submission)
	m.mark(current.Submission)
	move(m.judgementsOf, id, old.Submission, current.Submission)
}
