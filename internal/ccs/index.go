package ccs

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/text"
)

type set = map[string]bool

// index finds the objects of a Model that refer to an object: the cost of a notification depends on what it changes.
type index struct {
	judgementsOf         map[string]set // by submission
	submissionsOfTeam    map[string]set // including submissions of the team's accounts
	submissionsOfAccount map[string]set // submissions that name the account
	submissionsOfProblem map[string]set
	accountsOf           map[string]set // by team
	teamsByName          map[string]set // by display name
	problemsByLabel      map[string]set
	attempts             map[attemptKey][]attempt // in order
	placeOf              map[string]attemptPlace  // by submission

	// The changes by the current notification.
	changed    set                    // submissions
	renumbered map[attemptKey]attempt // the first attempt that gets another number
}

// attemptKey identifies a participant, by participantKey, and a problem.
type attemptKey struct{ participant, problem string }

// attempt is one submission of a participant at a problem.
type attempt struct {
	time       time.Time
	submission string
}

// attemptPlace is the place of a submission in index.attempts.
type attemptPlace struct {
	key attemptKey
	attempt
	team string // "" for an account without a team
}

func newIndex() index {
	return index{
		judgementsOf: map[string]set{}, accountsOf: map[string]set{},
		submissionsOfTeam: map[string]set{}, submissionsOfAccount: map[string]set{}, submissionsOfProblem: map[string]set{},
		teamsByName: map[string]set{}, problemsByLabel: map[string]set{},
		attempts: map[attemptKey][]attempt{}, placeOf: map[string]attemptPlace{},
	}
}

// compareIDs orders identifiers naturally; it returns 0 only for equal identifiers.
func compareIDs(a, b string) int {
	return cmp.Or(text.CompareNatural(a, b), strings.Compare(a, b))
}

func compareAttempts(a, b attempt) int {
	return cmp.Or(a.time.Compare(b.time), compareIDs(a.submission, b.submission))
}

// add adds a value to the set of a key, unless the key is "".
func add(sets map[string]set, key, value string) {
	if key == "" {
		return
	}
	if sets[key] == nil {
		sets[key] = set{}
	}
	sets[key][value] = true
}

// remove removes a value from the set of a key, and deletes the set if it is empty then.
func remove(sets map[string]set, key, value string) {
	delete(sets[key], value)
	if len(sets[key]) == 0 {
		delete(sets, key)
	}
}

// move moves a value from the set of the key from to the set of the key to. The key "" has no set.
func move[K ~string](sets map[string]set, value string, from, to K) {
	remove(sets, string(from), value)
	add(sets, string(to), value)
}

// startChange clears the changes by the previous notification.
func (m *Model) startChange() {
	m.changed, m.renumbered = set{}, map[attemptKey]attempt{}
}

// mark marks a submission as changed, if it exists.
func (m *Model) mark(id identifier) {
	if _, ok := m.submissions[string(id)]; ok {
		m.changed[string(id)] = true
	}
}

// markWhere marks the affected submissions as changed.
func (m *Model) markWhere(isAffected func(submission string) bool) {
	for id := range m.submissions {
		if isAffected(id) {
			m.changed[id] = true
		}
	}
}

// markNamesakes marks the submissions of all objects with the given name.
func (m *Model) markNamesakes(name string, byName, submissionsOf map[string]set) {
	for id := range byName[name] {
		maps.Copy(m.changed, submissionsOf[id])
	}
}

// teamChanged updates the names of teams. The names of participants can change for all
// teams that share the old or the new name. As in the functions below, an object that does
// not exist before or after the change is empty.
func (m *Model) teamChanged(id string, old, current team) {
	oldName, name := old.displayName(id), current.displayName(id)
	m.markNamesakes(oldName, m.teamsByName, m.submissionsOfTeam)
	remove(m.teamsByName, oldName, id)
	if _, exists := m.teams[id]; exists {
		add(m.teamsByName, name, id)
	}
	m.markNamesakes(name, m.teamsByName, m.submissionsOfTeam)
	maps.Copy(m.changed, m.submissionsOfTeam[id])
	for account := range m.accountsOf[id] { // an account's submissions belong to its team while the team exists
		m.updateAttempts(m.submissionsOfAccount[account])
	}
}

func (m *Model) accountChanged(id string, old, current account) {
	move(m.accountsOf, id, old.Team, current.Team)
	maps.Copy(m.changed, m.submissionsOfAccount[id])
	m.updateAttempts(m.submissionsOfAccount[id])
}

// updateAttempts updates the participants that submissions belong to.
func (m *Model) updateAttempts(submissions set) {
	for id := range submissions {
		m.removeAttempt(id)
		m.addAttempt(id, m.submissions[id])
	}
}

func (m *Model) problemChanged(id string, old, current problem) {
	m.markNamesakes(string(old.Label), m.problemsByLabel, m.submissionsOfProblem)
	move(m.problemsByLabel, id, old.Label, current.Label)
	for _, name := range []string{string(current.Label), id} { // problemName also looks for labels that equal the id
		m.markNamesakes(name, m.problemsByLabel, m.submissionsOfProblem)
	}
	maps.Copy(m.changed, m.submissionsOfProblem[id])
}

func (m *Model) submissionChanged(id string, old, current submission) {
	m.changed[id] = true
	if _, existed := m.placeOf[id]; existed {
		m.removeAttempt(id)
	}
	move(m.submissionsOfAccount, id, old.Account, current.Account)
	move(m.submissionsOfProblem, id, old.Problem, current.Problem)
	if _, exists := m.submissions[id]; exists {
		m.addAttempt(id, current)
	}
}

// addAttempt adds a submission to the attempts of its participant at its problem.
func (m *Model) addAttempt(id string, s submission) {
	place := attemptPlace{attemptKey{m.participantKey(s), string(s.Problem)}, attempt{s.Time.Time, id}, m.teamOf(s)}
	add(m.submissionsOfTeam, place.team, id)
	list := m.attempts[place.key]
	i, _ := slices.BinarySearchFunc(list, place.attempt, compareAttempts)
	m.attempts[place.key] = slices.Insert(list, i, place.attempt)
	m.placeOf[id] = place
	m.noteRenumbered(place)
}

// removeAttempt removes a submission from the attempts that addAttempt added it to.
func (m *Model) removeAttempt(id string) {
	place := m.placeOf[id]
	remove(m.submissionsOfTeam, place.team, id)
	list := m.attempts[place.key]
	i, _ := slices.BinarySearchFunc(list, place.attempt, compareAttempts)
	if list = slices.Delete(list, i, i+1); len(list) == 0 {
		delete(m.attempts, place.key)
	} else {
		m.attempts[place.key] = list
	}
	delete(m.placeOf, id)
	m.noteRenumbered(place)
}

// noteRenumbered records that the numbers change, from this attempt on.
func (m *Model) noteRenumbered(from attemptPlace) {
	if first, ok := m.renumbered[from.key]; !ok || compareAttempts(from.attempt, first) < 0 {
		m.renumbered[from.key] = from.attempt
	}
}

// markRenumbered marks the attempts that noteRenumbered recorded, once for each notification, which may hold thousands.
func (m *Model) markRenumbered() {
	for key, first := range m.renumbered {
		list := m.attempts[key]
		i, _ := slices.BinarySearchFunc(list, first, compareAttempts)
		for _, a := range list[i:] {
			m.changed[a.submission] = true
		}
	}
}

func (m *Model) judgementChanged(id string, old, current judgement) {
	m.mark(old.Submission)
	m.mark(current.Submission)
	move(m.judgementsOf, id, old.Submission, current.Submission)
}
