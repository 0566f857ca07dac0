package facts

import (
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// maxHandShare is the largest share of other participants' programs that are as unusual as the program of an OwnHand.
const maxHandShare = 0.05

// OwnHand is the fact that a program is unlike its participant's programs for other problems, in layout, punctuation and
// names. Few programs of other participants are as unlike the other programs of their participant.
type OwnHand struct {
	Participant string
	OwnCount    int  // the participant's programs for other problems
	Closer      Rate // other participants whose programs are closer to this program than the participant's own are
	AsUnusual   Rate // programs of other participants that are as unlike the other programs of their participant
}

// OwnHands returns h as a list, or nil if h is not rare enough.
func OwnHands(h OwnHand) []Fact {
	if h.Rate().share() > maxHandShare {
		return nil
	}
	return []Fact{h}
}

func (OwnHand) Kind() Kind   { return KindOwnHand }
func (h OwnHand) Rate() Rate { return h.AsUnusual }

func (h OwnHand) Text(p *i18n.Printer) string {
	return p.T("In layout, punctuation and names, this program of %s is unlike their own for %s other problems: those of %s of %s other participants are closer to it.",
		text.Visible(h.Participant), i18n.Number(p, h.OwnCount), i18n.Number(p, h.Closer.Count), i18n.Number(p, h.Closer.Total))
}

func (h OwnHand) RateText(p *i18n.Printer) string {
	text := i18n.Key("Of %s programs of other participants, %s stand out as much.")
	if h.AsUnusual.Sampled {
		text = "Of %s programs of a random sample of other participants, %s stand out as much."
	}
	return p.T(text, i18n.Number(p, h.AsUnusual.Total), i18n.Number(p, h.AsUnusual.Count))
}
