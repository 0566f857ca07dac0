package lexer

// maxComparedOperand is the maximum length of an operand of a comparison, in tokens.
const maxComparedOperand = 16

// normalizeComparisons changes "a === b" to "a == b", "a is null" to "a == null", "!(a == b)" to "a != b", then "a > b"
// to "b < a" and "a >= b" to "b <= a".
func (s *stream) normalizeComparisons() {
	for i := range s.tokens {
		switch s.tokens[i].text {
		case "===":
			s.tokens[i].text = "=="
		case "!==":
			s.tokens[i].text = "!="
		case "is":
			switch {
			case constants[s.at(i+1)]:
				s.tokens[i].text = "=="
			case s.at(i+1) == "not" && constants[s.at(i+2)]:
				s.tokens[i].text = "!="
				s.drop(i + 1)
			}
		}
	}
	s.sweep()
	for i := range s.tokens {
		switch s.tokens[i].text {
		case "!":
			s.removeNegation(i)
		case "not":
			if s.at(i-1) == "is" {
				continue
			}
			s.removeNegation(i)
			if s.language.syntax.indented { // Pascal's "not" binds tighter
				s.moveNot(i)
			}
		}
	}
	s.sweep()
	for i := range s.tokens {
		text := s.tokens[i].text
		if text != ">" && text != ">=" {
			continue
		}
		start, end := s.comparedOperandStart(i), s.comparedOperandEnd(i)
		if start < i && end > i+1 {
			s.tokens[i].text = mirrored[text]
			s.swap(start, i, i+1, end)
		}
	}
}

// removeNegation replaces "!(a < b)", with the "!" at i, by "a >= b", or by "(a >= b)" next to an operator that binds as tightly.
func (s *stream) removeNegation(i int) {
	if s.at(i+1) != "(" || s.endsOperand(i-1) { // as in Rust's assert!(a == b)
		return
	}
	opposites := opposites
	if s.language.syntax.assignment != "" {
		opposites = pascalOpposites
	}
	comparison, depth := 0, 0
	for j := i + 2; j < i+2*maxComparedOperand; j++ {
		text := s.at(j)
		switch {
		case depth == 0 && text == ")":
			if comparison == 0 {
				return
			}
			levels := s.language.tables.levels
			level := levels[s.tokens[comparison].text]
			s.tokens[comparison].text = opposites[s.tokens[comparison].text]
			s.drop(i)
			if level > max(levels[s.at(i-1)], levels[s.at(j+1)]) {
				s.drop(i+1, j)
			}
			return
		case depth == 0 && opposites[text] != "":
			if comparison > 0 {
				return
			}
			comparison = j
		case depth == 0 && !comparedOperandTokens[text] || text == "":
			return
		}
		depth += nesting(text)
	}
}

// moveNot changes Python's "not a == b" to "a != b" and "not a in b" to "a not in b", with the "not" at i.
func (s *stream) moveNot(i int) {
	depth := 0
	for j := i + 1; j < i+maxComparedOperand; j++ {
		text := s.at(j)
		if depth == 0 && j > i+1 {
			if opposites[text] != "" && s.comparedOperandEnd(j) > j+1 {
				s.tokens[j].text = opposites[text]
				s.drop(i)
				return
			}
			if text == "in" {
				s.move(i, j-1)
				return
			}
		}
		if depth == 0 && !comparedOperandTokens[text] || text == "" || s.tokens[j].lineStart {
			return
		}
		depth += nesting(text)
	}
}

// comparedOperandStart returns the index of the first token of the operand that ends before i. It returns i
// if the operand is longer than maxComparedOperand or is not plain arithmetic.
func (s *stream) comparedOperandStart(i int) int {
	depth := 0
	for j := i - 1; j >= i-maxComparedOperand; j-- {
		text := s.at(j)
		switch {
		case s.callsMacro(j):
		case depth == 0 && (comparisonStarts[text] || text == "->" && s.language.syntax.arrowEndsOperand || s.beginsArguments(j)):
			return j + 1
		case depth == 0 && !comparedOperandTokens[text] || text == "":
			return i
		}
		depth -= nesting(text)
		if j == 0 || depth == 0 && s.mayEndBefore(j) {
			return j
		}
	}
	return i
}

// comparedOperandEnd is like comparedOperandStart, for the index after the operand that starts after i.
func (s *stream) comparedOperandEnd(i int) int {
	depth := 0
	for j := i + 1; j <= i+maxComparedOperand; j++ {
		text := s.at(j)
		switch {
		case s.callsMacro(j):
		case depth == 0 && j > i+1 && (comparisonEnds[text] || s.endsCondition(j) || text == "->" && s.language.syntax.arrowEndsOperand):
			return j
		case depth == 0 && !comparedOperandTokens[text] || text == "":
			return i
		}
		if depth += nesting(text); depth < 0 {
			return i // there is no operand before this bracket
		}
	}
	return i
}

// beginsArguments reports whether arguments without parentheses begin after i, as in Ruby's "puts a", or the parameters of a block
// end at i.
func (s *stream) beginsArguments(i int) bool {
	return s.language.syntax.bareCalls && (s.at(i) == Identifier && isOperand(s.at(i+1)) || s.at(i) == "|" && s.closesParameters(i))
}

// callsMacro reports whether the token at i is the mark of a macro's call: f!(x).
func (s *stream) callsMacro(i int) bool {
	return s.language.syntax.macroCalls && s.at(i) == "!" && s.at(i-1) == Identifier
}

var (
	mirrored              = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<="}
	opposites             = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
	pascalOpposites       = map[string]string{"=": "<>", "<>": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
	comparedOperandTokens = wordSet("I N S ( ) [ ] . -> :: + - * / % div mod this") // I, N and S are names, numbers and strings
	comparisonStarts      = wordSet("( [ && || and or not ! ; = := return ? : , { } if while until elif elsif when case then else do ^= |= &= =>")
	comparisonEnds        = wordSet("? ] == != =>")
	constants             = wordSet("null None True False")
)
