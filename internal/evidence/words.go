package evidence

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

func (s side) name() string {
	if s == leftSide {
		return "left"
	}
	return "right"
}

func (s side) title() string {
	if s == leftSide {
		return "Left"
	}
	return "Right"
}

// summary tells how much the programs share, in one line.
func (v View) summary() string {
	switch len(v.Matches) {
	case 0:
		return "no matches"
	case 1:
		return "1 match of " + Count(v.Tokens(), "token")
	}
	return contest.Thousands(int64(len(v.Matches))) + " matches, " + Count(v.Tokens(), "token") + ", longest " + contest.Thousands(int64(v.Longest()))
}

// size tells how much is equal, and that it is in pieces where it is.
func (m Match) size() string {
	if m.Pieces == 1 {
		return Count(m.Tokens, "token")
	}
	return Count(m.Tokens, "token") + " in " + Count(m.Pieces, "piece")
}

// facts tells what is known of a program besides whose it is.
func (p Pane) facts() string {
	var facts []string
	if p.Language != "" {
		facts = append(facts, p.Language)
	}
	facts = append(facts, Count(p.lines(), "line"))
	if len(p.Files) > 1 {
		facts = append(facts, Count(len(p.Files), "file"))
	}
	if p.Verdict != "" {
		facts = append(facts, string(p.Verdict))
	}
	return strings.Join(facts, " · ")
}

// Count writes a number with its noun: "1 line", "2,193 lines".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return contest.Thousands(int64(n)) + " " + noun
}

// Sentence begins a text with a capital letter.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Percent writes a share, from 0 to 1, as a percentage with one decimal: 62.7%.
func Percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// Score writes a suspicion, from 0 to 1, with three decimals: 0.912. It is no
// percentage, so that nobody takes it for a probability.
func Score(suspicion float64) string { return fmt.Sprintf("%.3f", suspicion) }

// FamilyName names a family of languages for people: "C++" for "c++", which C
// shares. A family that is not known keeps its own name.
func FamilyName(family string) string {
	if l, ok := lexer.ByName(family); ok {
		return l.Name
	}
	return family
}

// inWords tells where a range is: "lines 3 to 9", and of which file where the
// program has several.
func (p Pane) inWords(r Range) string {
	if name := p.fileName(r.File); name != "" {
		return r.String() + " of " + name
	}
	return r.String()
}

// place tells where a range is in the words of the page itself, so that who says
// what they see to their computer is understood: "lines 3–9", or "a.cpp 3–9"
// where the program has several files.
func (p Pane) place(r Range) string {
	if name := p.fileName(r.File); name != "" {
		return name + " " + r.short()
	}
	return "lines " + r.short()
}

// fileName names a file as short as the others of the program allow: without
// the folder that all of them are in. It is "" where there is but one.
func (p Pane) fileName(index int) string {
	if len(p.Files) < 2 {
		return ""
	}
	common := path.Dir(p.Files[0].Path)
	for _, f := range p.Files[1:] {
		for common != "." && common != "/" && !strings.HasPrefix(f.Path, common+"/") {
			common = path.Dir(common)
		}
	}
	return Visible(strings.TrimPrefix(p.Files[index].Path, common+"/"))
}

// String tells the lines in words: "line 3" or "lines 3 to 9".
func (r Range) String() string {
	if r.First == r.Last {
		return "line " + strconv.Itoa(r.First)
	}
	return "lines " + strconv.Itoa(r.First) + " to " + strconv.Itoa(r.Last)
}

// short writes the lines as "3" or "3–9".
func (r Range) short() string {
	if r.First == r.Last {
		return strconv.Itoa(r.First)
	}
	return strconv.Itoa(r.First) + "–" + strconv.Itoa(r.Last)
}
