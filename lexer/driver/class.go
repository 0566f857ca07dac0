package driver

import "github.com/dlclark/regexp2/v2/syntax"

// ascii is a set of ASCII characters.
type ascii [2]uint64

func (a *ascii) add(c rune)      { a[c>>6] |= 1 << (c & 63) }
func (a *ascii) has(c rune) bool { return a[c>>6]>>(c&63)&1 != 0 }

// class is a set of characters: one, all but one, or a bracket expression.
type class struct {
	ascii ascii
	set   *syntax.CharSet // for characters beyond ASCII; nil for char
	char  rune
	not   bool // all but char
}

func newClass(set *syntax.CharSet) *class {
	c := &class{set: set}
	for r := range rune(128) {
		if set.CharIn(r) {
			c.ascii.add(r)
		}
	}
	return c
}

func charClass(char rune, not bool) *class {
	c := &class{char: char, not: not}
	for r := range rune(128) {
		if (r == char) != not {
			c.ascii.add(r)
		}
	}
	return c
}

func (c *class) has(r rune) bool {
	if uint32(r) < 128 {
		return c.ascii.has(r)
	}
	return c.beyondASCII(r)
}

func (c *class) beyondASCII(r rune) bool {
	if c.set != nil {
		return c.set.CharIn(r)
	}
	return (r == c.char) != c.not
}

// wordASCII are the ASCII characters of words.
var wordASCII = newClass(syntax.WordClass()).ascii

func isWord(r rune) bool {
	if uint32(r) < 128 {
		return wordASCII.has(r)
	}
	return syntax.IsWordChar(r)
}
