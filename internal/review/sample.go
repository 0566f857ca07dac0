package review

import (
	"math"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Audit counts the decisions on a random sample of the stored pairs that a check does not list.
type Audit struct {
	Population int     // stored pairs that the check does not list
	MinStored  float64 // pairs with a lower suspicion are not stored; 0 to 1
	Sampled    int     // pairs in the sample
	Decided    int     // pairs in the sample that are confirmed, dismissed or unclear
	Confirmed  int
	Unclear    int
}

// NewAudit counts the cases of a sample. A pair without a case counts as not decided.
func NewAudit(contestID int64, p contest.Parameters, population int, pairs []contest.Pair, cases map[Key]Case) Audit {
	a := Audit{Population: population, MinStored: p.Keep, Sampled: len(pairs)}
	for _, pair := range pairs {
		switch cases[KeyOf(contestID, pair)].State {
		case CaseConfirmed:
			a.Confirmed++
			a.Decided++
		case CaseUnclear:
			a.Unclear++
			a.Decided++
		case CaseDismissed:
			a.Decided++
		}
	}
	return a
}

// confidence is the confidence level of MaxCopyShare.
const confidence = 0.95

// MaxCopyShare returns an upper bound of the share of copies in the population, with 95% confidence: the
// one-sided bound of Clopper and Pearson (1934). Unclear pairs count as copies. ok is false while a pair of
// the sample is not decided.
func (a Audit) MaxCopyShare() (share float64, ok bool) {
	copies := a.Confirmed + a.Unclear
	if a.Sampled == 0 || a.Decided < a.Sampled {
		return 1, false
	}
	if a.Sampled == a.Population || copies == a.Sampled { // the share is known exactly, or its bound is 1
		return float64(copies) / float64(a.Sampled), true
	}
	low, high := 0.0, 1.0
	for range 60 { // each step halves the interval; 60 steps reach the precision of a float64
		share = (low + high) / 2
		if binomialAtMost(copies, a.Sampled, share) > 1-confidence {
			low = share
		} else {
			high = share
		}
	}
	return high, true
}

// binomialAtMost returns the probability of at most k successes in n trials, if each succeeds with probability p.
func binomialAtMost(k, n int, p float64) float64 {
	logFactorial := func(n int) float64 {
		value, _ := math.Lgamma(float64(n) + 1)
		return value
	}
	sum := 0.0
	for i := 0; i <= k; i++ {
		logChoose := logFactorial(n) - logFactorial(i) - logFactorial(n-i)
		sum += math.Exp(logChoose + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return sum
}

// Text says in one to three sentences what the audit shows.
func (a Audit) Text(p *i18n.Printer) string {
	if a.MinStored <= 0 {
		return a.resultText(p)
	}
	limit := p.T("Pairs with a suspicion below %s are not stored and not in the sample.", p.Decimal(a.MinStored))
	return p.Sentences(a.resultText(p), limit)
}

func (a Audit) resultText(p *i18n.Printer) string {
	switch {
	case a.Population == 0:
		return p.T("All stored pairs are listed, so there is nothing to sample.")
	case a.Sampled == 0: // every unlisted pair has an erased program
		return p.T(contest.ErasedReason)
	}
	population := p.T("%d stored pairs that are not listed", a.Population)
	share, ok := a.MaxCopyShare()
	switch {
	case a.Decided == 0:
		return p.T("None of the %s sampled pairs is decided yet. Decide them to learn how many copies there may be among the %s.",
			i18n.Number(p, a.Sampled), population)
	case !ok:
		return p.T("%s of %s decided, %s confirmed. Decide the others to learn how many copies there may be among the %s.",
			i18n.Number(p, a.Decided), i18n.Number(p, a.Sampled), i18n.Number(p, a.Confirmed), population)
	}
	found := p.T("%s of %s confirmed", i18n.Number(p, a.Confirmed), i18n.Number(p, a.Sampled))
	if a.Unclear > 0 {
		found = p.T("%s, and %d unclear, which count as copies here", found, a.Unclear)
	}
	if a.Sampled == a.Population {
		// "2 of 14 confirmed. These are all 14 stored pairs that are not listed."
		return p.T("%s. These are all %s.", found, population)
	}
	return p.T("%s: at most %s of the %s are copies, with 95%% confidence.", found, roundedUpPercent(p, share), population)
}

// roundedUpPercent writes a share as a percentage, rounded up: to a whole number, or to one decimal below 10%.
func roundedUpPercent(p *i18n.Printer, share float64) string {
	places := 0
	if share < 0.1 {
		places = 1
	}
	scale := math.Pow10(places)
	const rounding = 1e-9 // so that an error of floating point does not make 5% into 5.1%
	return p.T("%s%%", p.Decimal(math.Ceil(share*100*scale-rounding)/scale))
}
