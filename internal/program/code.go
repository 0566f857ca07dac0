package program

import (
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// Code is what of a program is compared with others.
type Code struct {
	// Symbols stand for the tokens, one for each. Base code and the joints
	// between files are lexer.Barrier, which matches nothing.
	Symbols []lexer.Symbol
	// Shingles are those of Symbols, by the token that they start at; 0 where
	// none starts.
	Shingles []uint64
	// Wording are shingles of WordingLength tokens with the names that the
	// program gives things, by the token that they start at.
	Wording []uint64
	// Own counts the tokens of the participant's own code: all but base code,
	// joints and own template.
	OwnTokens int

	length     int            // tokens of a shingle
	inTemplate []bool         // for each token; nil where there is none
	template   *templateIndex // of Shingles; nil where there is none
	shingles   []uint64       // what Template returns
	own        []lexer.Symbol // Symbols, with barriers for the template too
}

// WordingLength is the number of tokens of a shingle with names. Names make it
// rare, so it is shorter than those without: an edit then spoils fewer.
const WordingLength = 4

// Code returns what is compared of the program, as shingles of so many tokens.
func (p *Program) Code(shingleLength int) *Code {
	s := &Sequence{Symbols: lexer.Symbols(p.Tokens)}
	s.Wording = slices.Clone(s.Symbols)
	file := 0
	for i, token := range p.Tokens {
		for file < len(p.Files)-1 && token.Start >= p.Files[file].End {
			file++
		}
		if token.Symbol == identifier {
			s.Wording[i] = p.Files[file].Language.NameSymbol(p.Text[token.Start:token.End])
		}
	}
	for i, why := range p.Exclusions {
		if why == ExcludedBase {
			s.Symbols[i], s.Wording[i] = lexer.Barrier, lexer.Barrier
		}
	}
	c := s.Code(shingleLength)
	c.SetTemplate(p.Template)
	return c
}

// SetTemplate says what of the code is the participant's own template.
func (c *Code) SetTemplate(passages []contest.Passage) {
	c.inTemplate, c.template, c.shingles, c.own = nil, nil, nil, c.Symbols
	if len(passages) > 0 {
		c.inTemplate = make([]bool, len(c.Symbols))
		for _, p := range passages {
			for i := p.First; i < p.First+p.Tokens; i++ {
				c.inTemplate[i] = true
			}
		}
		c.template = newTemplateIndex(c.Shingles, func(token int) bool { return c.allTemplate(token, c.length) })
		wording := newTemplateIndex(c.Wording, func(token int) bool { return c.allTemplate(token, WordingLength) })
		c.shingles = append(c.template.shingles(), wording.shingles()...)
	}
	if c.template != nil {
		c.own = slices.Clone(c.Symbols)
	}
	c.OwnTokens = 0
	for i := range c.own {
		if c.tokenIsTemplate(i) {
			c.own[i] = lexer.Barrier
		}
		if c.own[i] != lexer.Barrier {
			c.OwnTokens++
		}
	}
}

// allTemplate reports whether so many tokens from the first on lie in the
// template.
func (c *Code) allTemplate(first, tokens int) bool {
	return c.inTemplate != nil && !slices.Contains(c.inTemplate[first:first+tokens], false)
}

func (c *Code) tokenIsTemplate(token int) bool {
	return c.inTemplate != nil && c.inTemplate[token]
}

// Template returns the distinct shingles, of Shingles and of Wording, that
// stand in the own template and nowhere else in the code; nil where there are
// none. The list is not to be changed.
func (c *Code) Template() []uint64 { return c.shingles }

// SharedTemplate returns the distinct ones of Shingles that stand only in the
// own template of both, sorted.
func (c *Code) SharedTemplate(other *Code) []uint64 {
	if c.template == nil {
		return nil
	}
	return slices.DeleteFunc(c.template.shingles(), func(shingle uint64) bool { return !other.template.only(shingle) })
}
