package ui

import (
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

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
