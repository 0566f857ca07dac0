package facts

import (
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// maxAsUnusual is the largest share of other participants' programs that are as unusual as the program of the fact.
const maxAsUnusual = 0.05

// minCloser is the smallest share of other participants whose programs are closer.
const minCloser = 0.1

// UnlikeOwnPrograms is the fact that a program is unlike its participant's programs for other problems, in layout, punctuation and
// names. Few programs of other participants are as unlike the other programs of their participant.
type UnlikeOwnPrograms struct {
	Participant string
	OwnCount    int  // the participant's programs for other problems
	Closer      Rate // other participants whose programs are closer to this program than the participant's own are
	AsUnusual   Rate // programs of other participants that are as unlike the other programs of their participant
}

// RareUnlikeOwnPrograms returns u as a list, or nil if u is not rare enough, or if the programs of nearly everybody else are
// further from the program than the participant's own.
func RareUnlikeOwnPrograms(u UnlikeOwnPrograms) []Fact {
	if u.Rate().share() > maxAsUnusual || u.Closer.share() < minCloser {
		return nil
	}
	return []Fact{u}
}

func (UnlikeOwnPrograms) Kind() Kind   { return KindUnlikeOwnPrograms }
func (u UnlikeOwnPrograms) Rate() Rate { return u.AsUnusual }

func (u UnlikeOwnPrograms) Text(p *i18n.Printer) string {
	return p.T("In layout, punctuation and names, this program of %s is unlike their own programs for %s other problems: %s of %s other participants have programs that are closer to it.",
		text.Visible(u.Participant), i18n.Number(p, u.OwnCount), i18n.Number(p, u.Closer.Count), i18n.Number(p, u.Closer.Total))
}

func (u UnlikeOwnPrograms) RateText(p *i18n.Printer) string {
	text := i18n.Key("Of %s programs of other participants, %s stand out as much.")
	if u.AsUnusual.Sampled {
		text = "Of %s programs of a random sample of other participants, %s stand out as much."
	}
	return p.T(text, i18n.Number(p, u.AsUnusual.Total), i18n.Number(p, u.AsUnusual.Count))
}
