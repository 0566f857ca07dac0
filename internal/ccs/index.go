package ccs

import (
	"cmp"
	"slices"
	"time"
)

// index finds, among the objects of a Model, those that refer to one: so that
// a notification costs what it changes, and not a look at everything.
type index struct {
	judgementsOf         map[string]map[string]bool // by submission
	submissionsOfTeam    map[string]map[string]bool // submissions, also those of its accounts
	submissionsOfAccount map[string]map[string]bool // submissions that name it
	submissionsOfProblem map[string]map[string]bool // submissions
	accountsOf           map[string]map[string]bool // by team
	teamsByName          map[string]map[string]bool // teams, by the name that they have of themselves
	problemsByLabel      map[string]map[string]bool // problems, by label
	attempts             map[attemptKey][]attempt   // in order
	placeOf              map[string]attemptPlace    // by submission: where attempts has it

	// What the notification at hand changes.
	changed    map[string]bool        // submissions
	renumbered map[attemptKey]attempt // the first attempt that has another number
}

// attemptKey is a participant, as participantKey tells them apart, and a problem.
type attemptKey struct{ participant, problem string }

// attempt is one submission of a participant at a problem.
type attempt struct {
	time       time.Time
	submission string
}

// attemptPlace is where a submission was put, to find it when it is no longer that.
type attemptPlace struct {
	key attemptKey
	attempt
	team string // whose it is; "" for an account without one
}

func newIndex() index {
	return index{
		judgementsOf:         map[string]map[string]bool{},
		submissionsOfTeam:    map[string]map[string]bool{},
		submissionsOfAccount: map[string]map[string]bool{},
		submissionsOfProblem: map[string]map[string]bool{},
		accountsOf:           map[string]map[string]bool{},
		teamsByName:          map[string]map[string]bool{},
		problemsByLabel:      map[string]map[string]bool{},
		attempts:             map[attemptKey][]attempt{},
		placeOf:              map[string]attemptPlace{},
	}
}

func compareAttempts(a, b attempt) int {
	return cmp.Or(a.time.Compare(b.time), compareIDs(a.submission, b.submission))
}

// add and remove keep a map of sets, without empty ones. "" is no key.
func add(sets map[string]map[string]bool, key, value string) {
	if key == "" {
		return
	}
	if sets[key] == nil {
		sets[key] = map[string]bool{}
	}
	sets[key][value] = true
}

func remove(sets map[string]map[string]bool, key, value string) {
	delete(sets[key], value)
	if len(sets[key]) == 0 {
		delete(sets, key)
	}
}

// startChange forgets what the notification before has changed.
func (m *Model) startChange() {
	m.changed, m.renumbered = map[string]bool{}, map[attemptKey]attempt{}
}

// markChanged notes that submissions are changed.
func (m *Model) markChanged(submissions map[string]bool) {
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

// teamChanged keeps the names of teams. Those who share a name with the team
// before or after may be called otherwise now.
func (m *Model) teamChanged(id string, old, now *team) {
	touchNamesakes := func(name string) {
		for namesake := range m.teamsByName[name] {
			m.markChanged(m.submissionsOfTeam[namesake])
		}
	}
	if old != nil {
		touchNamesakes(old.displayName(id))
		remove(m.teamsByName, old.displayName(id), id)
	}
	if now != nil {
		add(m.teamsByName, now.displayName(id), id)
		touchNamesakes(now.displayName(id))
	}
	m.markChanged(m.submissionsOfTeam[id])
	m.refileAccounts(id)
}

// refileAccounts files the submissions of a team's accounts anew: they are of
// the team if there is one.
func (m *Model) refileAccounts(team string) {
	for account := range m.accountsOf[team] {
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

// refile looks again whose submissions these are.
func (m *Model) refile(submissions map[string]bool) {
	for id := range submissions {
		m.unfile(id)
		m.file(id, m.submissions[id])
	}
}

func (m *Model) problemChanged(id string, old, now *problem) {
	touchNamesakes := func(label string) {
		for namesake := range m.problemsByLabel[label] {
			m.markChanged(m.submissionsOfProblem[namesake])
		}
	}
	if old != nil {
		touchNamesakes(string(old.Label))
		remove(m.problemsByLabel, string(old.Label), id)
	}
	if now != nil {
		add(m.problemsByLabel, string(now.Label), id)
		touchNamesakes(string(now.Label))
	}
	touchNamesakes(id) // a label that is another's identifier is not used
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

// file puts a submission among the attempts of its participant at its problem.
// Those after it have another number now.
func (m *Model) file(id string, s submission) {
	at := attemptPlace{attemptKey{m.participantKey(s), string(s.Problem)}, attempt{s.Time.Time, id}, m.teamOf(s)}
	add(m.submissionsOfTeam, at.team, id)
	list := m.attempts[at.key]
	i, _ := slices.BinarySearchFunc(list, at.attempt, compareAttempts)
	list = slices.Insert(list, i, at.attempt)
	m.attempts[at.key], m.placeOf[id] = list, at
	m.noteRenumbered(at)
}

// unfile takes back what file did.
func (m *Model) unfile(id string) {
	at := m.placeOf[id]
	remove(m.submissionsOfTeam, at.team, id)
	list := m.attempts[at.key]
	i, _ := slices.BinarySearchFunc(list, at.attempt, compareAttempts)
	list = slices.Delete(list, i, i+1)
	m.noteRenumbered(at)
	delete(m.placeOf, id)
	if len(list) == 0 {
		delete(m.attempts, at.key)
	} else {
		m.attempts[at.key] = list
	}
}

// noteRenumbered notes that attempts from one on have other numbers now.
func (m *Model) noteRenumbered(from attemptPlace) {
	if first, noted := m.renumbered[from.key]; !noted || compareAttempts(from.attempt, first) < 0 {
		m.renumbered[from.key] = from.attempt
	}
}

// markRenumbered touches what renumbers has noted: once for a notification, for
// one may bring thousands of attempts.
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

// hasVerdict tells whether a judgement of a submission is of a type.
func (m *Model) hasVerdict(submission, kind string) bool {
	for id := range m.judgementsOf[submission] {
		if m.judgements[id].verdict() == kind {
			return true
		}
	}
	return false
}
