package lexer

import "strings"

// joinIncrements changes "++i", "i += 1", "i = i + 1" and Pascal's "inc(i)" to "i++". It changes "x = x + e" to "x += e", and
// "x = 1 + x" and "x = e * x" likewise. It changes only whole statements and parts of loop heads, because "++i" and "i++" differ
// inside an expression.
func (s *stream) joinIncrements() {
	assign := s.language.assignmentOperator()
	for i := 0; i < len(s.tokens); i++ {
		switch text := s.tokens[i].text; text {
		case "++", "--":
			if i+1 < len(s.tokens) && s.tokens[i+1].text == Identifier && s.beginsStatement(i) {
				if end := s.operandEnd(i + 1); end > 0 && s.endsStatement(end) {
					s.move(i, end-1)
				}
			}
		case assign:
			s.joinAssignment(i)
		case "+=", "-=":
			s.shortenByOne(i)
		case Identifier:
			if s.language.syntax.incByCall {
				s.joinIncrementCall(i)
			}
		}
	}
}

// joinAssignment changes x = x op e, with "=" at i, to x op= e.
func (s *stream) joinAssignment(i int) {
	start := s.operandStart(i)
	if start < 0 || !s.beginsStatement(start) {
		return
	}
	n := i - start
	end := i + 1 + n
	if end < len(s.tokens) && s.sameWords(start, i+1, n) {
		operator := s.at(end)
		level := s.language.tables.levels[operator]
		if compounds[operator] == "" || level == 0 || !s.bindsTighter(end+1, level, operator) {
			return
		}
		s.dropRange(i, end)
		s.tokens[end].text = compounds[operator]
		s.dropOuterParentheses(end + 1)
		s.shortenByOne(end)
		return
	}
	// x = e + x, for one token e: a number if the operator is "+", because a + b and b + a differ if they are texts
	operand, operator := s.at(i+1), s.at(i+2)
	last := i + 3 + n
	if (operand == Number && (operator == "+" || operator == "*") || operand == Identifier && operator == "*") &&
		last <= len(s.tokens) && s.sameWords(start, i+3, n) && s.endsStatement(last) {
		s.tokens[i].text = compounds[operator]
		s.dropRange(i+2, last)
		s.shortenByOne(i)
	}
}

// dropOuterParentheses drops the parentheses around the expression at i if it ends the statement. They were
// needed only because of the operator that has become an assignment.
func (s *stream) dropOuterParentheses(i int) {
	if s.at(i) != "(" {
		return
	}
	depth := 0
	for j := i; j < len(s.tokens) && j < i+4*maxOperand; j++ {
		if text := s.tokens[j].text; text == "(" || text == ")" {
			if depth += nesting(text); depth > 0 {
				continue
			}
			if s.endsStatement(j + 1) {
				s.drop(i, j)
			}
			return
		}
	}
}

var compounds = map[string]string{
	"+": "+=", "-": "-=", "*": "*=", "/": "/=", "%": "%=", "&": "&=", "|": "|=", "^": "^=",
	"<<": "<<=", ">>": ">>=", ">>>": ">>>=", "//": "//=", "**": "**=", "~": "~=", "..": "..=", ".": ".=",
}

// bindsTighter reports whether all operators of the expression at i bind tighter than the given operator of
// the given level. An equal level is enough if the given operator is "+", or if both operators are "*" or ".".
func (s *stream) bindsTighter(i, level int, operator string) bool {
	depth := 0
	for j := i; j <= len(s.tokens) && j < i+4*maxOperand; j++ {
		if depth == 0 && s.endsStatement(j) {
			return j > i
		}
		text := s.at(j)
		depth += nesting(text)
		own, binary := s.language.tables.levels[text]
		if depth > 0 || !binary || j == i {
			continue
		}
		if own < level || own == level && !(operator == "+" || operator == text && (text == "*" || text == ".")) {
			return false
		}
	}
	return false
}

// shortenByOne changes "+= 1" at i to "++" if it ends the statement.
func (s *stream) shortenByOne(i int) {
	text := s.tokens[i].text
	if text != "+=" && text != "-=" {
		return
	}
	one := i + 1
	for one < len(s.tokens) && s.tokens[one].text == "" {
		one++
	}
	if s.at(one) != Number || strings.TrimRight(s.tokens[one].word, "lLuU") != "1" || !s.endsStatement(one+1) {
		return
	}
	s.tokens[i].text = "++"
	if text == "-=" {
		s.tokens[i].text = "--"
	}
	s.drop(one)
}
