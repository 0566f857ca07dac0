package program

import (
	"slices"

	"github.com/ojcheck/ojcheck/internal/template"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// Comparison is what two programs have in common.
type Comparison struct {
	Matches  []pairs.Match // sorted by the left program
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
//
// To compare one program with many, use a Comparer.
func Compare(left, right *Code, minLength int) Comparison {
	return NewComparer(left, minLength).Compare(right)
}

// Comparer compares one program with many others, one after another. It may
// not be used by several goroutines at once.
type Comparer struct {
	left      *Code
	minLength int
	matcher   *pairs.Matcher // nil where own template counts beside some programs only
}

// NewComparer returns a comparer for a program.
func NewComparer(left *Code, minLength int) *Comparer {
	c := &Comparer{left: left, minLength: minLength}
	if left.template == nil {
		c.matcher = pairs.NewMatcher(left.Symbols, minLength)
	}
	return c
}

// Compare is as the function Compare, with the comparer's program on the left.
func (c *Comparer) Compare(right *Code) Comparison {
	left := c.left
	var result Comparison
	if c.matcher != nil {
		result.Matches = c.matcher.Matches(right.against(left))
	} else {
		result.Matches = pairs.Matches(left.against(right), right.against(left), c.minLength)
	}
	ownLeft, ownRight := left.Own, right.Own
	for _, m := range result.Matches {
		for _, t := range m.Tiles {
			ownLeft += left.countTemplate(t.Left, t.Length)
			ownRight += right.countTemplate(t.Right, t.Length)
		}
	}
	result.Measures = pairs.Measure(result.Matches, ownLeft, ownRight)
	if left.template != nil && right.template != nil {
		// What is shorter than a passage is an idiom in two templates.
		least := max(c.minLength, template.PassageShingles*left.length)
		result.Template = pairs.Matches(left.shared(right), right.shared(left), least)
	}
	return result
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
