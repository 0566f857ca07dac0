package facts

import (
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Elsewhere is the fact that the same two participants are a listed pair in another contest. The judge system's IDs
// say that they are the same.
type Elsewhere struct {
	Pair    contest.Pair // in the other contest
	Contest string       // the name of the other contest
	// Others counts the other listed pairs of the check whose participants both took part in the other contest, and
	// those of them that are listed there too.
	Others Rate
	Case   review.Case // of the pair in the other contest, without what the viewer may not see
}

func (Elsewhere) Kind() Kind   { return KindElsewhere }
func (e Elsewhere) Rate() Rate { return e.Others }

var stateTexts = map[review.State]i18n.Key{
	review.CaseConfirmed: "In %s the two are a listed pair at problem %s, which the jury confirmed.",
	review.CaseDismissed: "In %s the two are a listed pair at problem %s, which the jury dismissed.",
	review.CaseUnclear:   "In %s the two are a listed pair at problem %s, which the jury left unclear.",
}

func (e Elsewhere) Text(p *i18n.Printer) string {
	where, problem := text.Visible(e.Contest), text.Visible(e.Pair.Problem)
	if outcomes := e.outcomes(); outcomes != "" && e.Case.State == review.CaseConfirmed {
		return p.T("In %s the two are a listed pair at problem %s, which the jury confirmed (outcome: %s).", where, problem, outcomes)
	}
	text, ok := stateTexts[e.Case.State]
	if !ok {
		text = "In %s the two are a listed pair at problem %s, which is not decided."
	}
	return p.T(text, where, problem)
}

func (e Elsewhere) outcomes() string {
	var list []string
	for _, outcome := range e.Case.Outcomes {
		if shown := text.Visible(outcome); shown != "" && !slices.Contains(list, shown) {
			list = append(list, shown)
		}
	}
	return strings.Join(list, ", ")
}

func (e Elsewhere) RateText(p *i18n.Printer) string {
	if e.Others.Total == 0 {
		return p.T("No other listed pair has participants who both took part there.")
	}
	return p.T("The participants of %s other listed pairs both took part there; %s of these pairs are listed there too.",
		i18n.Number(p, e.Others.Total), i18n.Number(p, e.Others.Count))
}
