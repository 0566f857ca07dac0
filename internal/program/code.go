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
	// Own counts the tokens of the participant's own code: all but base code,
	// joints and own template.
	Own int

	length     int    // tokens of a shingle
	inTemplate []bool // for each token; nil where there is none
	// template holds the shingles that stand in the own template and nowhere
	// else in the code; nil where there are none.
	template map[uint64]struct{}
}

// Code returns what is compared of the program, as shingles of so many tokens.
func (p *Program) Code(shingleLength int) *Code {
	tokens := slices.Clone(p.Tokens)
	for i, why := range p.Aside {
		if why == AsideBase {
			tokens[i].Symbol = lexer.Barrier
		}
	}
	c := &Code{
		Symbols:  make([]lexer.Symbol, len(tokens)),
		Shingles: lexer.Shingles(tokens, shingleLength),
		length:   shingleLength,
	}
	for i, token := range tokens {
		c.Symbols[i] = token.Symbol
	}
	c.SetTemplate(p.Template)
	return c
}

// SetTemplate says what of the code is the participant's own template.
func (c *Code) SetTemplate(passages []contest.Passage) {
	c.inTemplate, c.template = nil, nil
	if len(passages) > 0 {
		c.inTemplate = make([]bool, len(c.Symbols))
		c.template = make(map[uint64]struct{})
	}
	for _, p := range passages {
		for i := p.First; i < p.First+p.Tokens; i++ {
			c.inTemplate[i] = true
		}
	}
	c.Own = 0
	for i, symbol := range c.Symbols {
		if symbol != lexer.Barrier && !c.tokenIsTemplate(i) {
			c.Own++
		}
	}
	if c.template == nil {
		return
	}
	for i, shingle := range c.Shingles {
		if c.isTemplate(i) {
			c.template[shingle] = struct{}{}
		}
	}
	for i, shingle := range c.Shingles {
		if !c.isTemplate(i) {
			delete(c.template, shingle)
		}
	}
}

// isTemplate reports whether a shingle starts at a token that lies in the
// template with all its tokens.
func (c *Code) isTemplate(token int) bool {
	return c.inTemplate != nil && c.Shingles[token] != 0 && !slices.Contains(c.inTemplate[token:token+c.length], false)
}

func (c *Code) tokenIsTemplate(token int) bool {
	return c.inTemplate != nil && c.inTemplate[token]
}

// Template returns the distinct shingles that stand in the own template and
// nowhere else in the code, sorted; nil where there are none.
func (c *Code) Template() []uint64 {
	if len(c.template) == 0 {
		return nil
	}
	list := make([]uint64, 0, len(c.template))
	for shingle := range c.template {
		list = append(list, shingle)
	}
	slices.Sort(list)
	return list
}

// SharedTemplate returns the distinct shingles that Template returns for both,
// sorted.
func (c *Code) SharedTemplate(other *Code) []uint64 {
	if c.template == nil || other.template == nil {
		return nil
	}
	return slices.DeleteFunc(c.Template(), func(shingle uint64) bool { return !has(other.template, shingle) })
}
