package driver

import "github.com/dlclark/regexp2/v2/syntax"

// asciiSet is a set of ASCII characters.
type asciiSet [2]uint64

func (a *asciiSet) add(c rune)      { a[c>>6] |= 1 << (c & 63) }
func (a *asciiSet) has(c rune) bool { return a[c>>6]>>(c&63)&1 != 0 }

// class is a set of characters. A look-up takes constant time, so that the time does not depend on the text.
type class struct {
	ascii       asciiSet
	beyondASCII runeSet // the characters beyond ASCII
}

// newClass returns the class of the characters for which has is true. Beyond ASCII, the result of has may
// change only at the edges.
func newClass(has func(rune) bool, edges []rune) *class {
	c := &class{beyondASCII: newRuneSet(has, edges)}
	for r := range rune(128) {
		if has(r) {
			c.ascii.add(r)
		}
	}
	return c
}

// classOfChar returns the class of one character or, if not is true, of all others.
func classOfChar(char rune, not bool) *class {
	return newClass(func(r rune) bool { return (r == char) != not }, []rune{char, char + 1})
}

func (c *class) has(r rune) bool {
	if uint32(r) < 128 {
		return c.ascii.has(r)
	}
	return c.beyondASCII.has(r)
}

var wordClass = newClass(syntax.IsWordChar, categoryEdges(syntax.WordCategoryText))

func isWord(r rune) bool { return wordClass.has(r) }
