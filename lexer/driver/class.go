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

// firstSet is the set of characters at which a pattern may match, with one entry for
// all characters beyond ASCII. A pattern that may match nothing has all characters.
type firstSet struct {
	ascii ascii
	other bool
}

var anyFirst = firstSet{ascii{^uint64(0), ^uint64(0)}, true}

func (f firstSet) or(g firstSet) firstSet {
	return firstSet{ascii{f.ascii[0] | g.ascii[0], f.ascii[1] | g.ascii[1]}, f.other || g.other}
}

func (f firstSet) and(g firstSet) firstSet {
	return firstSet{ascii{f.ascii[0] & g.ascii[0], f.ascii[1] & g.ascii[1]}, f.other && g.other}
}

// firstSetOf returns a superset of the characters at which a node followed by others
// can match; after is the set of those others.
func firstSetOf(n *syntax.RegexNode, after firstSet) firstSet {
	if n.Options&syntax.RightToLeft != 0 {
		if n.T == syntax.NtPosLook || n.T == syntax.NtNegLook {
			return after // looks behind
		}
		return anyFirst
	}
	switch n.T {
	case syntax.NtOne, syntax.NtNotone, syntax.NtSet:
		return firstSetOfNode(n)
	case syntax.NtOneloop, syntax.NtNotoneloop, syntax.NtSetloop, syntax.NtOnelazy, syntax.NtNotonelazy, syntax.NtSetlazy,
		syntax.NtOneloopatomic, syntax.NtNotoneloopatomic, syntax.NtSetloopatomic:
		if n.M > 0 {
			return firstSetOfNode(n)
		}
		return firstSetOfNode(n).or(after)
	case syntax.NtMulti:
		return firstSetOfClass(charClass(n.Str[0], false))
	case syntax.NtEmpty, syntax.NtBol, syntax.NtBoundary, syntax.NtNonboundary, syntax.NtBeginning, syntax.NtStart,
		syntax.NtNegLook, syntax.NtUpdateBumpalong:
		return after
	case syntax.NtEol, syntax.NtEndZ:
		return after.and(firstSetOfClass(charClass('\n', false)))
	case syntax.NtNothing, syntax.NtEnd:
		return firstSet{}
	case syntax.NtConcatenate:
		for i := len(n.Children) - 1; i >= 0; i-- {
			after = firstSetOf(n.Children[i], after)
		}
		return after
	case syntax.NtAlternate:
		var all firstSet
		for _, child := range n.Children {
			all = all.or(firstSetOf(child, after))
		}
		return all
	case syntax.NtLoop, syntax.NtLazyloop:
		found := firstSetOf(n.Children[0], after)
		if n.M == 0 {
			return found.or(after)
		}
		return found
	case syntax.NtCapture, syntax.NtGroup, syntax.NtAtomic:
		return firstSetOf(n.Children[0], after)
	case syntax.NtPosLook:
		return firstSetOf(n.Children[0], anyFirst).and(after)
	}
	return anyFirst
}

func firstSetOfNode(n *syntax.RegexNode) firstSet {
	switch {
	case n.IsSetFamily():
		return firstSetOfClass(newClass(n.Set))
	case n.IsNotoneFamily():
		return firstSetOfClass(charClass(n.Ch, true))
	}
	return firstSetOfClass(charClass(n.Ch, false))
}

// firstSetOfClass includes the entry for characters beyond ASCII unless the class is one
// ASCII character.
func firstSetOfClass(c *class) firstSet {
	return firstSet{c.ascii, c.set != nil || c.not || c.char >= 128}
}
