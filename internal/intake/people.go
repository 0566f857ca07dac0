package intake

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// people are what the lines of a table say of participants, of whom each may
// have many.
type people struct {
	byName map[string]*contest.Participant
}

// add adds what a line says. What contradicts an earlier line is noted, without
// the name, which may be that of somebody who is to be hidden.
func (p *people) add(said contest.Participant, note func(text string)) {
	if said.Affiliation == "" && said.Site == "" {
		return
	}
	if p.byName == nil {
		p.byName = make(map[string]*contest.Participant)
	}
	known := p.byName[said.Name]
	if known == nil {
		p.byName[said.Name] = &said
		return
	}
	for _, fact := range []struct {
		name  string
		known *string
		said  string
	}{{"affiliation", &known.Affiliation, said.Affiliation}, {"site", &known.Site, said.Site}} {
		if fact.said != "" && *fact.known != "" && fact.said != *fact.known {
			note(fmt.Sprintf("another %s than an earlier line has for the same participant: that was kept", fact.name))
		}
		*fact.known = cmp.Or(*fact.known, fact.said)
	}
}

// list returns those who have submissions, sorted by name.
func (p *people) list(submissions []contest.Submission) []contest.Participant {
	var list []contest.Participant
	taken := make(map[string]bool)
	for _, s := range submissions {
		if known := p.byName[s.Participant]; known != nil && !taken[s.Participant] {
			taken[s.Participant] = true
			list = append(list, *known)
		}
	}
	slices.SortFunc(list, func(a, b contest.Participant) int { return cmp.Compare(a.Name, b.Name) })
	return list
}
