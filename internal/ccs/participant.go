package ccs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Participants returns what is known beside their names of the teams that have
// submissions, sorted by name. Their ID, ContestID, Number and Hidden are not
// set. The site is the groups of the type "site", or all groups where there is
// none of it; the address is those of the team's accounts.
func (m *Model) Participants() []contest.Participant {
	var list []contest.Participant
	for id := range m.submissionsOfTeam {
		t, known := m.teams[id]
		if !known {
			continue
		}
		p := contest.Participant{
			Affiliation: m.affiliation(t), Site: m.site(t), Address: m.address(id), Seat: t.Location.seat(),
		}
		if p != (contest.Participant{}) {
			p.Name = m.teamName(id)
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b contest.Participant) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func (m *Model) affiliation(t team) string {
	o := m.organizations[string(t.Organization)]
	return string(cmp.Or(o.FormalName, o.Name, t.Affiliation))
}

func (m *Model) site(t team) string {
	var all, sites []string
	for _, id := range t.groups() {
		g := m.groups[id]
		all = append(all, string(g.Name))
		if strings.EqualFold(string(g.Type), "site") {
			sites = append(sites, string(g.Name))
		}
	}
	if len(sites) > 0 {
		return joinDistinct(sites)
	}
	return joinDistinct(all)
}

func (m *Model) address(team string) string {
	var all []string
	for id := range m.accountsOf[team] {
		all = append(all, string(m.accounts[id].IP))
	}
	return joinDistinct(all)
}

// joinDistinct lists what there is, each once, in an order that does not depend on
// how the system lists it.
func joinDistinct(texts []string) string {
	slices.Sort(texts)
	texts = slices.DeleteFunc(slices.Compact(texts), func(s string) bool { return s == "" })
	return line(strings.Join(texts, ", "))
}

// seat tells where a team sits.
func (l location) seat() string {
	switch {
	case l.Description != "":
		return string(l.Description)
	case l.X.value != nil && l.Y.value != nil:
		return fmt.Sprintf("x %g m, y %g m", *l.X.value, *l.Y.value)
	}
	return ""
}
