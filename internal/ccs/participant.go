package ccs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Participants returns the teams that have submissions, sorted by name. ID, ContestID, Number and Hidden are
// not set. Site names the groups of type "site", or all groups if no group has this type. Address has the
// addresses of the accounts.
func (m *Model) Participants() []contest.Participant {
	addresses := map[string][]string{} // by team
	for _, a := range m.accounts {
		addresses[string(a.Team)] = append(addresses[string(a.Team)], string(a.IP))
	}
	submitted := idSet{} // teams
	for _, s := range m.submissions {
		submitted[m.teamOf(s)] = true
	}
	var list []contest.Participant
	for id := range submitted {
		if t, ok := m.teams[id]; ok {
			list = append(list, contest.Participant{
				Name: m.teamName(id), Affiliation: m.affiliation(t), Site: m.site(t), Address: joinDistinct(addresses[id]),
				Seat: t.Location.seat(), SystemID: id,
			})
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
	var names, sites []string
	for _, id := range t.groups() {
		g := m.groups[id]
		names = append(names, string(g.Name))
		if strings.EqualFold(string(g.Type), "site") {
			sites = append(sites, string(g.Name))
		}
	}
	if len(sites) > 0 {
		names = sites
	}
	return joinDistinct(names)
}

// joinDistinct sorts and joins texts without empty ones and repetitions.
func joinDistinct(texts []string) string {
	slices.Sort(texts)
	texts = slices.DeleteFunc(slices.Compact(texts), func(s string) bool { return s == "" })
	return oneLine(strings.Join(texts, ", "))
}

// seat describes where a team sits; "" if that is unknown.
func (l location) seat() string {
	switch {
	case l.Description != "":
		return string(l.Description)
	case l.X.value != nil && l.Y.value != nil:
		return fmt.Sprintf("x %g m, y %g m", *l.X.value, *l.Y.value)
	}
	return ""
}

// participantKey returns a text that identifies the participant, even if the name changes. It returns "" for
// a submission without a team and an account.
func (m *Model) participantKey(s submission) string {
	if team := m.teamOf(s); team != "" {
		return "team " + team
	}
	if s.Account != "" {
		return "account " + string(s.Account)
	}
	return ""
}

// teamOf returns the team that a submission names, or the team of its account; "" if both are unknown.
func (m *Model) teamOf(s submission) string {
	return cmp.Or(string(s.Team), m.accountTeam(string(s.Account)))
}

// accountTeam returns the team of an account; "" if it is unknown.
func (m *Model) accountTeam(id string) string {
	team := string(m.accounts[id].Team)
	if _, ok := m.teams[team]; !ok {
		return ""
	}
	return team
}

// kind returns how the participant of a submission takes part.
//
// A participant is staff if the team or all its groups are hidden, because some judge systems give the jury a
// team. A participant is also staff if the account belongs to the jury or has no team. Accounts without a
// team cannot affect the scoreboard (specification).
//
// A participant is virtual if the submission came before the start or after the end of the contest. The
// contest time decides, because it excludes intervals that do not count. Without it, the time of day decides.
func (m *Model) kind(s submission) contest.ParticipantKind {
	if m.isStaff(s) {
		return contest.Staff
	}
	start, end := m.startAndEnd()
	length := m.contest.Duration.Duration
	at := s.Time.Time
	isOutside := !at.IsZero() && (!start.IsZero() && at.Before(start) || !end.IsZero() && !at.Before(end))
	if s.ContestTime.isSet {
		isOutside = s.ContestTime.Duration < 0 || length > 0 && s.ContestTime.Duration >= length
	}
	if isOutside {
		return contest.Virtual
	}
	return contest.Official
}

func (m *Model) isStaff(s submission) bool {
	id := m.teamOf(s)
	if id == "" {
		return true
	}
	switch strings.ToLower(string(m.accounts[string(s.Account)].Type)) {
	case "judge", "admin", "analyst", "staff", "coach", "jury":
		return true
	}
	team := m.teams[id]
	if team.Hidden == yes {
		return true
	}
	groups := team.groups()
	isVisible := func(group string) bool { return m.groups[group].Hidden != yes }
	return len(groups) > 0 && !slices.ContainsFunc(groups, isVisible)
}

// maxName bounds the name of a participant or a problem, in bytes. It does not include a suffix that
// distinguishes teams of one name.
const maxName = 255

// displayName returns the name of a team without a suffix.
func (t team) displayName(id string) string {
	return shortName(string(t.DisplayName), string(t.Name), id)
}

// displayName returns the name of an account without a team.
func (a account) displayName(id string) string {
	return shortName(string(a.Name), string(a.Username), id)
}

// shortName returns the first of the names that is not empty, cut to maxName bytes.
func shortName(names ...string) string {
	for _, name := range names {
		name = strings.TrimSpace(strings.ToValidUTF8(name[:min(len(name), maxName)], ""))
		if name != "" {
			return name
		}
	}
	return ""
}

// teamName returns the participant name of a team. If several teams have the name, the label of the team follows in
// brackets, or its identifier if the labels do not distinguish them: "Team 1 (42)".
func (m *Model) teamName(id string) string {
	name := m.teams[id].displayName(id)
	taken := m.allNames().teams
	if len(taken[name]) < 2 {
		return name
	}
	suffix := id
	if m.labelsDistinguish(name) {
		suffix = string(m.teams[id].Label)
	}
	full := name + " (" + suffix + ")"
	for len(taken[full]) > 0 { // another team has chosen this name
		full += " (" + id + ")"
	}
	return full
}

// labelsDistinguish reports whether labels distinguish the teams with a name.
func (m *Model) labelsDistinguish(name string) bool {
	n := m.allNames()
	distinguish, isKnown := n.labelsDistinguish[name]
	if !isKnown {
		distinguish = m.labelsDiffer(n.teams[name])
		n.labelsDistinguish[name] = distinguish
	}
	return distinguish
}

// labelsDiffer reports whether all teams have different labels that fit into brackets.
func (m *Model) labelsDiffer(teams idSet) bool {
	labels := idSet{}
	for id := range teams {
		label := string(m.teams[id].Label)
		if label == "" || len(label) > maxIdentifier || strings.ContainsAny(label, "()") || labels[label] {
			return false
		}
		labels[label] = true
	}
	return true
}

// accountName returns the participant name of an account that has no team. No team and no other such
// account with submissions has this name.
func (m *Model) accountName(id string) string {
	name, taken := m.accounts[id].displayName(id), m.allNames()
	isTaken := func(name string) bool {
		others := len(taken.accounts[name])
		if taken.accounts[name][id] {
			others--
		}
		return others > 0 || len(taken.teams[name]) > 0
	}
	for isTaken(name) {
		name += " (" + id + ")"
	}
	return name
}
