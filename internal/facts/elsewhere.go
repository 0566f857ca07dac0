package facts

import (
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Elsewhere is the fact that two participants are a listed pair of another contest too. The judge
// system's IDs say that they are the same; namesakes are not.
type Elsewhere struct {
	Pair  contest.RelatedPair
	State review.State // of its case
	rate  Rate
}

// NewElsewhere returns the fact. The rate counts, among the listed pairs of the contest with
// participants who both took part in the other contest, those that are listed there too.
func NewElsewhere(p contest.RelatedPair, state review.State, rate Rate) Elsewhere {
	return Elsewhere{p, state, rate}
}

func (Elsewhere) Kind() Kind   { return KindElsewhere }
func (e Elsewhere) Rate() Rate { return e.rate }

var stateTexts = map[review.State]i18n.Key{
	review.CaseConfirmed: "In %s the two are a listed pair at problem %s, which the jury confirmed.",
	review.CaseDismissed: "In %s the two are a listed pair at problem %s, which the jury dismissed.",
	review.CaseUnclear:   "In %s the two are a listed pair at problem %s, which the jury left unclear.",
}

func (e Elsewhere) Text(p *i18n.Printer) string {
	text, ok := stateTexts[e.State]
	if !ok {
		text = "In %s the two are a listed pair at problem %s, which is not decided."
	}
	return p.T(text, visible(e.Pair.Contest), visible(e.Pair.Problem))
}

func (e Elsewhere) Usual(p *i18n.Printer) string {
	return p.T("Of %s listed pairs of participants who both took part there, %s are listed there too.", i18n.Number(p, e.rate.Of), i18n.Number(p, e.rate.Count))
}
