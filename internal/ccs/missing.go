package ccs

import (
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// missingMeaning maps a collection to what follows if the judge system does not provide it.
var missingMeaning = map[string]i18n.Key{
	"judgement-types": "the judge system does not give the types of judgements: only AC and APE count as accepted",
	"languages":       "the judge system does not give its languages: the names of the files tell the language of a program",
	"problems":        "the judge system does not give its problems: they are named by the system's identifiers",
	"teams":           "the judge system does not give its teams: participants are named by the system's identifiers",
	"judgements":      "the judge system does not give its judgements: no submission has a verdict, and compile errors are compared too",
}

// RecordMissing records that the judge system does not provide a collection. meaning says what follows; zero
// if nothing does.
func (m *Model) RecordMissing(endpoint string) (meaning i18n.Text) {
	if missingMeaning[endpoint] != "" {
		meaning = i18n.Textf(missingMeaning[endpoint])
		m.missing = append(m.missing, contest.SkippedItem{Path: endpoint, Reason: meaning})
	}
	return meaning
}

// Missing lists the collections that the judge system does not provide, by endpoint.
func (m *Model) Missing() []contest.SkippedItem { return m.missing }

// FillDefaults adds the objects that a judge system omits. Call it after everything is loaded. If no problem
// or no team is listed, FillDefaults adds those that submissions refer to, without names. It adds the
// judgement types that judgements refer to: as in the specification, AC and APE solve the problem, and all
// others do not.
//
// Before FillDefaults, the Model ignores submissions that refer to unlisted objects, and judgements of an
// unlisted type are pending. The judge system may list these objects later, while the contest runs.
func (m *Model) FillDefaults() {
	noProblems, noTeams := len(m.problems) == 0, len(m.teams) == 0
	for _, s := range m.submissions {
		if noProblems {
			addMissing(m.problems, string(s.Problem), problem{})
		}
		if noTeams {
			addMissing(m.teams, string(s.Team), team{})
		}
	}
	for _, j := range m.judgements {
		solved := no
		if strings.EqualFold(j.typeID(), "AC") || strings.EqualFold(j.typeID(), "APE") {
			solved = yes
		}
		addMissing(m.types, j.typeID(), judgementType{Solved: solved})
	}
	m.markAllChanged()
}

// addMissing adds an object, unless the identifier is "" or in use.
func addMissing[T any](stored map[string]T, id string, object T) {
	if _, exists := stored[id]; !exists && id != "" {
		stored[id] = object
	}
}
