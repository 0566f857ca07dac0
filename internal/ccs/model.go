// Package ccs holds the data of the ICPC Contest API (https://ccs-specs.icpc.io), versions 2020-03 to
// 2026-01. These are what a judge system, such as DOMjudge, Kattis or PC^2, says about a contest. The
// specification calls it a contest control system, CCS.
//
// Model.Load reads the answer of an endpoint, Model.Apply a notification of the event feed. Both can be
// called in any order and repeatedly, because a Model depends only on the last version of each object.
//
// Judge systems differ from each other and from the specification. So package ccs accepts unknown properties,
// numbers as identifiers and incomplete times. It refuses only objects whose identifier a path cannot
// contain. It bounds every value, and stores no password of an account. It does no I/O.
package ccs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Model holds what a judge system has said about one contest. It is not safe for concurrent use.
type Model struct {
	api     information
	contest contestObject
	state   state
	// hasState means that the state is known, even if nothing has begun yet.
	hasState bool

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

// maxObjects bounds the stored objects of each type.
const maxObjects = 2_000_000

// NewModel returns an empty Model.
func NewModel() *Model {
	return &Model{
		types: map[string]judgementType{}, languages: map[string]language{}, problems: map[string]problem{},
		groups: map[string]group{}, organizations: map[string]organization{}, teams: map[string]team{},
		accounts: map[string]account{}, submissions: map[string]submission{}, judgements: map[string]judgement{},
		index: index{judgementsOf: map[string]idSet{}},
	}
}

// Apply applies a notification. It returns the submissions that the notification changes itself, or whose
// judgements it changes, sorted as by Submissions. If all is true, it may have changed every submission in
// another way, such as the name of the participant. If Apply cannot read some objects of a collection, it
// applies the others, and returns an *ObjectsError. It ignores types that it does not know.
func (m *Model) Apply(n Notification) (changed []string, all bool, err error) {
	m.changed, m.allChanged = idSet{}, false
	switch n.Type {
	case "contest", "contests":
		err = m.applyContest(n)
	case "state":
		err = applySingle(m, n, &m.state)
		m.hasState = err == nil && !n.Delete
	case "judgement-types":
		err = apply(n, m.types, m.markAllChanged)
	case "languages":
		err = apply(n, m.languages, m.markAllChanged)
	case "problems":
		err = apply(n, m.problems, m.markAllChanged)
	case "groups":
		err = apply(n, m.groups, m.markAllChanged)
	case "organizations":
		err = apply(n, m.organizations, func() {}) // no submission depends on an organization
	case "teams":
		err = apply(n, m.teams, m.markAllChanged)
	case "accounts":
		err = apply(n, m.accounts, m.markAllChanged)
	case "submissions":
		err = applyEach(n, m.submissions, m.submissionChanged)
	case "judgements":
		err = applyEach(n, m.judgements, m.judgementChanged)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", oneLine(n.Type[:min(len(n.Type), maxIdentifier)]), err)
	}
	return slices.SortedFunc(maps.Keys(m.changed), compareIDs), m.allChanged, err
}

// Load applies the answer of an endpoint. It may be a collection such as "submissions", which replaces all
// objects of the collection, or a single object. "" and "api" are the API information. Load ignores endpoints
// that it does not know. After an *ObjectsError, all other objects are loaded.
func (m *Model) Load(endpoint string, body []byte) error {
	if len(body) > MaxCollection {
		return fmt.Errorf("%s: it is longer than %d MiB", oneLine(endpoint), MaxCollection>>20)
	}
	if !json.Valid(body) {
		return fmt.Errorf("%s: it is not JSON", oneLine(endpoint))
	}
	body = bytes.TrimSpace(body)
	if endpoint == "" || endpoint == "api" {
		api, err := parse[information](body)
		if err != nil {
			return fmt.Errorf("API information: %w", err)
		}
		m.api = api
		return nil
	}
	n := Notification{Type: endpoint, IsCollection: body[0] == '[', Data: body}
	if !n.IsCollection {
		n.ID = idOf(body) // Apply ignores the ID of the contest and of the state
	}
	_, _, err := m.Apply(n)
	return err
}

// MaxCollection is the size in bytes of the largest collection that Load reads. 100,000 submissions are
// approximately 40 MB of JSON.
const MaxCollection = 256 << 20

// Ended reports whether the judge system has said that no updates will follow.
func (m *Model) Ended() bool { return !m.state.EndOfUpdates.IsZero() }

// GoesOn reports whether the judge system has said that updates may follow. It is false if the state is unknown.
func (m *Model) GoesOn() bool { return m.hasState && !m.Ended() }

// Submissions returns the identifiers of all submissions in natural order.
func (m *Model) Submissions() []string {
	return slices.SortedFunc(maps.Keys(m.submissions), compareIDs)
}

// applyContest applies the contest. From a list of contests, it takes the only contest, or the one with the
// known ID.
func (m *Model) applyContest(n Notification) error {
	if n.IsCollection && !n.Delete {
		var list []json.RawMessage
		if json.Unmarshal(n.Data, &list) != nil {
			return errNoList
		}
		if len(list) > 1 {
			list = slices.DeleteFunc(list, func(c json.RawMessage) bool { return idOf(c) != string(m.contest.ID) })
		}
		if len(list) != 1 {
			return errors.New("no contest that it lists is known")
		}
		n.Data = list[0]
	}
	return applySingle(m, n, &m.contest)
}

var errNoList = errors.New("it is not a list of objects")

// ObjectsError says that some objects of a collection could not be read. The other objects were applied.
type ObjectsError struct {
	Failed, Total int
	First         error
}

func (e *ObjectsError) Error() string {
	return fmt.Sprintf("%d of %d objects could not be read; the first: %v", e.Failed, e.Total, e.First)
}

func (e *ObjectsError) Unwrap() error { return e.First }

// applySingle applies an object that all submissions depend on. A deleted object becomes empty.
func applySingle[T any](m *Model, n Notification, stored *T) (err error) {
	var object T
	if !n.Delete {
		if object, err = parse[T](n.Data); err != nil {
			return err
		}
	}
	if !reflect.DeepEqual(object, *stored) {
		*stored = object
		m.markAllChanged()
	}
	return nil
}

// apply is like applyEach, for an onChange that needs no object.
func apply[T any](n Notification, stored map[string]T, onChange func()) error {
	return applyEach(n, stored, func(string, T, T) { onChange() })
}

// applyEach applies a notification about a collection. It calls onChange for each object that changes. old is
// empty if the object is new, and current is empty if the object was deleted.
func applyEach[T any](n Notification, stored map[string]T, onChange func(id string, old, current T)) error {
	if !n.IsCollection {
		return applyOne(n.ID, n.Data, n.Delete, stored, onChange)
	}
	var list []json.RawMessage
	if !n.Delete && json.Unmarshal(n.Data, &list) != nil {
		return errNoList
	}
	ids := make(idSet, len(list))
	var failures []error
	for _, data := range list {
		id := idOf(data)
		if err := applyOne(id, data, false, stored, onChange); err != nil {
			failures = append(failures, err)
		}
		ids[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(stored)) {
		if !ids[id] {
			applyOne(id, nil, true, stored, onChange)
		}
	}
	if len(failures) > 0 {
		return &ObjectsError{len(failures), len(list), failures[0]}
	}
	return nil
}

// applyOne applies a change or a deletion of one object.
func applyOne[T any](
	id string, data json.RawMessage, isDeleted bool, stored map[string]T, onChange func(id string, old, current T),
) error {
	if cleanID(id) == "" {
		return errors.New("it has no valid identifier: a valid one has at most 100 bytes, and no brackets or slashes")
	}
	old, exists := stored[id]
	if isDeleted {
		if exists {
			delete(stored, id)
			onChange(id, old, *new(T))
		}
		return nil
	}
	current, err := parse[T](data)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", id, err)
	case !exists && len(stored) >= maxObjects:
		return fmt.Errorf("%s: there are more than %d", id, maxObjects)
	case exists && reflect.DeepEqual(old, current):
		return nil
	}
	stored[id] = current
	onChange(id, old, current)
	return nil
}

// Metadata returns what the judge system says about the contest as a whole.
func (m *Model) Metadata() contest.Metadata {
	about := contest.Metadata{
		System:   strings.TrimSpace("Contest API " + string(m.api.Version)),
		SystemID: string(m.contest.ID),
		Title:    string(cmp.Or(m.contest.FormalName, m.contest.Name)),
		Duration: max(m.contest.Duration.Duration, 0),
	}
	if provider := strings.TrimSpace(string(m.api.Provider.Name) + " " + string(m.api.Provider.Version)); provider != "" {
		about.System = provider + ", " + about.System
	}
	about.StartsAt, _ = m.startAndEnd()
	for id, p := range m.problems {
		about.Problems = append(about.Problems,
			contest.Problem{Name: m.problemName(id), Title: string(p.Name), SystemID: id})
	}
	slices.SortFunc(about.Problems, func(a, b contest.Problem) int {
		return cmp.Or(cmp.Compare(m.ordinal(a.SystemID), m.ordinal(b.SystemID)),
			compareIDs(a.Name, b.Name), compareIDs(a.SystemID, b.SystemID))
	})
	return about
}

// ordinal returns the position of a problem in the contest; infinity if it is unknown.
func (m *Model) ordinal(id string) float64 {
	if n := m.problems[id].Ordinal.value; n != nil {
		return *n
	}
	return math.Inf(1)
}

// startAndEnd returns when the contest starts and ends; zero if unknown.
func (m *Model) startAndEnd() (start, end time.Time) {
	start = cmp.Or(m.contest.StartTime.Time, m.state.Started.Time)
	if length := m.contest.Duration.Duration; length > 0 && !start.IsZero() {
		return start, start.Add(length)
	}
	return start, m.state.Ended.Time
}
