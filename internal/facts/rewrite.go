package facts

import (
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

const (
	// rewrittenBelow is the share of the tokens of an attempt that the next one keeps at most if it is
	// a rewrite: less than a fifth.
	rewrittenBelow = 0.2
	// minRewrites is the smallest number of attempts of a contest that gives a base rate.
	minRewrites = 20
	// minNearest is the smallest share of its passages that makes a rewrite near another program.
	minNearest = 0.3
)

// IsRewrite reports whether an attempt that keeps this share of the tokens of the attempt before it
// is a rewrite.
func IsRewrite(kept float64) bool { return kept < rewrittenBelow }

// Attempt is an attempt that follows another attempt of its participant for the problem.
type Attempt struct {
	Participant    string
	Number, Before int     // the numbers of this attempt and of the one before it
	Kept           float64 // share of the tokens of the one before that this one keeps, 0 to 1
	Nearest        Near    // the program of the other participant that is most like this attempt
	NearestBefore  float64 // how much of its passages the attempt before had in common with the other participant at most
}

// Near is a program and how like it another program is.
type Near struct {
	Participant string
	Attempt     int
	Share       float64 // of the passages of both, 0 to 1
}

// Rewrite is the fact that an attempt keeps less than a fifth of the attempt before it.
type Rewrite struct {
	Attempt
	rate Rate
}

// Rewrites returns the attempts that are rewrites. The rate says how many attempts of the contest, or of
// a sample of them, keep as little of the attempt before them.
func Rewrites(attempts []Attempt, rate Rate) (list []Fact) {
	if rate.Of < minRewrites {
		return nil
	}
	for _, a := range attempts {
		if IsRewrite(a.Kept) {
			list = append(list, Rewrite{a, rate})
		}
	}
	return list
}

func (Rewrite) Kind() Kind   { return KindRewrite }
func (r Rewrite) Rate() Rate { return r.rate }

// becameNear reports whether the rewrite is nearer to the other participant than the attempt before.
func (r Rewrite) becameNear() bool {
	return r.Nearest.Share >= minNearest && r.Nearest.Share > r.NearestBefore
}

func (r Rewrite) Text(p *i18n.Printer) string {
	who, attempt, before := text.Visible(r.Participant), i18n.Number(p, r.Number), i18n.Number(p, r.Before)
	if !r.becameNear() {
		return p.T("Attempt %s of %s keeps %s of the tokens of attempt %s.", attempt, who, p.Percent(r.Kept), before)
	}
	return p.T("Attempt %s of %s keeps %s of the tokens of attempt %s. It shares %s of its passages with attempt %s of %s; the attempt before it shared at most %s.",
		attempt, who, p.Percent(r.Kept), before, p.Percent(r.Nearest.Share), i18n.Number(p, r.Nearest.Attempt), text.Visible(r.Nearest.Participant), p.Percent(r.NearestBefore))
}

func (r Rewrite) Usual(p *i18n.Printer) string {
	text := i18n.Key("%s of %s attempts of the contest keep less than a fifth of the attempt before them.")
	if r.rate.Sampled {
		text = "%s of a random sample of %s attempts of the contest keep less than a fifth of the attempt before them."
	}
	return p.T(text, i18n.Number(p, r.rate.Count), i18n.Number(p, r.rate.Of))
}
