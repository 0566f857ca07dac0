// Package facts finds facts beside a pair, each with how usual it is in the contest. [Kind] lists them.
//
// No fact is part of the suspicion, and none is a verdict. A fact is left out where there is too
// little to compare it with. The functions are pure: the same data gives the same facts.
package facts

import "github.com/ojcheck/ojcheck/internal/i18n"

// Kind is a kind of Fact.
type Kind string

// The kinds, in the order in which pages list them.
const (
	KindOwnHand    Kind = "own_hand"
	KindRewrite    Kind = "rewrite"
	KindQuickSolve Kind = "quick_solve"
	KindTogether   Kind = "together"
	KindPlace      Kind = "place"
	KindElsewhere  Kind = "elsewhere"
)

// Fact is something about one or both participants of a pair.
type Fact interface {
	Kind() Kind
	// Text is one sentence that states the fact.
	Text(*i18n.Printer) string
	// RateText is one sentence that says how usual the fact is, with the numbers of Rate.
	RateText(*i18n.Printer) string
	Rate() Rate
}

// Rate says how usual a fact is: Count of Total have the fact. The Kind decides what is counted, without the
// participants of the pair; but for a rewrite, all attempts of the contest are counted, including the rewrite.
type Rate struct {
	Count, Total int
	Sampled      bool // the Total are a random sample
}

// share returns Count / Total, 0 to 1; 1 if nothing was counted, so that nothing counts as rare.
func (r Rate) share() float64 {
	if r.Total == 0 {
		return 1
	}
	return float64(r.Count) / float64(r.Total)
}
