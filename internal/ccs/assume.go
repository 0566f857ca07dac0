package ccs

import (
	"encoding/json"
	"fmt"
	"strings"
)

// FillDefaults fills in what a system leaves out, after all that there is has been
// loaded. Where no problems are listed, or no teams, those that the submissions
// name are taken to be there, without names of their own. Types of judgements
// that judgements name and nobody lists are what the specification says of
// their identifiers: AC and APE solve the problem, others do not.
//
// Without it, submissions that name what is not listed are ignored, and
// judgements of a type that is not listed are pending: where a contest is
// followed, it may be listed yet.
func (m *Model) FillDefaults() {
	m.startChange()
	problems, teams := len(m.problems) == 0, len(m.teams) == 0
	for _, s := range m.submissions {
		if id := string(s.Problem); problems && id != "" {
			addMissing(id, "{}", m.problems, m.problemChanged)
		}
		if id := string(s.Team); teams && id != "" {
			addMissing(id, "{}", m.teams, m.teamChanged)
		}
	}
	for _, j := range m.judgements {
		if id := j.verdict(); id != "" {
			solved := strings.EqualFold(id, "AC") || strings.EqualFold(id, "APE")
			addMissing(id, fmt.Sprintf(`{"solved":%t}`, solved), m.types, func(string, *judgementType, *judgementType) {})
		}
	}
}

// addMissing puts an object where there is none.
func addMissing[T any](id, object string, kept map[string]T, put func(id string, old, now *T)) {
	if _, known := kept[id]; !known {
		applyOne(id, json.RawMessage(object), false, kept, put)
	}
}
