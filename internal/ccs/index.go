package ccs

import (
	"cmp"
	"slices"
	"time"
)

// index finds, among the objects of a Model, those that refer to one: so that
// a notification costs what it changes, and not a look at everything.
type index struct {
	judgementsOf map[string]map[string]bool // by submission
	ofTeam       map[string]map[string]bool // submissions, also those of its accounts
	ofAccount    map[string]map[string]bool // submissions that name it
	ofProblem    map[string]map[string]bool // submissions
	accountsOf   map[string]map[string]bool // by team
	named        map[string]map[string]bool // teams, by the name that they have of themselves
	labelled     map[string]map[string]bool // problems, by label
	attempts     map[attemptKey][]attempt   // in order
	filed        map[string]filed           // by submission: where attempts has it

	// What the notification at hand changes.
	touched    map[string]bool        // submissions
	renumbered map[attemptKey]attempt // the first attempt that has another number
}

// attemptKey is a participant, as participantKey tells them apart, and a problem.
type attemptKey struct{ participant, problem string }

// attempt is one submission of a participant at a problem.
type attempt struct {
	time       time.Time
	submission string
}

// filed is where a submission was put, to find it when it is no longer that.
type filed struct {
	key attemptKey
	attempt
	team string // whose it is; "" for an account without one
}

func newIndex() index {
	return index{
		judgementsOf: map[string]map[string]bool{},
		ofTeam:       map[string]map[string]bool{},
		ofAccount:    map[string]map[string]bool{},
		ofProblem:    map[string]map[string]bool{},
		accountsOf:   map[string]map[string]bool{},
		named:        map[string]map[string]bool{},
		labelled:     map[string]map[string]bool{},
		attempts:     map[attemptKey][]attempt{},
		filed:        map[string]filed{},
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

// begin forgets what the notification before has changed.
func (m *Model) begin() {
	m.touched, m.renumbered = map[string]bool{}, map[attemptKey]attempt{}
}

// touch notes that submissions are changed.
func (m *Model) touch(submissions map[string]bool) {
	for id := range submissions {
		m.touched[id] = true
	}
}

func (m *Model) touchWhere(affected func(submission string) bool) {
	for id := range m.submissions {
		if affected(id) {
			m.touched[id] = true
		}
	}
}

func (m *Model) touchAll() { m.touchWhere(func(string) bool { return true }) }

// teamChanged keeps the names of teams. Those who share a name with the team
// before or after may be called otherwise now.
func (m *Model) teamChanged(id string, old, now *team) {
	touchNamesakes := func(name string) {
		for namesake := range m.named[name] {
			m.touch(m.ofTeam[namesake])
		}
	}
	if old != nil {
		touchNamesakes(old.called(id))
		remove(m.named, old.called(id), id)
	}
	if now != nil {
		add(m.named, now.called(id), id)
		touchNamesakes(now.called(id))
	}
	m.touch(m.ofTeam[id])
	m.retouchAccounts(id)
}

// retouchAccounts files the submissions of a team's accounts anew: they are of
// the team if there is one.
func (m *Model) retouchAccounts(team string) {
	for account := range m.accountsOf[team] {
		m.refile(m.ofAccount[account])
	}
}

func (m *Model) accountChanged(id string, old, now *account) {
	if old != nil {
		remove(m.accountsOf, string(old.Team), id)
	}
	if now != nil {
		add(m.accountsOf, string(now.Team), id)
	}
	m.touch(m.ofAccount[id])
	m.refile(m.ofAccount[id])
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
		for namesake := range m.labelled[label] {
			m.touch(m.ofProblem[namesake])
		}
	}
	if old != nil {
		touchNamesakes(string(old.Label))
		remove(m.labelled, string(old.Label), id)
	}
	if now != nil {
		add(m.labelled, string(now.Label), id)
		touchNamesakes(string(now.Label))
	}
	touchNamesakes(id) // a label that is another's identifier is not used
	m.touch(m.ofProblem[id])
}

func (m *Model) submissionChanged(id string, old, now *submission) {
	m.touched[id] = true
	if old != nil {
		m.unfile(id)
		remove(m.ofAccount, string(old.Account), id)
		remove(m.ofProblem, string(old.Problem), id)
	}
	if now != nil {
		add(m.ofAccount, string(now.Account), id)
		add(m.ofProblem, string(now.Problem), id)
		m.file(id, *now)
	}
}

// file puts a submission among the attempts of its participant at its problem.
// Those after it have another number now.
func (m *Model) file(id string, s submission) {
	at := filed{attemptKey{m.participantKey(s), string(s.Problem)}, attempt{s.Time.Time, id}, m.teamOf(s)}
	add(m.ofTeam, at.team, id)
	list := m.attempts[at.key]
	i, _ := slices.BinarySearchFunc(list, at.attempt, compareAttempts)
	list = slices.Insert(list, i, at.attempt)
	m.attempts[at.key], m.filed[id] = list, at
	m.renumbers(at)
}

// unfile takes back what file did.
func (m *Model) unfile(id string) {
	at := m.filed[id]
	remove(m.ofTeam, at.team, id)
	list := m.attempts[at.key]
	i, _ := slices.BinarySearchFunc(list, at.attempt, compareAttempts)
	list = slices.Delete(list, i, i+1)
	m.renumbers(at)
	delete(m.filed, id)
	if len(list) == 0 {
		delete(m.attempts, at.key)
	} else {
		m.attempts[at.key] = list
	}
}

// renumbers notes that attempts from one on have other numbers now.
func (m *Model) renumbers(from filed) {
	if first, noted := m.renumbered[from.key]; !noted || compareAttempts(from.attempt, first) < 0 {
		m.renumbered[from.key] = from.attempt
	}
}

// touchRenumbered touches what renumbers has noted: once for a notification, for
// one may bring thousands of attempts.
func (m *Model) touchRenumbered() {
	for key, first := range m.renumbered {
		list := m.attempts[key]
		i, _ := slices.BinarySearchFunc(list, first, compareAttempts)
		for _, a := range list[i:] {
			m.touched[a.submission] = true
		}
	}
}

func (m *Model) judgementChanged(id string, old, now *judgement) {
	for _, j := range []*judgement{old, now} {
		if j == nil {
			continue
		}
		if _, known := m.submissions[string(j.Submission)]; known {
			m.touched[string(j.Submission)] = true
		}
	}
	if old != nil {
		remove(m.judgementsOf, string(old.Submission), id)
	}
	if now != nil {
		add(m.judgementsOf, string(now.Submission), id)
	}
}

// judgedAs tells whether a judgement of a submission is of a type.
func (m *Model) judgedAs(submission, kind string) bool {
	for id := range m.judgementsOf[submission] {
		if m.judgements[id].verdict() == kind {
			return true
		}
	}
	return false
}
