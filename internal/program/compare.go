package program

import (
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// Comparison is what two programs have in common.
type Comparison struct {
	Matches  []pairs.Match // sorted by Left
	Measures pairs.Measures
	// Template are the matches in the template that both participants repeat
	// in their other problems. They are not among Matches.
	Template []pairs.Match
}

// Compare matches two programs in runs of at least so many tokens. Own
// template counts on a side where the other one has it as code of their own,
// whoever had it first, and so neither hides a copy nor makes one; what the
// other one lacks is left out, so that identical own code beside templates is
// all of both programs. What is own template of both stands apart.
func Compare(left, right *Code, minLength int) Comparison {
	c := Comparison{Matches: pairs.Matches(left.against(right), right.against(left), minLength)}
	ownLeft, ownRight := left.Own, right.Own
	for _, m := range c.Matches {
		ownLeft += left.countTemplate(m.Left, m.Length)
		ownRight += right.countTemplate(m.Right, m.Length)
	}
	c.Measures = pairs.Measure(c.Matches, ownLeft, ownRight)
	if left.template != nil && right.template != nil {
		c.Template = pairs.Matches(left.shared(right), right.shared(left), minLength)
	}
	return c
}

// against returns the symbols that count beside another program: those of own
// template only in shingles that the other has, and not as template too.
func (c *Code) against(other *Code) []lexer.Symbol {
	if c.template == nil {
		return c.Symbols
	}
	symbols := slices.Clone(c.Symbols)
	for i, in := range c.inTemplate {
		if in {
			symbols[i] = lexer.Barrier
		}
	}
	theirs := make(map[uint64]struct{}, len(other.Shingles))
	for _, shingle := range other.Shingles {
		theirs[shingle] = struct{}{}
	}
	c.copyTemplate(symbols, func(shingle uint64) bool {
		return has(theirs, shingle) && !(has(c.template, shingle) && has(other.template, shingle))
	})
	return symbols
}

// shared returns the symbols of what is own template of both, with barriers
// for all else.
func (c *Code) shared(other *Code) []lexer.Symbol {
	symbols := make([]lexer.Symbol, len(c.Symbols))
	c.copyTemplate(symbols, func(shingle uint64) bool {
		return has(c.template, shingle) && has(other.template, shingle)
	})
	return symbols
}

// copyTemplate copies the symbols of those shingles of the template that are
// wanted.
func (c *Code) copyTemplate(to []lexer.Symbol, wanted func(shingle uint64) bool) {
	for i, shingle := range c.Shingles {
		if c.isTemplate(i) && wanted(shingle) {
			copy(to[i:], c.Symbols[i:i+c.length])
		}
	}
}

// countTemplate counts the tokens of own template among so many from the first
// on.
func (c *Code) countTemplate(first, tokens int) int {
	n := 0
	for i := first; i < first+tokens; i++ {
		if c.tokenIsTemplate(i) {
			n++
		}
	}
	return n
}

func has(set map[uint64]struct{}, shingle uint64) bool {
	_, ok := set[shingle]
	return ok
}
