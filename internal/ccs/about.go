package ccs

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// About returns what is said of the contest as a whole.
func (m *Model) About() contest.About {
	about := contest.About{
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
		about.Problems = append(about.Problems, contest.Problem{Name: m.problemName(id), Title: string(p.Name), SystemID: id})
	}
	slices.SortFunc(about.Problems, func(a, b contest.Problem) int {
		return cmp.Or(cmp.Compare(m.ordinal(a.SystemID), m.ordinal(b.SystemID)),
			compareIDs(a.Name, b.Name), compareIDs(a.SystemID, b.SystemID))
	})
	return about
}

// ordinal is the place of a problem in the contest; those without one are last.
func (m *Model) ordinal(id string) float64 {
	if n := m.problems[id].Ordinal.value; n != nil {
		return *n
	}
	return math.Inf(1)
}

// startAndEnd returns when the contest starts and ends; zero where it is not known.
func (m *Model) startAndEnd() (start, end time.Time) {
	start = m.contest.StartTime.Time
	if start.IsZero() {
		start = m.state.Started.Time
	}
	if length := m.contest.Duration.Duration; length > 0 && !start.IsZero() {
		return start, start.Add(length)
	}
	return start, m.state.Ended.Time
}
