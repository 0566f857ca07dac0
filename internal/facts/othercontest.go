package facts

import (
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// OtherContest is the fact that the same two participants are a listed pair in another contest. The judge system's IDs
// say that they are the same.
type OtherContest struct {
	Pair    contest.Pair // in the other contest
	Contest string       // the name of the other contest
	// Others counts the other listed pairs of the check whose participants both took part in the other contest, and
	// those of them that are listed there too.
	Others Rate
	Case   review.Case // of the pair in the other contest, without what the viewer may not see
}

func (OtherContest) Kind() Kind   { return KindOtherContest }
func (o OtherContest) Rate() Rate { return o.Others }

var stateTexts = map[review.State]i18n.Key{
	review.CaseConfirmed: "In %s the two are a listed pair at problem %s, which the jury confirmed.",
	review.CaseDismissed: "In %s the two are a listed pair at problem %s, which the jury dismissed.",
	review.CaseUnclear:   "In %s the two are a listed pair at problem %s, which the jury left unclear.",
}

func (o OtherContest) Text(p *i18n.Printer) string {
	where, problem := text.Visible(o.Contest), text.Visible(o.Pair.Problem)
	if outcomes := o.outcomes(); outcomes != "" && o.Case.State == review.CaseConfirmed {
		return p.T("In %s the two are a listed pair at problem %s, which the jury confirmed (outcome: %s).", where, problem, outcomes)
	}
	sentence, ok := stateTexts[o.Case.State]
	if !ok {
		sentence = "In %s the two are a listed pair at problem %s, which is not decided."
	}
	return p.T(sentence, where, problem)
}

func (o OtherContest) outcomes() string {
	var list []string
	for _, outcome := range o.Case.Outcomes {
		if shown := text.Visible(outcome); shown != "" && !slices.Contains(list, shown) {
			list = append(list, shown)
		}
	}
	return strings.Join(list, ", ")
}

func (o OtherContest) RateText(p *i18n.Printer) string {
	if o.Others.Total == 0 {
		return p.T("No other listed pair has participants who both took part there.")
	}
	return p.T("The participants of %s other listed pairs both took part there; %s of these pairs are listed there too.",
		i18n.Number(p, o.Others.Total), i18n.Number(p, o.Others.Count))
}
