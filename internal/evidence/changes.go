package evidence

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// ChangeKind says in which way the two sides of a match differ.
type ChangeKind string

// The kinds of changes.
const (
	Verbatim  ChangeKind = "verbatim"  // the same bytes, except for line ends
	Layout    ChangeKind = "layout"    // the same text except for blanks
	Comments  ChangeKind = "comments"  // the same text except for blanks and comments
	Renamed   ChangeKind = "renamed"   // different names
	Literals  ChangeKind = "literals"  // different numbers or texts
	Types     ChangeKind = "types"     // different types of the language
	Loops     ChangeKind = "loops"     // different kinds of loop
	Rewritten ChangeKind = "rewritten" // the same tokens, written in another way
	Inserted  ChangeKind = "inserted"  // statements that only one side has
	Replaced  ChangeKind = "replaced"  // different statements in the same place
	Moved     ChangeKind = "moved"     // the match stands in another order on the right
)

// Change is one way in which the two sides of a match differ, or Verbatim.
type Change struct {
	Kind  ChangeKind
	Count int // number of names, literals, types, loops or statements; 0 for the other kinds
}

type changeText struct {
	kind ChangeKind
	text i18n.Key
}

// changeTexts are the texts of changes, in the order in which a match lists them. Texts with %d have a count.
var changeTexts = []changeText{
	{Verbatim, "verbatim"},
	{Layout, "layout only"},
	{Comments, "comments and layout only"},
	{Renamed, "renamed (%d names)"},
	{Literals, "%d literals changed"},
	{Types, "%d types changed"},
	{Loops, "%d loops rewritten"},
	{Rewritten, "written differently"},
	{Inserted, "%d statements inserted"},
	{Replaced, "%d statements replaced"},
	{Moved, "moved"},
}

// text returns the change as pages show it: "renamed (3 names)".
func (c Change) text(p *i18n.Printer) string {
	i := slices.IndexFunc(changeTexts, func(t changeText) bool { return t.kind == c.Kind })
	if c.Count > 0 {
		return p.T(changeTexts[i].text, c.Count)
	}
	return p.T(changeTexts[i].text)
}

// changesOf returns how the two sides of each match differ. Matches are in the order of the left program.
func changesOf(left, right *annotated, matches []pairs.Match) [][]Change {
	all := make([][]Change, len(matches))
	moved := movedMatches(matches)
	for i, m := range matches {
		all[i] = changesInside(left, right, m)
		if moved[i] {
			all[i] = append(all[i], Change{Kind: Moved})
		}
	}
	return all
}

// changesInside returns how the two sides of a match differ, without Moved.
func changesInside(left, right *annotated, m pairs.Match) []Change {
	l, r := left.program, right.program
	first, last := m.Tiles[0], m.Tiles[len(m.Tiles)-1]
	lSpan := byteRange{l.Tokens[first.Left].Start, l.Tokens[last.Left+last.Length-1].End}
	rSpan := byteRange{r.Tokens[first.Right].Start, r.Tokens[last.Right+last.Length-1].End}
	lText, rText := removeCR(left.shown(lSpan)), removeCR(right.shown(rSpan))
	if lText == rText {
		return []Change{{Kind: Verbatim}}
	}
	if removeBlanks(lText) == removeBlanks(rText) {
		return []Change{{Kind: Layout}}
	}
	if removeBlanks(left.codeIn(lSpan)) == removeBlanks(right.codeIn(rSpan)) {
		return []Change{{Kind: Comments}}
	}
	d := changeCounter{counts: make(map[ChangeKind]int), seen: make(map[textChange]bool)}
	for i, t := range m.Tiles {
		if i > 0 {
			previous := m.Tiles[i-1]
			lCount := statements(l, previous.Left+previous.Length, t.Left)
			rCount := statements(r, previous.Right+previous.Length, t.Right)
			if lCount > 0 && rCount > 0 {
				d.counts[Replaced] += max(lCount, rCount)
			} else {
				d.counts[Inserted] += lCount + rCount
			}
		}
		d.addTile(left, right, t)
	}
	return d.list()
}

// changeCounter counts how the tokens of the two sides of a match differ.
type changeCounter struct {
	counts map[ChangeKind]int
	seen   map[textChange]bool // changes of tokens that were counted, because each counts once
}

type textChange struct {
	kind        ChangeKind
	left, right string
}

// tokenChanges has the kind of change if two tokens of a class have different texts.
var tokenChanges = map[string]ChangeKind{
	lexer.Identifier: Renamed, lexer.Number: Literals, lexer.String: Literals, lexer.Type: Types,
}

// addTile compares the texts of the tokens of a tile, as shown. If a rule of the lexer adds or moves a token, its span is that of
// the token beside it, so its text says nothing.
func (d *changeCounter) addTile(left, right *annotated, t pairs.Tile) {
	l, r := left.program, right.program
	for i := range t.Length {
		a, b := t.Left+i, t.Right+i
		lText, rText := left.shown(byteRange{l.Tokens[a].Start, l.Tokens[a].End}), right.shown(byteRange{r.Tokens[b].Start, r.Tokens[b].End})
		if lText == rText {
			continue
		}
		token, areWords := l.Tokens[a].Text, isWord(lText) && isWord(rText)
		if token == "for" || token == "while" {
			if areWords {
				d.counts[Loops]++
			}
			continue
		}
		change := textChange{tokenChanges[token], lText, rText}
		if change.kind == "" || change.kind == Renamed && !areWords || d.seen[change] ||
			sharesSpan(l, a) || sharesSpan(r, b) {
			continue
		}
		d.seen[change] = true
		d.counts[change.kind]++
	}
}

