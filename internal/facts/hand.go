package facts

import (
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// maxHandShare is the largest share of others' programs that are as far from their participants' own programs.
const maxHandShare = 0.05

// OwnHand is the fact that a program is less like the participant's programs for other problems, in layout, punctuation and
// names, than nearly all programs of others are like theirs.
type OwnHand struct {
	Participant string
	Own         int  // programs for other problems that it was compared with
	Closer      Rate // the other participants whose programs are more like this one
	AsFar       Rate // the programs of others that are as unlike those of their own participant
}

// OwnHands returns the fact, if it is so.
func OwnHands(h OwnHand) []Fact {
	if h.Rate().share() > maxHandShare {
		return nil
	}
	return []Fact{h}
}

func (OwnHand) Kind() Kind   { return KindOwnHand }
func (h OwnHand) Rate() Rate { return h.AsFar }

func (h OwnHand) Text(p *i18n.Printer) string {
	who := text.Visible(h.Participant)
	return p.T("In layout, punctuation and names, the programs of %s of %s other participants are more like this program of %s than the programs of %s for %s other problems are.",
		i18n.Number(p, h.Closer.Count), i18n.Number(p, h.Closer.Of), who, who, i18n.Number(p, h.Own))
}

func (h OwnHand) Usual(p *i18n.Printer) string {
	text := i18n.Key("Of %s programs of other participants, %s stand out as much.")
	if h.AsFar.Sampled {
		text = "Of %s programs of a random sample of other participants, %s stand out as much."
	}
	return p.T(text, i18n.Number(p, h.AsFar.Of), i18n.Number(p, h.AsFar.Count))
}
