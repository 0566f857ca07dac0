package ui

import (
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// titles are what a contest calls its problems, by their names; problems without a title are missing.
type titles map[string]string

// of returns the title of a problem, or of each of two as contest.Pair names them; "" for none.
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

// kindName says how somebody took part.
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

// machineTime writes a time for the datetime attribute.
func machineTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// countOf writes a number with its noun, whose plural takes more than an s.
func countOf[T text.Integer](n T, one, many string) string {
	return text.Thousands(n) + " " + text.Plural(n, one, many)
}

// stateName names where a case stands, as the lists and filters show it.
func stateName(s review.State) string {
	switch s {
	case review.Open:
		return "Open"
	case review.Pending:
		return "Half confirmed"
	case review.Conflict:
		return "Conflict"
	}
	return strings.ToUpper(string(s)[:1]) + string(s)[1:]
}

// stateMeaning explains it.
func stateMeaning(s review.State) string {
	switch s {
	case review.Open:
		return "Nobody has decided"
	case review.Pending:
		return "Confirmed, but by fewer reviewers than must agree"
	case review.Conflict:
		return "Some confirmed and some dismissed: it waits for a chief judge"
	case review.CaseConfirmed:
		return "As many reviewers as must agree have confirmed it"
	case review.CaseDismissed:
		return "Nothing to pursue"
	case review.CaseUnclear:
		return "The programs do not tell"
	}
	return ""
}

// stateChoices are the choices of ranking.State.
func stateChoices() []request.Choice {
	list := []request.Choice{{Value: "", Text: "All"}, {Value: contest.StateMine, Text: "Waiting for me"}, {Value: contest.StateWaiting, Text: "Waiting"}}
	for _, s := range review.States() {
		list = append(list, request.Choice{Value: string(s), Text: stateName(s)})
	}
	return list
}