func (d *changeCounter) list() (list []Change) {
	for _, t := range changeTexts {
		if n := d.counts[t.kind]; n > 0 {
			list = append(list, Change{t.kind, n})
		}
	}
	if len(list) == 0 {
		return []Change{{Kind: Rewritten}}
	}
	return list
}

// sharesSpan reports whether a token has the same span as the token before or after it.
func sharesSpan(p *program.Program, i int) bool {
	hasSpan := func(j int) bool {
		return j >= 0 && j < len(p.Tokens) && p.Tokens[j].Start == p.Tokens[i].Start && p.Tokens[j].End == p.Tokens[i].End
	}
	return hasSpan(i-1) || hasSpan(i+1)
}

// isWord reports whether a text is a name or a keyword.
func isWord(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !isWordCharacter(r) && r != '$' && r != '@' }) < 0
}

// statements counts the statements of tokens first to end-1. These are the semicolons outside of parentheses.
// If there are none, as in Python, these are the lines with a word.
func statements(p *program.Program, first, end int) int {
	semicolons, depth, lines, lastStart := 0, 0, 0, -1 // lastStart is where the last counted line starts
	for i := first; i < end; i++ {
		t := p.Tokens[i]
		switch t.Text {
		case "(":
			depth++
		case ")":
			depth--
		case ";":
			if depth <= 0 {
				semicolons++
			}
		}
		if strings.ContainsFunc(t.Text, unicode.IsLetter) {
			if start := 1 + bytes.LastIndexByte(p.Text[:t.Start], '\n'); start != lastStart {
				lines, lastStart = lines+1, start
			}
		}
	}
	if lines == 0 || semicolons == 0 {
		return lines // 0 if there are only braces and other marks
	}
	return semicolons
}

// maxOrdered is the largest number of matches whose order is compared: the comparison takes quadratic time.
const maxOrdered = 10_000

// movedMatches reports for each match whether it is moved. The matches that are not moved have the same order
// on both sides. Of all such sets of matches, they are the one with the most tokens. Of more than maxOrdered matches, it
// reports none.
func movedMatches(matches []pairs.Match) []bool {
	n := len(matches)
	moved := make([]bool, n)
	if n > maxOrdered {
		return moved
	}
	// For each match: the tokens of the best sequence that ends with it, and the match before it in this sequence or -1.
	weight, before := make([]int, n), make([]int, n)
	best := -1
	for i, m := range matches {
		before[i] = -1
		for j := range i {
			if matches[j].Tiles[0].Right < m.Tiles[0].Right && weight[j] > weight[i] {
				weight[i], before[i] = weight[j], j
			}
		}
		weight[i] += m.Tokens()
		moved[i] = true
		if best < 0 || weight[i] > weight[best] {
			best = i
		}
	}
	for i := best; i >= 0; i = before[i] {
		moved[i] = false
	}
	return moved
}

// byteRange is a part of a program's text, or of the visible text of a line, in bytes.
type byteRange struct{ start, end int }

// shown returns the text of a span with a word for each masked name. A comparison of the names themselves would tell who has
// guessed a masked name.
func (l *annotated) shown(s byteRange) string {
	var shown []byte
	position := s.start
	first := sort.Search(len(l.masked), func(i int) bool { return l.masked[i].end > s.start })
	for _, name := range l.masked[first:] {
		if name.start >= s.end {
			break
		}
		shown = append(shown, l.program.Text[position:max(position, name.start)]...)
		shown = append(shown, maskedWord(name.label)...)
		position = min(name.end, s.end)
	}
	return string(append(shown, l.program.Text[position:s.end]...))
}

// codeIn returns the text of a span without comments, as shown.
func (l *annotated) codeIn(s byteRange) string {
	var code []byte
	position := s.start
	comments := l.comments()
	first := sort.Search(len(comments), func(i int) bool { return comments[i].end > s.start })
	for _, c := range comments[first:] {
		if c.start >= s.end {
			break
		}
		code = append(code, l.shown(byteRange{position, max(position, c.start)})...)
		position = min(c.end, s.end)
	}
	return string(append(code, l.shown(byteRange{position, s.end})...))
}

func (l *annotated) findComments() (list []byteRange) {
	for i, f := range l.program.Files {
		colours, _ := l.colours[i]()
		for _, c := range colours {
			if isComment(c.label) {
				list = append(list, byteRange{f.Start + c.start, f.Start + c.end})
			}
		}
	}
	return list
}

func isComment(class string) bool {
	return slices.Contains([]string{"c", "ch", "cm", "c1", "cs"}, class)
}

func isString(class string) bool { return strings.HasPrefix(class, "s") }

// isKeyword reports whether a class is of keywords, types or functions of a language. These are no names to mask: in Turkey, a
// participant may be called Elif.
func isKeyword(class string) bool { return strings.HasPrefix(class, "k") || class == "nb" }

func removeCR(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

func removeBlanks(text string) string { return strings.Join(strings.Fields(text), "") }
