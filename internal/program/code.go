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
	// Symbols has one symbol per token. Base code and the ends of files have lexer.Barrier.
	Symbols []lexer.Symbol
	// Variables holds, for each name, a hash of its uses, see lexer.Variables. Two hashes may be equal.
	Variables []uint64
	// OwnTokens counts all tokens except base code, barriers between files, and own template.
	OwnTokens int

	shingleLength    int            // tokens of a shingle
	wording          []lexer.Symbol // Symbols with the names as they are written
	uncalled         []Run          // code that is never called
	files            []Run          // the tokens of each file
	spans            []span         // for each of Variables: its uses
	inTemplate       []bool         // for each token; nil without template
	template         *templateIndex // of shingles; nil without template
	templateShingles []uint64       // the result of Template
	uncalledShingles []uint64       // the result of Uncalled
	ownSymbols       []lexer.Symbol // Symbols with barriers for the template, too
}

// Shingles returns, for each token but the last shingleLength-1, the shingle of Symbols that starts with the token; 0 for no
// shingle. Each call computes them: in memory, the shingles of a program would take twice as much as its tokens.
func (c *Code) Shingles() []uint64 { return lexer.ShinglesOf(c.Symbols, c.shingleLength) }

// Wording returns, for each token but the last WordingLength-1, the shingle of WordingLength tokens that starts with it, with
// the names as they are written; 0 for no shingle. Each call computes them.
func (c *Code) Wording() []uint64 { return lexer.ShinglesOf(c.wording, WordingLength) }

// minFileTokens is the number of tokens of the shortest file that Files returns.
const minFileTokens = 50

// Files returns the files of a program of several files, in order, each as a program without variables. It leaves out files
// that are too short to compare them alone. It returns at most the given number of files: the longest.
func (c *Code) Files(most int) []*Code {
	if len(c.files) < 2 {
		return nil
	}
	longest := slices.DeleteFunc(slices.Clone(c.files), func(r Run) bool { return r.Tokens < minFileTokens })
	slices.SortStableFunc(longest, func(a, b Run) int { return cmp.Compare(b.Tokens, a.Tokens) })
	longest = longest[:min(len(longest), most)]
	slices.SortFunc(longest, func(a, b Run) int { return cmp.Compare(a.First, b.First) })
	files := make([]*Code, len(longest))
	for i, r := range longest {
		end := r.First + r.Tokens
		files[i] = &Code{Symbols: c.Symbols[r.First:end], wording: c.wording[r.First:end], shingleLength: c.shingleLength}
	}
	return files
}

// HasShingle reports whether Shingles has a shingle.
func (c *Code) HasShingle() bool {
	inARow := 0
	for _, symbol := range c.Symbols {
		if inARow++; symbol == lexer.Barrier {
			inARow = 0
		}
		if inARow == c.shingleLength {
			return true
		}
	}
	return false
}

// WordingLength is the number of tokens of a shingle in Wording. It can be small: names make even short shingles rare.
const WordingLength = 4

// Code returns the code to compare, in shingles of shingleLength tokens.
func (p *Program) Code(shingleLength int) *Code {
	s := &Sequence{Symbols: lexer.Symbols(p.Tokens), Wording: slices.Clone(p.wording), Files: p.fileTokens, Uncalled: p.uncalled}
	for i, exclusion := range p.Exclusions {
		if exclusion == ExcludedBase {
			s.Symbols[i], s.Wording[i] = lexer.Barrier, lexer.Barrier
		}
	}
	c := s.Code(shingleLength)
	c.SetTemplate(p.Template)
	return c
}

// Uncalled returns the shingles of Shingles and of Wording that contain never-called code in each of their places: distinct and
// sorted. Own template counts as code that is called. Do not change the list.
func (c *Code) Uncalled() []uint64 { return c.uncalledShingles }

// uncalledOnly returns the shingles that contain code that is never called wherever they occur: distinct and sorted. length is
// the number of tokens of a shingle.
func (c *Code) uncalledOnly(shingles []uint64, length int) []uint64 {
	isUncalled := make([]bool, len(shingles))
	for _, run := range c.uncalled {
		for i := max(0, run.First-length+1); i < min(len(shingles), run.First+run.Tokens); i++ {
			isUncalled[i] = !c.isTemplate(i, length)
		}
	}
	uncalled, called := []uint64(nil), []uint64{0} // 0 means no shingle, so it is never in the result
	for i, shingle := range shingles {
		if isUncalled[i] {
			uncalled = append(uncalled, shingle)
		} else {
			called = append(called, shingle)
		}
	}
	return inFirstOnly(uncalled, called)
}

