package driver

import (
	"slices"

	"github.com/dlclark/regexp2/v2/syntax"
)

// asciiSet is a set of ASCII characters.
type asciiSet [2]uint64

func (a *asciiSet) add(c rune)      { a[c>>6] |= 1 << (c & 63) }
func (a *asciiSet) has(c rune) bool { return a[c>>6]>>(c&63)&1 != 0 }

// class is a set of characters. A look-up takes constant time, so that the time does not depend on the text.
type class struct {
	ascii       asciiSet
	beyondASCII table // the characters beyond ASCII
}

// newClass returns the class of the characters for which has is true. Beyond ASCII, the result of has may
// change only at the edges.
func newClass(has func(rune) bool, edges []rune) *class {
	c := &class{beyondASCII: newTable(has, edges)}
	for r := range rune(128) {
		if has(r) {
			c.ascii.add(r)
		}
	}
	return c
}

// charClass returns the class of one character or, if not is true, of all others.
func charClass(char rune, not bool) *class {
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

// firstSet is the set of characters with which a match of a pattern may begin. It has one entry for all
// characters beyond ASCII together. If a pattern may match the empty string, its firstSet has all characters.
type firstSet struct {
	ascii       asciiSet
	beyondASCII bool
}

var anyFirst = firstSet{asciiSet{^uint64(0), ^uint64(0)}, true}

func (f firstSet) union(g firstSet) firstSet {
	return firstSet{asciiSet{f.ascii[0] | g.ascii[0], f.ascii[1] | g.ascii[1]}, f.beyondASCII || g.beyondASCII}
}

func (f firstSet) intersect(g firstSet) firstSet {
	return firstSet{asciiSet{f.ascii[0] & g.ascii[0], f.ascii[1] & g.ascii[1]}, f.beyondASCII && g.beyondASCII}
}

// firstSetOf returns a superset of the characters at which a node, followed by rest, can match.
func firstSetOf(n *syntax.RegexNode, rest firstSet) firstSet {
	if n.Options&syntax.RightToLeft != 0 {
		if n.T == syntax.NtPosLook || n.T == syntax.NtNegLook {
			return rest // a look-behind consumes no character
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
		return firstSetOfNode(n).union(rest)
	case syntax.NtMulti:
		return firstSetOfClass(charClass(n.Str[0], false))
	case syntax.NtEmpty, syntax.NtBol, syntax.NtBoundary, syntax.NtNonboundary, syntax.NtBeginning, syntax.NtStart,
		syntax.NtNegLook, syntax.NtUpdateBumpalong:
		return rest
	case syntax.NtEol, syntax.NtEndZ:
		return rest.intersect(firstSetOfClass(charClass('\n', false)))
	case syntax.NtNothing, syntax.NtEnd:
		return firstSet{}
	case syntax.NtConcatenate:
		for _, child := range slices.Backward(n.Children) {
			rest = firstSetOf(child, rest)
		}
		return rest
	case syntax.NtAlternate:
		var all firstSet
		for _, child := range n.Children {
			all = all.union(firstSetOf(child, rest))
		}
		return all
	case syntax.NtLoop, syntax.NtLazyloop:
		first := firstSetOf(n.Children[0], rest)
		if n.M == 0 {
			return first.union(rest)
		}
		return first
	case syntax.NtCapture, syntax.NtGroup, syntax.NtAtomic:
		return firstSetOf(n.Children[0], rest)
	case syntax.NtPosLook:
		return firstSetOf(n.Children[0], anyFirst).intersect(rest)
	}
	return anyFirst
}

// firstSetOfNode is for a node that matches one character or a run of characters.
func firstSetOfNode(n *syntax.RegexNode) firstSet {
	if n.IsSetFamily() {
		return firstSetOfClass(setClass(n.Set))
	}
	return firstSetOfClass(charClass(n.Ch, n.IsNotoneFamily()))
}

func firstSetOfClass(c *class) firstSet { return firstSet{c.ascii, !c.beyondASCII.isEmpty()} }
