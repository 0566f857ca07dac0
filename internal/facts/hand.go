package facts

import (
	"github.com/ojcheck/ojcheck/internal/hand"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// maxHandShare is the largest share of others' programs that are as far from their participants' own programs.
const maxHandShare = 0.05

// OwnHand is the fact that a program is less like the participant's programs for other problems, in layout, punctuation and
// names, than nearly all programs of others are like theirs.
type OwnHand struct {
	Participant string
	Hand        hand.Result
	Sampled     bool // the others are a sample
}

// OwnHands returns the fact for the program of a participant, if it is so.
func OwnHands(participant string, result hand.Result, sampled bool) []Fact {
	h := OwnHand{participant, result, sampled}
	if h.Rate().share() > maxHandShare {
		return nil
	}
	return []Fact{h}
}

func (OwnHand) Kind() Kind   { return KindOwnHand }
func (h OwnHand) Rate() Rate { return Rate{h.Hand.AsFar, h.Hand.Programs} }

func (h OwnHand) Text(p *i18n.Printer) string {
	who := visible(h.Participant)
	return p.T("In layout, punctuation and names, the programs of %s of %s other participants are more like this program of %s than the programs of %s for %s other problems are.",
		i18n.Number(p, h.Hand.Closer), i18n.Number(p, h.Hand.Others), who, who, i18n.Number(p, h.Hand.Own))
}

func (h OwnHand) Usual(p *i18n.Printer) string {
	text := i18n.Key("Of %s programs of other participants, %s stand out as much.")
	if h.Sampled {
		text = "Of %s programs of a random sample of other participants, %s stand out as much."
	}
	return p.T(text, i18n.Number(p, h.Hand.Programs), i18n.Number(p, h.Hand.AsFar))
}
