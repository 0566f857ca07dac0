package driver

import "github.com/dlclark/regexp2/v2/syntax"

// firsts are the characters that may stand where a pattern matches: of ASCII
// each for itself, of all others together. A pattern that may match nothing
// matches before any character.
type firsts struct {
	ascii ascii
	other bool
}

var allFirsts = firsts{ascii{^uint64(0), ^uint64(0)}, true}

func (f firsts) or(g firsts) firsts {
	return firsts{ascii{f.ascii[0] | g.ascii[0], f.ascii[1] | g.ascii[1]}, f.other || g.other}
}

func (f firsts) and(g firsts) firsts {
	return firsts{ascii{f.ascii[0] & g.ascii[0], f.ascii[1] & g.ascii[1]}, f.other && g.other}
}

// firstsOf returns a superset of the characters at which a node, and what
// comes after it, can match; after is that of the latter. What the node
// consumes comes before what it looks at, so that loops need no second look.
func firstsOf(n *syntax.RegexNode, after firsts) firsts {
	if n.Options&syntax.RightToLeft != 0 {
		if n.T == syntax.NtPosLook || n.T == syntax.NtNegLook {
			return after // says nothing about what comes
		}
		return allFirsts
	}
	switch n.T {
	case syntax.NtOne, syntax.NtNotone, syntax.NtSet:
		return firstsOfClass(n)
	case syntax.NtOneloop, syntax.NtNotoneloop, syntax.NtSetloop, syntax.NtOnelazy, syntax.NtNotonelazy, syntax.NtSetlazy,
		syntax.NtOneloopatomic, syntax.NtNotoneloopatomic, syntax.NtSetloopatomic:
		if n.M > 0 {
			return firstsOfClass(n)
		}
		return firstsOfClass(n).or(after)
	case syntax.NtMulti:
		return firstsOfChars(oneClass(n.Str[0], false))
	case syntax.NtEmpty, syntax.NtBol, syntax.NtBoundary, syntax.NtNonboundary, syntax.NtBeginning, syntax.NtStart,
		syntax.NtNegLook, syntax.NtUpdateBumpalong:
		return after
	case syntax.NtEol, syntax.NtEndZ:
		return after.and(firstsOfChars(oneClass('\n', false)))
	case syntax.NtNothing, syntax.NtEnd:
		return firsts{}
	case syntax.NtConcatenate:
		for i := len(n.Children) - 1; i >= 0; i-- {
			after = firstsOf(n.Children[i], after)
		}
		return after
	case syntax.NtAlternate:
		var all firsts
		for _, child := range n.Children {
			all = all.or(firstsOf(child, after))
		}
		return all
	case syntax.NtLoop, syntax.NtLazyloop:
		found := firstsOf(n.Children[0], after)
		if n.M == 0 {
			return found.or(after)
		}
		return found
	case syntax.NtCapture, syntax.NtGroup, syntax.NtAtomic:
		return firstsOf(n.Children[0], after)
	case syntax.NtPosLook:
		return firstsOf(n.Children[0], allFirsts).and(after)
	}
	return allFirsts
}

func firstsOfClass(n *syntax.RegexNode) firsts {
	switch {
	case n.IsSetFamily():
		return firstsOfChars(newClass(n.Set))
	case n.IsNotoneFamily():
		return firstsOfChars(oneClass(n.Ch, true))
	}
	return firstsOfChars(oneClass(n.Ch, false))
}

// firstsOfChars counts what lies beyond ASCII as one character, which a class
// has unless it is one ASCII character.
func firstsOfChars(c *class) firsts {
	return firsts{c.ascii, c.set != nil || c.not || c.char >= 128}
}
