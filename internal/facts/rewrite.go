package facts

import (
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

const (
	// maxKept is the share of kept tokens below which an attempt is a rewrite of the attempt before.
	maxKept = 0.2
	// MinCounted is the smallest Rate.Total that shows how usual a fact is.
	MinCounted = 20
	// minNearShare is the smallest share of passages that makes two programs near.
	minNearShare = 0.3
	// maxNearOthers: to be near is unusual if at most this share of the other participants are as near to somebody else's
	// program, or to a source.
	maxNearOthers = 0.1
)

// IsRewrite reports whether an attempt that keeps this share of the attempt before it is a rewrite.
func IsRewrite(kept float64) bool { return kept < maxKept }

// Attempt is an attempt that follows another attempt of its participant for the problem.
type Attempt struct {
	Participant                  string
	Number, NumberBefore         int     // of this attempt, and of the attempt before it
	Submission, SubmissionBefore int64   // their IDs
	KeptShare                    float64 // share of the tokens of the attempt before that this attempt keeps, 0 to 1
	Nearest                      NearestProgram
}

// NearestProgram is the program that an attempt comes nearest to.
type NearestProgram struct {
	Side        contest.Side       // somebody else's program; zero for a known source
	Source      contest.NearSource // the known source; zero for somebody else's program
	Share       float64            // 2 × shared passages / passages of both programs together, 0 to 1
	ShareBefore float64            // largest Share of the attempt before with a program of that participant, or with that source
	// Others counts other participants' last programs for the problem, and those of them that are as near to somebody else's
	// program, or to a source.
	Others Rate
}

// rewrite is the fact that an attempt keeps less than a fifth of the attempt before it.
type rewrite struct {
	Attempt
	rate Rate
}

// Rewrites returns the attempts that are rewrites. rate says how many attempts of the contest are rewrites.
func Rewrites(attempts []Attempt, rate Rate) (list []Fact) {
	if rate.Total < MinCounted {
		return nil
	}
	for _, a := range attempts {
		if IsRewrite(a.KeptShare) {
			list = append(list, rewrite{a, rate})
		}
	}
	return list
}

func (rewrite) Kind() Kind   { return KindRewrite }
func (r rewrite) Rate() Rate { return r.rate }

// isUnusual reports whether the attempt is near to n, nearer than the attempt before, and few others are as near.
func (n NearestProgram) isUnusual() bool {
	return n.Share >= minNearShare && n.Share > n.ShareBefore && n.Others.Total >= MinCounted && n.Others.share() <= maxNearOthers
}

func (r rewrite) Text(p *i18n.Printer) string {
	who, attempt, before := text.Visible(r.Participant), i18n.Number(p, r.Number), i18n.Number(p, r.NumberBefore)
	kept := p.T("Attempt %s of %s keeps %s of the tokens of attempt %s.", attempt, who, p.Percent(r.KeptShare), before)
	n := r.Nearest
	switch share, earlier := p.Percent(n.Share), p.Percent(n.ShareBefore); {
	case !n.isUnusual():
		return kept
	case n.Source.Number > 0:
		return p.Sentences(kept, p.T("It and the known source %[2]s (%[3]s) have %[1]s of their passages in common; the attempt before it and this source had %[4]s.",
			share, text.Visible(n.Source.Name), p.T(n.Source.Kind.Text()), earlier))
	default:
		return p.Sentences(kept, p.T("It and attempt %[2]s of %[3]s have %[1]s of their passages in common; the attempt before it had at most %[4]s.",
			share, i18n.Number(p, n.Side.Attempt), text.Visible(n.Side.Participant), earlier))
	}
}

func (r rewrite) RateText(p *i18n.Printer) string {
	text := i18n.Key("%s of %s attempts of the contest keep less than a fifth of the attempt before them.")
	if r.rate.Sampled {
		text = "%s of a random sample of %s attempts of the contest keep less than a fifth of the attempt before them."
	}
	usual := p.T(text, i18n.Number(p, r.rate.Count), i18n.Number(p, r.rate.Total))
	if !r.Nearest.isUnusual() {
		return usual
	}
	text = "The last programs of %[2]s of %[1]s others for the problem share as much with somebody else’s or with a known source."
	if r.Nearest.Others.Sampled {
		text = "The last programs of %[2]s of a random sample of %[1]s others for the problem share as much with somebody else’s or with a known source."
	}
	return p.Sentences(usual, p.T(text, i18n.Number(p, r.Nearest.Others.Total), i18n.Number(p, r.Nearest.Others.Count)))
}
