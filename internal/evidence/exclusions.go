package evidence

import (
	"bytes"
	"slices"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
)

// markExclusions marks runs of tokens excluded for one reason. Own template in a match
// counts and is not excluded there.
func (l *layout) markExclusions(participant, other string) {
	for i := 0; i < len(l.program.Exclusions); {
		reason := l.exclusionOf(i, participant, other)
		last := i
		for last+1 < len(l.program.Exclusions) && l.exclusionOf(last+1, participant, other) == reason {
			last++
		}
		if reason != (Exclusion{}) {
			number := l.exclusionNumber(reason)
			l.marks = append(l.marks, mark{start: l.exclusionStart(i, participant, other), end: l.program.Tokens[last].End, exclusion: number})
			for n := i; n <= last; n++ {
				l.excluded[n] = int32(number)
			}
		}
		i = last + 1
	}
}

// exclusionStart returns the start in bytes of an excluded passage with the given first
// token. It includes the words directly before it on the line, such as modifiers, which
// the lexer drops; but not after own code, to which they may belong.
func (l *layout) exclusionStart(first int, participant, other string) int {
	start := l.program.Tokens[first].Start
	file := l.file(start)
	from := l.starts[file][l.line(file, start)-1]
	// The lexer may have moved tokens, so the previous one need not be first-1.
	for i, t := range l.program.Tokens {
		if t.Start >= start || t.End <= from || t.Start == t.End {
			continue
		}
		if t.End > start || l.exclusionOf(i, participant, other) == (Exclusion{}) {
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

// exclusionNumber returns the index of a reason plus 1.
func (l *layout) exclusionNumber(reason Exclusion) int {
	i := slices.Index(l.exclusions, reason)
	if i < 0 {
		i = len(l.exclusions)
		l.exclusions = append(l.exclusions, reason)
	}
	return i + 1
}

// exclusionOf returns why a token is excluded, or the zero Exclusion.
func (l *layout) exclusionOf(token int, participant, other string) Exclusion {
	if t := l.program.Tokens[token]; t.Start == t.End || l.matched[token] > 0 {
		return Exclusion{}
	}
	switch l.program.Exclusions[token] {
	case program.ExcludedBase:
		return Exclusion{"base code", "base code, handed out or allowed for all"}
	case program.ExcludedTemplate:
		return Exclusion{"own template", "own template, which " + l.templateSource(token, participant)}
	case program.ExcludedShared:
		return Exclusion{"template of both", "template of both, which " + l.templateSource(token, participant) + ", and which " + text.Visible(other) + " repeats too"}
	}
	return Exclusion{}
}

// templateSource says where else the participant submitted a token's passage.
func (l *layout) templateSource(token int, participant string) string {
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
