// Package facts finds facts about the participants of a pair, and how usual each fact is in the contest. [Kind] lists them.
//
// No fact is part of the suspicion, and none is a verdict. A fact is left out if there is too little data
// to say how usual it is. The functions are pure: the same data gives the same facts.
package facts

import "github.com/ojcheck/ojcheck/internal/i18n"

// Kind is a kind of Fact.
type Kind string

// The kinds, in the order in which pages list them.
const (
	KindFunctions         Kind = "functions"   // both programs have the same functions as a whole, beside code of their own
	KindUnlikeOwnPrograms Kind = "own_hand"    // a program is unlike its participant's other programs in layout and names
	KindRewrite           Kind = "rewrite"     // an attempt keeps little of the attempt before
	KindQuickSolve        Kind = "quick_solve" // a problem was solved soon after the one before
	KindSameTimes         Kind = "together"    // the two solved several problems at nearly the same times
	KindPlace             Kind = "place"       // the two share an address, seat, affiliation or site
	KindOtherContest      Kind = "elsewhere"   // the two are a listed pair in another contest
)

// Fact is something about one or both participants of a pair.
type Fact interface {
	Kind() Kind
	// Text is one sentence that states the fact.
	Text(*i18n.Printer) string
	// RateText says in one or two sentences how usual the fact is, with the numbers of Rate.
	RateText(*i18n.Printer) string
	Rate() Rate
}

// Rate says how usual a fact is: the same is true of Count of Total others. The Kind decides whether these are
// participants, pairs or programs. For a rewrite, Total counts all attempts of the contest, and Count all rewrites, this one
// included.
type Rate struct {
	Count, Total int
	Sampled      bool // the Total are a random sample
}

// share returns Count / Total, 0 to 1. It returns 1 for a Total of 0: without data, no fact is rare.
func (r Rate) share() float64 {
	if r.Total == 0 {
		return 1
	}
	return float64(r.Count) / float64(r.Total)
}
