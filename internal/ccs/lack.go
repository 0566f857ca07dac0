package ccs

import "github.com/ojcheck/ojcheck/internal/contest"

// missingMeaning is what it means that a system does not give a collection.
var missingMeaning = map[string]string{
	"judgement-types": "the contest system does not give the types of judgements: AC and APE are taken for accepted, and no others",
	"languages":       "the contest system does not give its languages: programs are read by the names of their files",
	"problems":        "the contest system does not give its problems: they go by its identifiers of them",
	"teams":           "the contest system does not give its teams: participants go by its identifiers of them",
	"judgements":      "the contest system does not give its judgements: no submission has a verdict, and compile errors are compared too",
}

// RecordMissing notes that the system does not give a collection, and says what that means.
// Nothing is noted, and the meaning is "", where nothing is missed.
func (m *Model) RecordMissing(endpoint string) (meaning string) {
	if meaning = missingMeaning[endpoint]; meaning != "" {
		m.missing = append(m.missing, contest.SkippedItem{Path: endpoint, Reason: meaning})
	}
	return meaning
}

// Missing lists what the system does not give, by the names of the collections.
func (m *Model) Missing() []contest.SkippedItem { return m.missing }
