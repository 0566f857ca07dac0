package ccs

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Model is what a system has said of one contest. It is not safe for
// concurrent use.
type Model struct {
	api     information
	contest contestObject
	state   state

	types         map[string]judgementType
	languages     map[string]language
	problems      map[string]problem
	groups        map[string]group
	organizations map[string]organization
	teams         map[string]team
	accounts      map[string]account
	submissions   map[string]submission
	judgements    map[string]judgement

	missing []contest.SkippedItem

	index
}

// maxObjects bounds what is kept of each type.
const maxObjects = 2_000_000

// NewModel returns a Model of a contest of which nothing is known.
func NewModel() *Model {
	return &Model{
		types:         map[string]judgementType{},
		languages:     map[string]language{},
		problems:      map[string]problem{},
		groups:        map[string]group{},
		organizations: map[string]organization{},
		teams:         map[string]team{},
		accounts:      map[string]account{},
		submissions:   map[string]submission{},
		judgements:    map[string]judgement{},
		index:         newIndex(),
	}
}

// Apply takes a notification. It returns the submissions of which something
// may be different now: their verdict, participant, attempt and so on, or that
// they are there at all; sorted as Submissions are, without doubles. What says
// nothing new changes nothing.
//
// An error is of this notification alone, or of some objects of a collection:
// the others are taken, and those that could not be read stay what they were.
func (m *Model) Apply(n Notification) (changed []string, err error) {
	m.startChange()
	switch n.Type {
	case "contest", "contests":
		err = m.applyContest(n)
	case "state":
		err = applySingle(n, func(s state) {
			if !reflect.DeepEqual(s, m.state) {
				m.state = s
				m.markAll()
			}
		})
	case "judgement-types":
		err = apply(n, m.types, func(id string, old, now *judgementType) {
			m.markWhere(func(s string) bool { return m.hasVerdict(s, id) })
		})
	case "languages":
		err = apply(n, m.languages, func(id string, old, now *language) {
			m.markWhere(func(s string) bool { return string(m.submissions[s].Language) == id })
		})
	case "problems":
		err = apply(n, m.problems, m.problemChanged)
	case "groups":
		err = apply(n, m.groups, func(id string, old, now *group) {
			if old == nil || now == nil || old.Hidden != now.Hidden {
				m.markWhere(func(s string) bool { return slices.Contains(m.teams[m.teamOf(m.submissions[s])].groups(), id) })
			}
		})
	case "organizations":
		err = apply(n, m.organizations, func(string, *organization, *organization) {}) // a fact of participants alone
	case "teams":
		err = apply(n, m.teams, m.teamChanged)
	case "accounts":
		err = apply(n, m.accounts, m.accountChanged)
	case "submissions":
		err = apply(n, m.submissions, m.submissionChanged)
	case "judgements":
		err = apply(n, m.judgements, m.judgementChanged)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", line(n.Type[:min(len(n.Type), maxIdentifier)]), err)
	}
	m.markRenumbered()
	for id := range m.changed {
		changed = append(changed, id)
	}
	slices.SortFunc(changed, compareIDs)
	return changed, err
}

// Load takes what GET of an endpoint gives: "submissions", a collection, takes
// the place of all that was known of it; "contest", "state" and "" or "api",
// the API information, are objects. One object of a collection is taken for
// itself. Endpoints that nothing is made of are passed over. An error is as
// that of Apply: a *ObjectsError is of some objects alone.
func (m *Model) Load(endpoint string, body []byte) error {
	if len(body) > maxCollection {
		return fmt.Errorf("%s: it is longer than %d MiB", line(endpoint), maxCollection>>20)
	}
	if !json.Valid(body) {
		return fmt.Errorf("%s: it is no JSON", line(endpoint))
	}
	body = []byte(strings.TrimSpace(string(body)))
	if endpoint == "" || endpoint == "api" {
		api, err := parse[information](body)
		if err != nil {
			return fmt.Errorf("API information: %w", err)
		}
		m.api = api
		return nil
	}
	n := Notification{Type: endpoint, IsCollection: body[0] == '[', Data: body}
	switch endpoint {
	case "contest", "contests", "state":
	default:
		if !n.IsCollection {
			n.ID = idOf(body)
		}
	}
	_, err := m.Apply(n)
	return err
}

