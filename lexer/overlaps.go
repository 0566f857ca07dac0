package lexer

import "slices"

// joinOverlaps gives tokens whose spans overlap one span, so that of two tokens with different spans one ends before the
// other begins. Spans overlap if two rules move the same tokens, as in programs whose brackets do not match.
func (s *stream) joinOverlaps() {
	if !s.hasOverlaps() {
		return
	}
	type group struct{ first, start, end int } // tokens from first on, with their joint span
	var groups []group
	for i, t := range s.tokens {
		g := group{i, t.start, t.end}
		for n := len(groups); n > 0 && groups[n-1].end > g.start; n-- {
			last := groups[n-1]
			g = group{last.first, min(last.start, g.start), max(last.end, g.end)}
			groups = groups[:n-1]
		}
		groups = append(groups, g)
	}
	end := len(s.tokens)
	for _, g := range slices.Backward(groups) {
		for i := g.first; i < end; i++ {
			s.tokens[i].start, s.tokens[i].end = g.start, g.end
		}
		end = g.first
	}
}

func (s *stream) hasOverlaps() bool {
	for i := 1; i < len(s.tokens); i++ {
		last, t := &s.tokens[i-1], &s.tokens[i]
		if t.start < last.end && (t.start != last.start || t.end != last.end) {
			return true
		}
	}
	return false
}
