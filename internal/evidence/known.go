package evidence

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/pairs"
)

// KnownPassage is a passage of a program that stands in a known source.
type KnownPassage struct {
	contest.Passage
	Name string             // of the source that has most of the passage
	Kind contest.SourceKind // of the source
}

// text says in which source the passage stands; it is safe to show.
func (k KnownPassage) text(p *i18n.Printer) string {
	return p.T("in a known source: %s (%s)", text.Visible(k.Name), p.T(k.Kind.Text()))
}

// isKnown reports whether more than half of the tokens of one end of a match are in passages. Passages do not overlap.
func isKnown(passages []KnownPassage, tiles []pairs.Tile, start func(pairs.Tile) int) bool {
	all, known := 0, 0
	for _, t := range tiles {
		first := start(t)
		all += t.Length
		for _, k := range passages {
			known += max(0, min(first+t.Length, k.First+k.Tokens)-max(first, k.First))
		}
	}
	return 2*known > all
}

func (pane Pane) knownSources() []string {
	var list []string
	for _, about := range pane.Known {
		if !slices.Contains(list, about) {
			list = append(list, about)
		}
	}
	return list
}

// knownSpan is a span of the text in a known passage.
type knownSpan struct {
	start, end int
	passage    int // number, from 1
}

// knownSpans returns the spans of a program that are in passages of known sources, in order.
func (l *layout) knownSpans(passages []KnownPassage) (spans []knownSpan) {
	for i, k := range passages {
		last := -1 // token
		for n := k.First; n < k.First+k.Tokens; n++ {
			t := l.program.Tokens[n]
			if t.Start == t.End {
				continue // the barrier between two files
			}
			// The lexer may have moved tokens, so the next token need not stand behind this token.
			if s := len(spans) - 1; last == n-1 && last >= k.First && t.Start >= spans[s].end && l.file(t.Start) == l.file(spans[s].start) {
				spans[s].end = t.End
			} else {
				spans = append(spans, knownSpan{t.Start, t.End, i + 1})
			}
			last = n
		}
	}
	slices.SortFunc(spans, func(a, b knownSpan) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
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

// nextKnown returns how far the text from position stays in the known passage of position, and the number of that
// passage; 0 for text in no passage, such as indentation and trailing blanks. to is at most the parameter end.
func (c *cutter) nextKnown(position, end int) (to, passage int) {
	for len(c.known) > 0 && c.known[0].end <= position {
		c.known = c.known[1:]
	}
	if len(c.known) == 0 {
		return end, 0
	}
	start := max(c.known[0].start, c.first)
	switch {
	case start > position:
		return min(end, start), 0
	case position >= c.last:
		return end, 0
	}
	return min(end, c.known[0].end, c.last), c.known[0].passage
}

func (c *cutter) markKnown(spans []Span, passage int) {
	for i := range spans {
		spans[i].Known = passage
		spans[i].KnownFirst = passage > 0 && passage != c.lastKnown
		if passage > 0 {
			c.lastKnown = passage
		}
	}
}
