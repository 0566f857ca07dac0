package program

import (
	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// Comparison is the result of comparing two programs.
type Comparison struct {
	Matches  []pairs.Match // sorted by the left program
	Measures pairs.Measures
	// TemplateMatches holds the matches between the own templates. They are not in Matches.
	TemplateMatches []pairs.Match
	// CoarseMatches says that the programs repeat themselves too much to be matched in full, see pairs.Matches.
	CoarseMatches bool
	Steps         int // the work, see pairs.MaxSteps
}

// Compare matches two programs in runs of at least minLength tokens. A passage of own template counts
// if the other side has this passage as own code, no matter who had the passage first. All other template
// is excluded, so programs with identical own code and different templates have similarity 1.
//
// Use a [Comparer] to compare one program with many.
func Compare(left, right *Code, minLength int) Comparison {
	var c Comparer
	c.Reset(left, minLength)
	return c.Compare(right)
}

// Comparer compares one program with many others. Call Reset first. It is not safe for concurrent use.
type Comparer struct {
	left      *Code
	minLength int
	maxSteps  int           // for one pair
	matcher   pairs.Matcher // for the program without its template
}

// Reset sets the program to compare with others, in matches of at least minLength tokens, and removes the limit of
// LimitSteps. It reuses the memory of the last program.
func (c *Comparer) Reset(left *Code, minLength int) {
	c.left, c.minLength, c.maxSteps = left, minLength, pairs.MaxSteps
	c.matcher.Reset(left.ownSymbols, minLength)
}

// LimitSteps lowers the bound of the work for each further pair. The bound is never above pairs.MaxSteps.
func (c *Comparer) LimitSteps(steps int) { c.maxSteps = min(steps, pairs.MaxSteps) }

// Compare compares the comparer's program, on the left, with a program on the right.
func (c *Comparer) Compare(right *Code) Comparison {
	left := c.left
	var result Comparison
	rightSymbols, _ := right.comparableSymbols(left)
	if leftSymbols, hasTemplate := left.comparableSymbols(right); hasTemplate {
		result.Matches = c.match(pairs.NewMatcher(leftSymbols, c.minLength), rightSymbols, &result)
	} else {
		result.Matches = c.match(&c.matcher, rightSymbols, &result)
	}
	ownLeft, ownRight := left.OwnTokens, right.OwnTokens
	for _, m := range result.Matches {
		for _, t := range m.Tiles {
			ownLeft += left.countTemplate(t.Left, t.Length)
			ownRight += right.countTemplate(t.Right, t.Length)
		}
	}
	result.Measures = pairs.Measure(result.Matches, ownLeft, ownRight)
	minLength := max(c.minLength, left.minPassage())
	if shared := left.sharedTemplate(right); dropShortPassages(shared, nil, minLength) {
		result.TemplateMatches = c.match(pairs.NewMatcher(shared, minLength), right.sharedTemplate(left), &result)
	}
	return result
}

// match matches the matcher's program with a second program, and adds the work to the result.
func (c *Comparer) match(matcher *pairs.Matcher, right []lexer.Symbol, result *Comparison) []pairs.Match {
	matcher.MaxSteps = c.maxSteps - result.Steps
	matches := matcher.Matches(right)
	result.CoarseMatches = result.CoarseMatches || matcher.Coarse()
	result.Steps += matcher.Steps()
	return matches
}

// comparableSymbols returns the symbols to match with the program other: own code, and own template that
// other has as own code. hasTemplate reports whether there is any such template.
func (c *Code) comparableSymbols(other *Code) (symbols []lexer.Symbol, hasTemplate bool) {
	if c.template == nil {
		return c.ownSymbols, false
	}
	for _, shingle := range other.Shingles() {
		places := c.template.find(shingle)
		if len(places) > 0 && (places[0].alsoOwn || !other.template.isOnlyTemplate(shingle)) {
			if symbols == nil {
				symbols = make([]lexer.Symbol, len(c.ownSymbols))
			}
			c.copyAt(symbols, places)
		}
	}
	if !dropShortPassages(symbols, c.ownSymbols, c.minPassage()) {
		return c.ownSymbols, false
	}
	for i, symbol := range c.ownSymbols {
		if symbol != lexer.Barrier {
			symbols[i] = symbol
		}
	}
	return symbols, true
}

// sharedTemplate returns the symbols that are own template of both programs, and barriers; nil if one has no template.
func (c *Code) sharedTemplate(other *Code) []lexer.Symbol {
	if c.template == nil || other.template == nil {
		return nil
	}
	symbols := make([]lexer.Symbol, len(c.Symbols))
	for i, p := range c.template.places {
		if !p.alsoOwn && other.template.isOnlyTemplate(p.shingle) {
			c.copyAt(symbols, c.template.places[i:i+1])
		}
	}
	return symbols
}

func (c *Code) copyAt(target []lexer.Symbol, places []templatePlace) {
	for _, p := range places {
		copy(target[p.token:], c.Symbols[p.token:int(p.token)+c.shingleLength])
	}
}

// minPassage returns the number of tokens of the shortest passage. Shorter passages are only idioms.
func (c *Code) minPassage() int { return boilerplate.PassageShingles * c.shingleLength }

// dropShortPassages replaces runs of fewer than minLength symbols by barriers. Runs next to own
// code stay, because they extend the own code. It reports whether any run stays.
func dropShortPassages(symbols, own []lexer.Symbol, minLength int) bool {
	isOwn := func(i int) bool { return i >= 0 && i < len(own) && own[i] != lexer.Barrier }
	hasRun := false
	for start := 0; start < len(symbols); {
		end := start
		for end < len(symbols) && symbols[end] != lexer.Barrier {
			end++
		}
		switch {
		case end == start:
		case end-start >= minLength, isOwn(start - 1), isOwn(end):
			hasRun = true
		default:
			clear(symbols[start:end])
		}
		start = end + 1
	}
	return hasRun
}

func (c *Code) countTemplate(first, n int) (count int) {
	for i := first; i < first+n; i++ {
		if c.isTemplate(i, 1) {
			count++
		}
	}
	return count
}
