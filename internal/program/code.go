package program

import (
	"cmp"
	"slices"
	"sort"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// Code is the part of a program that is compared with others.
type Code struct {
	// Symbols holds one symbol per token. For base code, and between files, it is
	// lexer.Barrier, which matches nothing.
	Symbols []lexer.Symbol
	// Shingles holds the shingles of Symbols by their first token; 0 if none starts there.
	Shingles []uint64
	// Wording holds shingles of WordingLength tokens with their original names, by their
	// first token.
	Wording []uint64
	// Variables holds a hash of the uses of each name, see lexer.Variables; some may be equal.
	Variables []uint64
	// OwnTokens counts the participant's own code: all except base code, the barriers
	// between files, and own template.
	OwnTokens int

	length           int            // tokens of a shingle
	uncalled         []Run          // code that cannot run
	spans            []span         // for each of Variables
	inTemplate       []bool         // for each token; nil without template
	template         *templateIndex // of Shingles; nil without template
	templateShingles []uint64       // the result of Template
	ownSymbols       []lexer.Symbol // Symbols with barriers for the template, too
}

// WordingLength is the number of tokens of a shingle with names. Names make shingles
// rare, so these can be shorter than others; then an edit changes fewer of them.
const WordingLength = 4

// Code returns the code to compare, in shingles of shingleLength tokens.
func (p *Program) Code(shingleLength int) *Code {
	s := &Sequence{Symbols: lexer.Symbols(p.Tokens), Wording: slices.Clone(p.wording), Uncalled: p.uncalled}
	for i, exclusion := range p.Exclusions {
		if exclusion == ExcludedBase {
			s.Symbols[i], s.Wording[i] = lexer.Barrier, lexer.Barrier
		}
	}
	c := s.Code(shingleLength)
	c.SetTemplate(p.Template)
	return c
}

// Reachability splits the Shingles and the Wording into those of code that may run, and
// those with tokens that cannot. Own template counts as code that may. Do not change the
// lists.
func (c *Code) Reachability() (structure, wording, uncalledStructure, uncalledWording []uint64) {
	if len(c.uncalled) == 0 {
		return c.Shingles, c.Wording, nil, nil
	}
	structure, uncalledStructure = c.splitUncalled(c.Shingles, c.length)
	wording, uncalledWording = c.splitUncalled(c.Wording, WordingLength)
	return structure, wording, uncalledStructure, uncalledWording
}

func (c *Code) splitUncalled(shingles []uint64, length int) (called, uncalled []uint64) {
	called = slices.Clone(shingles)
	for _, run := range c.uncalled {
		for i := max(0, run.First-length+1); i < min(len(called), run.First+run.Tokens); i++ {
			if called[i] != 0 && !c.isTemplate(i, length) {
				uncalled = append(uncalled, called[i])
				called[i] = 0
			}
		}
	}
	return called, uncalled
}

// SetTemplate marks passages of the code as the participant's own template.
func (c *Code) SetTemplate(passages []contest.Passage) {
	c.inTemplate, c.template, c.templateShingles, c.ownSymbols = nil, nil, nil, c.Symbols
	if len(passages) > 0 {
		c.inTemplate = make([]bool, len(c.Symbols))
		for _, p := range passages {
			for i := range p.Tokens {
				c.inTemplate[p.First+i] = true
			}
		}
		c.template = c.newTemplateIndex(c.Shingles, c.length)
		c.templateShingles = slices.Concat(c.template.templateOnly(),
			c.newTemplateIndex(c.Wording, WordingLength).templateOnly(), c.templateVariables())
		c.ownSymbols = slices.Clone(c.Symbols)
	}
	c.OwnTokens = 0
	for i := range c.ownSymbols {
		if c.isTemplate(i, 1) {
			c.ownSymbols[i] = lexer.Barrier
		}
		if c.ownSymbols[i] != lexer.Barrier {
			c.OwnTokens++
		}
	}
}

// isTemplate reports whether n tokens from first are all in the template.
func (c *Code) isTemplate(first, n int) bool {
	return c.inTemplate != nil && !slices.Contains(c.inTemplate[first:first+n], false)
}

// span is the tokens from the first to the last use of a name.
type span struct{ first, last int32 }

func (c *Code) setVariables(variables []lexer.Variable) {
	c.Variables, c.spans = make([]uint64, len(variables)), make([]span, len(variables))
	for i, v := range variables {
		c.Variables[i], c.spans[i] = v.Hash, span{int32(v.First), int32(v.Last)}
	}
}

// templateVariables returns the distinct Variables of names that have all code between their
// first and their last use in the template.
func (c *Code) templateVariables() []uint64 {
	var template, outside []uint64
	for i, s := range c.spans {
		if c.isTemplate(int(s.first), int(s.last-s.first)+1) {
			template = append(template, c.Variables[i])
		} else {
			outside = append(outside, c.Variables[i])
		}
	}
	slices.Sort(template)
	slices.Sort(outside)
	return slices.DeleteFunc(slices.Compact(template), func(hash uint64) bool {
		_, found := slices.BinarySearch(outside, hash)
		return found
	})
}

// Template returns the distinct shingles, of Shingles, Wording and Variables, that are only in
// the own template; nil if there are none. Do not change the list.
func (c *Code) Template() []uint64 { return c.templateShingles }

// SharedTemplate returns the distinct Shingles, sorted, that occur only in the own
// templates of both programs.
func (c *Code) SharedTemplate(other *Code) []uint64 {
	if c.template == nil {
		return nil
	}
	return slices.DeleteFunc(c.template.templateOnly(), func(shingle uint64) bool {
		return !other.template.isTemplateOnly(shingle)
	})
}

// templateIndex finds the shingles of a program's own template. Its filter (Bloom 1970,
// with a single hash, since shingles are hashes) quickly rejects most look-ups, which find
// nothing.
type templateIndex struct {
	filter [filterBits / 64]uint64
	places []templatePlace // sorted by shingle, then by token
}

// filterBits is about ten times the shingles of a large template.
const filterBits = 8192

// templatePlace is the place of a shingle of the template.
type templatePlace struct {
	shingle   uint64
	token     int32
	isOutside bool // the shingle is also outside the template
}

// newTemplateIndex indexes the shingles of shingleLength tokens, given by first token,
// that are entirely in the template.
func (c *Code) newTemplateIndex(shingles []uint64, shingleLength int) *templateIndex {
	x := &templateIndex{}
	for i, shingle := range shingles {
		if shingle != 0 && c.isTemplate(i, shingleLength) {
			x.places = append(x.places, templatePlace{shingle: shingle, token: int32(i)})
			x.filter[shingle%filterBits/64] |= 1 << (shingle % 64)
		}
	}
	slices.SortFunc(x.places, func(a, b templatePlace) int {
		return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.token, b.token))
	})
	for i, shingle := range shingles {
		if shingle != 0 && !c.isTemplate(i, shingleLength) {
			places := x.find(shingle)
			for j := range places {
				places[j].isOutside = true
			}
		}
	}
	return x
}

// find returns the places of a shingle.
func (x *templateIndex) find(shingle uint64) []templatePlace {
	if x == nil || x.filter[shingle%filterBits/64]&(1<<(shingle%64)) == 0 {
		return nil
	}
	start := sort.Search(len(x.places), func(i int) bool { return x.places[i].shingle >= shingle })
	end := start
	for end < len(x.places) && x.places[end].shingle == shingle {
		end++
	}
	return x.places[start:end]
}

// isTemplateOnly reports whether a shingle is in the template and nowhere else.
func (x *templateIndex) isTemplateOnly(shingle uint64) bool {
	places := x.find(shingle)
	return len(places) > 0 && !places[0].isOutside
}

// templateOnly returns the distinct shingles that are in the template and nowhere else,
// sorted.
func (x *templateIndex) templateOnly() []uint64 {
	list := make([]uint64, 0, len(x.places))
	for i, p := range x.places {
		if !p.isOutside && (i == 0 || x.places[i-1].shingle != p.shingle) {
			list = append(list, p.shingle)
		}
	}
	return list
}
