package ccs

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/text"
)

type set = map[string]bool

// index finds the objects of a Model that refer to a given object, so that the cost
// of a notification depends on what it changes, not on the size of the contest.
type index struct {
	judgementsOf         map[string]set // by submission
	submissionsOfTeam    map[string]set // including submissions of the team's accounts
	submissionsOfAccount map[string]set // submissions that name the account
	submissionsOfProblem map[string]set
	accountsOf           map[string]set // by team
	teamsByName          map[string]set // by display name
	problemsByLabel      map[string]set
	attempts             map[attemptKey][]attempt // sorted
	placeOf              map[string]attemptPlace  // of a submission in attempts

	// The changes by the current notification.
	changed    set                    // submissions
	renumbered map[attemptKey]attempt // the first attempt whose number changes
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
		judgementsOf:         map[string]set{},
		submissionsOfTeam:    map[string]set{},
		submissionsOfAccount: map[string]set{},
		submissionsOfProblem: map[string]set{},
		accountsOf:           map[string]set{},
		teamsByName:          map[string]set{},
		problemsByLabel:      map[string]set{},
		attempts:             map[attemptKey][]attempt{},
		placeOf:              map[string]attemptPlace{},
	}
}

// compareIDs orders identifiers naturally; it returns 0 only for equal ones.
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

// remove removes a value from the set of a key, and the set once it is empty.
func remove(sets map[string]set, key, value string) {
	delete(sets[key], value)
	if len(sets[key]) == 0 {
		delete(sets, key)
	}
}

// startChange clears the changes by the previous notification.
func (m *Model) startChange() {
	m.changed, m.renumbered = set{}, map[attemptKey]attempt{}
}

func (m *Model) markChanged(submissions set) {
	for id := range submissions {
		m.changed[id] = true
	}
}

func (m *Model) markWhere(affected func(submission string) bool) {
	for id := range m.submissions {
		if affected(id) {
			m.changed[id] = true
		}
	}
}

func (m *Model) markAll() { m.markWhere(func(string) bool { return true }) }

// teamChanged updates the names of teams. The names of participants can change
// for all teams that share the old or the new name.
func (m *Model) teamChanged(id string, old, now *team) {
	markNamesakes := func(name string) {
		for namesake := range m.teamsByName[name] {
			m.markChanged(m.submissionsOfTeam[namesake])
		}
	}
	if old != nil {
		markNamesakes(old.displayName(id))
		remove(m.teamsByName, old.displayName(id), id)
	}
	if now != nil {
		add(m.teamsByName, now.displayName(id), id)
		markNamesakes(now.displayName(id))
	}
	m.markChanged(m.submissionsOfTeam[id])
	for account := range m.accountsOf[id] { // their submissions belong to the team while it exists
		m.refile(m.submissionsOfAccount[account])
	}
}

func (m *Model) accountChanged(id string, old, now *account) {
	if old != nil {
		remove(m.accountsOf, string(old.Team), id)
	}
	if now != nil {
		add(m.accountsOf, string(now.Team), id)
	}
	m.markChanged(m.submissionsOfAccount[id])
	m.refile(m.submissionsOfAccount[id])
}

// refile updates which participant submissions belong to.
func (m *Model) refile(submissions set) {
	for id := range submissions {
		m.unfile(id)
		m.file(id, m.submissions[id])
	}
}

func (m *Model) problemChanged(id string, old, now *problem) {
	markNamesakes := func(label string) {
		for namesake := range m.problemsByLabel[label] {
			m.markChanged(m.submissionsOfProblem[namesake])
		}
	}
	if old != nil {
		markNamesakes(string(old.Label))
		remove(m.problemsByLabel, string(old.Label), id)
	}
	if now != nil {
		add(m.problemsByLabel, string(now.Label), id)
		markNamesakes(string(now.Label))
	}
	markNamesakes(id) // see problemName
	m.markChanged(m.submissionsOfProblem[id])
}

func (m *Model) submissionChanged(id string, old, now *submission) {
	m.changed[id] = true
	if old != nil {
		m.unfile(id)
		remove(m.submissionsOfAccount, string(old.Account), id)
		remove(m.submissionsOfProblem, string(old.Problem), id)
	}
	if now != nil {
		add(m.submissionsOfAccount, string(now.Account), id)
		add(m.submissionsOfProblem, string(now.Problem), id)
		m.file(id, *now)
	}
}

// file adds a submission to the attempts of its participant at its problem, and
// so changes the numbers of later attempts.
func (m *Model) file(id string, s submission) {
	place := attemptPlace{attemptKey{m.participantKey(s), string(s.Problem)}, attempt{s.Time.Time, id}, m.teamOf(s)}
	add(m.submissionsOfTeam, place.team, id)
	list := m.attempts[place.key]
	i, _ := slices.BinarySearchFunc(list, place.attempt, compareAttempts)
	m.attempts[place.key] = slices.Insert(list, i, place.attempt)
	m.placeOf[id] = place
	m.noteRenumbered(place)
}

// unfile reverts file.
func (m *Model) unfile(id string) {
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

// noteRenumbered records that the numbers of the attempts from this one on change.
func (m *Model) noteRenumbered(from attemptPlace) {
	if first, noted := m.renumbered[from.key]; !noted || compareAttempts(from.attempt, first) < 0 {
		m.renumbered[from.key] = from.attempt
	}
}

// markRenumbered marks the attempts of noteRenumbered, once for each notification,
// since one notification may bring thousands of attempts.
func (m *Model) markRenumbered() {
	for key, first := range m.renumbered {
		list := m.attempts[key]
		i, _ := slices.BinarySearchFunc(list, first, compareAttempts)
		for _, a := range list[i:] {
			m.changed[a.submission] = true
		}
	}
}

func (m *Model) judgementChanged(id string, old, now *judgement) {
	for _, j := range []*judgement{old, now} {
		if j == nil {
			continue
		}
		if _, known := m.submissions[string(j.Submission)]; known {
			m.changed[string(j.Submission)] = true
		}
	}
	if old != nil {
		remove(m.judgementsOf, string(old.Submission), id)
	}
	if now != nil {
		add(m.judgementsOf, string(now.Submission), id)
	}
}

// hasVerdict reports whether a submission has a judgement of a type.
func (m *Model) hasVerdict(submission, kind string) bool {
	for id := range m.judgementsOf[submission] {
		if m.judgements[id].verdict() == kind {
			return true
		}
	}
	return false
}
