package ui

import (
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// titles are what a contest calls its problems, by their names; a problem without
// a title of its own is not there.
type titles map[string]string

// of returns the title of a problem, or of each of two as contest.Pair names
// them; "" where there is none.
func (t titles) of(problem string) string {
	if title := t[problem]; title != "" {
		return title
	}
	one, other, two := strings.Cut(problem, " + ")
	if two && t[one] != "" && t[other] != "" {
		return t[one] + " + " + t[other]
	}
	return ""
}

// full names a problem with its title: "A — Asteroid Rangers".
func (t titles) full(problem string) string {
	if title := t.of(problem); title != "" {
		return problem + " — " + title
	}
	return problem
}

// kindName says how somebody took part, as pages show it.
func kindName(k contest.ParticipantKind) string {
	switch k {
	case contest.Virtual:
		return "virtually"
	case contest.Staff:
		return "as staff"
	case contest.Official:
		return "officially"
	}
	return string(k)
}
