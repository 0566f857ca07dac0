package facts

import (
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

const (
	// minInFunctions is the smallest share of the rare passages of a pair that must be in functions.
	minInFunctions = 0.5
	// minRarePassages is the smallest number of rare passages that shows where they are.
	minRarePassages = 30
	// minOutside is the smallest number of tokens that each program must have of its own. With fewer tokens, the functions
	// are the whole solution.
	minOutside    = 60
	maxNames      = 6  // bounds the names in a sentence
	maxCharacters = 60 // bounds the characters of a name
)

// Functions is the fact that two programs share functions as a whole, and that each program has code of its own beside
// them: two people may have taken the functions from one source.
type Functions struct {
	Participants [2]string
	Names        []string // of the functions, in the first program
	Unused       []string // names of functions that both programs have and neither calls
	Rare, Inside int      // passages that both programs have and few others; those of them that are in the functions
	MaxOthers    int      // a passage is rare if at most so many others have it
	Outside      [2]int   // tokens of each program that the other does not have
	Others       Rate     // others, and the median, over the passages of the functions, of how many of them have one
}

// SharedFunctions returns f as a list, or nil if f does not say where the rare code of the pair is.
func SharedFunctions(f Functions) []Fact {
	if f.Others.Total < MinCounted || f.Rare < minRarePassages || min(f.Outside[0], f.Outside[1]) < minOutside ||
		float64(f.Inside) < minInFunctions*float64(f.Rare) {
		return nil
	}
	return []Fact{f}
}

func (Functions) Kind() Kind   { return KindFunctions }
func (f Functions) Rate() Rate { return f.Others }

func (f Functions) Text(p *i18n.Printer) string {
	first, second := text.Visible(f.Participants[0]), text.Visible(f.Participants[1])
	share := p.Percent(float64(f.Inside) / float64(f.Rare))
	sentences := []string{
		p.T("%s of the rare passages that both programs have are in functions of %s whose code the program of %s also has: %s.",
			share, first, second, names(p, f.Names)),
		p.T("Outside of these functions, the program of %s has %s tokens of its own, and that of %s has %s.",
			first, i18n.Number(p, f.Outside[0]), second, i18n.Number(p, f.Outside[1])),
	}
	if len(f.Unused) > 0 {
		sentences = append(sentences, p.T("Both programs also have functions that neither calls, as in a library: %s.", names(p, f.Unused)))
	}
	return p.Sentences(sentences...)
}

func names(p *i18n.Printer, list []string) string {
	var shown []string
	for _, name := range list[:min(len(list), maxNames)] {
		shown = append(shown, text.Visible(text.Shorten(name, maxCharacters)))
	}
	if len(list) > maxNames {
		shown = append(shown, p.T("%s more", i18n.Number(p, len(list)-maxNames)))
	}
	return p.Join(shown)
}

func (f Functions) RateText(p *i18n.Printer) string {
	return p.T("Of %s others with a program for the problem, %s have the typical passage of these functions. A passage is rare if at most %s others have it.",
		i18n.Number(p, f.Others.Total), i18n.Number(p, f.Others.Count), i18n.Number(p, f.MaxOthers))
}
