package lexer

// The levels of expressions other than binary operators. Binary operators have levels from 1. A higher level
// binds tighter.
const (
	notExpression = -1  // not an expression: a list, a declaration, a lambda
	unaryLevel    = 100 // -x, !x
	postfixLevel  = 101 // x.y, x[i], f(x)
	atomLevel     = 102 // no operator
)

// group is an open bracket and the operators inside so far.
type group struct {
	open            int
	mayDrop         bool   // not a call, cast or head of a statement
	operator        string // before the bracket
	outerLevel      int    // of this operator
	loosestLevel    int    // of the operators inside the bracket so far
	loosestOperator string // the operator with that level
	afterOperand    bool   // the previous token ends an operand
}

// dropParentheses drops parentheses that change nothing: around a single operand, around a whole value or
// condition, and around the operands of && and ||. It keeps the parentheses of calls, casts, heads and lists.
// It also keeps all parentheses in arithmetic, because unneeded ones show how a participant thinks of a
// formula, and so distinguish honest programs.
func (s *stream) dropParentheses() {
	if s.language.syntax.indented {
		s.dropTupleParentheses()
	}
	stack := []group{{loosestLevel: atomLevel}}
	for i, t := range s.tokens {
		top := &stack[len(stack)-1]
		switch t.text {
		case "(", "[", "{":
			g := group{open: i, loosestLevel: atomLevel}
			if t.text == "(" && !top.afterOperand {
				g.mayDrop = s.mayGroup(i)
				g.operator, g.outerLevel = s.levelBefore(i)
			}
			if t.text == "{" {
				top.loosestLevel = notExpression
			}
			stack = append(stack, g)
		case ")", "]", "}":
			if len(stack) == 1 {
				continue
			}
			g := *top
			stack = stack[:len(stack)-1]
			if t.text == ")" && g.mayDrop && s.tokens[g.open].text == "(" && g.loosestLevel != notExpression &&
				i > g.open+1 && s.isRedundant(g, i) {
				s.drop(g.open, i)
				// The inner expression now belongs to the outer expression.
				if outer := &stack[len(stack)-1]; g.loosestLevel < outer.loosestLevel {
					outer.loosestLevel, outer.loosestOperator = g.loosestLevel, g.loosestOperator
				}
			}
			stack[len(stack)-1].afterOperand = t.text != "}"
		default:
			s.addToGroup(top, i)
		}
	}
}

// dropTupleParentheses drops the parentheses round Python's tuples and conditional values where a line shows their ends, as
// in "return (a, b)", and the brackets of a list that is the only argument and comes from a loop, as in "sum([a for a in b])".
func (s *stream) dropTupleParentheses() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		last := int(s.partner[i])
		if last <= i {
			continue
		}
		before, next := s.at(i-1), s.at(last+1)
		endsLine := next == "" || s.tokens[last+1].lineStart
		switch {
		case t.text == "[":
			if before == "(" && next == ")" && s.endsOperand(i-2) && s.at(s.find(i+1, last, ",", "for")) == "for" {
				s.drop(i, last)
			}
		case t.text != "(" || !tupleMarks[s.at(s.find(i+1, last, ",", "for", "if"))]:
		case t.lineStart && next == "=", before == "for" && next == "in", endsLine && (before == "return" || before == "="):
			s.drop(i, last)
		}
	}
	s.sweep()
}

var tupleMarks = wordSet(", if")

