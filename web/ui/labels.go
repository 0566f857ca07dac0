package ui

import (
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// titles are the titles of problems by the problems' names. Problems without a title are missing.
type titles map[string]string

// title returns the title of a problem, or both titles for a pair across problems ("A + B"); "" for none.
func (t titles) title(problem string) string {
	if title := t[problem]; title != "" {
		return title
	}
	if left, right, ok := strings.Cut(problem, " + "); ok && t[left] != "" && t[right] != "" {
		return t[left] + " + " + t[right]
	}
	return ""
}

// nameWithTitle returns a problem's name with its title: "A — Asteroid Rangers".
func (t titles) nameWithTitle(problem string) string {
	if title := t.title(problem); title != "" {
		return problem + " — " + title
	}
	return problem
}

var kindNames = map[contest.ParticipantKind]i18n.Key{
	contest.Virtual: "virtually", contest.Staff: "as staff", contest.Official: "officially",
}

// kindName says how somebody took part.
func kindName(p *i18n.Printer, k contest.ParticipantKind) string { return nameIn(p, kindNames, k) }

var checkStateNames = map[contest.CheckState]i18n.Key{
	contest.Running: "running", contest.Complete: "complete", contest.Failed: "failed",
}

// verdictsNames and participantsNames name the settings of a check that are not defaults.
var (
	verdictsNames     = map[string]i18n.Key{"accepted": "accepted verdicts", "all": "all verdicts"}
	participantsNames = map[string]i18n.Key{"all": "all participants"}
)

// nameIn returns the name of a value; the value itself if names lacks the value.
func nameIn[T ~string](p *i18n.Printer, names map[T]i18n.Key, value T) string {
	if name, ok := names[value]; ok {
		return p.T(name)
	}
	return string(value)
}

// machineTime formats a time for the datetime attribute.
func machineTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// stateMeanings explain the states of a case.
var stateMeanings = map[review.State]i18n.Key{
	review.Open:          "Nobody has decided",
	review.Pending:       "Confirmed, but by fewer reviewers than the contest asks for",
	review.Conflict:      "Some confirmed and some dismissed: needs a chief judge",
	review.Appealed:      "Settled, then appealed: needs a reviewer who has not decided it",
	review.CaseConfirmed: "Settled: confirmed by as many reviewers as the contest asks for",
	review.CaseDismissed: "Settled: somebody found nothing to pursue, and nobody confirmed it",
	review.CaseUnclear:   "Settled until somebody confirms or dismisses it: the programs do not show it",
}

// settledMeaning explains which pairs are settled.
const settledMeaning i18n.Key = "A settled pair needs no more reviews: enough reviewers confirmed it, a chief judge ruled, or nobody confirmed it and one reviewer dismissed it or found it unclear. Other reviewers may still decide it."

// somebodyMeaning explains the name of a side without a number.
const somebodyMeaning i18n.Key = "Blind review of one contest hides both names of a pair between two contests; one of them is then “Somebody”. A chief judge of the blind contest can reveal them."

// hasSomebody reports whether a side of the pair has no name because of blind review of the other side's contest.
func hasSomebody(pair contest.Pair) bool {
	return pair.Left.IsSomebody() || pair.Right.IsSomebody()
}

// stateName returns the name of a state, with a capital letter.
func stateName(p *i18n.Printer, s review.State) string { return text.Capitalize(s.Name(p)) }

// stateChoices returns the choices for PairQuery.State.
func stateChoices(p *i18n.Printer) []choice {
	list := []choice{
		{Value: contest.StateMine, Text: p.T("Needs my review")},
		{Value: contest.StateWaiting, Text: p.T("Needs a review")},
		{Value: contest.StateStatement, Text: p.T("New statement")},
	}
	for _, s := range review.States() {
		list = append(list, choice{Value: string(s), Text: stateName(p, s)})
	}
	return list
}
