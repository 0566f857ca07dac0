package lexer

import "github.com/alecthomas/chroma/v2"

// A hole is code in a literal: "a${code}", "a\(code)". Holes and literals nest, so each of them is a state.

// withHoles adds the states for holes to patches. A rule of a literal pushes "hole" with the bracket that opens a hole, and
// the partner of this bracket ends it. The rules of the state root read the code between, after the rules before. They must
// not read a bracket together with other text. brackets is "{}" or "()".
func (p patches) withHoles(brackets, root string, before ...chroma.Rule) patches {
	open, end := `\`+brackets[:1], `\`+brackets[1:]
	inside := append(before, pushing(open, code, "block"), chroma.Include(root))
	p["hole"] = append([]chroma.Rule{popping(end, literal)}, inside...)
	p["block"] = append([]chroma.Rule{popping(end, code)}, inside...)
	return p
}

// textRules are the rules of a state for a literal with holes: hole begins a hole, end ends the literal. skip is text that
// looks like the beginning of a hole or like the end.
func textRules(end, hole, skip string) []chroma.Rule {
	return []chroma.Rule{
		patch(skip, literal), pushing(hole, literal, "hole"), popping(end, literal),
		patch(`(?>(?:(?!`+skip+`|`+hole+`|`+end+`)[\s\S])+)`, literal),
	}
}

// Patterns for textRules.
const (
	never   = `\b\B` // matches nothing
	escape  = `\\[\s\S]`
	lineEnd = `(?=\n)` // of a literal that is not closed
)

// unreadable returns a patch for text that the rules cannot read for certain: the driver stops there, and the rest is read
// coarsely, with ErrDegraded.
func unreadable(pattern string) chroma.Rule {
	r := patch(pattern, code)
	r.Mutator = chroma.Pop(1 << 30)
	return r
}