// maxCollection bounds a collection, in bytes.
const maxCollection = 256 << 20

// Ended tells whether the system has said that nothing more will change.
func (m *Model) Ended() bool { return !m.state.EndOfUpdates.IsZero() }

// Submissions returns the identifiers of all submissions, sorted: numbers in
// them by their value.
func (m *Model) Submissions() []string {
	ids := make([]string, 0, len(m.submissions))
	for id := range m.submissions {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, compareIDs)
	return ids
}

// applyContest takes the contest itself. Of a list of contests, that one is
// taken of which something is known already, or the only one.
func (m *Model) applyContest(n Notification) error {
	data := n.Data
	if n.IsCollection && !n.Delete {
		var list []json.RawMessage
		if json.Unmarshal(data, &list) != nil {
			return errNoList
		}
		if len(list) > 1 {
			list = slices.DeleteFunc(list, func(c json.RawMessage) bool { return idOf(c) != string(m.contest.ID) })
		}
		if len(list) != 1 {
			return errors.New("it is not told which of several contests is meant")
		}
		data = list[0]
	}
	return applySingle(Notification{Delete: n.Delete, Data: data}, func(c contestObject) {
		if !reflect.DeepEqual(c, m.contest) {
			m.contest = c
			m.markAll()
		}
	})
}

var errNoList = errors.New("it is no list of objects")

// ObjectsError tells that some objects of a collection could not be read, while
// the others were taken.
type ObjectsError struct {
	Failed, Total int
	First         error
}

func (e *ObjectsError) Error() string {
	return fmt.Sprintf("%d of %d objects could not be read; the first: %v", e.Failed, e.Total, e.First)
}

func (e *ObjectsError) Unwrap() error { return e.First }

// applySingle takes an object of which there is one; gone, it is as if nothing had
// been said of it.
func applySingle[T any](n Notification, put func(T)) error {
	if n.Delete {
		var none T
		put(none)
		return nil
	}
	object, err := parse[T](n.Data)
	if err == nil {
		put(object)
	}
	return err
}

// apply takes a notification of a collection, and calls put after each object
// that is not what it was, with what it was and is: nil where it is not there.
func apply[T any](n Notification, kept map[string]T, put func(id string, old, now *T)) error {
	if !n.IsCollection {
		return applyOne(n.ID, n.Data, n.Delete, kept, put)
	}
	var list []json.RawMessage
	if !n.Delete && json.Unmarshal(n.Data, &list) != nil {
		return errNoList
	}
	listed := make(map[string]bool, len(list))
	var first error
	bad := 0
	for _, data := range list {
		id := idOf(data)
		if err := applyOne(id, data, false, kept, put); err != nil {
			bad++
			if first == nil {
				first = err
			}
		}
		listed[id] = true
	}
	var gone []string
	for id := range kept {
		if !listed[id] {
			gone = append(gone, id)
		}
	}
	slices.Sort(gone)
	for _, id := range gone {
		applyOne(id, nil, true, kept, put)
	}
	if bad > 0 {
		return &ObjectsError{bad, len(list), first}
	}
	return nil
}

// applyOne takes one object.
func applyOne[T any](id string, data json.RawMessage, gone bool, kept map[string]T, put func(id string, old, now *T)) error {
	if validID(id) == "" {
		return errors.New("it has no identifier, or one that cannot be one: without brackets and slashes, of at most 100 bytes")
	}
	before, known := kept[id]
	if gone {
		if known {
			delete(kept, id)
			put(id, &before, nil)
		}
		return nil
	}
	now, err := parse[T](data)
	if err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	if !known && len(kept) >= maxObjects {
		return fmt.Errorf("%s: there are more than %d", id, maxObjects)
	}
	if known && reflect.DeepEqual(before, now) {
		return nil
	}
	kept[id] = now
	if known {
		put(id, &before, &now)
	} else {
		put(id, nil, &now)
	}
	return nil
}
