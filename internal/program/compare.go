package program

import (
	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// Comparison is what two programs have in common.
type Comparison struct {
	Matches  []pairs.Match // sorted by the left program
	Measures pairs.Measures
	// Template are the matches in the template that both participants repeat
	// in their other problems. They are not among Matches.
	TemplateMatches []pairs.Match
}

// Compare matches two programs in runs of at least so many tokens. A passage of
// own template counts on a side where the other one has it as code of their
// own, whoever had it first, and so neither hides a copy nor makes one; what the
// other one lacks, or has by chance in short pieces, is left out, so that
// identical own code beside templates is all of both programs. What is own
// template of both stands apart.
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
	matcher   *pairs.Matcher // of the program without its template
}

// NewComparer returns a comparer for a program.
func NewComparer(left *Code, minLength int) *Comparer {
	return &Comparer{left, minLength, pairs.NewMatcher(left.own, minLength)}
}

// Compare is as the function Compare, with the comparer's program on the left.
func (c *Comparer) Compare(right *Code) Comparison {
	left := c.left
	var result Comparison
	theirs, _ := right.against(left)
	if ours, more := left.against(right); more {
		result.Matches = pairs.Matches(ours, theirs, c.minLength)
	} else {
		result.Matches = c.matcher.Matches(theirs)
	}
	ownLeft, ownRight := left.OwnTokens, right.OwnTokens
	for _, m := range result.Matches {
		for _, t := range m.Tiles {
			ownLeft += left.countTemplate(t.Left, t.Length)
			ownRight += right.countTemplate(t.Right, t.Length)
		}
	}
	result.Measures = pairs.Measure(result.Matches, ownLeft, ownRight)
	least := max(c.minLength, left.leastPassage())
	if shared := left.shared(right); keepPassages(shared, nil, least) {
		result.TemplateMatches = pairs.Matches(shared, right.shared(left), least)
	}
	return result
}

// against returns the symbols that count beside another program: the own code,
// and of the own template what the other has, and not as template too. more
// tells whether some template counts.
func (c *Code) against(other *Code) (symbols []lexer.Symbol, more bool) {
	if c.template == nil {
		return c.own, false
	}
	for _, shingle := range other.Shingles {
		places := c.template.find(shingle)
		if len(places) > 0 && (places[0].outside || !other.template.only(shingle)) {
			if symbols == nil {
				symbols = make([]lexer.Symbol, len(c.own))
			}
			c.copyAt(symbols, places)
		}
	}
	if !keepPassages(symbols, c.own, c.leastPassage()) {
		return c.own, false
	}
	for i, symbol := range c.own {
		if symbol != lexer.Barrier {
			symbols[i] = symbol
		}
	}
	return symbols, true
}

// shared returns the symbols of what is own template of both, with barriers
// for all else; nil where there is nothing.
func (c *Code) shared(other *Code) []lexer.Symbol {
	if c.template == nil || other.template == nil {
		return nil
	}
	symbols := make([]lexer.Symbol, len(c.Symbols))
	for i, p := range c.template.places {
		if !p.outside && other.template.only(p.shingle) {
			c.copyAt(symbols, c.template.places[i:i+1])
		}
	}
	return symbols
}

// copyAt copies the symbols of shingles that start at some places.
func (c *Code) copyAt(to []lexer.Symbol, places []templatePlace) {
	for _, p := range places {
		copy(to[p.token:], c.Symbols[p.token:int(p.token)+c.length])
	}
}

// leastPassage is the number of tokens of the shortest passage: what is shorter
// is an idiom that two templates, or a template and a program, have in common.
func (c *Code) leastPassage() int { return boilerplate.PassageShingles * c.length }

// keepPassages puts barriers in place of runs without barriers that are shorter
// than least and do not touch the own code, whose edges they are. It reports
// whether a run is left.
func keepPassages(symbols, own []lexer.Symbol, least int) bool {
	touches := func(i int) bool { return i >= 0 && i < len(own) && own[i] != lexer.Barrier }
	left := false
	for start := 0; start < len(symbols); {
		end := start
		for end < len(symbols) && symbols[end] != lexer.Barrier {
			end++
		}
		switch {
		case end == start:
		case end-start >= least, touches(start - 1), touches(end):
			left = true
		default:
			clear(symbols[start:end])
		}
		start = end + 1
	}
	return left
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