// SetTemplate marks passages of the code as the participant's own template. They are in ascending order and do not touch.
func (c *Code) SetTemplate(passages []contest.Passage) {
	c.inTemplate, c.template, c.templateShingles, c.uncalledShingles, c.ownSymbols = nil, nil, nil, nil, c.Symbols
	if len(passages) > 0 {
		c.inTemplate = make([]bool, len(c.Symbols))
		for _, p := range passages {
			for i := range p.Tokens {
				c.inTemplate[p.First+i] = true
			}
		}
		c.template = c.newTemplateIndex()
		c.templateShingles = c.HashesWithin(passages, func(uint64) bool { return true })
		c.ownSymbols = slices.Clone(c.Symbols)
	}
	if len(c.uncalled) > 0 {
		c.uncalledShingles = slices.Concat(
			c.uncalledOnly(c.Shingles(), c.shingleLength), c.uncalledOnly(c.Wording(), WordingLength))
		slices.Sort(c.uncalledShingles)
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

// HashesWithin returns the distinct hashes of Shingles, Wording and Variables that are only in passages of the code,
// sorted. It omits hashes for which accept is false. The passages are in ascending order and do not touch.
func (c *Code) HashesWithin(passages []contest.Passage, accept func(hash uint64) bool) []uint64 {
	var within, outside []uint64
	add := func(shingle uint64, isWithin bool) {
		if isWithin {
			within = append(within, shingle)
		} else {
			outside = append(outside, shingle)
		}
	}
	collect := func(shingles []uint64, length int) {
		rest := passages
		for i, shingle := range shingles {
			if shingle != 0 && accept(shingle) {
				for len(rest) > 0 && rest[0].First+rest[0].Tokens < i+length {
					rest = rest[1:]
				}
				add(shingle, len(rest) > 0 && rest[0].First <= i)
			}
		}
	}
	collect(c.Shingles(), c.shingleLength)
	collect(c.Wording(), WordingLength)
	for i, s := range c.spans {
		if accept(c.Variables[i]) {
			add(c.Variables[i], slices.ContainsFunc(passages, func(p contest.Passage) bool {
				return p.First <= int(s.first) && int(s.last) < p.First+p.Tokens
			}))
		}
	}
	return inFirstOnly(within, outside)
}

// span holds the indexes of the tokens of a name's first and last use.
type span struct{ first, last int32 }

// inFirstOnly returns the distinct hashes that are in the first list and not in the second,
// sorted. It changes the first list.
func inFirstOnly(first, second []uint64) []uint64 {
	slices.Sort(first)
	first = slices.Compact(first)
	inSecond := make([]bool, len(first))
	for _, hash := range second {
		if i, found := slices.BinarySearch(first, hash); found {
			inSecond[i] = true
		}
	}
	only := first[:0]
	for i, hash := range first {
		if !inSecond[i] {
			only = append(only, hash)
		}
	}
	return only
}

// Template returns the distinct hashes of Shingles, Wording and Variables that are only in
// the own template, sorted; nil if there are none. Do not change the list.
func (c *Code) Template() []uint64 { return c.templateShingles }

// SharedTemplate returns the distinct Shingles that both programs have only in their own templates, sorted.
func (c *Code) SharedTemplate(other *Code) (shared []uint64) {
	if c.template == nil {
		return nil
	}
	for i, p := range c.template.places {
		isRepetition := i > 0 && c.template.places[i-1].shingle == p.shingle
		if !p.alsoOwn && !isRepetition && other.template.isOnlyTemplate(p.shingle) {
			shared = append(shared, p.shingle)
		}
	}
	return shared
}

// templateIndex finds the shingles of a program's own template. Most look-ups find nothing; a
// filter rejects these quickly (Bloom 1970, with a single hash, since shingles are hashes).
type templateIndex struct {
	filter [filterBits / 64]uint64
	places []templatePlace // sorted by shingle, then by token
}

// filterBits is approximately ten times the number of shingles in a large template.
const filterBits = 8192

type templatePlace struct {
	shingle uint64
	token   int32
	alsoOwn bool // the program has the shingle outside the template, too
}

// newTemplateIndex indexes the Shingles that are entirely in the template.
func (c *Code) newTemplateIndex() *templateIndex {
	x := &templateIndex{}
	shingles := c.Shingles()
	for i, shingle := range shingles {
		if shingle != 0 && c.isTemplate(i, c.shingleLength) {
			x.places = append(x.places, templatePlace{shingle: shingle, token: int32(i)})
			x.filter[shingle%filterBits/64] |= 1 << (shingle % 64)
		}
	}
	slices.SortFunc(x.places, func(a, b templatePlace) int {
		return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.token, b.token))
	})
	for i, shingle := range shingles {
		if shingle != 0 && !c.isTemplate(i, c.shingleLength) {
			places := x.find(shingle)
			for j := range places {
				places[j].alsoOwn = true
			}
		}
	}
	return x
}

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

// isOnlyTemplate reports whether a shingle is in the template and nowhere else in the program.
func (x *templateIndex) isOnlyTemplate(shingle uint64) bool {
	places := x.find(shingle)
	return len(places) > 0 && !places[0].alsoOwn
}
