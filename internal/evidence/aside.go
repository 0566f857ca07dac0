package evidence

import (
	"bytes"
	"slices"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
)

// markAside notes what is set aside, token after token in one stretch. Own
// template counts where it is in a match, and is no longer set aside there.
func (l *layout) markAside(participant, other string) {
	for i := 0; i < len(l.program.Exclusions); {
		why := l.asideOf(i, participant, other)
		last := i
		for last+1 < len(l.program.Exclusions) && l.asideOf(last+1, participant, other) == why {
			last++
		}
		if why != (Exclusion{}) {
			number := l.numberAside(why)
			l.marks = append(l.marks, mark{start: l.startOf(i, participant, other), end: l.program.Tokens[last].End, aside: number})
			for n := i; n <= last; n++ {
				l.greyed[n] = int32(number)
			}
		}
		i = last + 1
	}
}

// startOf returns where a stretch set aside begins whose first token is given.
// It takes in the words directly before that on its line, such as modifiers,
// which the lexer drops; but not behind own code, to which they may belong.
func (l *layout) startOf(first int, participant, other string) int {
	start := l.program.Tokens[first].Start
	file := l.file(start)
	from := l.starts[file][l.line(file, start)-1]
	// The lexer may have moved tokens, so the one before is not always first-1.
	for i, t := range l.program.Tokens {
		if t.Start >= start || t.End <= from || t.Start == t.End {
			continue
		}
		if t.End > start || l.asideOf(i, participant, other) == (Exclusion{}) {
			return start
		}
		from = t.End
	}
	gap := l.program.Text[from:start]
	words := bytes.TrimRightFunc(gap, func(r rune) bool {
		return r == '_' || r == ' ' || r == '\t' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
	return start - len(bytes.TrimLeft(gap[len(words):], " \t"))
}

func (l *layout) numberAside(why Exclusion) int {
	i := slices.Index(l.aside, why)
	if i < 0 {
		i = len(l.aside)
		l.aside = append(l.aside, why)
	}
	return i + 1
}

// asideOf tells why a token is set aside; the zero Aside where it is not, or
// is the joint of two files.
func (l *layout) asideOf(token int, participant, other string) Exclusion {
	if t := l.program.Tokens[token]; t.Start == t.End || l.matched[token] > 0 {
		return Exclusion{}
	}
	switch l.program.Exclusions[token] {
	case program.ExcludedBase:
		return Exclusion{"base code", "base code, handed out or allowed for all"}
	case program.ExcludedTemplate:
		return Exclusion{"own template", "own template, which " + l.repeated(token, participant)}
	case program.ExcludedShared:
		return Exclusion{"template of both", "template of both, which " + l.repeated(token, participant) + ", and which " + text.Visible(other) + " repeats too"}
	}
	return Exclusion{}
}

// repeated tells where else the participant handed in a token's passage.
func (l *layout) repeated(token int, participant string) string {
	i := slices.IndexFunc(l.program.Template, func(p contest.Passage) bool {
		return p.First <= token && token < p.First+p.Tokens
	})
	if i < 0 {
		return text.Visible(participant) + " also handed in for another problem"
	}
	adverb := "also"
	if l.program.Template[i].Earlier {
		adverb = "earlier"
	}
	return text.Visible(participant) + " " + adverb + " handed in for " + text.Visible(text.Join(l.program.Template[i].Problems))
}
