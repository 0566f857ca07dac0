package ccs

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/text"
)

type idSet = map[string]bool

// index finds the objects of a Model that refer to an object.
type index struct {
	judgementsOf         map[string]idSet         // by submission
	submissionsOfTeam    map[string]idSet         // by team, including submissions of its accounts
	submissionsOfAccount map[string]idSet         // by account that the submission names
	accountsOf           map[string]idSet         // by team
	teamsByName          map[string]idSet         // by display name
	haveLabelsByName     map[string]bool          // by display name: the result of haveLabels, while it holds
	accountsByName       map[string]idSet         // by display name; only accounts that submissions name
	problemsByLabel      map[string]idSet         // by label
	attempts             map[attemptKey][]attempt // sorted by compareAttempts
	attemptPlaces        map[string]attemptPlace  // by submission

	// What the current notification has changed so far.
	changed    idSet // submissions that it changes itself, or whose judgements it changes
	allChanged bool  // it changes something on which other submissions depend
}

// attemptKey identifies a participant at a problem. participant is as participantKey returns it.
type attemptKey struct{ participant, problem string }

// attempt is one submission of a participant at a problem.
type attempt struct {
	time       time.Time
	submission string
}

// attemptPlace says where a submission is in index.attempts.
type attemptPlace struct {
	key attemptKey
	attempt
	team string // "" for an account without a team
}

func newIndex() index {
	return index{
		judgementsOf: map[string]idSet{}, accountsOf: map[string]idSet{},
		submissionsOfTeam: map[string]idSet{}, submissionsOfAccount: map[string]idSet{}, teamsByName: map[string]idSet{},
		haveLabelsByName: map[string]bool{}, accountsByName: map[string]idSet{}, problemsByLabel: map[string]idSet{},
		attempts: map[attemptKey][]attempt{}, attemptPlaces: map[string]attemptPlace{},
	}
}

// compareIDs compares identifiers in natural order. It returns 0 only for equal identifiers.
func compareIDs(a, b string) int {
	return cmp.Or(text.CompareNatural(a, b), strings.Compare(a, b))
}

func compareAttempts(a, b attempt) int {
	return cmp.Or(a.time.Compare(b.time), compareIDs(a.submission, b.submission))
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
	for account := range m.accountsOf[id] { // if the team exists now, the submissions of its accounts belong to it
		m.updateAttempts(m.submissionsOfAccount[account])
	}
	m.allChanged = true
}

func (m *Model) accountChanged(id string, old, current account) {
	move(m.accountsOf, id, old.Team, current.Team)
	m.updateAttempts(m.submissionsOfAccount[id])
	if len(m.submissionsOfAccount[id]) > 0 {
		move(m.accountsByName, id, old.displayName(id), current.displayName(id))
	}
	m.allChanged = true
}

func (m *Model) updateAttempts(submissions idSet) {
	for id := range submissions {
		m.removeAttempt(id)
		m.addAttempt(id, m.submissions[id])
	}
}

func (m *Model) problemChanged(id string, old, current problem) {
	move(m.problemsByLabel, id, old.Label, current.Label)
	m.allChanged = true
}

func (m *Model) submissionChanged(id string, old, current submission) {
	m.changed[id] = true
	if _, existed := m.attemptPlaces[id]; existed {
		m.removeAttempt(id)
	}
	move(m.submissionsOfAccount, id, old.Account, current.Account)
	m.updateAccountName(string(old.Account))
	m.updateAccountName(string(current.Account))
	if _, exists := m.submissions[id]; exists {
		m.addAttempt(id, current)
	}
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

func (m *Model) addAttempt(id string, s submission) {
	place := attemptPlace{attemptKey{m.participantKey(s), string(s.Problem)}, attempt{s.Time.Time, id}, m.teamOf(s)}
	add(m.submissionsOfTeam, place.team, id)
	list := m.attempts[place.key]
	i, _ := slices.BinarySearchFunc(list, place.attempt, compareAttempts)
	m.attempts[place.key] = slices.Insert(list, i, place.attempt)
	m.attemptPlaces[id] = place
}

func (m *Model) removeAttempt(id string) {
	place := m.attemptPlaces[id]
	remove(m.submissionsOfTeam, place.team, id)
	list := m.attempts[place.key]
	i, _ := slices.BinarySearchFunc(list, place.attempt, compareAttempts)
	if list = slices.Delete(list, i, i+1); len(list) == 0 {
		delete(m.attempts, place.key)
	} else {
		m.attempts[place.key] = list
	}
	delete(m.attemptPlaces, id)
}

func (m *Model) judgementChanged(id string, old, current judgement) {
	m.mark(old.Submission)
	m.mark(current.Submission)
	move(m.judgementsOf, id, old.Submission, current.Submission)
}