// addToGroup updates the innermost group by the token at i.
func (s *stream) addToGroup(g *group, i int) {
	switch text := s.tokens[i].text; {
	case isOperand(text):
		if g.afterOperand && !isMemberMark(s.at(i-1)) {
			g.loosestLevel = notExpression // two operands: a declaration, a named operator
		}
		g.afterOperand = true
	case isMemberMark(text):
	case text == "++", text == "--":
		if g.loosestLevel > unaryLevel {
			g.loosestLevel, g.loosestOperator = unaryLevel, text
		}
	default:
		if s.callsMacro(i) {
			return
		}
		if g.loosestLevel == notExpression {
			g.afterOperand = false
			return
		}
		level, binary := s.language.tables.levels[text]
		switch {
		case !g.afterOperand && prefixes[text]:
			level = unaryLevel
		case !binary:
			level = notExpression
		}
		if level < g.loosestLevel {
			g.loosestLevel, g.loosestOperator = level, text
		}
		g.afterOperand = false
	}
}

func isMemberMark(text string) bool {
	return text == "." || text == "->" || text == "::" || text == "?."
}

// mayGroup reports whether the token before the parenthesis at i allows that the parenthesis only groups.
func (s *stream) mayGroup(i int) bool {
	before := s.at(i - 1)
	if before == "" {
		return i > 0 // after a dropped parenthesis
	}
	return s.language.tables.groupingWords[before] ||
		!neverBeforeGroup[before] && !isAlphanumeric(before[0]) && before[0] < 0x80
}

// levelBefore returns the operator before the parenthesis at i and its level; 0 if that is no operator.
func (s *stream) levelBefore(i int) (string, int) {
	before := s.at(i - 1)
	if prefixes[before] && !s.endsOperand(i-2) {
		return before, unaryLevel
	}
	return before, s.language.tables.levels[before]
}

// endsOperand reports whether an operand may end with the token at i.
func (s *stream) endsOperand(i int) bool {
	text := s.at(i)
	return isOperand(text) || text == ")" || text == "]" || text == "" && i >= 0 // a dropped parenthesis
}

// isOperand reports whether a token is a whole operand.
func isOperand(text string) bool {
	switch text {
	case Identifier, Number, String, Type, "this", "self", "true", "false", "True", "False",
		"null", "nullptr", "NULL", "nil", "None", "undefined":
		return true
	}
	return false
}

// isRedundant reports whether the group that closes at i means the same without parentheses.
func (s *stream) isRedundant(g group, i int) bool {
	levels := s.language.tables.levels
	after := 0
	next := s.at(i + 1)
	switch next {
	case "(", "[", ".", "->", "::", "?.", "++", "--", "!!", "?:":
		after = postfixLevel
		if s.mayEndBefore(i + 1) {
			after = 0
		}
		if next == "?:" {
			after = levels[next]
		}
	case "=>":
		return g.loosestLevel == atomLevel // (x) => y is x => y
	case Identifier, Number, String, Type, "{":
		if !s.mayEndBefore(i+1) && next != "{" {
			return false // a cast of another kind, a lambda, a named operator
		}
	default:
		after = levels[next]
	}
	if g.loosestLevel != atomLevel && (g.outerLevel == unaryLevel || !s.takesWholeOperands(g.operator) || !s.takesWholeOperands(next)) {
		return false
	}
	bindsTighter := g.loosestLevel > g.outerLevel ||
		g.loosestLevel == g.outerLevel && g.operator == g.loosestOperator && associative[g.loosestOperator]
	if after == g.loosestLevel && after <= max(levels["?"], levels[s.language.assignmentOperator()]) {
		return false // operators of these levels group from the right
	}
	return bindsTighter && g.loosestLevel >= after
}

// takesWholeOperands reports whether the operands of the token next to a group are whole values or
// conditions. It is true also if the token is no binary operator.
func (s *stream) takesWholeOperands(operator string) bool {
	levels := s.language.tables.levels
	return betweenConditions[operator] || levels[operator] <= levels[s.language.assignmentOperator()] // no operator, or an assignment
}

var (
	associative       = wordSet("+ * && || & | ^ and or")
	prefixes          = wordSet("- + ! ~ * & not")
	betweenConditions = wordSet("&& || and or ? :")
	neverBeforeGroup  = wordSet(`) ] } -> => @ # \ :: . ?.`)
)
