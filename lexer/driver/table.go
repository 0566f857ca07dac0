package driver

import (
	"encoding/binary"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2/syntax"
)

// runeSet is a set of characters beyond ASCII as bits, in pages of 256; equal pages are stored once.
type runeSet struct {
	pages []page
	index []uint16 // for each 256 characters: their page
	rest  bool     // the set has all characters beyond the index
}

type page [4]uint64

func (s *runeSet) has(r rune) bool {
	if i := int(r >> 8); i < len(s.index) {
		return s.pages[s.index[i]][r>>6&3]>>(r&63)&1 != 0
	}
	return s.rest
}

func (s *runeSet) isEmpty() bool { return len(s.index) == 0 && !s.rest }

// newRuneSet returns the set of characters beyond ASCII for which has is true, see newClass.
func newRuneSet(has func(rune) bool, edges []rune) runeSet {
	edges = slices.DeleteFunc(slices.Clone(edges), func(r rune) bool { return r <= utf8.RuneSelf || r > unicode.MaxRune })
	edges = append(edges, utf8.RuneSelf)
	slices.Sort(edges)
	last := edges[len(edges)-1]
	s := runeSet{rest: has(last)}
	if last == utf8.RuneSelf {
		return s
	}
	numbers := map[page]uint16{}
	isIn := false
	for start := rune(0); start <= last; start += 256 {
		var bits page
		for r := start; r < start+256; r++ {
			for len(edges) > 0 && edges[0] == r {
				isIn, edges = has(r), edges[1:]
			}
			if isIn {
				bits[r>>6&3] |= 1 << (r & 63)
			}
		}
		number, known := numbers[bits]
		if !known {
			number = uint16(len(s.pages))
			numbers[bits] = number
			s.pages = append(s.pages, bits)
		}
		s.index = append(s.index, number)
	}
	var rest page
	if s.rest {
		rest = page{1<<64 - 1, 1<<64 - 1, 1<<64 - 1, 1<<64 - 1}
	}
	for n := len(s.index); n > 0 && s.pages[s.index[n-1]] == rest; n-- {
		s.index = s.index[:n-1]
	}
	return s
}

// classesOfSets holds the classes of bracket expressions by their hashes. Only lexers add classes.
var classesOfSets sync.Map

func classOfSet(set *syntax.CharSet) *class {
	hash := string(set.Hash())
	c, known := classesOfSets.Load(hash)
	if !known {
		c, _ = classesOfSets.LoadOrStore(hash, newClass(set.CharIn, edgesOfSet([]byte(hash))))
	}
	return c.(*class)
}

// edgesOfSet returns the characters at which the membership in a bracket expression may change. It reads the
// hash of the expression, because Go code has no other access to its fields. The hash describes the
// expression (see syntax.NewCharSetRuntime): a byte of flags, the numbers of ranges and of categories, the
// ranges, and the names of the categories. The subtracted expression follows in the same form.
func edgesOfSet(hash []byte) []rune {
	edges := []rune{0xD800, 0xE000} // the hash has no surrogates
	for len(hash) > 0 {
		ranges, categories := binary.LittleEndian.Uint32(hash[1:]), binary.LittleEndian.Uint32(hash[5:])
		hash = hash[9:]
		for range ranges {
			first, n := utf8.DecodeRune(hash)
			last, m := utf8.DecodeRune(hash[n:])
			edges = append(edges, first, last+1)
			hash = hash[n+m:]
		}
		for range categories {
			n := int8(hash[0]) // negative for a negated category
			n = max(n, -n)
			edges = append(edges, categoryEdges(string(hash[1:1+n]))...)
			hash = hash[1+n:]
		}
	}
	return edges
}

// categoryEdges returns the characters at which membership in a category of regexp2 may change.
func categoryEdges(name string) []rune {
	var edges []rune
	for _, t := range categoryTables(name) {
		for _, r := range t.R16 {
			edges = appendEdges(edges, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			edges = appendEdges(edges, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return edges
}

func appendEdges(edges []rune, low, high, stride rune) []rune {
	if stride == 1 {
		return append(edges, low, high+1)
	}
	for r := low; r <= high; r += stride {
		edges = append(edges, r, r+1)
	}
	return edges
}

// categoryTables returns tables that have all edges of a category of regexp2.
func categoryTables(name string) []*unicode.RangeTable {
	switch name {
	case syntax.WordCategoryText:
		return []*unicode.RangeTable{unicode.L, unicode.Mn, unicode.Nd, unicode.Pc, unicode.Join_Control}
	case syntax.SpaceCategoryText:
		return []*unicode.RangeTable{unicode.White_Space}
	}
	var tables []*unicode.RangeTable
	for _, named := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts, unicode.Properties} {
		if t := named[name]; t != nil {
			tables = append(tables, t)
		}
	}
	if len(tables) == 0 { // a category of regexp2's own: any character may be an edge
		tables = append(tables, &unicode.RangeTable{R32: []unicode.Range32{{Lo: 0, Hi: unicode.MaxRune, Stride: 2}}})
	}
	return tables
}
