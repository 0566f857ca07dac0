package evidence

import (
	"path"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
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
		return "1 match of " + text.Count(v.Tokens(), "token")
	}
	return text.Thousands(int64(len(v.Matches))) + " matches, " + text.Count(v.Tokens(), "token") + ", longest " + text.Thousands(int64(v.Longest()))
}

// size tells how much is equal, and that it is in pieces where it is.
func (m Match) size() string {
	if m.Pieces == 1 {
		return text.Count(m.Tokens, "token")
	}
	return text.Count(m.Tokens, "token") + " in " + text.Count(m.Pieces, "piece")
}

// facts tells what is known of a program besides whose it is.
func (p Pane) facts() string {
	var facts []string
	if p.Language != "" {
		facts = append(facts, p.Language)
	}
	facts = append(facts, text.Count(p.lines(), "line"))
	if len(p.Files) > 1 {
		facts = append(facts, text.Count(len(p.Files), "file"))
	}
	if p.Verdict != "" {
		facts = append(facts, string(p.Verdict))
	}
	return strings.Join(facts, " · ")
}

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
	return text.Visible(strings.TrimPrefix(p.Files[index].Path, common+"/"))
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
