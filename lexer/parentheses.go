package lexer

// How tightly an expression holds together, beside the levels of binary
// operators, which count from 1.
const (
	loosest = -1  // not an expression: a list, a declaration, a lambda
	unary   = 100 // -x, !x
	postfix = 101 // x.y, x[i], f(x)
	atom    = 102 // no operator at all
)

// group is an open parenthesis on the way through the tokens.
type group struct {
	at       int
	grouping bool // it is no call, cast or head of a statement
	outside  int  // level of the operator before it
	operator string
	level    int    // the loosest operator so far, of those inside it
	loose    string // that operator
	operand  bool   // an operand has just ended
}

// dropParentheses drops parentheses that change nothing and that people write
// or leave out as they like: round a single operand, round a whole value or
// condition, and round what && and || join. Those of calls, casts, heads and
// lists stay, and so do those inside arithmetic: where they are not needed,
// they tell how the author thinks of a formula, and set honest programs apart.
func (s *stream) dropParentheses() {
	stack := []group{{level: atom}}
	for i, t := range s.tokens {
		top := &stack[len(stack)-1]
		switch t.text {
		case "(", "[", "{":
			g := group{at: i, level: atom}
			if t.text == "(" && !top.operand {
				g.grouping = s.mayGroup(i)
				g.operator, g.outside = s.levelBefore(i)
			}
			if t.text == "{" {
				top.level = loosest
			}
			stack = append(stack, g)
		case ")", "]", "}":
			if len(stack) == 1 {
				continue
			}
			g := *top
			stack = stack[:len(stack)-1]
			if t.text == ")" && g.grouping && s.tokens[g.at].text == "(" && g.level != loosest && i > g.at+1 && s.free(g, i) {
				s.drop(g.at)
				s.drop(i)
				// What is inside belongs to the outer expression now.
				if outer := &stack[len(stack)-1]; g.level < outer.level {
					outer.level, outer.loose = g.level, g.loose
				}
			}
			stack[len(stack)-1].operand = t.text != "}"
		default:
			s.expression(top, i)
		}
	}
	s.sweep()
}

// expression notes a token of the innermost group.
func (s *stream) expression(g *group, i int) {
	switch text := s.tokens[i].text; text {
	case Identifier, Number, String, Type, "this", "true", "false", "null", "nullptr", "NULL", "nil", "None", "True", "False", "self":
		if g.operand && s.at(i-1) != "." && s.at(i-1) != "->" && s.at(i-1) != "::" && s.at(i-1) != "?." {
			g.level = loosest // two operands: a declaration, a named operator
		}
		g.operand = true
	case ".", "->", "::", "?.":
	case "++", "--":
		if g.level > unary {
			g.level, g.loose = unary, text
		}
	default:
		level, binary := s.language.tables.levels[text]
		switch {
		case !g.operand && isPrefix(text):
			level = unary
		case !binary:
			level = loosest
		}
		if level < g.level {
			g.level, g.loose = level, text
		}
		g.operand = false
	}
}

// mayGroup tells whether the parenthesis at i may do nothing but group: it
// follows an operator, a separator, or a keyword that needs none.
func (s *stream) mayGroup(i int) bool {
	before := s.at(i - 1)
	if before == "" {
		return i > 0 // after a dropped parenthesis
	}
	if s.language.tables.grouping[before] {
		return true
	}
	switch before {
	case ")", "]", "}", "->", "=>", "@", "#", "\\", "::", ".", "?.":
		return false
	}
	return !isAlphanumeric(before[0]) && before[0] < 0x80
}

// levelBefore returns the operator before the parenthesis at i, and how
// tightly it binds; 0 where none does.
func (s *stream) levelBefore(i int) (string, int) {
	before := s.at(i - 1)
	if isPrefix(before) && !s.endsOperand(i-2) {
		return before, unary
	}
	return before, s.language.tables.levels[before]
}

// endsOperand tells whether an operand may end with the token at i.
func (s *stream) endsOperand(i int) bool {
	switch text := s.at(i); text {
	case Identifier, Number, String, Type, ")", "]", "this", "true", "false":
		return true
	case "":
		return i >= 0 // a dropped parenthesis
	}
	return false
}

// free tells whether the group that closes at i holds together without its
// parentheses.
func (s *stream) free(g group, i int) bool {
	after := 0
	next := s.at(i + 1)
	switch next {
	case "(", "[", ".", "->", "::", "?.", "++", "--", "!!", "?:":
		after = postfix
		if s.tokens[i+1].lineStart && s.language.tables.noise[";"] {
			after = 0
		}
		if next == "?:" {
			after = s.language.tables.levels[next]
		}
	case "=>":
		return g.level == atom // (x) => y is x => y
	case Identifier, Number, String, Type, "{":
		if !s.tokens[i+1].lineStart && next != "{" {
			return false // a cast of another kind, a lambda, a named operator
		}
	default:
		after = s.language.tables.levels[next]
	}
	if g.level != atom && (g.outside == unary || !s.joinsWholes(g.operator) || !s.joinsWholes(next)) {
		return false
	}
	left := g.level > g.outside || g.level == g.outside && g.operator == g.loose && associative(g.loose)
	return left && g.level >= after && (after > 3 || g.level > after || after == 0)
}

// joinsWholes tells whether the token, which stands beside a group, has whole
// values or conditions for its operands, or is no binary operator at all.
func (s *stream) joinsWholes(operator string) bool {
	switch operator {
	case "&&", "||", "and", "or", "?", ":":
		return true
	}
	levels := s.language.tables.levels
	return levels[operator] <= levels[s.language.assign()] // none, or an assignment
}

func associative(operator string) bool {
	switch operator {
	case "+", "*", "&&", "||", "&", "|", "^", "and", "or":
		return true
	}
	return false
}

func isPrefix(operator string) bool {
	switch operator {
	case "-", "+", "!", "~", "*", "&", "not":
		return true
	}
	return false
}
