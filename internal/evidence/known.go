package evidence

import (
	"cmp"
	"slices"
	"sort"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/pairs"
)

// KnownPassage is a passage of a participant's program that a known source also has. Known sources are
// programs that the jury added, such as generated answers.
type KnownPassage struct {
	contest.Passage
	Name string             // name of the source with the largest part of the passage
	Kind contest.SourceKind // of the source
}

// text says which source has the passage, with visible characters only.
func (k KnownPassage) text(p *i18n.Printer) string {
	return p.T("in a known source: %s (%s)", text.Visible(k.Name), p.T(k.Kind.Text()))
}

// isKnown reports whether more than half of a match's tokens on one side of the pair are in passages, which are in order
// and do not overlap.
func isKnown(passages []KnownPassage, tiles []pairs.Tile, s side) bool {
	all, inPassages := 0, 0
	for _, t := range tiles {
		first := s.firstToken(t)
		all += t.Length
		next := sort.Search(len(passages), func(i int) bool { return passages[i].First+passages[i].Tokens > first })
		for ; next < len(passages) && passages[next].First < first+t.Length; next++ {
			k := passages[next]
			inPassages += min(first+t.Length, k.First+k.Tokens) - max(first, k.First)
		}
	}
	return 2*inPassages > all
}

func (pane Pane) knownSources() []string {
	var list []string
	for _, source := range pane.Known {
		if !slices.Contains(list, source) {
			list = append(list, source)
		}
	}
	return list
}

// knownSpan is a span of the text in a known passage.
type knownSpan struct {
	byteRange
	passage int // number, from 1
}

// knownSpans returns the spans of a program that are in passages of known sources, in order.
func (l *annotated) knownSpans(passages []KnownPassage) (spans []knownSpan) {
	for i, k := range passages {
		isOpen := false // the last span ends with the token before
		for _, t := range l.program.Tokens[k.First : k.First+k.Tokens] {
			if t.Start == t.End { // the empty token between two files
				isOpen = false
				continue
			}
			// The lexer may have moved tokens, so the text of the next token may come earlier.
			if last := len(spans) - 1; isOpen && t.Start >= spans[last].end {
				spans[last].end = t.End
			} else {
				spans = append(spans, knownSpan{byteRange{t.Start, t.End}, i + 1})
			}
			isOpen = true
		}
	}
	slices.SortFunc(spans, func(a, b knownSpan) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	disjoint := spans[:0]
	for _, s := range spans {
		if n := len(disjoint) - 1; n >= 0 && s.start < disjoint[n].end {
			s.start = disjoint[n].end
		}
		if s.start < s.end {
			disjoint = append(disjoint, s)
		}
	}
	return disjoint
}

// nextKnown returns the number of the known passage at position, and where the passage ends. If there is
// none, it returns 0, and where the next passage starts. Indentation and trailing blanks are in no passage.
// The position that it returns is at most end.
func (c *cutter) nextKnown(position, end int) (to, passage int) {
	for len(c.known) > 0 && c.known[0].end <= position {
		c.known = c.known[1:]
	}
	if len(c.known) == 0 {
		return end, 0
	}
	start := max(c.known[0].start, c.codeStart)
	switch {
	case start > position:
		return min(end, start), 0
	case position >= c.codeEnd:
		return end, 0
	}
	return min(end, c.known[0].end, c.codeEnd), c.known[0].passage
}

func (c *cutter) markKnown(spans []Span, passage int) {
	for i := range spans {
		spans[i].Known = passage
		spans[i].StartsKnown = passage > 0 && passage != c.lastKnown
		if passage > 0 {
			c.lastKnown = passage
		}
	}
}
