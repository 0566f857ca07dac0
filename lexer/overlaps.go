package lexer

import "slices"

// joinOverlaps gives tokens whose spans overlap one span, so that of two tokens with different spans one ends before the
// other begins. Spans overlap if two rules move the same tokens, as in programs whose brackets do not match.
func joinOverlaps(tokens []Token) {
	if !haveOverlaps(tokens) {
		return
	}
	type group struct{ first, start, end int } // tokens from first on, with their joint span
	var groups []group
	for i, t := range tokens {
		g := group{i, t.Start, t.End}
		for n := len(groups); n > 0 && groups[n-1].end > g.start; n-- {
			last := groups[n-1]
			g = group{last.first, min(last.start, g.start), max(last.end, g.end)}
			groups = groups[:n-1]
		}
		groups = append(groups, g)
	}
	end := len(tokens)
	for _, g := range slices.Backward(groups) {
		for i := g.first; i < end; i++ {
			tokens[i].Start, tokens[i].End = g.start, g.end
		}
		end = g.first
	}
}

func haveOverlaps(tokens []Token) bool {
	for i := 1; i < len(tokens); i++ {
		last, t := &tokens[i-1], &tokens[i]
		if t.Start < last.End && (t.Start != last.Start || t.End != last.End) {
			return true
		}
	}
	return false
}
