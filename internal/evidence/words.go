package evidence

import (
	"fmt"
	"strconv"
	"strings"
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
		return fmt.Sprintf("1 match of %d tokens", v.Tokens())
	}
	return fmt.Sprintf("%d matches, %d tokens, longest %d", len(v.Matches), v.Tokens(), v.Longest())
}

// facts tells what is known of a program besides whose it is.
func (p Pane) facts() string {
	var facts []string
	if p.Language != "" {
		facts = append(facts, p.Language)
	}
	facts = append(facts, count(p.lines(), "line"))
	if len(p.Files) > 1 {
		facts = append(facts, count(len(p.Files), "file"))
	}
	if p.Verdict != "" {
		facts = append(facts, string(p.Verdict))
	}
	return strings.Join(facts, " · ")
}

// count writes a number with its noun: "1 line", "2 lines".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// short writes the lines as "3" or "3–9".
func (r Range) short() string {
	if r.First == r.Last {
		return strconv.Itoa(r.First)
	}
	return strconv.Itoa(r.First) + "–" + strconv.Itoa(r.Last)
}
